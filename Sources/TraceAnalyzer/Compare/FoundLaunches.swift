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
  /// By side, the draws of the launches that were asked for.
  private let draws: [[String: LaunchDraw]]
  private let chances: SideChances
  /// The strata that both sides have with launches enough, in order, with their parts of base's launches there.
  private let weights: [(stratum: Int, weight: Double)]

  /// The launches of both sides; those with `names` may be asked for.
  init(
    _ base: ComparedSide, _ head: ComparedSide, _ names: [Set<String>], _ numbers: CompareNumbers,
    areIndependent: Bool
  ) {
    var units: [StratifiedUnits] = []
    var draws: [[String: LaunchDraw]] = []
    for (number, side) in [base, head].enumerated() {
      var named: [String: LaunchDraw] = [:]
      let all = side.launches.enumerated().map { place, launch in
        let draw = numbers.draw(of: launch, side: number, place: place, areIndependent: areIndependent)
        let name = launch.name
        if names[number].contains(name), named[name] == nil { named[name] = draw }
        return draw
      }
      units.append(StratifiedUnits(all))
      draws.append(named)
    }
    self.init(units: units, draws: draws)
  }

  /// The launches of both sides, of which those with these draws may be asked for by their names.
  init(units: [StratifiedUnits], draws: [[String: LaunchDraw]]) {
    self.units = units
    self.draws = draws
    chances = SideChances(base: units[0], head: units[1])
    weights = StratifiedUnits.weights(base: units[0], head: units[1])
  }

  /// The test of what these launches of base and head have.
  func test(_ names: [Set<String>]) -> Test {
    let hits = names.indices.map { side in names[side].compactMap { draws[side][$0] } }
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
