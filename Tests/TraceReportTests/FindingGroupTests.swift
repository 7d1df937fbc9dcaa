import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

/// Medians of many groups of launches, as a check shows them.
@Suite(.tags(.small)) struct FindingGroupTests {
  /// A median over a budget of 100 ms.
  private func finding(
    _ number: Int, _ nanos: Int64, budget: Int64 = 100_000_000, phase: PhaseShare? = nil, siblingCount: Int = 72
  ) -> Finding {
    var finding = Finding(
      rule: .`launch.slow`, severity: .warning, message: "slow", app: "shop",
      measured: nanos, limit: budget, budget: "launch", fingerprint: "\(number)")
    finding.median = MedianGroup(
      version: "4.\(number)", kind: "cold", model: "iPhone14,5", count: 5,
      overLaunches: Launch.named(["\(number)"]),
      phase: phase, slowest: "\(number)", siblingCount: siblingCount)
    return finding
  }

  private func groups(_ findings: [Finding]) -> [FindingGroup] {
    CheckReport(coverage: Coverage(), findings: Findings(findings)).groups(by: .cause)
  }

  @Test func `the medians of many groups are one block`() {
    let millis = [488] + (1..<72).map { 580 + Int64($0 % 30) }
    for (siblings, words) in [(72, "all 72"), (80, "72 of 80")] {
      let all = millis.enumerated().map { number, millis in
        finding(number, millis * 1_000_000, budget: 400_000_000, siblingCount: siblings)
      }
      let groups = groups(all)
      #expect(groups.count == 1 && groups[0].launches == 72)
      #expect(
        groups[0].messageLines.map(\.plain) == [
          "median launch time over the budget of 400 ms in \(words) groups of version, kind and model: "
            + "488 ms to 609 ms"
        ])
    }
  }

  @Test(
    arguments: [
      // 10 % are more than 20 ms: they decide.
      (500_000_000, 549_999_999, false), (500_000_000, 550_000_000, true),
      // 20 ms are more than 10 %: they decide.
      (150_000_000, 169_999_999, false), (150_000_000, 170_000_000, true),
      // Both at once; and a median below the others never stands out.
      (200_000_000, 219_999_999, false), (200_000_000, 220_000_000, true), (500_000_000, 200_000_000, false),
    ] as [(Int64, Int64, Bool)])
  func `a median stands out from 10 % and 20 ms over the others`(_ usual: Int64, _ nanos: Int64, _ standsOut: Bool) {
    let groups = groups([finding(0, usual), finding(1, usual), finding(2, usual), finding(3, nanos)])
    #expect(groups.map(\.standsOut).sorted { !$0 && $1 } == (standsOut ? [false, true] : [false]))
    #expect(
      groups.first { $0.standsOut }?.messageLines[0].plain.hasSuffix("; that is over the app's other groups") ?? true)
  }

  @Test func `a block of medians counts those that stand out, which are blocks of their own`() {
    let millis: [Int64] = [500, 510, 520, 900, 950]
    let all = millis.enumerated().map { finding($0, $1 * 1_000_000, budget: 400_000_000, siblingCount: 6) }
    let groups = groups(all)
    #expect(groups.map(\.medians.count).sorted() == [1, 1, 3] && groups.allSatisfy { $0.overMedians == 5 })
    #expect(
      groups.first { $0.medians.count == 3 }?.messageLines == [
        "median launch time over the budget of 400 ms in 5 of 6 groups of version, kind and model: "
          + "500 ms to 520 ms in 3, and 2 listed apart"
      ])
  }

  @Test func `several findings say the longest once, and the median of all`() {
    let all = [150, 250, 200].enumerated().map { number, millis in
      var finding = finding(number, Int64(millis) * 1_000_000)
      finding.median = nil
      finding.launch = "\(number)"
      finding.message = "the launch took \(millis) ms, budget 100 ms"
      finding.fingerprint = "1"
      return finding
    }
    #expect(
      groups(all)[0].messageLines == [
        "the launch took 250 ms, budget 100 ms", "the longest of 3, whose median is 200 ms",
      ])
  }

  @Test func `every output counts the launches of a median alike`() {
    var median = finding(0, 500_000_000)
    median.median = MedianGroup(
      version: "4.9", kind: "cold", model: "iPhone14,5", count: 5,
      overLaunches: Launch.named(["L1", "L2", "L3"]), phase: nil, slowest: "L1", siblingCount: 1)
    let report = CheckReport(coverage: Coverage(), findings: Findings([median]))
    for sharing in [FindingGroup.Sharing.cause, .row, .alert, .comparison] {
      #expect(report.groups(by: sharing).map(\.launches) == [3])
    }
  }

  @Test func `one median alone has nothing to stand out from`() {
    #expect(groups([finding(0, 900_000_000)]).map(\.standsOut) == [false])
  }

  @Test(arguments: [(3, true), (2, true), (1, false), (0, false)])
  func `a phase is named that explains most of the groups`(_ explained: Int, _ isNamed: Bool) {
    let many = groups(
      (0..<3).map { number in
        let phase = PhaseShare(
          phase: "appInit", nanos: 250_000_000, usualNanos: 100_000_000, excessNanos: 150_000_000,
          explains: number < explained)
        return finding(number, 700_000_000, budget: 400_000_000, phase: phase, siblingCount: 3)
      })
    #expect(many[0].messageLines[0].plain.hasSuffix("; appInit takes longer than usual") == isNamed)
  }

  @Test(arguments: [(1, "in 1 launch (5.0 %)"), (2, "in 2 launches (10 %)")])
  func `launches are counted as one or several`(_ count: Int, _ text: String) {
    let all = (0..<count).map { number in
      var finding = finding(number, 200_000_000)
      finding.median = nil
      finding.launch = "\(number)"
      return finding
    }
    #expect(groups(all)[0].shareText(of: 20).plain == text)
  }
}
