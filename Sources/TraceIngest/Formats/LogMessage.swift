import TraceModel

/// One message of the unified log, whatever the style in which it was written out.
struct LogMessage {
  var time: String?
  var uptime: Int64?
  var boot: String?
  var process = ""
  /// Of the process that logged it.
  var pid: Int64?
  var subsystem = ""
  var text: ArraySlice<UInt8> = []
  var signpost: (name: String, id: String, isEnd: Bool)?

  /// When it came, in nanoseconds on the clock that it is written with; 0 where that can't be read.
  var instant: Int64 {
    let parsed = time.flatMap { Timestamp.parse(Array($0.utf8).span)?.nanoseconds }
    return parsed ?? uptime ?? 0
  }

  /// The text behind the signature of UIKit's function that logs it, which stands in front of some messages, as in
  /// `BOOL _UIApplicationEndBackgroundTask(UIBackgroundTaskIdentifier)_block_invoke: Will invalidate`.
  var textBehindSignature: ArraySlice<UInt8>? {
    guard text.prefix(64).firstIndex(of: "_UI".utf8) != nil else { return nil }
    for mark in ["): ", ")_block_invoke: "] {
      guard let end = text.prefix(400).firstIndex(of: mark.utf8) else { continue }
      return text[end...].dropFirst(mark.utf8.count)
    }
    return nil
  }

  /// The name of the stream of a process that has no number: another log may hold another process of that name.
  func stream(of name: String) -> String { "\(name) since \(time ?? uptime.map { "+\($0)" } ?? "")" }

  /// An event at its time.
  func event(_ name: String) -> EventLine {
    var event = EventLine(name)
    event.set("time", time)
    event.set("uptime", uptime)
    return event
  }
}
