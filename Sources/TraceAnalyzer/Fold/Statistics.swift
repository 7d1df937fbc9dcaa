import TraceModel

/// Exact percentiles of durations in nanoseconds, linear between order statistics.
///
/// Source: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the
/// default of NumPy and R.
package struct Statistics: Sendable, Equatable {
  /// Below this many values nothing above the median is shown without a mark.
  package static let few = 5

  /// The values, the smallest first.
  package let sorted: [Int64]

  /// The statistics of `values`, in any order.
  package init(_ values: [Int64]) { sorted = values.risingIndices().map { values[Int($0)] } }

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

/// The interval of a share that a sample shows.
///
/// Source: Wilson, *Probable Inference, the Law of Succession, and Statistical Inference* (1927).
struct WilsonInterval: Equatable {
  /// The standard normal distribution's 97.5th percentile, for an interval of 95 %.
  static let critical95 = 1.959963984540054

  let share, low, high: Double

  /// The interval of `share` in a sample of `size`, which may be what a sample is worth and no whole number.
  init(share: Double, size: Double, critical: Double = critical95) {
    let square = critical * critical
    let centre = share + square / (2 * size)
    let half = critical * (share * (1 - share) / size + square / (4 * size * size)).squareRoot()
    let scale = 1 + square / size
    self.share = share
    // At either end the bound is exact, and its difference of two equals may not be.
    low = share <= 0 ? 0 : (centre - half) / scale
    high = share >= 1 ? 1 : (centre + half) / scale
  }
}

extension Sequence where Element: Hashable {
  /// How often each element is there.
  var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
