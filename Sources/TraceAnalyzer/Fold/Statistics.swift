import TraceModel

/// Exact percentiles of durations in nanoseconds, linear between order statistics.
///
/// Source: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the default of NumPy and R.
package struct Statistics: Sendable, Equatable {
  /// Below this many values there is no median to compare with, and no comparison.
  package static let few = 5

  /// The values, the smallest first.
  package let sorted: [Int64]

  /// The statistics of `values`, in any order.
  package init(_ values: [Int64]) { sorted = values.risingIndices().map { values[Int($0)] } }

  /// True if `count` values show the `percent`th percentile: one above the median is never made of the longest value.
  ///
  /// That is so from `(count - 1) * (100 - percent) >= 100` on.
  package static func shows(_ percent: Int, of count: Int) -> Bool {
    percent <= 50 || percent == 100 || count > (199 - percent) / (100 - percent)
  }

  /// The `percent`th percentile for reports and pages; nil if there are too few values to show it.
  package func shown(_ percent: Int) -> Int64? {
    Self.shows(percent, of: sorted.count) ? percentile(percent) : nil
  }

  /// The `percent`th percentile (0 to 100), rounded to ns, half to even; nil without values.
  package func percentile(_ percent: Int) -> Int64? {
    if sorted.isEmpty { return nil }
    let (index, rest) = (percent * (sorted.count - 1)).quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? sorted[index] : Self.value(between: sorted[index], sorted[index + 1], rest)
  }

  /// The 50th percentile of some values, in any order; nil without any.
  package static func median(of values: [Int64]) -> Int64? { median(of: [values]) }

  static func median(of values: [[Int64]]) -> Int64? { percentiles([50], of: values)?[0] }

  /// The percentiles (0 to 100) of all values in several arrays, in any order; nil without values.
  static func percentiles(_ percents: [Int], of values: [[Int64]]) -> [Int64]? {
    let count = values.reduce(0) { $0 + $1.count }
    if count == 0 { return nil }
    if count < 1024 { return percents.compactMap(Statistics(values.flatMap(\.self)).percentile) }
    // Each percentile lies between two of the values in their order.
    let ranks = percents.map { ($0 * (count - 1)).quotientAndRemainder(dividingBy: 100) }
    let found = Self.values(at: Set(ranks.flatMap { [$0.quotient, min($0.quotient + 1, count - 1)] }), among: values)
    return ranks.compactMap { rank, hundredths in
      guard hundredths != 0 else { return found[rank] }
      guard let low = found[rank], let high = found[rank + 1] else { return nil }
      return value(between: low, high, hundredths)
    }
  }

  /// The values from the 40th to the 60th percentile, and at least those that the median is made of; nil without values.
  ///
  /// Of two or four values the latter lie outside.
  static func middle(of values: [[Int64]]) -> ClosedRange<Int64>? {
    let count = values.reduce(0) { $0 + $1.count }
    guard count < 6 else { return percentiles([40, 60], of: values).map { $0[0]...$0[1] } }
    let sorted = values.joined().sorted()
    return sorted.isEmpty ? nil : sorted[(count - 1) / 2]...sorted[count / 2]
  }

  /// The values at these ranks, from 0, in the order of all.
  ///
  /// For speed only values near a rank are sorted: the others are counted, apart by their upper bits.
  private static func values(at ranks: Set<Int>, among values: [[Int64]]) -> [Int: Int64] {
    guard let low = values.lazy.compactMap({ $0.min() }).min(), let high = values.lazy.compactMap({ $0.max() }).max()
    else { return [:] }
    let shift = UInt64(max(0, 52 - UInt64(bitPattern: high &- low).leadingZeroBitCount))
    func part(_ value: Int64) -> Int { Int(UInt64(bitPattern: value &- low) >> shift) }
    var counts = [Int](repeating: 0, count: part(high) + 1)
    for values in values { for value in values { counts[part(value)] += 1 } }
    var isNear = [Bool](repeating: false, count: counts.count)
    // By rank, how many values before it are left out.
    var leftOut: [Int: Int] = [:]
    var first = 0
    var leftOutBefore = 0
    for part in counts.indices {
      let inPart = ranks.filter { first..<first + counts[part] ~= $0 }
      for rank in inPart { leftOut[rank] = leftOutBefore }
      isNear[part] = !inPart.isEmpty
      first += counts[part]
      if inPart.isEmpty { leftOutBefore += counts[part] }
    }
    let sorted = values.flatMap { $0.filter { isNear[part($0)] } }.sorted()
    return Dictionary(uniqueKeysWithValues: leftOut.map { rank, leftOut in (rank, sorted[rank - leftOut]) })
  }

  /// The value between two neighbours, at so many hundredths of the way from the first to the second.
  private static func value(between low: Int64, _ high: Int64, _ hundredths: Int) -> Int64 {
    let sum = Int128(low) * 100 + (Int128(high) - Int128(low)) * Int128(hundredths)
    return Int64(clamping: divided(sum, by: 100))
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
  var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
