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
/// ```
///
/// A text that more than one instant may be is none: `10/11/2026` is of October or of November, `Oct 20 12:40:00` of any
/// year, and `CST` is a zone in America and in China.
struct WrittenTime {
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

  /// The instant that a text names; nil if it is none of these, or may be several.
  static func parse(_ text: Span<UInt8>, zoneOffsetSeconds: Int64) -> Timestamp.Parsed? {
    guard 12...longest ~= text.count else { return nil }
    var bytes: [UInt8] = []
    for at in text.indices { bytes.append(text[at]) }
    // Spaces that do not break lines: formatters put them before AM and PM.
    let plain = String(decoding: bytes, as: UTF8.self).lowercased().map { "\u{202F}\u{A0}\t".contains($0) ? " " : $0 }
    var time = WrittenTime(rest: String(plain)[...])
    guard time.read(), let year = time.year else { return nil }
    func padded(_ text: String) -> String { text.count < 2 ? "0" + text : text }
    let date = "\(year)-\(padded(String(time.month)))-\(padded(time.day))"
    let written = "\(date)T\(time.clock)\(time.fraction.isEmpty ? "" : "." + time.fraction)\(time.offset)"
    return Timestamp.parse(Array(written.utf8).span, zoneOffsetSeconds: zoneOffsetSeconds)
  }

  private init(rest: Substring) { self.rest = rest }

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
    guard let place = Self.months.firstIndex(of: name) ?? Self.monthNames.firstIndex(of: name) else { return false }
    month = place + 1
    return true
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
