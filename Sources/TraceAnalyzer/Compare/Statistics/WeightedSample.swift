/// Launches of one side, each with a weight, in the order of their times.
struct WeightedSample {
  /// A quantile, with the interval that its order statistics give.
  struct Quantile: Equatable {
    /// Nanoseconds, as the bounds are; a bound is nil if there are too few launches.
    var value: Double
    var low, high: Double?
    var effectiveSize: Double
  }

  let observations: [Observation]
  /// One for each observation; together 1.
  let weights: [Double]
  /// True if all launches count alike.
  private let isEven: Bool
  /// By stratum, its launches, its units, and its share of the weight.
  private let strata: [(launches: Int, units: Int, weight: Double)]
  private let units: UnitCounts
  /// The factor by which the residual of each observation is made larger; empty if all are 1.
  private let residualFactors: [Double]

  /// A sample in which each launch has the weight that `weigh` gives it; without it all count alike.
  init(_ observations: [Observation], weigh: (Observation) -> Double = { _ in 1 }) {
    self.init(sorted: observations.inTotalOrder, weigh: weigh)
  }

  private init(sorted: [Observation], weigh: (Observation) -> Double) {
    let raw = sorted.map(weigh)
    let sum = raw.reduce(0, +)
    self.observations = sorted
    weights = raw.map { $0 / sum }
    isEven = raw.allSatisfy { $0 == raw[0] }
    units = UnitCounts(units: sorted.map(\.unit))
    let stratumCount = Int(sorted.map(\.stratum).max() ?? -1) + 1
    var strata = [(launches: Int, units: Int, weight: Double)](repeating: (0, 0, 0), count: stratumCount)
    for (observation, weight) in zip(sorted, weights) {
      strata[Int(observation.stratum)].launches += 1
      strata[Int(observation.stratum)].weight += weight
    }
    var last = UInt64.max
    for pair in sorted.map(\.stratumAndUnit).sorted() where pair != last {
      strata[Int(pair >> 32)].units += 1
      last = pair
    }
    self.strata = strata
    residualFactors = Self.residualFactors(sorted, weights, strata)
  }

  /// How much larger each residual is made, as a unit pulls the mean of its stratum to itself by its weight.
  ///
  /// The square of the factor is 1 over the variance of the distance of a unit from that mean, if the variance of units
  /// is 1; for launches that are units of their own it is 1. Source: Bell and McCaffrey, *Bias Reduction in Standard
  /// Errors for Linear Regression with Multi-Stage Samples* (2002).
  private static func residualFactors(
    _ sorted: [Observation], _ weights: [Double], _ strata: [(launches: Int, units: Int, weight: Double)]
  ) -> [Double] {
    if strata.allSatisfy({ $0.units == $0.launches }) { return [] }
    let order = sorted.indices.sorted { sorted[$0].stratumAndUnit < sorted[$1].stratumAndUnit }
    var shares = [Double](repeating: 0, count: sorted.count)
    var squares = [Double](repeating: 0, count: strata.count)
    var first = 0
    while first < order.count {
      let pair = sorted[order[first]].stratumAndUnit
      var end = first
      var weight = 0.0
      while end < order.count, sorted[order[end]].stratumAndUnit == pair {
        weight += weights[order[end]]
        end += 1
      }
      let stratum = Int(sorted[order[first]].stratum)
      let share = weight / strata[stratum].weight
      squares[stratum] += share * share
      for index in first..<end { shares[order[index]] = share }
      first = end
    }
    return sorted.indices.map { index in
      let stratum = Int(sorted[index].stratum)
      let launches = Double(strata[stratum].launches)
      // A single unit has no such distance.
      let spread = strata[stratum].units > 1 ? 1 - 2 * shares[index] + squares[stratum] : 1
      return ((launches - 1) / launches / spread).squareRoot()
    }
  }

  /// The weight of a launch, which is that of each in its stratum.
  func weight(of observation: Observation) -> Double {
    let stratum = strata[Int(observation.stratum)]
    return stratum.weight / Double(stratum.launches)
  }

  var stratumShares: [Double] { strata.map(\.weight) }

