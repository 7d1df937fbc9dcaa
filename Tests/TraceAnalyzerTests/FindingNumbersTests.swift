import Testing
import TraceModel

@testable import TraceAnalyzer

/// The numbers of findings say what their texts say.
@Suite(.tags(.small)) struct FindingNumbersTests {
  /// A finding in a launch; without `numbers` it has texts alone.
  private func finding(_ launch: Int32, at instant: Int64, numbers: Bool = true) -> Finding {
    var finding = Finding(
      rule: .`order.scene`, severity: .error, message: "it came too late",
      launch: "launch \(launch)", time: instant == Event.absent ? nil : Timestamp.rfc3339(instant), fingerprint: "1f")
    if numbers { finding.numbers = FindingNumbers(launch: launch, instant: instant) }
    return finding
  }

  @Test func `instants put findings in the order of their texts`() {
    let instants: [Int64] = [
      .max, 1_000_000_000, 1_760_000_000_000_000_001, 999_999_999, 0, -1, -1_000_000_000, 1_760_000_000_000_000_000, -2,
      -9_000_000_000_000_000_000, Event.absent, 0,
    ]
    let findings = instants.enumerated().map { finding(Int32(instants.count - $0.offset), at: $0.element) }
    var numbered = findings
    WorstFirst.sort(&numbered)
    var written = findings
    for place in written.indices { written[place].numbers = FindingNumbers() }
    WorstFirst.sort(&written)
    #expect(numbered.map(\.launch) == written.map(\.launch))
    #expect(numbered.map(\.time) == written.map(\.time))
    #expect(numbered.map(\.time) == numbered.map(\.time).sorted { $0 ?? "" < $1 ?? "" })
  }

  @Test(arguments: [true, false])
  func `a launch is counted once, by its number or by its name`(_ hasNumbers: Bool) {
    let launches: [Int32] = [3, 64, 3, 0, 63, 64, 1_000, 0, 127, 128]
    var findings = launches.map { finding($0, at: 0, numbers: hasNumbers) }
    #expect(findings.launchCount(at: findings.indices) == 7)
    #expect(findings.launchCount(at: [0, 2]) == 1)
    #expect(CheckReport(coverage: Coverage(), findings: findings).summary.launchesWithFindings == 7)
    var median = finding(0, at: 0, numbers: false)
    median.launch = nil
    median.median = MedianGroup(
      version: "4.9.0", kind: "cold", model: "", count: 5,
      overLaunches: NamedLaunches(names: ["launch 3", "launch 7"]), phase: nil, slowest: "launch 7", siblingCount: 1)
    findings.append(median)
    #expect(findings.launchCount(at: [findings.count - 1]) == 2)
    if !hasNumbers { #expect(findings.launchCount(at: findings.indices) == 8) }
  }

  @Test func `numbers make no finding another one`() {
    #expect(finding(1, at: 5) == finding(1, at: 5, numbers: false))
  }
}
