import TraceModel

/// The first line of a record of a log in text, taken apart.
struct LogTextLine {
  /// What a record begins with, in each style: the first that fits.
  ///
  /// Source: the styles in `man log`; idevicesyslog with and without the device's name; the log of pymobiledevice3;
  /// `system.log`.
  private static let styles = [
    "{day:10} {clock} 0x{thread} {level} 0x{activity} {pid} {ttl} {process}: {message}",
    "{day:10} {clock:12} {level} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {process}[{pid}] <{level}>: {message}",
    "{day:10} {clock} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {host} {process}[{pid}]: {message}",
    "{month:3} {date} {clock} {host} {process}[{pid}] <{level}>: {message}",
    "{month:3} {date} {clock} {process}[{pid}] <{level}>: {message}",
    "{month:3} {date} {clock} {host} {process}[{pid}]: {message}",
    // The Simulator's launchd names a service, in parentheses, before what it says of it.
    "{month:3} {date} {clock} {host} {process}[{pid}] ({message}",
    // Cut off in front, by hand.
    "{date} {clock} {host} {process}[{pid}] <{level}>: {message}",
    "{clock} {host} {process}[{pid}] <{level}>: {message}",
    "{clock} {process}[{pid}] <{level}>: {message}",
  ].map(TextPattern.init)
  /// A line that an app printed with the time, and nothing else.
  private static let printed = [
    "{day:10} {clock} {message}", "[{day:10} {clock}] {message}", "[{clock}] {message}", "{clock} {message}",
  ].map(TextPattern.init)

  var clock = ""
  /// As in 2026-10-31; nil in a style without a day, or with month and date.
  var day: String?
  var month: String?
  var date: String?
  /// Without the library that logs in it.
  var process = ""
  var pid: Int64?
  var subsystem: String?
  var message: ArraySlice<UInt8> = []
  /// Whether the message is what stands above it.
  var isBelowMessage = false

  /// Reads the first line of `record`; nil if no record begins with such a line.
  ///
  /// `columns` is what Console's columns are, if their names stood above them.
  init?(_ record: ArraySlice<UInt8>, _ columns: [ConsoleColumns.Role]? = nil) {
    let text = record
    // Whatever comes first in a record, its clock is near.
    guard text.prefix(200).contains(UInt8(ascii: ":")) else { return nil }
    if text.first == UInt8(ascii: "{") {
      guard let row = Self.row(json: text) else { return nil }
      self = row
      return
    }
    if let row = Self.row(metadata: text) {
      self = row
      return
    }
    for style in Self.styles {
      if let parts = style.holes(in: text), take(parts) { return }
    }
    if let row = ConsoleColumns.line(text, columns) {
      self = row
      return
    }
    for style in Self.printed {
      guard let parts = style.holes(in: text), let message = parts["message"], !Self.isOfAndroid(message),
        AppSaying(message) != nil, take(parts)
      else { continue }
      return
    }
    return nil
  }

  /// A line of which a clock is known.
  init?(clock: ArraySlice<UInt8>) { if !take(clock: clock) { return nil } }

  /// Whether a message is of Android's log, where frameworks say the same words: behind a number, or a level as in `D/`.
  private static func isOfAndroid(_ message: ArraySlice<UInt8>) -> Bool {
    guard let first = message.first else { return false }
    return first.isDigit || "VDIWEF".utf8.contains(first) && "/ ".utf8.contains(message.dropFirst().first ?? 0)
  }

  private mutating func take(_ parts: [String: ArraySlice<UInt8>]) -> Bool {
    guard let clock = parts["clock"] else { return false }
    if let host = parts["host"], host.contains(UInt8(ascii: "[")) { return false }
    if let digits = parts["pid"] {
      guard let number = Int64(digits.string) else { return false }
      pid = number
    }
    if let day = parts["day"], !take(day: day) { return false }
    if let date = parts["date"] {
      guard Int(date.string) != nil else { return false }
      if let month = parts["month"], !take(month: month, date: date) { return false }
    }
    process = Self.program(parts["process"] ?? [])
    // A name is near its number: what stands before it is of no process.
    if process.utf8.contains(UInt8(ascii: "[")) { return false }
    message = parts["message"] ?? []
    return take(clock: clock)
  }

  /// Takes a time of day, with or without its zone.
  mutating func take(clock text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 8, Timestamp.parse(Array("1970-01-02T\(text.string)".utf8).span) != nil else { return false }
    clock = text.string
    return true
  }

  /// Takes a day as in 2026-10-31.
  mutating func take(day text: ArraySlice<UInt8>) -> Bool {
    guard Timestamp.parse(Array("\(text.string)T00:00:00".utf8).span) != nil else { return false }
    day = text.string
    return true
  }

  /// Takes a day as in `Oct 31`.
  mutating func take(month: ArraySlice<UInt8>, date: ArraySlice<UInt8>) -> Bool {
    guard UnifiedLogTextReader.months.contains(month.string) else { return false }
    self.month = month.string
    self.date = date.string
    return true
  }

  /// The name of a program, without the library that logs in it, as in `SpringBoard(FrontBoard)`.
  ///
  /// One that runs for a Simulator stands behind that, as in `com.apple.CoreSimulator.SimDevice.UUID.launchd_sim`; launchd
  /// was `com.apple.launchd`, and `com.apple.xpc.launchd` since iOS 8.
  static func program(_ text: ArraySlice<UInt8>) -> String {
    let name = text.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "{") }.string
    let isLong = name.hasPrefix("com.apple.") && [".launchd", ".launchd_sim"].contains { name.hasSuffix($0) }
    return isLong ? name.split(separator: ".").last.map(String.init) ?? name : name
  }
}
