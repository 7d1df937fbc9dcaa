import TraceModel

/// A day with a time of day, as programs write it that do not write RFC 3339, at the front of a text.
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
/// 20/10/2026 à 12:40:00                     date formatters, in the language of the device
/// 2026. 10. 20. 오후 12:40:00               Korean
/// 2026年10月20日 12:40:00                   Chinese and Japanese
/// ```
///
/// A text that more than one instant may be is none: `10/11/2026` is of October or of November, `Oct 20 12:40:00` of any
/// year, and `CST` is a zone in America and in China.
struct WrittenTime {
  /// As in `2026-10-31`; the first number is the month if it may be the month or the day.
  let day: String
  /// The day if the first number is the day of the month, where `day` takes it as the month; nil if the date is clear.
  let otherDay: String?
  /// True if the numbers prove that the day precedes the month, false if the month precedes it; nil if neither.
  let isDayFirst: Bool?
  let clock: Clock

  /// In bytes: how far into a text its time of day may begin, and the longest text that is a time, which is JavaScript's
  /// with the zone's long name.
  private static let reach = 56
  private static let longest = 96
  /// The beginnings of the names of months in English and other languages of Western Europe, in lower case.
  private static let months = [
    ["jan", "ene", "gen"], ["feb", "fév", "fev"], ["mar", "mär", "mrt"], ["apr", "avr", "abr"],
    ["may", "mai", "mei", "mag", "maj"], ["jun", "juin", "giu"], ["jul", "juil", "lug"], ["aug", "aoû", "ago"],
    ["sep", "set"], ["oct", "okt", "ott", "out"], ["nov"], ["dec", "dez", "dic", "déc"],
  ]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let links: Set = ["at", "à", "um", "kl", "klo", "om", "t", "年", "月", "日", "년", "월", "일"]
  /// The halves of a day, with the hours that they add; the last six precede the time of day.
  private static let halves = [
    "am": 0, "a.m.": 0, "pm": 12, "p.m.": 12, "오전": 0, "오후": 12, "上午": 0, "下午": 12, "午前": 0, "午後": 12,
  ]
  /// In bytes, of a half that precedes the time of day.
  private static let halfLength = 6
  /// Names of zones that mean the same everywhere.
  private static let universal: Set = ["z", "utc", "gmt", "ut"]
  private static let blanks = [" ", "\u{202F}", "\u{A0}"].map { Array($0.utf8) }

  /// Reads the time before other text.
  init?(front text: ArraySlice<UInt8>) { self.init(text, isWhole: false) }

  /// Reads a text that is a time, and nothing else: it may lack seconds.
  init?(whole text: ArraySlice<UInt8>) {
    let end = text.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? text.startIndex
    self.init(Self.extended(text[..<end].drop { $0 <= 0x20 }), isWhole: true)
    if !clock.rest.isEmpty { return nil }
  }

  private init?(_ text: ArraySlice<UInt8>, isWhole: Bool) {
    guard let first = text.first, first.isDigit || first.isLetter,
      let start = Self.clock(in: text.prefix(Self.reach), isWhole), var words = DayWords(text[..<start], isWhole),
      words.unknownCount == 0, var clock = Clock(text[start...], half: words.half, isWhole: isWhole)
    else { return nil }
    words.takeYear(&clock.rest)
    guard let day = words.day else { return nil }
    self.clock = clock
    self.day = day.text
    otherDay = day.other
    isDayFirst = day.isDayFirst
  }

