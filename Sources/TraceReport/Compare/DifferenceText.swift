import TraceModel

/// Differences of times as people read them: with a sign, and with one unit if both bounds share it.
enum DifferenceText {
  /// As in `+41.3 ms`; less than a microsecond is none.
  static func of(_ nanos: Int64) -> String {
    nanos.magnitude < 500 ? DurationText.of(0) : (nanos > 0 ? "+" : "") + DurationText.of(nanos)
  }

  /// As in `+22.1 … +60.3 ms`; `over +22.1 ms` without an upper bound.
  static func interval(low: Int64?, high: Int64?) -> String {
    guard let low else { return high.map { "under \(of($0))" } ?? "unbounded" }
    guard let high else { return "over \(of(low))" }
    let first = of(low).split(separator: " ")
    let second = of(high).split(separator: " ")
    let isOneUnit = first.count == 2 && second.count == 2 && (first[1] == second[1] || low == 0)
    return "\(isOneUnit ? String(first[0]) : of(low)) … \(of(high))"
  }

  /// A difference relative to a time, as in `+10 %` or `-0.4 %`; nil if that time is 0, or over 10,000 %.
  static func share(_ difference: Int64, of nanos: Int64) -> String? {
    guard nanos > 0 else { return nil }
    let perMille = (Double(difference) / Double(nanos) * 1000).rounded(.toNearestOrEven)
    guard perMille.magnitude < 100_000 else { return nil }
    let tenths = Int(perMille)
    let sign = tenths > 0 ? "+" : tenths < 0 ? "-" : ""
    let size = tenths.magnitude
    return size < 100 ? "\(sign)\(size / 10).\(size % 10) %" : "\(sign)\((size + 5) / 10) %"
  }
}
