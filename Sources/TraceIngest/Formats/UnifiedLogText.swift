import TraceModel

/// Reads the unified log as people paste it: Console copies, the text styles of `log`, idevicesyslog, Xcode's console.
struct UnifiedLogTextReader: Transcoder {
  static let name = "unified-log-text"
  /// What a record begins with, in each style: the first that fits.
  ///
  /// Source: the styles in `man log`; Console's rows as they are copied, some with a column for the library.
  private static let styles = [
    "{level}\t{clock}\t{process}\t{message}",
    "{day:10} {clock} 0x{thread} {level} 0x{activity} {pid} {ttl} {process}: {message}",
    "{day:10} {clock:12} {level} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {host} {process}[{pid}]: {message}",
    "{month:3} {date} {clock} {host} {process}[{pid}] <{level}>: {message}",
  ].map(TextPattern.init)
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private var story: LogStory
  private let hasDay: Bool
  /// The day of the last record that did not say its own, as its start in nanoseconds since 1970.
  private var day: Int64
  private var lastClock: Int64 = 0
  private var year: Int
  private var lastMonth = 0

  static func framing(_ head: LogHead) -> Framing? {
    guard head.lines.contains(where: { parts(Array($0.utf8)[...]) != nil }) else { return nil }
    return .joined { parts($0) != nil }
  }

  init(_ options: IngestOptions) {
    story = LogStory(options.timebase)
    // Of a leap year, where none is known.
    (hasDay, day) = (options.day != nil, options.day ?? 63_072_000_000_000_000)
    year = Int(Timestamp.rfc3339(day).prefix(4)) ?? 0
  }

  /// What stands on the first line of a record, by name.
  private static func parts(_ line: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
    for style in styles {
      guard let parts = style.holes(in: line), let clock = parts["clock"], clock.count >= 8,
        Timestamp.parse(Array("1970-01-02T\(clock.string)".utf8).span) != nil, parts["pid"].map(isNumber) ?? true
      else { continue }
      if let day = parts["day"], Timestamp.parse(Array("\(day.string)T00:00:00".utf8).span) == nil { continue }
      if let month = parts["month"], !months.contains(month.string) { continue }
      return parts
    }
    return nil
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool { Int64(text.string) != nil }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    guard let parts = Self.parts(record), let clock = parts["clock"]?.string else { return transcript.end(.envelope) }
    var message = LogMessage(text: parts["message"] ?? [])
    let time = "\(parts["day"]?.string ?? date(parts, clock))T\(clock)"
    if parts["day"] != nil || hasDay {
      message.time = time
    } else {
      // Without a day it is no point in time, but how long things took can be told.
      message.uptime = Timestamp.parse(Array(time.utf8).span)?.nanoseconds
    }
    message.process = parts["process"]?.prefix { $0 != UInt8(ascii: "(") }.string ?? ""
    message.pid = parts["pid"].flatMap { Int64($0.string) }
    strip(&message, isConsole: parts["pid"] == nil)
    story.read(message, into: &transcript) { $0.set("record", record.string) }
  }

  /// The date of a record that does not say all of it: time that falls back is that of the next day, or year.
  private mutating func date(_ parts: [String: ArraySlice<UInt8>], _ clock: String) -> String {
    if let month = Self.months.firstIndex(of: parts["month"]?.string ?? ""), let number = parts["date"]?.string {
      if month < lastMonth { year += 1 }
      lastMonth = month
      func two(_ text: String) -> String { text.count < 2 ? "0\(text)" : text }
      return "\(year)-\(two(String(month + 1)))-\(two(number))"
    }
    let now = Timestamp.parse(Array("1970-01-01T\(clock)".utf8).span)?.nanoseconds ?? 0
    if now < lastClock - 43_200_000_000_000 { day = min(day, .max - 86_400_000_000_000) + 86_400_000_000_000 }
    lastClock = now
    return String(Timestamp.rfc3339(day).prefix(10))
  }

  /// Takes library, subsystem and category from the front of the message.
  private func strip(_ message: inout LogMessage, isConsole: Bool) {
    if isConsole, let tab = message.text.firstIndex(of: UInt8(ascii: "\t")),
      !message.text[..<tab].contains(UInt8(ascii: " "))
    {
      message.text = message.text[(tab + 1)...]
    }
    for (open, close) in [("(", ")"), ("[", "]")] where message.text.first == open.utf8.first {
      guard let end = message.text.firstIndex(of: Array("\(close) ".utf8)[...]) else { continue }
      let inner = message.text[..<end].dropFirst().string
      // A key of a process or a scene is the message's own.
      if inner.contains("<") || inner.contains("sceneID:") || inner.contains(" ") { continue }
      if open == "[" { message.subsystem = inner.split(separator: ":").first.map(String.init) ?? "" }
      message.text = message.text[(end + 2)...]
    }
  }
}
