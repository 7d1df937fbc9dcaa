import Testing
import TraceModel

@testable import TraceAnalyzer

@Suite(.tags(.small)) struct FoldValuesTests {
  @Test(arguments: [
    ("iPhone OS 27.0 (24A5279h)", "27.0"), ("27.0", "27.0"), ("iOS 18.2.1", "18.2.1"),
    ("Version 17.2 (Build 21C62)", "17.2"), ("unknown", "unknown"), ("", ""),
  ])
  func `a version is compared without the words around it`(_ text: String, _ version: String) {
    #expect(Normalised.version(text) == version)
  }

  @Test(arguments: [
    ("sync", "sync"), ("sync-12", "sync-#"), ("a1b22c333", "a#b#c#"), ("7", "#"), ("", ""),
  ])
  func `a name is distinguished without its numbers`(_ text: String, _ name: String) {
    #expect(Normalised.name(text) == name)
  }

  @Test func `versions stand in the order of their numbers`() {
    let sorted = ["", "1.2", "1.2.1", "1.9", "1.010", "1.10", "2.0", "beta"]
    #expect(sorted.reversed().sorted(by: Normalised.isOrdered) == sorted)
  }

  @Test func `a version comes after its prereleases`() {
    // The first eight by Semantic Versioning 2.0.0, section 11.
    let sorted = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
      "1.0.0", "1.9", "1.10b3", "1.10-rc1", "1.10", "1.10.1", "v2.0-beta", "v2.0",
    ]
    #expect(sorted.reversed().sorted(by: Normalised.isOrdered) == sorted)
    #expect(Version("4.9") == Version("4.9.0+1204") && Version("0") < Version("0.1") && Version("x") < Version("0"))
  }

  @Test(arguments: [
    ("2027-01-01", "2026-W53"), ("2026-11-27", "2026-W48"), ("2024-12-30", "2025-W01"), ("2021-01-03", "2020-W53"),
    ("1970-01-01", "1970-W01"), ("1969-12-28", "1969-W52"), ("2025-10-12", "2025-W41"), ("2025-10-13", "2025-W42"),
  ])
  func `a week is that of ISO 8601`(_ day: String, _ week: String) throws {
    let day = try #require(Day(day))
    #expect(day.week == week && day.month == day.text.prefix(7))
  }

  @Test func `the first and the last instant have a day`() {
    #expect(Day(of: .min).text == "1677-09-21" && Day(of: .max).text == "2262-04-11")
    #expect(Day(of: -1).text == "1969-12-31" && Day(of: 0).text == "1970-01-01")
  }

  // By hand: position p * (n - 1) / 100 between the sorted values.
  @Test(
    arguments: [
      ([7], 7, 7, 7, 7), ([10, 20], 15, 19, 20, 20), ([4, 1, 3, 2], 2, 4, 4, 4),
      ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 6, 10, 10, 11), ([0, 1000], 500, 900, 950, 990),
      ([-3, -2], -2, -2, -2, -2), ([-1, 0], 0, 0, 0, 0), ([.min, .max], 0, nil, nil, nil),
    ] as [([Int64], Int64, Int64?, Int64?, Int64?)])
  func `percentiles are exact`(
    _ values: [Int64], _ p50: Int64, _ p90: Int64?, _ p95: Int64?, _ p99: Int64?
  ) {
    let statistics = Statistics(values)
    #expect(statistics.percentile(50) == p50)
    if let p90 { #expect(statistics.percentile(90) == p90) }
    if let p95 { #expect(statistics.percentile(95) == p95) }
    if let p99 { #expect(statistics.percentile(99) == p99) }
  }

  /// Values whose middle lies in a narrow or a wide part of their range, or at an edge between two parts.
  private static let spreads: [@Sendable (inout SeededGenerator) -> Int64] = [
    { Int64.random(in: 0...1_000_000_000, using: &$0) }, { Int64.random(in: -3...3, using: &$0) },
    { Int64.random(in: .min ... .max, using: &$0) }, { _ in 7 },
    { Int.random(in: 0..<1000, using: &$0) == 0 ? .max : Int64.random(in: 0...50, using: &$0) },
    { Bool.random(using: &$0) ? 5 : 1_000_000_000_000 },
  ]

  @Test(arguments: spreads.indices, [0, 1, 2, 1023, 1024, 1025, 5000])
  func `the median of values in any order is their 50th percentile`(_ spread: Int, _ count: Int) {
    var random = SeededGenerator(state: UInt64(spread + count))
    for _ in 0..<5 {
      let values = (0..<count).map { _ in Self.spreads[spread](&random) }
      #expect(Statistics.median(of: values) == Statistics(values).percentile(50))
    }
  }

  @Test(arguments: spreads.indices, [0, 1, 2, 1023, 1024, 1025, 5000])
  func `percentiles of several arrays are those of all of their values`(_ spread: Int, _ count: Int) {
    let seed = UInt64(spread + count)
    var random = SeededGenerator(state: seed)
    let percents = [[50], [25, 50, 75], [0, 1, 49, 50, 99, 100], Array(0...100)]
    for percents in percents {
      let values = (0..<count).map { _ in Self.spreads[spread](&random) }
      let parts = values.grouped { _ in Int.random(in: 0..<4, using: &random) } + [[]]
      let all = Statistics(values)
      let expected = count == 0 ? nil : percents.compactMap(all.percentile)
      #expect(Statistics.percentiles(percents, of: parts) == expected, "seed \(seed)")
    }
  }

  @Test func `approximate phases and the slack of clocks can be left out of times`() {
    func milestones(main: Int64?, isMainKnown: Bool = true) -> Milestones {
      var milestones = Milestones()
      milestones[.start] = 1_000
      if let main { milestones[.main] = main }
      if !isMainKnown { milestones.approximate = 1 << UInt16(Milestones.Name.main.rawValue) }
      milestones[.launchBegin] = 1_500
      milestones[.firstFrame] = 2_000
      return milestones
    }
    var times = PhaseTimes()
    times.add(1_000, slack: 0, milestones(main: 1_100), .foreground)
    #expect(times.surelyNanos == [1_000])
    times.add(1_000, slack: 300, milestones(main: 1_200, isMainKnown: false), .foreground)
    times.add(1_000, slack: 0, milestones(main: nil), .foreground)
    #expect(times.launchCount == 3 && times.nanos == [1_000, 1_000, 1_000])
    #expect(times.surelyNanos == [1_000, 700, 1_000])
    let all = LaunchPhaseName.allCases.indices.map { times.nanos(ofPhase: $0) }
    let exact = LaunchPhaseName.allCases.indices.map { times.nanos(ofPhase: $0, exactly: true) }
    let preMain = Int(LaunchPhaseName.preMain.rawValue)
    #expect(all[preMain] == [100, 200] && exact[preMain] == [100])
    let lengths = all.map { $0.reduce(0, +) }
    #expect(lengths.reduce(0, +) == 3_000)
    #expect(exact.joined().count == all.joined().count - 2, "the phases on both sides of it")
    let sums = [times, times].sums(ofLaunches: 1_000...1_000)
    let expected = lengths.map { Int128(2 * $0) }
    #expect(sums.launches == 6 && sums.phases == expected)
  }

  @Test func `no value has no percentile`() {
    #expect(Statistics([]).percentile(50) == nil)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `percentiles rise within the values, whatever their order`(_ seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let values = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      Int64.random(in: -1_000_000...1_000_000_000_000, using: &random)
    }
    let all = (0...100).compactMap { Statistics(values).percentile($0) }
    #expect(all.count == 101, "seed \(seed)")
    #expect(all == all.sorted(), "seed \(seed)")
    #expect(all.first == values.min() && all.last == values.max(), "seed \(seed)")
    let shuffled = Statistics(values.shuffled(using: &random))
    #expect((0...100).compactMap { shuffled.percentile($0) } == all, "seed \(seed)")
  }
}
