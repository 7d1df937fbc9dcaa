import Testing
import TraceModel

@testable import TraceAnalyzer

/// The phases of launches around the median, and the one to blame.
@Suite(.tags(.small)) struct PhaseShareTests {
  /// Launches in milliseconds, of which `preMain` and `firstFrame` take so many.
  private static func launches(_ millis: [(preMain: Int64, firstFrame: Int64)]) -> [Launch] {
    var pad = Launchpad()
    for (index, phases) in millis.enumerated() {
      pad.add(
        "\(index)", at: Int64(index) * 60_000_000_000,
        [.start: 0, .main: phases.preMain, .firstFrame: phases.preMain + phases.firstFrame])
    }
    return pad.launches()
  }

  private static func means(_ launches: [Launch]) -> PhaseShares {
    PhaseMeans([PhaseTimes(launches)]).shares(beside: nil)
  }

  /// They take 200, 300, 400, 500, 1000 and 600 ms.
  private static let all: [(preMain: Int64, firstFrame: Int64)] = [
    (100, 100), (150, 150), (120, 280), (300, 200), (100, 900), (400, 200),
  ]

  @Test(
    arguments: [
      // One launch is itself; of two and four the middle two count, of three and five the one in the middle.
      (1, [100, 100], 200), (2, [125, 125], 250), (3, [150, 150], 300), (4, [135, 215], 350), (5, [120, 280], 400),
      // From the 40th percentile, 400 ms, to the 60th, 500 ms: the third and the fourth.
      (6, [210, 240], 450),
    ] as [(Int, [Int64], Int64)])
  func `phases around the median add up to it`(count: Int, phases: [Int64], whole: Int64) {
    let launches = Self.launches(Array(Self.all.prefix(count)))
    let shares = Self.means(launches.shuffled())
    #expect(shares.phases.map(\.phase) == ["preMain", "firstFrame"])
    #expect(shares.phases.map(\.nanos) == phases.map { $0 * 1_000_000 })
    #expect(shares.nanos == whole * 1_000_000)
    #expect(Statistics.median(of: launches.compactMap(\.time.nanos)) == shares.nanos)
  }

  @Test(
    arguments: [
      // Usual are 100 ms and 200 ms. A third of 90 ms is 30 ms: both explain, and the larger excess is to blame.
      (130, 260, [true, true], "firstFrame"), (129, 261, [false, true], "firstFrame"),
      (160, 230, [true, true], "preMain"),
      // Of equal ones the first.
      (130, 230, [true, true], "preMain"),
      // One phase may be longer though the launch is no longer, or even shorter.
      (150, 150, [false, false], nil), (150, 140, [false, true], nil), (100, 200, [false, false], nil),
    ] as [(Int64, Int64, [Bool], String?)])
  func `a third of the excess explains it`(preMain: Int64, firstFrame: Int64, explains: [Bool], blamed: String?) {
    let usual = PhaseMeans(Self.launches([(100, 200)])[0].phases)
    let shares = PhaseMeans(Self.launches([(preMain, firstFrame)])[0].phases).shares(beside: usual)
    #expect(shares.phases.map(\.explains) == explains)
    #expect(shares.toBlame?.phase == blamed)
    #expect(shares.phases.map(\.excessNanos) == [(preMain - 100) * 1_000_000, (firstFrame - 200) * 1_000_000])
    #expect(shares.usualNanos == 300_000_000)
  }

  @Test func `without others no phase is to blame, and the longest is known`() {
    #expect(Self.means(Self.launches([(120, 280)])).longest?.phase == "firstFrame")
    #expect(Self.means([]).longest == nil)
    let shares = PhaseMeans(Self.launches([(100, 200)])[0].phases).shares(beside: PhaseMeans([LaunchPhase]()))
    #expect(shares.usualNanos == nil && shares.toBlame == nil)
    #expect(shares.phases.allSatisfy { $0.usualNanos == nil && !$0.explains })
  }

  @Test(arguments: 1...6) func `a launch is compared with five of its kind or more`(count: Int) {
    let launches = Self.launches(Array(Self.all.prefix(count)))
    let comparison = launches[0].comparison(with: launches)
    #expect(comparison.count == count)
    #expect((comparison.medianNanos == nil) == (count < 5))
    #expect(comparison.shares.usualNanos == comparison.medianNanos)
    let rows = LaunchTimesReport(launches, each: true).each ?? []
    // Beside 120 and 280 ms of five launches, and 210 and 240 ms of six.
    let blamed = [nil, nil, nil, "preMain", "firstFrame", "preMain"]
    let none = [String?](repeating: nil, count: count)
    #expect(rows.map(\.standsOut?.phase) == (count < 5 ? none : Array(blamed.prefix(count))))
  }
}
