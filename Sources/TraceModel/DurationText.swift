/// Durations as people read them.
public enum DurationText {
  private static let second: UInt64 = 1_000_000_000
  /// From here on three digits of seconds would be 60.0.
  private static let firstMinute: UInt64 = 59_950_000_000

  /// Milliseconds, or seconds from one second on, with three significant digits; from one minute on minutes and
  /// seconds, from one hour on hours and minutes: `41.3 ms`, `1.50 s`, `12 min 5 s`, `2 h`.
  public static func of(_ nanos: Int64) -> String {
    if nanos == 0 { return "0 ms" }
    let sign = nanos < 0 ? "-" : ""
    if nanos.magnitude >= firstMinute { return sign + long(nanos.magnitude) }
    for (unit, name) in [(1_000_000, "ms"), (second, "s")] as [(UInt64, String)] {
      for (places, divisor) in [(3, 1000), (2, 100), (1, 10), (0, 1)] as [(Int, UInt64)] {
        let step = unit / divisor
        let scaled = (nanos.magnitude + step / 2) / step
        guard scaled < 1000 else { continue }
        let padded = String(scaled).padded(to: places + 1)
        let point = places == 0 ? "" : "."
        return "\(sign)\(padded.dropLast(places))\(point)\(padded.suffix(places)) \(name)"
      }
    }
    return "\(nanos) ns"
  }

  /// Minutes and seconds, or hours and minutes; the smaller unit only if there is some of it.
  private static func long(_ nanos: UInt64) -> String {
    let seconds = (nanos + second / 2) / second
    if seconds < 3600 { return parts(seconds, "min", "s") }
    return parts((seconds + 30) / 60, "h", "min")
  }

  private static func parts(_ count: UInt64, _ large: String, _ small: String) -> String {
    let rest = count % 60
    return "\(count / 60) \(large)" + (rest == 0 ? "" : " \(rest) \(small)")
  }
}

extension String {
  /// The digits with zeros before them, `width` in all.
  func padded(to width: Int) -> String { String(repeating: "0", count: max(0, width - utf8.count)) + self }
}
