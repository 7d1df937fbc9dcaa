import TraceModel

extension LogTextLine {
  private static let keys = ["msg", "timestamp", "process", "message", "pid", "subsystem"]

  /// A row that a tool forwards as JSON: the device's own row under `msg`, or its parts by their names.
  ///
  ///     {"msg":"Oct  5 23:48:33 iPhone Shop(UIKitCore)[512] <Notice>: …"}
  ///     {"timestamp":"2026-10-31 10:00:01.5+0200","process":"Shop","pid":512,"subsystem":"","message":"…"}
  ///
  /// Source: `ios syslog` of go-ios; `mobilecli device logs`.
  static func row(json text: ArraySlice<UInt8>) -> LogTextLine? {
    var line = text.prefix { $0 != UInt8(ascii: "\n") }
    // In an array a comma stands behind it.
    while let last = line.last, last == UInt8(ascii: ",") || JSONScanner.isSpace(last) { line.removeLast() }
    guard let row = try? JSONValue(line) else { return nil }
    let parts = row[Self.keys]
    if let line = parts[0]?.bytes { return LogTextLine(line) }
    guard let time = parts[1]?.bytes, let process = parts[2]?.string, let message = parts[3]?.bytes,
      let number = parts[4]?.integer, let subsystem = parts[5]?.string,
      // Behind the day stands a space or a `T`.
      var line = LogTextLine(clock: time.dropFirst(11)), line.take(day: time.prefix(10))
    else { return nil }
    line.process = program(Array(process.utf8)[...])
    line.pid = number
    line.subsystem = subsystem
    line.message = message
    return line
  }
}