  /// The instant that a text names, as `Timestamp.parse` returns it; nil if it names none, or may name several.
  ///
  /// `isDayFirst` says which number of `10/11/2026` is the day; nil where it is not known.
  static func instant(
    _ text: Span<UInt8>, zoneOffsetSeconds: Int64 = 0, isDayFirst: Bool? = nil
  ) -> Timestamp.Parsed? {
    guard 12...longest ~= text.count else { return nil }
    var bytes: [UInt8] = []
    text.append(to: &bytes)
    guard let time = WrittenTime(whole: bytes[...]) else { return nil }
    var day = time.day
    if let other = time.otherDay {
      guard let isDayFirst else { return nil }
      day = isDayFirst ? other : day
    } else if let shown = time.isDayFirst, shown != isDayFirst {
      return nil
    }
    return Timestamp.parse(Array("\(day)T\(time.clock.text)".utf8).span, zoneOffsetSeconds: zoneOffsetSeconds)
  }

  /// Whether the day precedes the month in dates such as `14/09/2026`, as a number over 12 shows.
  ///
  /// Nil if no text has such a date; without an order if none shows it, or they contradict each other.
  static func dayOrder(in texts: some Sequence<String>) -> (example: String, isDayFirst: Bool?)? {
    var example: String?
    var shown: Set<Bool> = []
    for text in texts where text.utf8.prefix(3).contains(where: { "/-".utf8.contains($0) }) {
      guard text.utf8.count <= longest, let time = WrittenTime(whole: Array(text.utf8)[...]) else { continue }
      if let isDayFirst = time.isDayFirst { shown.insert(isDayFirst) } else if time.otherDay == nil { continue }
      example = example ?? text
    }
    return example.map { ($0, shown.count == 1 ? shown.first : nil) }
  }

  /// The day that a text is, as in `2026-10-31`; nil if it is none, or may be several.
  static func day(_ text: ArraySlice<UInt8>) -> String? {
    if let day = existing(text.string) { return day }
    guard let words = DayWords(text, false), words.unknownCount == 0, let day = words.day else { return nil }
    return day.other == nil && day.isDayFirst == nil ? day.text : nil
  }

  /// Nil for a day that no month has.
  private static func existing(_ day: String) -> String? { Day(day) == nil ? nil : day }

  /// The month, 1 for the first, that syslog abbreviates as in `Oct`; nil for other texts.
  static func month(abbreviated text: String) -> Int? {
    let name = text.lowercased()
    guard text.first?.isUppercase == true, let index = months.firstIndex(where: { $0[0] == name }) else { return nil }
    return index + 1
  }

  /// True for a line that begins with a day and a year: its first number is no line number.
  static func isDated(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.first == UInt8(ascii: "[") ? line.dropFirst() : line
    guard let clock = clock(in: text.prefix(reach), false), let words = DayWords(text[..<clock], false) else {
      return false
    }
    return words.day != nil && words.unknownCount == 0 || words.isOfUnknownMonth
  }

  /// A text in the basic format of ISO 8601, as `20261020T124000Z`, in the extended one; any other as it is.
  private static func extended(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: \.isDigit)
    let behind = text.dropFirst(8)
    let clock = behind.drop { "Tt ".utf8.contains($0) }.prefix(while: \.isDigit)
    guard digits.count == 14 || digits.count == 8 && (clock.count == 4 || clock.count == 6) else { return text }
    let day = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6).prefix(2)]
    let parts = [clock.prefix(2), clock.dropFirst(2).prefix(2), clock.dropFirst(4)].filter { !$0.isEmpty }
    func joined(_ parts: [ArraySlice<UInt8>], _ mark: String) -> String { parts.map(\.string).joined(separator: mark) }
    return (Array("\(joined(day, "-"))T\(joined(parts, ":"))".utf8) + text[clock.endIndex...])[...]
  }
}

// MARK: - The time of day

extension WrittenTime {
  /// The first time of day as in `9:00:01`, or the last as in `22.00.01`, as a day may look like one.
  private static func clock(in text: ArraySlice<UInt8>, _ isWhole: Bool) -> Int? {
    if let clock = clocks(in: text).first { return clock }
    if isWhole, let clock = clocks(in: text, hasSeconds: false).first { return clock }
    return clocks(in: text, UInt8(ascii: ".")).last
  }

