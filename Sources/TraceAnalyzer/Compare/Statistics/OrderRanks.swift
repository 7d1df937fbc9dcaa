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
  /// From 1; nil where no value bounds the quantile on this side, because there are too few.
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

  /// The smallest number of independent values that bound the quantile on both sides: 36 for the 90th percentile at 95 %.
  static func fewest(share: Double, alpha: Double) -> Int {
    // A quantile is bounded on both sides once the rarer of its tails may be empty so seldom.
    let rarer = max(share, 1 - share)
    let logarithm = SpecialFunctions.logarithm(rarer)
    var count = max(2, Int(SpecialFunctions.logarithm(alpha / 2) / logarithm) - 1)
    while SpecialFunctions.exponential(Double(count) * logarithm) > alpha / 2 { count += 1 }
    return count
  }

  /// The last number for which a condition holds that holds for the first and then, from some number on, no more.
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
