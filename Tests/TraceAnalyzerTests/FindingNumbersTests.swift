import Testing
import TraceModel

@testable import TraceAnalyzer

/// Findings are held as numbers, which say what their texts say.
@Suite(.tags(.small)) struct FindingNumbersTests {
  private func finding(_ launch: Int, at instant: Int64) -> Finding {
    Finding(
      rule: .`order.scene`, severity: .error, message: "it came too late", launch: "launch \(launch)",
      time: instant == Event.absent ? nil : Timestamp.rfc3339(instant), fingerprint: "1f")
  }

  @Test func `the texts of what the rules find say the same as the numbers`() {
    var count = 0
    for text in Catalogue.descriptions.flatMap({ $0.found + $0.clean }) {
      let findings = Timeline(text).report().findings
      for (finding, numbers) in zip(findings, findings.numbers) {
        count += 1
        #expect(finding.rule == numbers.rule && finding.severity == numbers.severity, "\(finding)")
        #expect(finding.doubts == numbers.doubts && finding.isReportedOnce == numbers.isReportedOnce, "\(finding)")
        #expect(finding.fingerprint == numbers.fingerprint.hex, "\(finding)")
        #expect(finding.measured ?? Event.absent == numbers.measured, "\(finding)")
        #expect(finding.limit ?? Event.absent == numbers.limit, "\(finding)")
        #expect(finding.budget == numbers.budget?.name && (finding.launch == nil) == (numbers.launch < 0), "\(finding)")
      }
      #expect(findings.indices.map(findings.source) == findings.map(\.source))
      #expect(findings.indices.map(findings.appVersion) == findings.map(\.appVersion))
    }
    #expect(count > 50)
  }

  @Test func `instants put findings in the order of their texts`() {
    let instants: [Int64] = [
      .max, 1_000_000_000, 1_760_000_000_000_000_001, 999_999_999, 0, -1, -1_000_000_000, 1_760_000_000_000_000_000, -2,
      -9_000_000_000_000_000_000, Event.absent, 0,
    ]
    var findings = Findings(instants.enumerated().map { finding(instants.count - $0.offset, at: $0.element) })
    findings.sort()
    #expect(findings.map(\.time) == instants.map { finding(0, at: $0).time }.sorted { $0 ?? "" < $1 ?? "" })
  }

  @Test func `a launch is counted once`() {
    let launches = [3, 64, 3, 0, 63, 64, 1_000, 0, 127, 128]
    var all = launches.map { finding($0, at: 0) }
    let findings = Findings(all)
    #expect(findings.launchCount(at: findings.indices) == 7)
    #expect(findings.launchCount(at: [0, 2]) == 1)
    #expect(CheckReport(coverage: Coverage(), findings: findings).summary.launchesWithFindings == 7)
    var median = finding(0, at: 0)
    median.launch = nil
    median.median = MedianGroup(
      version: "4.9.0", kind: "cold", model: "", count: 5, overLaunches: Launch.named(["launch 3", "launch 7"]),
      phase: nil, slowest: "launch 7", siblingCount: 1)
    all.append(median)
    let more = Findings(all)
    #expect(more.launchCount(at: [more.count - 1]) == 2)
    #expect(more.launchCount(at: more.indices) == 8)
    #expect(CheckReport(coverage: Coverage(), findings: more).summary.launchesWithFindings == 8)
  }

  @Test func `what was decided about a finding stays with it`() {
    var findings = Findings([finding(1, at: 2), finding(2, at: 1)])
    findings.decide(.accepted(Acceptance(reason: "late", until: nil, location: "a.json:1")), at: 0)
    findings.decide(.counts(remark: "; again"), at: 1)
    findings.sort()
    #expect(findings.map(\.message) == ["it came too late; again", "it came too late"])
    #expect(findings.map { $0.accepted?.reason } == [nil, "late"])
    #expect(findings.acceptedCount == 1 && findings.counting.map(\.launch) == ["launch 2"])
  }
}
