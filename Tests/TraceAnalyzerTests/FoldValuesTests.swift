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