  /// The quantile alone: weighted type 7, which for even weights is the default of NumPy and R.
  ///
  /// Source: Akinshin, *Weighted quantile estimators* (2023), type 7.
  func quantile(percent: Int) -> Double {
    if observations.isEmpty { return .nan }
    if isEven { return evenQuantile(percent: percent) }
    let size = 1 / weights.reduce(0) { $0 + $1 * $1 }
    let position = Double(percent) / 100 * (size - 1) + 1
    func share(_ u: Double) -> Double { min(max(u * size - position + 1, 0), 1) }
    var cumulated = 0.0
    var before = share(0)
    var sum = 0.0
    for (observation, weight) in zip(observations, weights) {
      cumulated += weight
      let after = share(min(1, cumulated))
      if after > before { sum += (after - before) * Double(observation.nanos) }
      before = after
    }
    // Rounding may leave a small share over: it counts for the longest time.
    return sum + (1 - before) * Double(observations[observations.count - 1].nanos)
  }

  /// The times around the median, as `Statistics.middle` has them.
  var middle: ClosedRange<Double> {
    let median = quantile(percent: 50)
    let below = observations.last { Double($0.nanos) <= median }.map { Double($0.nanos) } ?? median
    let above = observations.first { Double($0.nanos) >= median }.map { Double($0.nanos) } ?? median
    return min(below, quantile(percent: 40))...max(above, quantile(percent: 60))
  }

  /// The quantile of launches that count alike, which `Statistics` would round to the same nanosecond.
  private func evenQuantile(percent: Int) -> Double {
    let (index, rest) = (percent * (observations.count - 1)).quotientAndRemainder(dividingBy: 100)
    let low = Double(observations[index].nanos)
    if rest == 0 { return low }
    return low + Double(observations[index + 1].nanos - observations[index].nanos) * Double(rest) / 100
  }

  /// The quantile with an interval that leaves out the true one with a probability of at most `alpha`; the ranks of its
  /// bounds are those for as many independent launches as the sample is worth, times `sizeFactor`.
  func quantile(percent: Int, alpha: Double, sizeFactor: Double = 1) -> Quantile {
    let value = quantile(percent: percent)
    let size = effectiveSize { Double($0.nanos) <= value } * sizeFactor
    let independent = max(1, Int(size + 1e-9))
    let ranks = OrderRanks(count: independent, share: Double(percent) / 100, alpha: alpha)
    func time(_ rank: Int) -> Double { Double(nanos(reaching: (Double(rank) - 0.5) / Double(independent))) }
    return Quantile(
      value: value, low: ranks.lower.map { min(value, time($0)) }, high: ranks.upper.map { max(value, time($0)) },
      effectiveSize: size)
  }

  /// The shortest time up to which there is so much of the weight.
  private func nanos(reaching share: Double) -> Int64 {
    var cumulated = 0.0
    for (observation, weight) in zip(observations, weights) {
      cumulated += weight
      if cumulated >= share * (1 - 1e-12) { return observation.nanos }
    }
    return observations.last?.nanos ?? 0
  }

  private func share(where holds: (Observation) -> Bool) -> Double {
    let sum = zip(observations, weights).reduce(0) { sum, pair in holds(pair.0) ? sum + pair.1 : sum }
    return min(1, sum)
  }

  func stratumSums(where holds: (Observation) -> Bool) -> [Double] {
    var sums = [Double](repeating: 0, count: strata.count)
    for (observation, weight) in zip(observations, weights) where holds(observation) {
      sums[Int(observation.stratum)] += weight
    }
    return sums
  }

  /// How many independent launches would show the share as exactly as these do.
  ///
  /// Units that differ in it, and uneven weights, make it smaller; at most it is the number of launches. Source: Korn
  /// and Graubard, *Confidence Intervals for Proportions with Small Expected Number of Positive Counts Estimated from
  /// Survey Data* (1998).
  func effectiveSize(of holds: (Observation) -> Bool) -> Double {
    let share = share(where: holds)
    let hitSums = stratumSums(where: holds)
    var totals = [Double](repeating: 0, count: units.counts.count)
    for (index, observation) in observations.enumerated() {
      let stratum = strata[Int(observation.stratum)]
      let mean = hitSums[Int(observation.stratum)] / stratum.weight
      let value = holds(observation) ? 1.0 : 0
      let factor = residualFactors.isEmpty ? 1 : residualFactors[index]
      // One unit does not show how units differ: the largest possible spread is assumed.
      totals[Int(observation.unit)] += weights[index] * (stratum.units == 1 ? 0.5 : (value - mean) * factor)
    }
    let variance = totals.reduce(0) { $0 + $1 * $1 }
    let count = Double(observations.count)
    let factor = units.sizeFactor
    if variance > 0 { return min(count, share * (1 - share) / variance) * factor }
    // Few units that do not differ only show that each of them has one value.
    return factor < 1 ? Double(units.units) * factor : count
  }

}

