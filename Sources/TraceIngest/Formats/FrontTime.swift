import TraceModel

/// A line whose time is at its front in another form than `2026-10-31 10:00:01`, as date formatters, scripts and
/// servers write it, and the line with that form.
///
/// ```
/// 31.10.2026, 10:00:01                   31/10/2026 à 10:00:01      30-10-2026 10:00:01
/// 10/31/26, 10:00:01 AM                  2026. 10. 31. 오전 10:00:01   2026年10月31日 10:00:01
/// 31-Oct-2026 10:00:01                   Oct 31, 2026 at 10:00:01 AM
/// Sat Oct 31 2026 10:00:01 GMT+0100 (CET)                           1793440801.5
/// 下午10:00:01
/// ```
struct FrontTime {
  /// The line with its time as in `2026-10-31 10:00:01.5+01:00`.
  let line: ArraySlice<UInt8>
  /// True if only a `T` between day and time of day was replaced.
  private(set) var isJoined = false
  /// The day if the first number is the day of the month, where `line` takes it as the month; nil if the date is clear.
  private(set) var otherDay: String?
  /// True if the numbers prove that the day precedes the month, false if the month precedes it; nil if neither.
  private(set) var isDayFirst: Bool?

  /// The number of bytes that are searched for the time of day.
  private static let reach = 56
  /// The beginnings of the names of months in languages of Western Europe, in lower case.
  private static let months = [
    ["jan", "ene", "gen"], ["feb", "fév", "fev"], ["mar", "mär", "mrt"], ["apr", "avr", "abr"],
    ["may", "mai", "mei", "mag", "maj"], ["jun", "juin", "giu"], ["jul", "juil", "lug"], ["aug", "aoû", "ago"],
    ["sep", "set"], ["oct", "okt", "ott", "out"], ["nov"], ["dec", "dez", "dic", "déc"],
  ]
  private static let links: Set = ["at", "à", "um", "kl", "klo", "om", "t", "年", "月", "日", "년", "월", "일"]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  /// The halves of a day before the time of day, with the hours that they add.
  private static let halves = ["오전": 0, "오후": 12, "上午": 0, "下午": 12, "午前": 0, "午後": 12]
  /// In bytes.
  private static let halfLength = 6

  /// Nil if a line has no time at its front, or has it in the plain form.
  init?(_ text: ArraySlice<UInt8>) {
    let start = text.startIndex + (text.first == UInt8(ascii: "[") ? 1 : 0)
    if let line = Self.withHalf(text, start) {
      self.line = line
      return
    }
    guard start + 11 < text.endIndex,
      text[start].isDigit && text[start + 2] != UInt8(ascii: ":") || text[start].isCapital,
      !Self.isPlain(text, start)
    else { return nil }
    if let line = Self.plain(text, start) {
      self.line = line
      isJoined = true
      return
    }
    if let line = Self.sinceEpoch(text, start) {
      self.line = line
      return
    }
    guard let clock = Self.clock(in: text[start...].prefix(Self.reach)), let date = DateWords(text[start..<clock]),
      date.unknownCount == 0, let day = date.day, let end = ClockWords(text[clock...], half: date.half)
    else { return nil }
    let front = text[..<start] + Array("\(day.text) \(end.text)".utf8)
    let isApart = end.rest.first.map { "] \t".utf8.contains($0) } ?? true
    line = (front + (isApart ? [] : [UInt8(ascii: " ")]) + end.rest)[...]
    otherDay = day.other
    isDayFirst = day.isDayFirst
  }

  private static func isPlain(_ text: ArraySlice<UInt8>, _ start: Int) -> Bool {
    text[start + 10] == UInt8(ascii: " ") && start + 13 < text.endIndex && text[start + 13] == UInt8(ascii: ":")
      && text[start + 4] == UInt8(ascii: "-")
      && text[start + 7] == UInt8(ascii: "-")
      && text[start + 11].isDigit
  }

