import TraceModel

/// Reads the unified log as people paste it: Console copies, the text styles of `log`, idevicesyslog, Xcode's console;
/// and what `flutter run -v` prints.
///
/// `LogTextLine` has the patterns of their lines.
struct UnifiedLogTextReader: LogFormatReader {
  static let name = InputFormat.copiedText.name
  static let summary = "the same log as text: Console copies, styles of 'log', idevicesyslog, Xcode's console"

  /// A time of day that is this much before the last one is of the next day: no clock is set back that far by a change of
  /// its zone's time.
  private static let nightNanos: Int64 = 7_200_000_000_000
  /// How many lines of `flutter run -v` show that a text is its output: this project's number.
  private static let leastMarks = 3

  /// By device, as far as the lines name it: each has processes of its own.
  private var interpreters: [String?: UnifiedLogInterpreter] = [:]
  private let timebase: (Int64, Int64)
  private let reports: IPSReader
  /// The device that was named last.
  private var host: String?
  private let hasDay: Bool
  /// True if the day precedes the month in dates as `10/11/2026`.
  private let isDayFirst: Bool
  /// The day of the last record that had none of its own, as its start in nanoseconds since 1970.
  private var day: Int64
  private var lastClock: Int64 = 0
  private var year: Int
  private var lastMonth = 0
  /// The roles of Console's columns, if a heading had their names.
  private var columns: [ConsoleColumns.Role]?
  /// The text above the next record.
  private var above: [UInt8] = []

  /// The time since the first line of `flutter run -v`.
  private var elapsed: Int64 = 0
  /// True if a line with a time was read: then marks of `flutter run -v` time no line.
  private var hasTime = false
  /// The last message with a time.
  private var last: LogMessage?

  static let cleaning = Cleaning.lines(
    TextCleaner(begins: begins, starts: { LogTextLine.starts(in: $0) }, isText: true))

  static func framing(_ head: LogHead) -> Framing? {
    // A record of JSON may contain such a line.
    guard UnifiedLogReader.ofRecords(head) == nil else { return nil }
    let lines = head.bytes.split(separator: UInt8(ascii: "\n"))
    if lines.contains(where: { LogTextLine($0) != nil }) { return .joined(begins) }
    let marks = lines.compactMap { FlutterMark($0)?.message }
    let ofApp = marks.filter { !Logcat.isLine($0) }
    let isMarked = ofApp.contains { AppSaying($0) != nil }
    // What it prints of the build comes first.
    let isOfFlutter = marks.count >= leastMarks && (ofApp.count == marks.count || isMarked)
    return isMarked || isOfFlutter ? .joined { begins($0) || FlutterMark($0) != nil } : nil
  }

