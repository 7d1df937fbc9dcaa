import Testing

@testable import TraceAnalyzer

/// Properties that hold for any launches; a failing test prints the seed.
@Suite(.tags(.small)) struct ComparePropertyTests {
  static let seeds: [UInt64] = Array(1...120)

  /// Two sides with one to three strata, with ties, and with devices of one to six launches.
  private static func sides(_ seed: UInt64) -> (base: [Observation], head: [Observation]) {
    var generator = SeededGenerator(state: seed)
    // Whole milliseconds, as many recorders write them; or steps of 20 ms, in which most launches are ties.
    let step: Int64 = [1, 1_000_000, 20_000_000][Int(seed % 3)]
    let strata = Int32.random(in: 1...3, using: &generator)
    let shift = Int64.random(in: -60...60, using: &generator) * 1_000_000
    func side(_ shift: Int64) -> [Observation] {
      (0..<Int32.random(in: 3...14, using: &generator)).flatMap { unit in
        let stratum = Int32.random(in: 0..<strata, using: &generator)
        return (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          let nanos = Int64.random(in: 300_000_000...500_000_000, using: &generator) + 150_000_000 * Int64(stratum)
          return Observation(nanos: (nanos + shift) / step * step, stratum: stratum, unit: unit)
        }
      }
    }
    let base = side(0)
    return (base, side(shift))
  }

  private static func shift(_ base: [Observation], _ head: [Observation], alpha: Double = 0.05) -> ShiftEstimate {
    ShiftEstimate(RankTest(base: base, head: head), alpha: alpha)
  }

  private static func difference(_ base: [Observation], _ head: [Observation], percent: Int) -> IntervalDifference {
    IntervalDifference(
      base: WeightedSample(base).quantile(percent: percent, alpha: 0.05),
      head: WeightedSample(head).quantile(percent: percent, alpha: 0.05))
  }

  /// The same launches, each so much longer.
  private static func moved(_ side: [Observation], by nanos: Int64) -> [Observation] {
    side.map { Observation(nanos: $0.nanos + nanos, stratum: $0.stratum, unit: $0.unit) }
  }

  @Test("base and head swapped give the negated answer", arguments: seeds)
  func swapping(seed: UInt64) {
    let (base, head) = Self.sides(seed)
    let there = Self.shift(base, head)
    let back = Self.shift(head, base)
    #expect(back.nanos == there.nanos.map { -$0 })
    #expect(back.low == there.high.map { -$0 })
    #expect(back.high == there.low.map { -$0 })
    #expect(back.t == -there.t)
    #expect(back.p == there.p)
    for percent in [50, 75] {
      let there = Self.difference(base, head, percent: percent)
      let back = Self.difference(head, base, percent: percent)
      #expect(back.value == -there.value)
      #expect(back.low == there.high.map { -$0 })
    }
  }

  @Test("the order of launches changes no bit", arguments: seeds)
  func order(seed: UInt64) {
    let (base, head) = Self.sides(seed)
    var generator = SeededGenerator(state: seed + 1000)
    let shuffledBase = base.shuffled(using: &generator)
    let shuffledHead = head.shuffled(using: &generator)
    #expect(Self.shift(base, head) == Self.shift(shuffledBase, shuffledHead))
    #expect(Self.difference(base, head, percent: 90) == Self.difference(shuffledBase, shuffledHead, percent: 90))
    let own = WeightedSample(head, inProportionsOf: WeightedSample(head))
    let shuffled = WeightedSample(shuffledHead, inProportionsOf: WeightedSample(shuffledHead))
    #expect(own.quantile(percent: 75, alpha: 0.05) == shuffled.quantile(percent: 75, alpha: 0.05))
  }

  @Test("the same time added to all launches leaves the shift", arguments: seeds)
  func adding(seed: UInt64) {
    let (base, head) = Self.sides(seed)
    let longer = Self.shift(Self.moved(base, by: 77_777_777), Self.moved(head, by: 77_777_777))
    #expect(longer == Self.shift(base, head))
  }

  @Test("a head that is the base and some time longer is longer by that time", arguments: seeds)
  func movedBase(seed: UInt64) {
    let base = Self.sides(seed).base
    let nanos = Int64(seed) * 333_333 - 10_000_000
    let found = Self.shift(base, Self.moved(base, by: nanos))
    #expect(found.nanos == nanos)
    #expect(found.low ?? .min <= nanos && nanos <= found.high ?? .max)
  }

  @Test("the interval excludes 0 exactly when the test rejects", arguments: seeds, [0.05, 0.01])
  func agreement(seed: UInt64, alpha: Double) {
    let (base, head) = Self.sides(seed)
    let found = Self.shift(base, head, alpha: alpha)
    let excludes = (found.low ?? .min) > 0 || (found.high ?? .max) < 0
    #expect(excludes == (found.p < alpha))
    #expect(found.low ?? .min <= found.nanos ?? 0 && found.nanos ?? 0 <= found.high ?? .max)
  }

  @Test("of one stratum with launches of their own, the shift is the median of all differences", arguments: seeds)
  func hodgesLehmann(seed: UInt64) {
    let sides = Self.sides(seed)
    let base = sides.base.map(\.nanos)
    let head = sides.head.map(\.nanos)
    let differences = head.flatMap { h in base.map { h - $0 } }.sorted()
    let low = differences[(differences.count - 1) / 2]
    let high = differences[differences.count / 2]
    func single(_ nanos: [Int64]) -> [Observation] {
      nanos.enumerated().map { Observation(nanos: $1, stratum: 0, unit: Int32($0)) }
    }
    let found = Self.shift(single(base), single(head)).nanos ?? .min
    // Half to even where the middle is no whole nanosecond.
    #expect((2 * found - (low + high)).magnitude <= 1)
  }

  @Test("a launch copied under its device makes no `same` a `slower`")
  func copies() {
    for seed in UInt64(1)...UInt64(TrialCount.everyTime) {
      var generator = SeededGenerator(state: seed)
      let (base, head) = CompareScenario.devices6x20.sides(shift: 0, &generator)
      let margin = 60_000_000.0
      guard Self.verdict(base, head, margin) == .same else { continue }
      let copied = head + [head[Int.random(in: head.indices, using: &generator)]]
      #expect(Self.verdict(base, copied, margin) != .slower, "seed \(seed)")
    }
  }

  private static func verdict(_ base: [Observation], _ head: [Observation], _ margin: Double) -> CompareVerdict {
    let found = shift(base, head)
    return CompareVerdict(
      difference: Double(found.nanos ?? 0), low: found.low.map { Double($0) }, high: found.high.map { Double($0) },
      margin: margin)
  }

  @Test("extreme times overflow nothing, and one of them moves a shift little")
  func extremes() {
    let base = CompareExample.base
    let wild = CompareExample.head.dropLast() + [Observation(nanos: .max, stratum: 0, unit: 9)]
    let found = Self.shift(base, Array(wild))
    #expect(found.nanos == 27_500_000)
    #expect(found.high ?? .max < 100_000_000)
    let widest = Self.shift([Observation(nanos: 0, stratum: 0, unit: 0)] + base, Array(wild))
    #expect(widest.nanos != nil)
  }

  @Test("without two devices a side there is no test")
  func nothingToTest() {
    let one = [Observation(nanos: 400, stratum: 0, unit: 0), Observation(nanos: 410, stratum: 0, unit: 0)]
    let other = [Observation(nanos: 500, stratum: 0, unit: 0), Observation(nanos: 510, stratum: 0, unit: 0)]
    for found in [Self.shift(one, other), Self.shift([], one), Self.shift([], [])] {
      #expect(found.nanos == nil && found.low == nil && found.high == nil)
      #expect(found.p == 1)
    }
  }

  /// Devices of equally many launches, which all take equally long.
  private static func equal(_ devices: Int32, of launches: Int, nanos: Int64 = 400) -> [Observation] {
    (0..<devices).flatMap { device in
      (0..<launches).map { _ in Observation(nanos: nanos, stratum: 0, unit: device) }
    }
  }

  @Test(
    "where all launches take equally long there is no difference, if devices enough show it",
    arguments: [(6, 1, true), (5, 4, true), (30, 3, true), (3, 20, false), (2, 200, false)])
  func allEqual(devices: Int32, launches: Int, isBounded: Bool) {
    let found = Self.shift(Self.equal(devices, of: launches), Self.equal(devices, of: launches))
    #expect(found.nanos == 0)
    #expect(found.p == 1)
    #expect(found.low == (isBounded ? 0 : nil))
    #expect(found.high == (isBounded ? 0 : nil))
  }

  @Test(
    "where each side is constant but the sides differ, devices enough show it, and two or three do not",
    arguments: [(6, 6, true), (5, 30, true), (3, 30, false), (3, 3, false), (2, 2, false), (2, 30, false)])
  func constantSides(base: Int32, head: Int32, excludesZero: Bool) {
    let found = Self.shift(Self.equal(base, of: 20), Self.equal(head, of: 20, nanos: 500))
    #expect(found.nanos == 100)
    #expect((found.low ?? .min > 0) == excludesZero)
    #expect((found.p < 0.05) == excludesZero)
  }
}
