/// The difference of two estimates, with an interval that is made of theirs.
///
/// Source: Zou and Donner, *Construction of Confidence Limits About Effect Measures: A General Approach* (2008), known
/// as MOVER; for shares it is the method 10 of Newcombe, *Interval Estimation for the Difference Between Independent
/// Proportions* (1998).
struct IntervalDifference: Equatable {
  /// Head less base.
  let value: Double
  /// Nil if an estimate has no bound on the side that it needs.
  let low, high: Double?

  /// The difference of two values, each between bounds that may be missing.
  init(
    base: (value: Double, low: Double?, high: Double?), head: (value: Double, low: Double?, high: Double?)
  ) {
    let difference = head.value - base.value
    value = difference
    low = Self.distance(head.low.map { head.value - $0 }, base.high.map { $0 - base.value }).map { difference - $0 }
    high = Self.distance(head.high.map { $0 - head.value }, base.low.map { base.value - $0 }).map { difference + $0 }
  }

  private init(value: Double, low: Double?, high: Double?) {
    self.value = value
    self.low = low
    self.high = high
  }

  /// The difference with an interval that reaches to 0 at least.
  var with0: IntervalDifference {
    IntervalDifference(value: value, low: low.map { min($0, 0) }, high: high.map { max($0, 0) })
  }

  /// True if the interval excludes 0.
  var isReal: Bool { low ?? 0 > 0 || high ?? 0 < 0 }

  private static func distance(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second else { return nil }
    return (first * first + second * second).squareRoot()
  }
}

extension IntervalDifference {
  init(base: WeightedSample.Quantile, head: WeightedSample.Quantile) {
    self.init(base: (base.value, base.low, base.high), head: (head.value, head.low, head.high))
  }

  init(base: WilsonInterval, head: WilsonInterval) {
    self.init(base: (base.share, base.low, base.high), head: (head.share, head.low, head.high))
  }
}
