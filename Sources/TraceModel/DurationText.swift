/// Durations as people read them.
public enum DurationText {
  private static let second: UInt64 = 1_000_000_000
  /// From here on three digits of seconds would be 60.0.
  private static let firstMinute: UInt64 = 59_950_000_000

  /// A duration with three significant digits up to a minute, then with two units: `41.3 ms`, `1.50 s`, `12 min 5 s`,
  /// `2 h`.
  public static func of(_ nanos: Int64) -> String {
    if nanos == 0 { return "0 ms" }
    let isNegative = nanos < 0
    if nanos.magnitude >= firstMinute { return (isNegative ? "-" : "") + long(nanos.magnitude) }
    // Three digits of milliseconds: the finest step that needs no fourth.
    var step: UInt64 = 1_000
    var decimals = 3
    while decimals > 0, rounded(nanos.magnitude, step) >= 1000 {
      step *= 10
      decimals -= 1
    }
    if rounded(nanos.magnitude, step) < 1000 {
      return decimal(rounded(nanos.magnitude, step), decimals, isNegative, millisecondUnit)
    }
    step = 1_000_000
    decimals = 3
    while decimals > 0, rounded(nanos.magnitude, step) >= 1000 {
      step *= 10
      decimals -= 1
    }
    return decimal(rounded(nanos.magnitude, step), decimals, isNegative, secondUnit)
  }

  /// The text of a time that a clock of whole seconds may have measured: 0 is then `< 1 s`.
  public static func of(_ nanos: Int64, isOnWholeSeconds: Bool) -> String {
    nanos == 0 && isOnWholeSeconds ? "< 1 s" : of(nanos)
  }

  /// True if an instant may have been read on a clock of whole seconds.
  @inlinable public static func isWholeSecond(_ instant: Int64) -> Bool { instant % 1_000_000_000 == 0 }

  private static let millisecondUnit = Array(" ms".utf8)
  private static let secondUnit = Array(" s".utf8)

  private static func rounded(_ nanos: UInt64, _ step: UInt64) -> UInt64 { (nanos + step / 2) / step }

  /// A number below 1000 with a point before its last `decimals` digits and a unit, as in `0.041 ms`.
  ///
  /// For speed its bytes are written in one list: each finding about a time has three such texts.
  private static func decimal(_ number: UInt64, _ decimals: Int, _ isNegative: Bool, _ unitName: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(16)
    if isNegative { digits.append(UInt8(ascii: "-")) }
    var unit: UInt64 = 100
    if decimals == 3 { digits.append(UInt8(ascii: "0")) }
    for position in (0..<3).reversed() {
      if position + 1 == decimals { digits.append(UInt8(ascii: ".")) }
      if position <= decimals || number >= unit { digits.append(UInt8(ascii: "0") + UInt8(number / unit % 10)) }
      unit /= 10
    }
    digits += unitName
    return String(decoding: digits, as: UTF8.self)
  }

  /// Minutes and seconds, or hours and minutes; a smaller unit of 0 is left out.
  private static func long(_ nanos: UInt64) -> String {
    let seconds = (nanos + second / 2) / second
    if seconds < 3600 { return twoUnits(seconds, "min", "s") }
    return twoUnits((seconds + 30) / 60, "h", "min")
  }

  private static func twoUnits(_ count: UInt64, _ large: String, _ small: String) -> String {
    let rest = count % 60
    return "\(count / 60) \(large)" + (rest == 0 ? "" : " \(rest) \(small)")
  }
}
