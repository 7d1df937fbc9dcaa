import TraceModel

/// Reads the lines without times that Flutter, React Native and Xcode print about an app's life cycle, and lines of the
/// system's log that have lost theirs: all that is known of the time is the order of the lines.
///
/// An event needs a clock, so each line stands one nanosecond behind the line before it, on `uptime`: nothing in such a
/// log took long, and no launch of it has a time (`LaunchFacts.isUntimed`). What an app prints is all of one process.
struct UntimedTextReader: LogFormatReader {
  static let name = InputFormat.untimedText.name
  static let summary = "what Flutter, React Native, Xcode and the system print without times: only order is judged"
  static let isLoose = true
  static let cleaning = Cleaning.lines(TextCleaner(begins: { isLifecycle($0) }, starts: nil, isText: true))
  private var interpreter: UnifiedLogInterpreter

  static func framing(_ head: LogHead) -> Framing? {
    let lines = head.lines.filter { line in line.contains { !$0.isWhitespace } }
    guard let first = lines.first, !LogHead.beginsJSON(first), let text = UntimedText(lines), text.hasOrder else {
      return nil
    }
    // The time may stand at the end of a line, or below it.
    if text == .systemLog, lines.contains(where: { LogTextLine(Array($0.utf8)[...]) != nil }) { return nil }
    return lines.contains { isLifecycle(Array($0.utf8)[...]) } ? .lines : nil
  }

  static func remark(_ head: LogHead) -> String {
    guard let text = UntimedText(head.lines) else { return "" }
    return ": it is \(text.what), so that nothing of it is timed; \(text.hint)"
  }

  init(_ options: IngestOptions) { interpreter = UnifiedLogInterpreter(options.timebase, losesLines: true) }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    var message = LogMessage()
    message.uptime = transcript.number
    if let line = UntimedLine(ofDaemon: record) {
      message.process = line.process
      message.pid = line.pid
      message.text = line.message
    } else {
      message.text = Self.message(of: record)
    }
    interpreter.read(message, into: &transcript) { $0.set("record", record.string) }
  }

  /// True if a line is about an app's life cycle.
  private static func isLifecycle(_ line: ArraySlice<UInt8>) -> Bool {
    let text = message(of: line)
    return AppSaying(text) != nil || MessageTable.standard.find(text, of: "") != nil
      || UntimedLine(ofDaemon: line) != nil
  }

  /// A line without what Xcode and React Native write in front of it.
  private static func message(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    let category = Array("[BackgroundTask] ".utf8)
    return text.starts(with: category) ? text.dropFirst(category.count) : text
  }
}