extension WeightedSample {
  /// A sample whose strata weigh what they do in `other`, which must have them: the times with the other side's models
  /// and systems.
  init(_ observations: [Observation], inProportionsOf other: WeightedSample) {
    let own = WeightedSample(observations)
    let shares = other.stratumShares
    let factors = own.strata.enumerated().map { index, stratum in
      stratum.weight > 0 && index < shares.count ? shares[index] / stratum.weight : 0
    }
    self.init(sorted: own.observations) { factors[Int($0.stratum)] }
  }
}

extension Observation {
  fileprivate var stratumAndUnit: UInt64 {
    UInt64(UInt32(bitPattern: stratum)) << 32 | UInt64(UInt32(bitPattern: unit))
  }
}

/// The ranks of the order statistics that bound a quantile of independent values, whatever their distribution is.
///
/// Of 10 values the 2nd and the 9th bound the median at 95 %:
///
/// ```swift
/// let ranks = OrderRanks(count: 10, share: 0.5, alpha: 0.05)  // lower 2, upper 9
/// ```
///
/// Source: Conover, *Practical Nonparametric Statistics*, confidence intervals for a quantile.
struct OrderRanks: Equatable {
  /// From 1; nil if too few values bound the quantile on this side.
  let lower, upper: Int?

  /// The innermost ranks that each leave out the quantile with a probability of at most half of `alpha`.
  init(count: Int, share: Double, alpha: Double) {
    let distribution = BinomialDistribution(count: count, share: share)
    let least = Self.last(in: 0...count) { $0 == 0 || distribution.atMost($0 - 1) <= alpha / 2 }
    lower = least == 0 ? nil : least
    // Counted from the top: so many ranks above the upper one.
    let above = Self.last(in: 0...count) { $0 == 0 || distribution.atLeast(count + 1 - $0) <= alpha / 2 }
    upper = above == 0 ? nil : count + 1 - above
  }

  /// The fewest independent values that bound the quantile on both sides: 36 for the 90th percentile at 95 %.
  static func fewest(share: Double, alpha: Double) -> Int {
    // A quantile is bounded on both sides once the rarer of its tails may be empty so seldom.
    let rarer = max(share, 1 - share)
    let logarithm = SpecialFunctions.logarithm(rarer)
    var count = max(2, Int(SpecialFunctions.logarithm(alpha / 2) / logarithm) - 1)
    while SpecialFunctions.exponential(Double(count) * logarithm) > alpha / 2 { count += 1 }
    return count
  }

  /// The last number for which a condition holds that holds for the first and fails from some number on.
  private static func last(in range: ClosedRange<Int>, where holds: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound + 1
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

/// One measured launch as the statistics of `compare` see it.
struct Observation: Equatable {
  /// The largest time that is kept apart from larger ones, 36 years: no difference of two times overflows.
  static let longest: Int64 = 1 << 60

  /// From 0 to `longest`.
  let nanos: Int64
  /// From 0; equal for launches of the other side that it may be compared with.
  let stratum: Int32
  /// From 0; launches of one unit on a side may resemble each other.
  let unit: Int32

  /// A launch of `unit` in `stratum`; a time out of range counts as the nearest within it.
  init(nanos: Int64, stratum: Int32, unit: Int32) {
    self.nanos = min(max(nanos, 0), Self.longest)
    self.stratum = stratum
    self.unit = unit
  }
}

extension [Observation] {
  /// In an order in which no two different observations are equal, so that sums over them are always equal.
  var inTotalOrder: [Observation] {
    sorted { a, b in
      if a.nanos != b.nanos { return a.nanos < b.nanos }
      if a.stratum != b.stratum { return a.stratum < b.stratum }
      return a.unit < b.unit
    }
  }
}
