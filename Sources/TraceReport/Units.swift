import TraceAnalyzer

/// Numbers as people read them.
package enum Units {
  /// Milliseconds, or seconds from one second on, with three significant digits.
  package static func duration(_ nanos: Int64) -> String {
    if nanos == 0 { return "0 ms" }
    if let millis = significant(nanos, unit: 1_000_000, places: 6) { return "\(millis) ms" }
    if let seconds = significant(nanos, unit: 1_000_000_000, places: 2) { return "\(seconds) s" }
    let whole = Statistics.divided(Int128(nanos), by: 1_000_000_000)
    return "\(count(Int(clamping: whole))) s"
  }

  /// A number with a comma between each three digits.
  package static func count(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var result = value < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// Bytes in steps of a thousand, with three significant digits.
  package static func bytes(_ value: Int64) -> String {
    if value.magnitude < 1000 { return "\(value) B" }
    var unit: Int64 = 1
    for name in ["kB", "MB", "GB", "TB", "PB"] {
      unit *= 1000
      if let text = significant(value, unit: unit, places: 2) { return "\(text) \(name)" }
    }
    return "\(count(Int(clamping: value / unit))) PB"
  }

  /// Three digits of `value / unit`; nothing if it is a thousand or more.
  private static func significant(_ value: Int64, unit: Int64, places: Int) -> String? {
    var scale: Int128 = 1
    for _ in 0..<places { scale *= 10 }
    for count in stride(from: places, through: 0, by: -1) {
      let scaled = Statistics.divided(Int128(value.magnitude) * scale, by: Int128(unit))
      if scaled < 1000 {
        let sign = value < 0 ? "-" : ""
        let digits = String(scaled)
        guard count > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(count)).\(padded.suffix(count))"
      }
      scale /= 10
    }
    return nil
  }
}
