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

  /// The same of a text that is not RFC 3339 but names one instant as well, as `Tue, 20 Oct 2026 12:40:00 GMT` does.
  ///
  /// `WrittenTime` has the forms. `isDayFirst` says which number of `10/11/2026` is the day; nil where it is not known.
  public static func written(
    _ text: Span<UInt8>, zoneOffsetSeconds: Int64 = 0, isDayFirst: Bool? = nil
  ) -> Parsed? {
    WrittenTime.parse(text, zoneOffsetSeconds: zoneOffsetSeconds, isDayFirst)
  }

  /// Whether the day precedes the month in dates such as `14/09/2026`, as a number over 12 shows.
  ///
  /// Nil if no text has such a date; without an order if none shows it, or they contradict each other.
  package static func dayOrder(in texts: some Sequence<String>) -> (example: String, isDayFirst: Bool?)? {
    var example: String?
    var shown: Set<Bool> = []
    for text in texts where text.utf8.prefix(3).contains(where: { "/-".utf8.contains($0) }) {
      let bytes = Array(text.utf8)
      let orders: [Bool] = [true, false].filter { written(bytes.span, isDayFirst: $0) != nil }
      if orders.isEmpty { continue }
      example = example ?? text
      if orders.count == 1 { shown.insert(orders[0]) }
    }
    let order: Bool? = shown.count == 1 ? shown.contains(true) : nil
    return example.map { ($0, order) }
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

/// An instant as programs write it that do not write RFC 3339, while it is read.
///
/// ```
/// 2026-10-20 12:40:00.000000 UTC            BigQuery
/// Tue, 20 Oct 2026 12:40:00 GMT             RFC 2822, HTTP
/// Tue Oct 20 12:40:00 2026                  asctime
/// Tue Oct 20 2026 12:40:00 GMT+0200 (CEST)  JavaScript
/// 20/Oct/2026:12:40:00 +0000                logs of web servers
/// Oct 20, 2026 @ 12:40:00.000               Kibana
/// October 20, 2026 at 12:40:00 PM UTC       Firebase
/// 20261020T124000Z                          ISO 8601, basic format
/// 2026/10/20 12:40:00,250                   log4j
/// 20.10.2026 12:40:00                       German and other spreadsheets: the day precedes the month
/// 20/10/2026 12:40:00                       spreadsheets, where the others beside it show the order
/// ```
///
/// A text that more than one instant may be is none: `10/11/2026` is of October or of November, `Oct 20 12:40:00` of any
/// year, and `CST` is a zone in America and in China.
private struct WrittenTime {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let weekdays: Set = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday",
  ]
  /// Names of zones that mean the same everywhere.
  private static let universal: Set = ["z", "utc", "gmt", "ut"]
  /// The longest text that is looked at, in bytes: JavaScript's, with the zone's long name.
  private static let longest = 96

  /// What is left to read, in lower case.
  private var rest: Substring
  private var year: String?
  private var month = 0
  private var day = ""
  private var clock = ""
  private var fraction = ""
  /// As in `+02:00`; empty if none is named.
  private var offset = ""
  private let isDayFirst: Bool?

  /// The instant that a text names; nil if it is none of these, or may be several.
  static func parse(_ text: Span<UInt8>, zoneOffsetSeconds: Int64, _ isDayFirst: Bool?) -> Timestamp.Parsed? {
    guard 12...longest ~= text.count else { return nil }
    var bytes: [UInt8] = []
    for at in text.indices { bytes.append(text[at]) }
    // Spaces that do not break lines: formatters put them before AM and PM.
    let plain = String(decoding: bytes, as: UTF8.self).lowercased().map { "\u{202F}\u{A0}\t".contains($0) ? " " : $0 }
    var time = WrittenTime(rest: String(plain)[...], isDayFirst)
    guard time.read(), let year = time.year else { return nil }
    func padded(_ text: String) -> String { text.count < 2 ? "0" + text : text }
    let date = "\(year)-\(padded(String(time.month)))-\(padded(time.day))"
    let written = "\(date)T\(time.clock)\(time.fraction.isEmpty ? "" : "." + time.fraction)\(time.offset)"
    return Timestamp.parse(Array(written.utf8).span, zoneOffsetSeconds: zoneOffsetSeconds)
  }

  private init(rest: Substring, _ isDayFirst: Bool?) {
    self.rest = rest
    self.isDayFirst = isDayFirst
  }

  private mutating func read() -> Bool {
    // JavaScript ends with the zone's name in the language of the machine.
    if rest.hasSuffix(")"), let open = rest.firstIndex(of: "(") { rest = rest[..<open] }
    while rest.last == " " { rest.removeLast() }
    skip(" ")
    let start = rest
    if Self.weekdays.contains(word()) { skip(" ,.") } else { rest = start }
    guard date() else { return false }
    if clock.isEmpty {
      skip(" ,@:t")
      let start = rest
      if word() != "at" { rest = start }
      skip(" ")
      guard readClock() else { return false }
    }
    guard halfOfDay(), zone() else { return false }
    if year == nil {
      skip(" ")
      let digits = number()
      guard digits.count == 4 else { return false }
      year = digits
    }
    return rest.isEmpty
  }

  private mutating func date() -> Bool {
    let first = number()
    switch first.count {
    case 0: return namedMonth() && dayBehindMonth()
    case 4:
      guard let mark = rest.first, "-/.".contains(mark) else { return false }
      rest.removeFirst()
      year = first
      month = Int(number()) ?? 0
      guard rest.first == mark else { return false }
      rest.removeFirst()
      day = number()
      return 1...2 ~= day.count
    case 8 where rest.first == "t" || rest.first == " ": return basicDate(first)
    case 14:
      guard basicDate(String(first.prefix(8))) else { return false }
      return basicClock(String(first.suffix(6)))
    case 1, 2:
      day = first
      let start = rest
      // With points, no country has the month first.
      if let mark = rest.popFirst(), mark == "." || "/-".contains(mark) && isDayFirst != nil, numberedMonth(mark) {
        if mark != ".", isDayFirst == false {
          let first = day
          day = String(month)
          month = Int(first) ?? 0
        }
        return true
      }
      rest = start
      skip(" -/.")
      guard namedMonth() else { return false }
      skip(" -/.,")
      let digits = number()
      // RFC 850 and RFC 6265: two digits of a year from 70 are of the 20th century.
      year = digits.count == 2 ? (digits < "70" ? "20" : "19") + digits : digits
      return digits.count == 4 || digits.count == 2
    default: return false
    }
  }

  private mutating func basicDate(_ digits: String) -> Bool {
    year = String(digits.prefix(4))
    month = Int(digits.dropFirst(4).prefix(2)) ?? 0
    day = String(digits.suffix(2))
    return true
  }

  /// The day behind the name of a month, and the year if that comes before the time of day.
  private mutating func dayBehindMonth() -> Bool {
    skip(" .")
    day = number()
    guard 1...2 ~= day.count else { return false }
    skip(" ,")
    let start = rest
    let digits = number()
    if digits.count == 4 { year = digits } else { rest = start }
    return true
  }

  private mutating func namedMonth() -> Bool {
    let name = word()
    guard let index = Self.months.firstIndex(of: name) ?? Self.monthNames.firstIndex(of: name) else { return false }
    month = index + 1
    return true
  }

  /// The month and the year behind a day and a mark.
  private mutating func numberedMonth(_ mark: Character) -> Bool {
    let name = number()
    guard 1...2 ~= name.count, rest.popFirst() == mark else { return false }
    month = Int(name) ?? 0
    let digits = number()
    year = digits
    return digits.count == 4
  }

  private mutating func readClock() -> Bool {
    let hour = number()
    if hour.count == 4 || hour.count == 6 {
      guard basicClock(hour) else { return false }
    } else {
      guard 1...2 ~= hour.count, rest.first == ":" else { return false }
      rest.removeFirst()
      let minute = number()
      guard minute.count == 2 else { return false }
      var second = "00"
      if rest.first == ":" {
        rest.removeFirst()
        second = number()
        guard second.count == 2 else { return false }
      }
      clock = "\(hour.count == 1 ? "0" : "")\(hour):\(minute):\(second)"
    }
    if rest.first == "." || rest.first == "," {
      rest.removeFirst()
      fraction = number()
      return !fraction.isEmpty
    }
    return true
  }

  private mutating func basicClock(_ digits: String) -> Bool {
    let parts = Array(digits)
    let second = digits.count == 6 ? String(parts[4...]) : "00"
    clock = "\(String(parts[0..<2])):\(String(parts[2..<4])):\(second)"
    return true
  }

  /// Takes AM or PM; false if the hour is none of half a day.
  private mutating func halfOfDay() -> Bool {
    skip(" ")
    let start = rest
    let half = word()
    guard half == "am" || half == "pm" else {
      rest = start
      return true
    }
    guard let hour = Int(clock.prefix(2)), 1...12 ~= hour else { return false }
    let full = hour % 12 + (half == "pm" ? 12 : 0)
    clock = (full < 10 ? "0" : "") + String(full) + clock.dropFirst(2)
    return true
  }

  /// Takes the zone, if one is named; false for one that is not the same everywhere.
  private mutating func zone() -> Bool {
    skip(" ")
    let name = word()
    guard name.isEmpty || Self.universal.contains(name) else { return false }
    if !name.isEmpty { offset = "Z" }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return true }
    rest.removeFirst()
    var hours = number()
    var minutes = "00"
    if hours.count == 4 {
      minutes = String(hours.suffix(2))
      hours = String(hours.prefix(2))
    } else if rest.first == ":" {
      rest.removeFirst()
      minutes = number()
    }
    guard 1...2 ~= hours.count, minutes.count == 2 else { return false }
    offset = "\(sign)\(hours.count == 1 ? "0" : "")\(hours):\(minutes)"
    return true
  }

  private mutating func skip(_ marks: String) {
    while let first = rest.first, marks.contains(first) { rest.removeFirst() }
  }

  /// The letters that come next.
  private mutating func word() -> String {
    let word = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest[word.endIndex...]
    return String(word)
  }

  /// The digits that come next.
  private mutating func number() -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return String(digits)
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
