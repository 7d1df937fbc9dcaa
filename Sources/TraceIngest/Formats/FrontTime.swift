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

  /// Nil if a line has no time at its front, or has it in the plain form.
  init?(_ text: ArraySlice<UInt8>) {
    let start = text.startIndex + (text.first == UInt8(ascii: "[") ? 1 : 0)
    if let clock = WrittenTime.Clock(behindHalf: text[start...]) {
      line = Self.line(text[..<start], clock.text, clock.rest)
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
    guard let time = WrittenTime(front: text[start...]) else { return nil }
    line = Self.line(text[..<start], "\(time.day) \(time.clock.text)", time.clock.rest)
    otherDay = time.otherDay
    isDayFirst = time.isDayFirst
  }

  /// A line with another form of its time, and without the mark between the time and the text behind it.
  private static func line(
    _ front: ArraySlice<UInt8>, _ time: String, _ behind: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    let rest = behind.first.map { ":,".utf8.contains($0) } == true ? behind.dropFirst() : behind
    let isApart = rest.first.map { "] \t".utf8.contains($0) } ?? true
    return (front + Array("\(time)\(isApart ? "" : " ")".utf8) + rest)[...]
  }

  private static func isPlain(_ text: ArraySlice<UInt8>, _ start: Int) -> Bool {
    text[start + 10] == UInt8(ascii: " ") && start + 13 < text.endIndex && text[start + 13] == UInt8(ascii: ":")
      && text[start + 4] == UInt8(ascii: "-")
      && text[start + 7] == UInt8(ascii: "-")
      && text[start + 11].isDigit
  }

  /// A line with a space for the `T` between day and time of day; nil for any other.
  private static func plain(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8>? {
    guard text[start + 10] == UInt8(ascii: "T"), text[start + 11].isDigit,
      WrittenTime.day(text[start..<start + 10]) != nil
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