  /// A line that begins with a half of the day and a time, with the time in 24 hours instead; nil for any other.
  private static func withHalf(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8>? {
    guard start < text.endIndex, text[start] >= 0x80, let half = halves[text[start...].prefix(halfLength).string]
    else { return nil }
    let behind = text[start...].dropFirst(halfLength).drop { $0 == UInt8(ascii: " ") }
    guard clock(in: behind.prefix(reach)) == behind.startIndex, let time = ClockWords(behind, half: half)
    else { return nil }
    let isApart = time.rest.first.map { "] \t".utf8.contains($0) } ?? true
    let front = text[..<start] + Array("\(time.text)\(isApart ? "" : " ")".utf8)
    return (front + time.rest)[...]
  }

  static func half(before clock: Int, in line: ArraySlice<UInt8>) -> Int? {
    let front = line[..<clock]
    let word = (front.last == UInt8(ascii: " ") ? front.dropLast() : front).suffix(halfLength)
    return word.first.map { $0 >= 0x80 } == true && halves[word.string] != nil ? word.startIndex : nil
  }

  /// A line with a space for the `T` between day and time of day; nil for any other.
  private static func plain(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8>? {
    guard text[start + 10] == UInt8(ascii: "T"), text[start + 11].isDigit, LogTextLine.isDay(text[start..<start + 10])
    else { return nil }
    var line = text
    line[start + 10] = UInt8(ascii: " ")
    return line
  }

  /// A line with a time in UTC for the seconds or milliseconds since 1970 at its front; nil for any other.
  private static func sinceEpoch(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8>? {
    let digits = text[start...].prefix(while: \.isDigit)
    let behind = text[digits.endIndex...]
    guard digits.count == 10 || digits.count == 13, let number = Int64(digits.string) else { return nil }
    var nanoseconds = digits.count == 10 ? number * 1_000_000_000 : number * 1_000_000
    var rest = behind
    if digits.count == 10, behind.first == UInt8(ascii: "."), behind.dropFirst().first?.isDigit == true {
      let fraction = behind.dropFirst().prefix(while: \.isDigit)
      nanoseconds += Int64("\(fraction.string)000000000".prefix(9)) ?? 0
      rest = text[fraction.endIndex...]
    }
    // From 2004 to 2052.
    guard 1_100_000_000..<2_600_000_000 ~= nanoseconds / 1_000_000_000, let next = rest.first,
      ":] \t".utf8.contains(next)
    else { return nil }
    if next == UInt8(ascii: ":") { rest = rest.dropFirst() }
    var time = Array(Timestamp.rfc3339(nanoseconds).utf8)
    time[10] = UInt8(ascii: " ")
    return (text[..<start] + time + rest)[...]
  }

  /// The first time of day as in `9:00:01`, or the last as in `22.00.01`, as a day may look like one.
  private static func clock(in text: ArraySlice<UInt8>) -> Int? {
    if let clock = clocks(in: text, UInt8(ascii: ":")).first { return clock }
    return clocks(in: text, UInt8(ascii: ".")).last
  }

  private static func clocks(in text: ArraySlice<UInt8>, _ mark: UInt8) -> [Int] {
    var clocks: [Int] = []
    var at = text.startIndex
    while let first = text[at...].firstIndex(of: mark) {
      at = first + 1
      let hour = text[..<first].reversed().prefix(while: \.isDigit).count
      let behind = text[at...].prefix(5)
      let isTime = behind.enumerated().allSatisfy { $0 == 2 ? $1 == mark : $1.isDigit }
      guard 1...2 ~= hour, behind.count == 5, isTime, text[behind.endIndex...].first?.isDigit != true else { continue }
      clocks.append(first - hour)
    }
    return clocks
  }

  /// `word` is in lower case.
  fileprivate static func month(_ word: String) -> Int? {
    months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
  }

  /// True for a line that begins with a day and a year: its first number is no line number.
  static func isDated(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.startIndex + (line.first == UInt8(ascii: "[") ? 1 : 0)
    guard start < line.endIndex, let clock = clock(in: line[start...].prefix(reach)),
      let date = DateWords(line[start..<clock])
    else { return false }
    return date.day != nil && date.unknownCount == 0 || date.isOfUnknownMonth
  }

  private struct DateWords {
    private(set) var numbers: [ArraySlice<UInt8>] = []
    private(set) var unknownCount = 0
    /// The hours that a half of the day before the time adds; nil without one.
    private(set) var half: Int?
    private var month: Int?
    private let text: ArraySlice<UInt8>

    /// Nil if the text has marks that no date has.
    init?(_ text: ArraySlice<UInt8>) {
      // Most texts have no year.
      guard text.count(where: \.isDigit) > 3 else { return nil }
      self.text = text
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
        if isNumber { numbers.append(word) } else { note(word.string.lowercased()) }
      }
    }

    private mutating func note(_ word: String) {
      if FrontTime.links.contains(word) || word.allSatisfy({ "\u{202F}\u{A0}".contains($0) }) { return }
      if let hours = FrontTime.halves[word] {
        half = hours
      } else if numbers.isEmpty, month == nil, FrontTime.weekdays.contains(where: word.hasPrefix) {
        return
      } else if month == nil, let number = FrontTime.month(word) {
        month = number
      } else {
        unknownCount += 1
      }
    }

    /// True if one word may be the name of a month in another language, between a day and a year.
    var isOfUnknownMonth: Bool {
      unknownCount == 1 && month == nil && numbers.count == 2 && numbers[0].count < 3 && numbers[1].count == 4
    }

    /// The day as in `2026-10-31`, and the members of `FrontTime`; nil if the words are no date.
    var day: (text: String, other: String?, isDayFirst: Bool?)? {
      let values = numbers.map { Int($0.string) ?? 0 }
      let counts = numbers.map(\.count)
      if let month {
        // A line number may precede a month with its day.
        guard counts.count == 2, counts.contains(4) || text[numbers[0].endIndex] == UInt8(ascii: "-") else {
          return nil
        }
        let isYearFirst = counts[0] == 4
        return written(values[isYearFirst ? 0 : 1], month, values[isYearFirst ? 1 : 0]).map { ($0, nil, nil) }
      }
      if counts == [8] {
        return written(values[0] / 10_000, values[0] / 100 % 100, values[0] % 100).map { ($0, nil, nil) }
      }
      guard counts.count == 3 else { return nil }
      if counts[0] == 4 { return written(values[0], values[1], values[2]).map { ($0, nil, nil) } }
      let mark = text[numbers[0].endIndex]
      guard counts[2] == 4 || counts[2] == 2 && mark != UInt8(ascii: "-"), "./-".utf8.contains(mark),
        text[numbers[1].endIndex] == mark
      else { return nil }
      let dayFirst = written(values[2], values[1], values[0])
      let monthFirst = written(values[2], values[0], values[1])
      guard let day = dayFirst, let other = monthFirst else {
        return (dayFirst ?? monthFirst).map { ($0, nil, mark == UInt8(ascii: ".") ? nil : dayFirst != nil) }
      }
      // In all countries that write points the day is first.
      return mark == UInt8(ascii: ".") || day == other ? (day, nil, nil) : (other, day, nil)
    }

    /// Nil if there is no such day.
    private func written(_ year: Int, _ month: Int, _ day: Int) -> String? {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let year = year < 100 ? 2000 + year : year
      return 1990..<2100 ~= year ? Day("\(year)-\(two(month))-\(two(day))").map(\.text) : nil
    }
  }

  /// A time of day with its fraction, half of the day and zone.
  private struct ClockWords {
    /// As in `22:00:01.5+01:00`.
    let text: String
    private(set) var rest: ArraySlice<UInt8>

    /// `half` are the hours that a half before the time adds; nil if there is no such hour.
    init?(_ line: ArraySlice<UInt8>, half: Int?) {
      let hourDigits = line.prefix(while: \.isDigit)
      let minutes = line[hourDigits.endIndex...].prefix(6)
      rest = line[minutes.endIndex...]
      let written = minutes.string.replacing(".", with: ":")
      var fraction = ""
      if let mark = rest.first, ".,:".utf8.contains(mark), rest.dropFirst().first?.isDigit == true {
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        fraction = ".\(digits.string)"
        rest = rest[digits.endIndex...]
      }
      guard var hour = Int(hourDigits.string) else { return nil }
      if let half = half ?? Self.half(&rest) {
        guard 1...12 ~= hour else { return nil }
        hour = hour % 12 + half
      }
      let zone = Self.zone(&rest)
      text = "\(hour < 10 ? "0" : "")\(hour)\(written)\(fraction)\(zone)"
      guard hour < 24 else { return nil }
      if let mark = rest.first, ":,".utf8.contains(mark) { rest = rest.dropFirst() }
    }

    /// Takes `AM` or `p.m.` off the front of a text, and returns the hours that it adds; nil without one.
    private static func half(_ rest: inout ArraySlice<UInt8>) -> Int? {
      let gap = rest.prefix(3).elementsEqual("\u{202F}".utf8) ? 3 : rest.prefix(2).elementsEqual("\u{A0}".utf8) ? 2 : 0
      let text = rest.dropFirst(gap).drop { $0 == UInt8(ascii: " ") }
      let word = text.prefix { $0.isLetter || $0 == UInt8(ascii: ".") }
      guard let hours = ["am": 0, "a.m.": 0, "pm": 12, "p.m.": 12][word.string.lowercased()] else { return nil }
      rest = text[word.endIndex...]
      return hours
    }

    /// Takes a zone such as ` GMT+0100 (CET)` off the front of a text, and returns `+0100`; empty without one.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> String {
      var text = rest.drop { $0 == UInt8(ascii: " ") }
      let name = text.prefix(while: \.isLetter)
      let isUniversal = ["GMT", "UTC", "Z"].contains(name.string)
      if isUniversal { text = text[name.endIndex...] }
      let offset = text.prefix { $0.isDigit || "+-:".utf8.contains($0) }
      let digits = offset.dropFirst()
      let isOffset =
        offset.first.map { "+-".utf8.contains($0) } == true
        && (digits.count == 4 && digits.allSatisfy(\.isDigit)
          || digits.count == 5 && digits[digits.startIndex + 2] == UInt8(ascii: ":"))
      guard isOffset || isUniversal else { return "" }
      rest = isOffset ? text[offset.endIndex...] : text
      let long = rest.drop { $0 == UInt8(ascii: " ") }
      if isUniversal, long.first == UInt8(ascii: "("), let end = long.firstIndex(of: UInt8(ascii: ")")) {
        rest = long[(end + 1)...]
      }
      return isOffset ? offset.string : "Z"
    }
  }
}

extension FrontTime {
  private static let mostMarks = 4

  /// Whether the day is first in dates such as `10/11/2026`, by the first number over 12; nil without such dates.
  static func dayOrder(in text: [UInt8]) -> (example: String, isDayFirst: Bool?)? {
    var example: String?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var rest = line
      for _ in 0..<mostMarks {
        if let time = FrontTime(rest) {
          if let isDayFirst = time.isDayFirst { return (example ?? "", isDayFirst) }
          if time.otherDay != nil { example = example ?? rest.prefix { !" ,\t".utf8.contains($0) }.string }
          break
        }
        guard let inner = LineMarks.peel(rest)?.rest else { break }
        rest = inner
      }
    }
    return example.map { ($0, nil) }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
}