  /// The indices of times of day, as in `9:00:01`, each with no digit before it.
  static func clocks(
    in text: ArraySlice<UInt8>, _ mark: UInt8 = UInt8(ascii: ":"), hasSeconds: Bool = true
  ) -> [Int] {
    let length = hasSeconds ? 5 : 2
    var clocks: [Int] = []
    var at = text.startIndex
    while let first = text[at...].firstIndex(of: mark) {
      at = first + 1
      let hour = text[..<first].reversed().prefix(while: \.isDigit).count
      let behind = text[at...].prefix(length)
      guard 1...2 ~= hour, behind.count == length,
        behind.enumerated().allSatisfy({ $0 == 2 ? $1 == mark : $1.isDigit }),
        text[behind.endIndex...].first?.isDigit != true
      else { continue }
      clocks.append(first - hour)
    }
    return clocks
  }

  /// The start of a half of the day before a time of day, as in `오후 10:00:01`; nil without one.
  static func half(before clock: Int, in line: ArraySlice<UInt8>) -> Int? {
    let front = line[..<clock]
    let word = (front.last == UInt8(ascii: " ") ? front.dropLast() : front).suffix(halfLength)
    return half(word).map { _ in word.startIndex }
  }

  /// The hours that a half of the day before the time of day adds, as `오후`; nil for other texts.
  private static func half(_ word: ArraySlice<UInt8>) -> Int? {
    word.first.map { $0 >= 0x80 } == true ? halves[word.string] : nil
  }

