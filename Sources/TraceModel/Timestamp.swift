/// Instants in words: RFC 3339 and its common variants, exact to the nanosecond.
public enum Timestamp {
  /// An instant that was read, in nanoseconds since 1970, UTC, and whether its zone had to be assumed.
  public typealias Parsed = (nanoseconds: Int64, isZoneAssumed: Bool)

  /// The instant as RFC 3339 in UTC, always with nine fraction digits.
  public static func rfc3339(_ nanoseconds: Int64) -> String {
    let (seconds, fraction) = floorDivide(nanoseconds, by: 1_000_000_000)
    let (days, second) = floorDivide(seconds, by: 86_400)
    let date = civil(days)
    var text = form
    write(date.year, endingAt: 4, &text)
    write(date.month, endingAt: 7, &text)
    write(date.day, endingAt: 10, &text)
    write(second / 3600, endingAt: 13, &text)
    write(second / 60 % 60, endingAt: 16, &text)
    write(second % 60, endingAt: 19, &text)
    write(fraction, endingAt: 29, &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static let form = Array("0000-00-00T00:00:00.000000000Z".utf8)

  /// Writes the digits of a number that is not negative, the last of them before `end`.
  ///
  /// For speed: each finding has its time, and making a text for each field of it needs ten times as long.
  private static func write(_ value: Int64, endingAt end: Int, _ text: inout [UInt8]) {
    var rest = value
    var at = end
    while rest > 0 {
      at -= 1
      text[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// The instant that `text` (UTF-8) names; `nil` if it is none or lies outside 1677 to 2262.
  ///
  /// Taken beside RFC 3339: a space or `t` for `T`, `z`, a space before the offset, `+0200`, `+02`,
  /// no offset (then `zoneOffsetSeconds` east of UTC). Fraction digits after the ninth are cut off;
  /// second 60 is the last nanosecond of 59.
  public static func parse(_ text: Span<UInt8>, zoneOffsetSeconds: Int64 = 0) -> Parsed? {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[10] | 0x20 == 0x74 || text[10] == 0x20,
      let year = digits(text, 0, 4), let month = digits(text, 5, 2), let day = digits(text, 8, 2),
      let hour = digits(text, 11, 2), let minute = digits(text, 14, 2), let second = digits(text, 17, 2),
      1...12 ~= month, day > 0, day <= 28 || days(year, month, day) < days(year, month + 1, 1), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    var at = 19
    guard var fraction = fraction(text, &at) else { return nil }
    let isZoneAssumed = at == text.count
    guard let offset = isZoneAssumed ? zoneOffsetSeconds : offset(text, at) else { return nil }
    if second == 60 { fraction = 999_999_999 }
    let clock = hour * 3600 + minute * 60 + min(second, 59)
    let seconds = days(year, month, day) * 86_400 + clock - offset
    let whole = Int128(seconds) * 1_000_000_000 + Int128(fraction)
    guard let nanoseconds = Int64(exactly: whole), nanoseconds != Event.absent else { return nil }
    return (nanoseconds, isZoneAssumed)
  }

  /// The digits after a point as nanoseconds; 0 without a point, nil for a point alone.
  private static func fraction(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    guard at < text.count, text[at] == UInt8(ascii: ".") else { return 0 }
    at += 1
    let start = at
    var value: Int64 = 0
    var unit: Int64 = 100_000_000
    if let eight = text.eightDigits(at) {
      value = Int64(eight) * 10
      unit = 1
      at = at + 8
    }
    while at < text.count, let digit = digits(text, at, 1) {
      value += digit * unit
      unit /= 10
      at += 1
    }
    return at > start ? value : nil
  }

  /// What stands from `at` to the end as seconds east of UTC; nil if it is no offset.
  private static func offset(_ text: Span<UInt8>, _ at: Int) -> Int64? {
    let at = at < text.count && text[at] == UInt8(ascii: " ") ? at + 1 : at
    guard at < text.count else { return nil }
    let mark = text[at]
    let rest = text.count - at - 1
    if mark | 0x20 == UInt8(ascii: "z") { return rest == 0 ? 0 : nil }
    guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"),
      rest == 2 || rest == 4 || rest == 5 && text[at + 3] == UInt8(ascii: ":"), let hours = digits(text, at + 1, 2),
      hours < 24, let minutes = rest == 2 ? 0 : digits(text, text.count - 2, 2), minutes < 60
    else { return nil }
    return (mark == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  @inline(__always) private static func digits(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int64? {
    guard start + count <= text.count else { return nil }
    var value: Int64 = 0
    for at in start..<start + count {
      let digit = text[at] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }

  fileprivate static func floorDivide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let rest = value % divisor
    return rest < 0 ? (value / divisor - 1, rest + divisor) : (value / divisor, rest)
  }

  /// Days from 1970-01-01 in the Gregorian calendar; month 13 is the next year's first.
  ///
  /// Source: <https://howardhinnant.github.io/date_algorithms.html>.
  fileprivate static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(year, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  fileprivate static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, day) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// A day in UTC.
///
/// ```swift
/// let last = Day("2027-01-31")!
/// Day(of: 1_769_904_000_000_000_000) > last  // the next day began
/// ```
public struct Day: Hashable, Comparable, Sendable {
  /// How many days after 1970-01-01 it is.
  public let number: Int64

  private static let nanoseconds: Int64 = 86_400_000_000_000

  /// The day of an instant, in nanoseconds since 1970.
  public init(of instant: Int64) {
    let (days, _) = Timestamp.floorDivide(instant, by: Self.nanoseconds)
    number = days
  }

  /// The day that a text names as `2027-01-31`; nil for a text that names none from 1678 to 2261.
  public init?(_ text: String) {
    guard text.utf8.count == 10, let instant = Timestamp.parse(Array("\(text)T00:00:00Z".utf8).span) else { return nil }
    self.init(of: instant.nanoseconds)
  }

  /// As in `2027-01-31`.
  public var text: String {
    let date = Timestamp.civil(number)
    return [date.year, date.month, date.day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }

  /// The number of its week among all weeks; a week begins on Monday.
  package var weekNumber: Int64 {
    // 1970-01-01 was a Thursday.
    let (weeks, _) = Timestamp.floorDivide(number + 3, by: 7)
    return weeks
  }

  /// Its week, as in `2026-W48`: the one that holds the year's first Thursday is its first.
  ///
  /// Source: ISO 8601, week date.
  package var week: String {
    let thursday = weekNumber * 7
    let year = Timestamp.civil(thursday).year
    let week = (thursday - Timestamp.days(year, 1, 1)) / 7 + 1
    return "\(year)-W\(week < 10 ? "0" : "")\(week)"
  }

  /// Its month, as in `2026-11`.
  package var month: String { String(text.prefix(7)) }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}
