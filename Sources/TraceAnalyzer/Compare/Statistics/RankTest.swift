/// A rank test of two sides within strata, in which the launches of one unit count as one draw.
///
/// The launches of a device resemble each other, so a test that takes them for independent finds differences where
/// there are none. Here the variance is that of sums over whole devices.
///
/// Sources: van Elteren, *On the Combination of Independent Two-Sample Tests of Wilcoxon* (1960), for the weights of
/// strata; Rosner, Glynn and Lee, *Incorporation of Clustering Effects for the Wilcoxon Rank Sum Test* (2003), for sums
/// over clusters.
struct RankTest {
  /// The test after some time is taken off each head launch.
  struct Result {
    /// How much more often than in half of all pairs a head launch takes longer than a base launch; a tie counts half.
    var excess: Double
    /// The excess over its standard error; 0 where there is no variance.
    var t: Double
    /// True if the sums over units vary, without which there is no test.
    var hasVariance: Bool
  }

  private let strata: [RankedStratum]
  /// The sum of the strata's weights.
  private let weight: Double
  /// The number of units of each side, by the largest of their numbers.
  private let baseUnitCount, headUnitCount: Int
  /// Units of both sides, less two; a test needs at least one.
  let degreesOfFreedom: Int
  /// The difference of the longest and the shortest time of all, and 1 ns: no shift beyond it changes anything.
  let range: Int64

  /// A test of the launches in strata that both sides have.
  init(base: [Observation], head: [Observation]) {
    let bases = Self.sides(base)
    let heads = Self.sides(head)
    let shared = bases.indices.filter { $0 < heads.count && !bases[$0].nanos.isEmpty && !heads[$0].nanos.isEmpty }
    strata = shared.map { RankedStratum(base: bases[$0], head: heads[$0]) }
    weight = strata.reduce(0) { sum, stratum in
      sum + Double(stratum.base.nanos.count) * Double(stratum.head.nanos.count) / Double(stratum.count + 1)
    }
    let baseUnits = Set(strata.flatMap(\.base.units))
    let headUnits = Set(strata.flatMap(\.head.units))
    baseUnitCount = Int(baseUnits.max() ?? -1) + 1
    headUnitCount = Int(headUnits.max() ?? -1) + 1
    degreesOfFreedom = baseUnits.count + headUnits.count - 2
    let least = strata.map { min($0.base.nanos[0], $0.head.nanos[0]) }.min() ?? 0
    let most = strata.map { max($0.base.nanos.last ?? 0, $0.head.nanos.last ?? 0) }.max() ?? 0
    range = most - least + 1
  }

  /// The launches of one side by their strata, which may be empty.
  private static func sides(_ observations: [Observation]) -> [RankedSide] {
    let count = Int(observations.map(\.stratum).max() ?? -1) + 1
    var members = [[Observation]](repeating: [], count: count)
    for observation in observations { members[Int(observation.stratum)].append(observation) }
    return members.map { RankedSide($0) }
  }

  /// How much more often than in half of all pairs a head launch takes longer, after `shift` nanoseconds are taken off it.
  func excess(shift: Int64) -> Double {
    var none: [Int64] = []
    var alsoNone: [Int64] = []
    var sum = 0.0
    for stratum in strata {
      let rankSum = stratum.rankSum(shift: shift, baseSums: &none, headSums: &alsoNone)
      sum += Double(rankSum) / Double(2 * (stratum.count + 1))
    }
    return strata.isEmpty ? 0 : sum / weight
  }

  /// The test after `shift` nanoseconds are taken off each head launch.
  func result(shift: Int64 = 0) -> Result {
    var baseTotals = [Double](repeating: 0, count: baseUnitCount)
    var headTotals = [Double](repeating: 0, count: headUnitCount)
    var baseSums = [Int64](repeating: 0, count: baseUnitCount)
    var headSums = [Int64](repeating: 0, count: headUnitCount)
    var sum = 0.0
    for stratum in strata {
      let rankSum = stratum.rankSum(shift: shift, baseSums: &baseSums, headSums: &headSums)
      sum += Double(rankSum) / Double(2 * (stratum.count + 1))
      // The stratum's weight n_b n_h / (n + 1), over 2 n n_b for a base launch and 2 n n_h for one of head.
      let common = 2 * Double(stratum.count + 1) * Double(stratum.count) * weight
      let baseFactor = Double(stratum.head.nanos.count) / common
      let headFactor = Double(stratum.base.nanos.count) / common
      for unit in stratum.base.units {
        baseTotals[Int(unit)] -= baseFactor * Double(baseSums[Int(unit)])
        baseSums[Int(unit)] = 0
      }
      for unit in stratum.head.units {
        headTotals[Int(unit)] += headFactor * Double(headSums[Int(unit)])
        headSums[Int(unit)] = 0
      }
    }
    // Each side is summed alone, so that swapping them swaps two equal numbers.
    let variance = baseTotals.reduce(0) { $0 + $1 * $1 } + headTotals.reduce(0) { $0 + $1 * $1 }
    let excess = strata.isEmpty ? 0 : sum / weight
    if variance <= 0 { return Result(excess: excess, t: 0, hasVariance: false) }
    return Result(excess: excess, t: excess / variance.squareRoot(), hasVariance: true)
  }
}
