/// Durations as people read them.
public enum DurationText {
  /// Milliseconds, or seconds from one second on, with three significant digits.
  public static func of(_ nanos: Int64) -> String {
    if nanos == 0 { return "0 ms" }
    let sign = nanos < 0 ? "-" : ""
    for (unit, name) in [(1_000_000, "ms"), (1_000_000_000, "s")] as [(UInt64, String)] {
      for (places, divisor) in [(3, 1000), (2, 100), (1, 10), (0, 1)] as [(Int, UInt64)] {
        let step = unit / divisor
        let scaled = (nanos.magnitude + step / 2) / step
        guard scaled < 1000 || places == 0 && name == "s" else { continue }
        let padded = String(scaled).padded(to: places + 1)
        let point = places == 0 ? "" : "."
        return "\(sign)\(padded.dropLast(places))\(point)\(padded.suffix(places)) \(name)"
      }
    }
    return "\(nanos) ns"
  }
}

extension String {
  /// The digits with zeros before them, `width` in all.
  func padded(to width: Int) -> String { String(repeating: "0", count: max(0, width - utf8.count)) + self }
}
