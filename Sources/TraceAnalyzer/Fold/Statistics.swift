import TraceModel

/// Exact percentiles of durations in nanoseconds, linear between order statistics.
///
/// Source: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the
/// default of NumPy and R.
package struct Statistics: Sendable, Equatable {
  /// Below this many values nothing above the median is shown without a mark.
  package static let few = 5

  private let sorted: [Int64]

  /// The statistics of `values`, in any order.
  package init(_ values: [Int64]) { sorted = values.risingPlaces().map { values[Int($0)] } }

  /// The `percent`th percentile (0 to 100), rounded to ns, half to even; nothing of no values.
  package func percentile(_ percent: Int) -> Int64? {
    if sorted.isEmpty { return nil }
    let (index, rest) = (percent * (sorted.count - 1)).quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return sorted[index] }
    let low = Int128(sorted[index])
    let high = Int128(sorted[index + 1])
    return Int64(clamping: Self.divided(low * 100 + (high - low) * Int128(rest), by: 100))
  }

  /// A quotient rounded to the nearest integer, half to even.
  private static func divided(_ value: Int128, by divisor: Int128) -> Int128 {
    var (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    if rest < 0 {
      quotient = quotient - 1
      rest = rest + divisor
    }
    let isUp = rest * 2 > divisor || rest * 2 == divisor && !quotient.isMultiple(of: 2)
    return isUp ? quotient + 1 : quotient
  }
}
