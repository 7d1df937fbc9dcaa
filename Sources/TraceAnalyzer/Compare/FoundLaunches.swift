/// The launches of both sides in which something was found, and how many there are beside them.
struct FoundLaunches {
  /// Where one fingerprint was found on both sides.
  struct Test {
    /// The launches of base and of head that have it.
    var hits: [Int]
    /// The probability that only chance keeps it from the side that lacks it; 1 if both sides have it.
    var probability: Double
    /// The smallest probability that as many hits could have had, twice, as it may be of either side.
    var smallest: Double
    fileprivate var shares: [StratifiedShare]
    /// How many devices have it on the side where fewer have it.
    fileprivate var fewestUnits: Int

    /// The difference of both shares in the proportions of base's models, with an interval that misses the truth with the
    /// probability `alpha`; nil if too few launches are alike.
    ///
    /// How much devices vary is known from those that have it. So the interval is as wide as Student's distribution asks
    /// for with so few of them: Newcombe's own would differ without a change in one comparison of nine.
    func difference(alpha: Double) -> IntervalDifference? {
      if shares.isEmpty { return nil }
      let critical = StudentDistribution.critical(degreesOfFreedom: max(1, fewestUnits - 1), alpha: alpha)
      let intervals = shares.map { WilsonInterval(share: $0.share, size: $0.effectiveSize, critical: critical) }
      return IntervalDifference(base: intervals[0], head: intervals[1])
    }
  }

  private let units: [StratifiedUnits]
  /// By side, the draws of the launches, by their places.
  private let draws: [[LaunchDraw]]
  private let chances: SideChances
  /// The strata that both sides have with launches enough, in order, with their parts of base's launches there.
  private let weights: [(stratum: Int, weight: Double)]

  /// The launches of both sides.
  init(_ base: ComparedSide, _ head: ComparedSide, _ numbers: CompareNumbers, areIndependent: Bool) {
    self.init(
      draws: [base, head].enumerated().map { number, side in
        side.launches.enumerated().map { place, launch in
          numbers.draw(of: launch, side: number, place: place, areIndependent: areIndependent)
        }
      })
  }

  /// The launches of base and head by their draws, each side in the order of its launches.
  init(draws: [[LaunchDraw]]) {
    units = draws.map { StratifiedUnits($0) }
    self.draws = draws
    chances = SideChances(base: units[0], head: units[1])
    weights = StratifiedUnits.weights(base: units[0], head: units[1])
  }

  /// Tests what the launches at these places of base and head have in common; a place below zero is that of a copy, and is
  /// left out.
  func test(_ places: [Set<Int32>]) -> Test {
    let hits = places.indices.map { side in places[side].filter { $0 >= 0 }.map { draws[side][Int($0)] } }
    let byUnit = hits.indices.map { units[$0].hits(hits[$0]) }
    let counts = byUnit.map { $0.mapValues(\.count) }
    let together = counts[0].merging(counts[1], uniquingKeysWith: +)
    let smallest = (0...1).map { chances.probability(thatAllAreOf: $0, units: together) }.min() ?? 1
    let only = counts[0].isEmpty ? 1 : counts[1].isEmpty ? 0 : nil
    let shares =
      weights.isEmpty
      ? []
      : hits.indices.map { side in
        StratifiedShare(hits: byUnit[side], units: units[side], weights: weights)
      }
    return Test(
      hits: hits.map(\.count), probability: only.map { chances.probability(thatAllAreOf: $0, units: counts[$0]) } ?? 1,
      smallest: 2 * smallest, shares: shares,
      fewestUnits: counts.map { $0.values.reduce(0, +) }.min() ?? 0)
  }
}
