import Testing
import TraceModel

@testable import TraceAnalyzer

/// Findings that a team decided to live with.
@Suite(.tags(.small)) struct AcceptanceTests {
  private func report(accepted: Acceptance?) -> CheckReport {
    let finding = Finding(
      rule: .`order.scene`, severity: .error, message: "it happened",
      fingerprint: "0f3a9c5e7b1d2846", accepted: accepted)
    return CheckReport(coverage: Coverage(), findings: Findings([finding]))
  }

  @Test func `an accepted finding fails no check and is still reported`() {
    #expect(report(accepted: nil).findings.fail(on: .error))
    let accepted = report(accepted: Acceptance(reason: "SHOP-412", until: nil, location: ".tracetool.json:18"))
    #expect(!accepted.findings.fail(on: .note))
    #expect(accepted.findings.count == 1)
    #expect(Verdict(accepted, failOn: .note, limits: Verdict.Limits()).outcome == .passed)
  }
}