  /// True if a word is `AM` or `p.m.`, which follows the time of day.
  static func isHalf(_ word: String) -> Bool {
    word.utf8.first.map { $0 < 0x80 } == true && halves[word.lowercased()] != nil
  }

  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    while let blank = blanks.first(where: rest.starts) { rest = rest.dropFirst(blank.count) }
    return rest
  }

  /// A time of day with its fraction, half of the day and zone.
  struct Clock {
    /// In 24 hours, as in `22:00:01.5+01:00`.
    let text: String
    /// What follows it.
    fileprivate(set) var rest: ArraySlice<UInt8>
    /// True if the hour is written with two digits, or with its half of the day.
    let isFull: Bool

    /// Reads a time of day that begins with its half of the day, as in `오후 10:00:01`.
    init?(behindHalf text: ArraySlice<UInt8>) {
      let rest = text.dropFirst(halfLength).drop { $0 == UInt8(ascii: " ") }
      guard let half = WrittenTime.half(text.prefix(halfLength)), rest.first?.isDigit == true else { return nil }
      self.init(rest, half: half)
    }

    /// Reads a time of day at the front of a text.
    ///
    /// `half` are the hours that a half before it adds. A text that is a time, and nothing else, may lack the seconds.
    init?(_ line: ArraySlice<UInt8>, half: Int? = nil, isWhole: Bool = false) {
      let hours = line.prefix(while: \.isDigit)
      rest = line[hours.endIndex...]
      guard 1...2 ~= hours.count, let mark = rest.first, mark == UInt8(ascii: ":") || mark == UInt8(ascii: "."),
        let minute = Self.twoDigits(&rest, mark, most: 59)
      else { return nil }
      let second = Self.twoDigits(&rest, mark, most: 60)
      guard var hour = Int(hours.string), second != nil || isWhole && rest.first != mark else { return nil }
      var fraction = ""
      if let mark = rest.first, ".,:".utf8.contains(mark), rest.dropFirst().first?.isDigit == true {
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        fraction = ".\(digits.string)"
        rest = rest[digits.endIndex...]
      }
      let half = half ?? Self.half(&rest)
      isFull = hours.count == 2 || half != nil
      if let half {
        guard 1...12 ~= hour else { return nil }
        hour = hour % 12 + half
      }
      guard hour < 24 else { return nil }
      let zone = Self.zone(&rest, isWhole: isWhole)
      text = "\(hour < 10 ? "0" : "")\(hour):\(minute):\(second ?? "00")\(fraction)\(zone)"
    }

    /// Takes a mark and two digits off the front of a text; nil if these are no number of minutes or seconds.
    private static func twoDigits(_ rest: inout ArraySlice<UInt8>, _ mark: UInt8, most: Int) -> String? {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      guard rest.first == mark, digits.count == 2, let number = Int(digits.string), number <= most else { return nil }
      rest = rest[digits.endIndex...]
      return digits.string
    }

    /// Takes `AM` or `p.m.` off the front of a text, and returns the hours that it adds; nil without one.
    private static func half(_ rest: inout ArraySlice<UInt8>) -> Int? {
      let text = withoutBlanks(rest)
      let word = text.prefix { $0.isLetter || $0 == UInt8(ascii: ".") }
      guard 2...4 ~= word.count, let hours = halves[word.string.lowercased()] else { return nil }
      rest = text[word.endIndex...]
      return hours
    }

    /// Takes a zone such as ` GMT+0100 (CET)` off the front of a text, and returns `+0100`; empty without one.
    private static func zone(_ rest: inout ArraySlice<UInt8>, isWhole: Bool) -> String {
      let text = withoutBlanks(rest)
      let name = text.prefix(while: \.isLetter)
      let isUniversal = 1...3 ~= name.count && universal.contains(name.string.lowercased())
      let sign = isUniversal ? text[name.endIndex...] : text
      let offset = offset(sign, isNamed: isUniversal)
      guard offset != nil || isUniversal else { return "" }
      rest = offset?.rest ?? sign
      let long = withoutBlanks(rest)
      if isUniversal || isWhole, long.first == UInt8(ascii: "("), let end = long.firstIndex(of: UInt8(ascii: ")")) {
        rest = long[(end + 1)...]
      }
      return offset?.text ?? "Z"
    }

    /// An offset as `+0100` or `+01:00`; behind a zone's name, or at the end of the text, also as `+1`.
    private static func offset(
      _ text: ArraySlice<UInt8>, isNamed: Bool
    ) -> (text: String, rest: ArraySlice<UInt8>)? {
      guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
      let written = text.dropFirst().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
      let rest = text[written.endIndex...]
      let parts = written.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      let isJoined = parts.count == 1 && parts[0].count == 4
      let isLong = isJoined || parts.count == 2 && parts[0].count == 2
      let hours = isJoined ? parts[0].prefix(2) : parts[0]
      let minutes = isJoined ? parts[0].suffix(2) : parts.count == 2 ? parts[1] : Array("00".utf8)[...]
      guard isLong || isNamed || rest.isEmpty, parts.count < 3, 1...2 ~= hours.count, minutes.count == 2,
        let hour = Int(hours.string), hour < 24, let minute = Int(minutes.string), minute < 60
      else { return nil }
      let padding = hours.count == 1 ? "0" : ""
      return ("\(sign == UInt8(ascii: "-") ? "-" : "+")\(padding)\(written.string)", rest)
    }
  }
}

// MARK: - The day

extension WrittenTime {
  /// The numbers and words before a time of day.
  private struct DayWords {
    private var numbers: [ArraySlice<UInt8>] = []
    private(set) var unknownCount = 0
    /// The hours that a half of the day before the time adds; nil without one.
    private(set) var half: Int?
    private var month: Int?
    private let text: ArraySlice<UInt8>
    private let isWhole: Bool

    /// Nil if the text has marks that no date has; `isWhole` is true for a text that is a time, and nothing else.
    init?(_ text: ArraySlice<UInt8>, _ isWhole: Bool) {
      // Most fronts of lines have no year.
      guard isWhole || text.count(where: \.isDigit) > 3 else { return nil }
      self.text = text
      self.isWhole = isWhole
      var at = text.startIndex
      while at < text.endIndex {
        let rest = text[at...]
        let isNumber = rest[at].isDigit
        let word = rest.prefix { isNumber ? $0.isDigit : $0.isLetter || $0 >= 0x80 }
        if word.isEmpty {
          guard " ,.-/@:\t".utf8.contains(rest[at]) else { return nil }
          at += 1
          continue
        }
        at = word.endIndex
        if isNumber { numbers.append(word) } else { note(word) }
      }
    }