  init(_ options: IngestOptions) {
    timebase = options.timebase
    reports = IPSReader(options, isWithin: true)
    // 1972, a leap year, as the text has no year.
    hasDay = options.day != nil
    isDayFirst = options.isDayFirst == true
    day = options.day ?? 63_072_000_000_000_000
    year = Int(Timestamp.rfc3339(day).prefix(4)) ?? 0
  }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let mark = FlutterMark(record)
    if let mark { elapsed += mark.nanoseconds }
    guard let line = LogTextLine(record, columns) else {
      if Logcat.isLine(mark?.message ?? record) {
        transcript.notes.countAndroid()
        return transcript.end(.envelope)
      }
      if let mark, !mark.isForwarded, !hasTime, AppSaying(mark.message) != nil {
        var message = LogMessage(text: mark.message)
        message.uptime = elapsed
        return add(message, record, &transcript)
      }
      if Self.saysEnd(record), var message = last {
        message.text = Self.unquoted(record)
        message.isTimeInferred = true
        return add(message, record, &transcript)
      }
      // A crash report that was pasted with the log.
      if IPSReader.framing(LogHead(Array(record.prefix(CrashText.headLength)))) != nil {
        return reports.read(record, into: &transcript)
      }
      if let mark { noteUntimed([mark.message], &transcript) }
      columns = columns ?? ConsoleColumns.roles(above: record)
      above = Array(record)
      return transcript.end(.envelope)
    }
    if let start = CrashText.startOfPiece(below: record) {
      // A crash report that was pasted with the log, without the line with which one begins.
      transcript.nextRecord(nil, linesBefore: 0, of: 2)
      read(record[..<start], into: &transcript)
      let lineCount = record[..<start].count { $0 == UInt8(ascii: "\n") }
      transcript.nextRecord(nil, linesBefore: Int64(lineCount), of: 2)
      return reports.read(record[start...], into: &transcript)
    }
    hasTime = true
    if !line.isBelowMessage { noteUntimed(record.split(separator: UInt8(ascii: "\n")).dropFirst(), &transcript) }
    var message = LogMessage(text: line.message)
    let clock = line.clock
    let day = isDayFirst ? line.otherDay ?? line.day : line.day
    let time = "\(day ?? date(line))T\(clock)"
    if line.day != nil || hasDay {
      message.time = time
    } else {
      // A time without a day is no point in time, but durations can be measured by it.
      message.uptime = Timestamp.parse(Array(time.utf8).span)?.nanoseconds
    }
    message.process = line.process
    message.pid = line.pid
    message.subsystem = line.subsystem ?? ""
    var kept = record
    if line.isBelowMessage {
      let end = record.firstIndex(of: UInt8(ascii: "\n")) ?? record.endIndex
      message.text = LogTextLine.message(above: above[...])
      kept = (message.text + record[..<end])[...]
      above = Array(record[end...])
    }
    strip(&message)
    host = line.host ?? host
    add(message, kept, &transcript)
    last = message
  }

  /// Adds the events of a message of the device that was named last.
  private mutating func add(_ message: LogMessage, _ record: ArraySlice<UInt8>, _ transcript: inout Transcript) {
    let timebase = timebase
    let host = host
    interpreters[host, default: UnifiedLogInterpreter(timebase, device: host, losesLines: true)].read(
      message, into: &transcript
    ) { $0.set("record", record.string) }
  }

  /// Counts lines of an app about its life cycle that have no time: they are not read, as the line above may be much older.
  private func noteUntimed(_ lines: some Sequence<ArraySlice<UInt8>>, _ transcript: inout Transcript) {
    for line in lines {
      if Logcat.isLine(line) {
        transcript.notes.countAndroid()
      } else if TextCleaner.signs(in: line).timeCount == 0, AppSaying(line) != nil {
        transcript.notes.count(unmatched: "a line without a time: \(line.prefix(AppSaying.length).string)")
      }
    }
  }

  /// The records in a text, each from its first line on, without the line break at its end.
  static func records(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let starts = text.split(separator: UInt8(ascii: "\n")).filter(begins).map(\.startIndex)
    return zip(starts, starts.dropFirst() + [text.endIndex]).map { start, end in
      text[start..<(text[..<end].last == UInt8(ascii: "\n") ? end - 1 : end)]
    }
  }

  /// True if a record begins with a line.
  private static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    LogTextLine(line) != nil || saysEnd(line) || IPSReader.begins(line)
  }

  /// True for a line that says, without a time, how the process ended that wrote the lines above: of Xcode, of devicectl,
  /// or of a runtime.
  static func saysEnd(_ written: ArraySlice<UInt8>) -> Bool {
    let line = unquoted(written)
    return endings.contains(where: line.starts)
      || line.firstIndex(of: ".swift:".utf8) != nil
        && line.firstIndex(of: ": Fatal error: ".utf8) != nil
      || line.starts(with: ManagedException.mark) && ManagedException(unhandled: line.string) != nil
  }

  /// A line without the quotation marks in which a person has put it.
  private static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { "\"'`".utf8.contains($0) }
  }

  private static let endings = [
    "Message from debugger: Terminated ", "Message from debugger: killed", "Program ended with exit code: ",
    "App terminated due to ", "libc++abi", "Fatal error: ", "*** Terminating app due to uncaught exception",
    "Terminating app due to uncaught exception", "Terminated due to memory ", "Terminated due to Memory ",
    "Terminated Due To Memory ", "Uncaught Kotlin exception: ", "Unhandled managed exception: ", "Got a SIG",
    "critical: Got a SIG", "Uncaught exception: NS",
  ].map { Array($0.utf8) }

  /// The date of a record that lacks some of it: if the time goes back, it is the next day, or year.
  private mutating func date(_ line: LogTextLine) -> String {
    if let month = line.month, let number = line.date {
      if month < lastMonth { year += 1 }
      lastMonth = month
      func two(_ text: String) -> String { text.count < 2 ? "0\(text)" : text }
      return "\(year)-\(two(String(month)))-\(two(number))"
    }
    let now = Timestamp.parse(Array("1970-01-01T\(line.clock)".utf8).span)?.nanoseconds ?? 0
    if now < lastClock - Self.nightNanos { day = min(day, .max - 86_400_000_000_000) + 86_400_000_000_000 }
    lastClock = now
    return String(Timestamp.rfc3339(day).prefix(10))
  }

  /// Removes library, subsystem and category from the front of the message.
  private func strip(_ message: inout LogMessage) {
    for (open, close) in [("(", ")"), ("[", "]")] where message.text.first == open.utf8.first {
      guard let end = message.text.firstIndex(of: Array("\(close) ".utf8)[...]) else { continue }
      let inner = message.text[..<end].dropFirst().string
      // A key of a process, a scene or launchd belongs to the message.
      if inner.contains("<") || inner.contains("sceneID:") || inner.contains("UIKitApplication:") { continue }
      if inner.contains(" ") { continue }
      let words = inner.split(separator: ":")
      // So does a program with its process id, and an app's bundle id: a subsystem is followed by a category.
      let isProgram = words.count == 2 && Int64(words[1]) != nil
      let isBundle = words.count == 1 && inner.contains(".") && MessageTable.standard.isDaemon(message.process)
      if open == "[", isProgram || isBundle { continue }
      if open == "[" { message.subsystem = inner.split(separator: ":").first.map(String.init) ?? "" }
      message.text = message.text[(end + 2)...]
    }
  }
}

