/// The test of how often something happens on both sides: of rows about shares, findings, checks of scenes, and orders of
/// events.
///
/// The launches of both sides count in the proportions of base's strata, so that other models on one side make no
/// difference. Those of one unit may resemble each other: a share is worth as many independent launches as would show
/// it as exactly (`StratifiedShare`).
struct ShareTest {
  /// False if less than half of a side's launches are in strata that the other side has: then shares are those of all
  /// launches, and may differ by their models alone: nothing is said of them.
  let areAlike: Bool
  private let counts: [Int]
  private let units: [StratifiedUnits]
  /// The compared strata, in order, with their portions of base's launches there.
  private let weights: [(stratum: Int, weight: Double)]
  private let chances: SideChances
  private let isByDevice: Bool

  /// A test of launches of base and of head; each stratum is a device if `isByDevice`.
  init(_ draws: [[LaunchDraw]], isByDevice: Bool) {
    let strata = draws.map { StratifiedUnits($0) }
    let weights = StratifiedUnits.weights(base: strata[0], head: strata[1])
    areAlike = !weights.isEmpty
    units = areAlike ? strata : draws.map { StratifiedUnits($0.map(\.inOneStratum)) }
    self.weights = areAlike ? weights : [(0, 1)]
    chances = SideChances(base: units[0], head: units[1])
    counts = draws.map(\.count)
    self.isByDevice = isByDevice
  }

  /// The difference of something that these launches of base and of head have, which are some of those of the test.
  func difference(_ hits: [[LaunchDraw]]) -> ShareDifference {
    let hits = areAlike ? hits : hits.map { $0.map(\.inOneStratum) }
    let having = hits.map { Set($0).map(\.stratum).counts }
    let together = having[0].merging(having[1], uniquingKeysWith: +)
    let smallest = (0...1).map { chances.probability(thatAllAreOf: $0, units: together) }.min() ?? 1
    let only = having[0].isEmpty == having[1].isEmpty ? nil : having[0].isEmpty ? 1 : 0
    var shares = hits.indices.map { side in
      StratifiedShare(hits: units[side].hits(hits[side]), units: units[side], weights: weights)
    }
    if let only { shares[1 - only].vary(as: shares[only]) }
    if isByDevice {
      let portions = weights.map(\.weight)
      let factor = DeviceVariation(
        weights: portions, base: zip(portions, shares[0].ofStrata).map(*),
        head: zip(portions, shares[1].ofStrata).map(*),
        sizes: (shares[0].effectiveSize, shares[1].effectiveSize)
      ).sizeFactor
      for side in 0...1 { shares[side].effectiveSize *= factor }
    }
    let sides = hits.indices.map { side in
      ShareDifference.Side(
        hits: hits[side].count, launches: counts[side], share: shares[side].share,
        effectiveSize: shares[side].effectiveSize)
    }
    let areClustered = units.contains { $0.all.areClustered }
    return ShareDifference(
      base: sides[0], head: sides[1], areAlike: areAlike,
      chance: only.map { 2 * chances.probability(thatAllAreOf: $0, units: having[$0]) }, smallestChance: 2 * smallest,
      degreesOfFreedom: areClustered && having.allSatisfy { !$0.isEmpty }
        ? Self.degreesOfFreedom(shares, having.map { $0.values.reduce(0, +) }) : nil)
  }

  /// How many degrees of freedom the variance of the difference has, rounded down; `counts` are the units of each side
  /// that have it.
  ///
  /// Only those units show how much units vary. The side with the larger variance decides more, as in Welch's test
  /// (B. L. Welch, Biometrika 34, 1947).
  private static func degreesOfFreedom(_ shares: [StratifiedShare], _ counts: [Int]) -> Int {
    let freedoms = counts.map { Double(max(1, $0 - 1)) }
    let variances = shares.map { $0.share * (1 - $0.share) / $0.effectiveSize }
    let variance = variances.reduce(0, +)
    let squares = zip(variances, freedoms).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
    let freedom = variance * variance / squares
    return freedom.isFinite ? max(1, Int(freedom)) : 1
  }
}

/// How often something happens on both sides, and how far that may be chance.
struct ShareDifference {
  /// One side.
  struct Side {
    /// The launches that have it, and all.
    let hits, launches: Int
    /// The share within the strata that both sides have, in the proportions of base's.
    let share: Double
    /// How many independent launches would show the share as exactly.
    let effectiveSize: Double
  }

  let base, head: Side
  /// As of the test.
  let areAlike: Bool
  /// The probability that only chance keeps it from the side that lacks it, twice, as it may be of either side; nil
  /// unless one side alone has it.
  let chance: Double?
  /// The smallest such probability that as many hits could have had.
  let smallestChance: Double
  /// Nil if all launches are units of their own, whose variance is known, and if one side alone has it.
  let degreesOfFreedom: Int?

  /// The value of the test's distribution at which it rejects with the probability `alpha`.
  ///
  /// Only units that have it show how much units vary, so Student's distribution sets the width of intervals: Newcombe's
  /// own would differ without a change in one comparison of nine.
  func critical(alpha: Double) -> Double {
    degreesOfFreedom.map { StudentDistribution.critical(degreesOfFreedom: $0, alpha: alpha) }
      ?? NormalDistribution.critical(alpha: alpha)
  }

  /// The shares with their intervals.
  func shares(alpha: Double) -> (base: WilsonInterval, head: WilsonInterval) {
    let critical = critical(alpha: alpha)
    return (
      WilsonInterval(share: base.share, size: base.effectiveSize, critical: critical),
      WilsonInterval(share: head.share, size: head.effectiveSize, critical: critical)
    )
  }

  /// The difference, with an interval that misses the true one with the probability `alpha`: it holds 0 as well if
  /// chance may keep from one side what the other has.
  func interval(alpha: Double) -> IntervalDifference {
    let shares = shares(alpha: alpha)
    let interval = IntervalDifference(base: shares.base, head: shares.head)
    return chance ?? 0 > alpha ? interval.with0 : interval
  }
}

extension LaunchDraw {
  fileprivate var inOneStratum: LaunchDraw { LaunchDraw(stratum: 0, unit: unit) }
}