    private mutating func note(_ text: ArraySlice<UInt8>) {
      if withoutBlanks(text).isEmpty { return }
      let word = text.string.lowercased()
      if links.contains(word) { return }
      if let hours = WrittenTime.half(text) {
        half = hours
      } else if numbers.isEmpty, month == nil, weekdays.contains(where: word.hasPrefix) {
        return
      } else if month == nil, let index = months.firstIndex(where: { $0.contains(where: word.hasPrefix) }) {
        month = index + 1
      } else {
        unknownCount += 1
      }
    }

    /// Takes the year that ends a text, behind the time of day.
    mutating func takeYear(_ rest: inout ArraySlice<UInt8>) {
      let last = withoutBlanks(rest)
      guard numbers.count == 1, last.count == 4, last.allSatisfy(\.isDigit) else { return }
      numbers.append(last)
      rest = []
    }

    /// True if one word may be the name of a month in another language, between a day and a year.
    var isOfUnknownMonth: Bool {
      unknownCount == 1 && month == nil && numbers.count == 2 && numbers[0].count < 3 && numbers[1].count == 4
    }

    /// The day as in `2026-10-31`, and the members of `WrittenTime`; nil if the words are no date.
    ///
    /// In a text that is a time, and nothing else, two digits of a year suffice beside the name of a month, and not
    /// among numbers.
    var day: (text: String, other: String?, isDayFirst: Bool?)? {
      let values = numbers.map { Int($0.string) ?? 0 }
      let counts = numbers.map(\.count)
      if let month {
        // A line number may precede a month with its day.
        guard counts.count == 2,
          isWhole || counts.contains(4) || text[numbers[0].endIndex] == UInt8(ascii: "-")
        else { return nil }
        let isYearFirst = counts[0] == 4
        return written(numbers[isYearFirst ? 0 : 1], month, values[isYearFirst ? 1 : 0]).map { ($0, nil, nil) }
      }
      if counts == [8] {
        return written(numbers[0].prefix(4), values[0] / 100 % 100, values[0] % 100).map { ($0, nil, nil) }
      }
      guard counts.count == 3 else { return nil }
      let marks = numbers.prefix(2).map { text[$0.endIndex] }
      if counts[0] == 4 {
        guard marks[0] == marks[1] || marks[0] >= 0x80 else { return nil }
        return written(numbers[0], values[1], values[2]).map { ($0, nil, nil) }
      }
      let mark = marks[0]
      guard counts[2] == 4 || !isWhole && mark != UInt8(ascii: "-"), "./-".utf8.contains(mark), marks[1] == mark else {
        return nil
      }
      let dayFirst = written(numbers[2], values[1], values[0])
      let monthFirst = written(numbers[2], values[0], values[1])
      // In all countries that write points the day is first.
      if mark == UInt8(ascii: ".") { return dayFirst.map { ($0, nil, nil) } }
      guard let dayFirst, let monthFirst else { return (dayFirst ?? monthFirst).map { ($0, nil, dayFirst != nil) } }
      return dayFirst == monthFirst ? (dayFirst, nil, nil) : (monthFirst, dayFirst, nil)
    }

    /// Nil if there is no such day; two digits of a year from 70 are of the 20th century.
    ///
    /// Source: RFC 6265.
    private func written(_ year: ArraySlice<UInt8>, _ month: Int, _ day: Int) -> String? {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      guard year.count == 2 || year.count == 4, let number = Int(year.string) else { return nil }
      let full = year.count == 4 ? number : number < 70 ? 2000 + number : 1900 + number
      return 1970..<2100 ~= full ? existing("\(full)-\(two(month))-\(two(day))") : nil
    }
  }
}