/// A line of `flutter run -v`, which begins with the time since the line before it.
///
///     [        ] Launching lib/main.dart on iPhone in debug mode...
///     [ +854 ms] flutter: AppLifecycleState.paused
///
/// Source: `VerboseLogger` in flutter_tools.
private struct FlutterMark {
  /// The time since the line before it.
  let nanoseconds: Int64
  /// The text after the mark.
  let message: ArraySlice<UInt8>

  /// True if the text is a line of the device's log, which has a time of its own.
  var isForwarded: Bool { message.starts(with: "[DEVICE LOG] ".utf8) }

  /// Reads the line at the start of a text; nil if it does not begin with such a mark.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "[") || text.first == 0x1B else { return nil }
    // Long times are bold.
    let isBold = text.prefix(6).contains(0x1B)
    let line = isBold ? LineText.undo(text).text[...] : text
    guard line.first == UInt8(ascii: "["), let end = line.prefix(24).firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let inner = line[..<end].dropFirst().drop { $0 == UInt8(ascii: " ") }
    let digits = inner.dropFirst().prefix(while: \.isDigit)
    if inner.isEmpty {
      guard end > line.startIndex + 2 else { return nil }
      nanoseconds = 0
    } else {
      guard inner.first == UInt8(ascii: "+"), inner[digits.endIndex...].elementsEqual(" ms".utf8),
        let count = Int64(digits.string), count < 1_000_000_000
      else { return nil }
      nanoseconds = count * 1_000_000
    }
    message = line[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
  }
}
