/// Instants on the wall clock as text, and back; always UTC, whatever the machine's zone.
package enum UTC {
  private static let second: Int64 = 1_000_000_000
  private static let daySeconds: Int64 = 86_400

  /// Instants before this are `uptime`, not wall clock: no recorder is older than 1973.
  package static let firstWallClock: Int64 = 100_000_000_000_000_000

  /// RFC 3339 with nine fraction digits, as in `2026-11-20T10:00:00.123456789Z`.
  package static func text(_ nanos: Int64) -> String {
    let seconds = floorDivide(nanos, second)
    let fraction = nanos - seconds * second
    let inDay = seconds - floorDivide(seconds, daySeconds) * daySeconds
    let clock = [inDay / 3600, inDay / 60 % 60, inDay % 60].map { padded($0, 2) }
    return "\(day(nanos))T\(clock.joined(separator: ":")).\(padded(fraction, 9))Z"
  }

  /// The day, as in `2026-11-20`.
  package static func day(_ nanos: Int64) -> String {
    let (year, month, day) = civil(floorDivide(floorDivide(nanos, second), daySeconds))
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Nanoseconds since 1970 of a day or an RFC 3339 time with `Z` or an offset.
  ///
  /// - Returns: Nothing if the text is neither, or lies outside 1678 to 2261.
  package static func nanos(of text: String) -> Int64? {
    var rest = text.utf8[...]
    guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2),
      skip(&rest, "-"), let day = number(&rest, 2), (1...12).contains(month),
      (1678...2261).contains(year), civil(days(year, month, day)) == (year, month, day)
    else { return nil }
    let start = days(year, month, day) * daySeconds
    if rest.isEmpty { return start * second }
    guard skip(&rest, "T") || skip(&rest, "t") || skip(&rest, " "),
      let hour = number(&rest, 2), skip(&rest, ":"), let minute = number(&rest, 2),
      hour < 24, minute < 60
    else { return nil }
    var (seconds, fraction) = (Int64(0), Int64(0))
    if skip(&rest, ":") {
      guard let value = number(&rest, 2), value < 60 else { return nil }
      seconds = value
      if skip(&rest, ".") {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        for place in 0..<9 { fraction = fraction * 10 + Int64(digit(digits, place)) }
      }
    }
    guard let offset = offset(&rest), rest.isEmpty else { return nil }
    return (start + hour * 3600 + minute * 60 + seconds - offset) * second + fraction
  }

  private static func offset(_ rest: inout Substring.UTF8View) -> Int64? {
    if rest.isEmpty || skip(&rest, "Z") || skip(&rest, "z") { return 0 }
    let sign: Int64 = skip(&rest, "-") ? -1 : 1
    guard sign < 0 || skip(&rest, "+"), let hours = number(&rest, 2) else { return nil }
    _ = skip(&rest, ":")
    guard let minutes = number(&rest, 2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func digit(_ digits: Substring.UTF8View, _ place: Int) -> UInt8 {
    place < digits.count ? digits[digits.index(digits.startIndex, offsetBy: place)] - 0x30 : 0
  }

  private static func number(_ rest: inout Substring.UTF8View, _ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func skip(_ rest: inout Substring.UTF8View, _ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    a / b - (a % b < 0 ? 1 : 0)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // Source for both: Howard Hinnant, "chrono-compatible low-level date algorithms".
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
