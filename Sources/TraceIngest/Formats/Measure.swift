import TraceModel

/// Reads the session files of measure.sh: a document that holds events, and spans.
///
/// A session goes on over several processes and files. `measure.txt` has what types of events mean, and who says it;
/// then which of an event's attributes are fields; then the kinds that the SDK records at all.
struct MeasureReader: Transcoder {
  static let name = "measure"
  private static let tables = PackageResources.measure_txt.tables
  private static let meanings = Dictionary(
    uniqueKeysWithValues: tables[0].map { ($0[0], (name: $0[1], eventSource: $0[2])) })
  private static let kinds = Array(tables[2][0][0].utf8)
  private static let mainThread = "com.apple.main-thread"

  static func framing(_ head: LogHead) -> Framing? {
    let isSession = ["session_id", "attribute", "user_triggered", "timestamp"].contains { head.contains("\"\($0)\"") }
    return isSession && ["events", "spans"].contains(head.keys.first) ? .document : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let document: JSONValue
    do throws(Reject.Reason) { document = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    let values = (document["events"]?.items ?? []) + (document["spans"]?.items ?? [])
    if values.isEmpty { return transcript.end(.envelope) }
    for value in values {
      transcript.nextRecord(value.raw)
      read(value, into: &transcript)
    }
  }

  private func read(_ value: JSONValue, into transcript: inout Transcript) {
    guard let told = value["timestamp"] ?? value["start_time"], let time = told.string else {
      return transcript.end(.rejected(.noTime))
    }
    let type = value["type"]?.string ?? "span"
    let detail = value[type]
    let key = ([type] + [detail?["type"]?.string].compactMap(\.self)).joined(separator: ".")
    let meaning = Self.meanings[key]
    var event = event(meaning?.name ?? "measure.\(type)", value)
    let start = detail?["process_start_uptime"] ?? detail?["app_visible_uptime"]
    // A resume's are on another clock.
    if type != "hot_launch", let start = start?.integer, let draw = detail?["on_next_draw_uptime"]?.integer {
      var process = self.event("process.start", value)
      process.set("time", start)
      // Some versions cut it to the second.
      process.set("startUncertaintyNanos", start % 1000 == 0 ? 1_000_000_000 : nil)
      transcript.add(process)
      event.set("time", draw)
    } else {
      event.set("time", time)
    }
    event.set("source", meaning?.eventSource)
    event.set("view", detail?["class_name"]?.string)
    event.set("memory", detail?["used_memory"]?.integer.flatMap { Int64(exactly: Int128($0) * 1024) })
    event.set("attributes", value)
    transcript.add(event)
    // What comes later in the session is another process, whose start is not always recorded.
    let isCrash = type == "exception" && Self.isCrash(detail)
    guard isCrash || key == "lifecycle_app.terminated", let end = Timestamp.parse(Array(time.utf8).span) else { return }
    // The time of a crash is cut to the second: the process did what comes in that second before.
    let isCut = isCrash && end.nanoseconds % Self.second == 0
    let behind = isCut ? Self.second - 1 : 1
    var exit = self.event("process.exit", value)
    exit.set("time", min(end.nanoseconds, .max - behind) + behind)
    exit.set("source", "system")
    exit.set("reason", isCrash ? "crash" : nil)
    transcript.add(exit)
  }

  private static let second: Int64 = 1_000_000_000

  /// Whether an exception ended the process: a signal did, and nobody handled it.
  ///
  /// Frameworks write errors that nobody handled as well, without a signal, after which the app goes on.
  private static func isCrash(_ exception: JSONValue?) -> Bool {
    guard exception?["handled"]?.truth == false else { return false }
    return exception?["exceptions"]?.items.first?["signal"]?.string.map { !$0.isEmpty } ?? false
  }

  /// An event with what its record says of app, device and session.
  private func event(_ name: String, _ value: JSONValue) -> EventLine {
    var event = EventLine(name)
    let context = value["attribute"] ?? value["attributes"]
    for row in Self.tables[1] { event.set(row[0], context?[row[1]]?.string) }
    // As in `Simulator iPhone17,1`.
    event.set("deviceModel", context?["device_model"]?.string?.split(separator: " ").last.map(String.init))
    event.set("simulator", context?["device_is_physical"]?.truth.map { !$0 })
    event.set("thread", context?["thread_name"]?.string.flatMap { $0 == Self.mainThread ? "main" : nil })
    event.set("records", try? JSONValue(Self.kinds[...]))
    event.set(stream: "measure/\(value["session_id"]?.string ?? "")")
    return event
  }
}
