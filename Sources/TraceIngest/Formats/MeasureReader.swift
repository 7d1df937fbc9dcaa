import TraceModel

/// Reads the session files of measure.sh: documents that hold events and spans.
///
/// A session may span several processes and files.
struct MeasureReader: LogFormatReader {
  static let name = InputFormat.measure.name
  static let summary = "session files of measure.sh, an open-source monitor of mobile apps"

  /// By the type of an event and, after a dot, the type that it holds: the kind, and who reports it.
  private static let meanings: [String: (kind: EventKind, eventSource: EventSource)] = [
    "lifecycle_app.foreground": (.appWillEnterForeground, .notification),
    "lifecycle_app.background": (.appDidEnterBackground, .notification),
    "lifecycle_app.terminated": (.appWillTerminate, .notification),
    "lifecycle_view_controller.viewDidLoad": (.viewDidLoad, .delegate),
    "lifecycle_view_controller.viewWillAppear": (.viewWillAppear, .delegate),
    "lifecycle_view_controller.viewDidAppear": (.viewDidAppear, .delegate),
    "lifecycle_view_controller.viewWillDisappear": (.viewWillDisappear, .delegate),
    "lifecycle_view_controller.viewDidDisappear": (.viewDidDisappear, .delegate),
    "lifecycle_view_controller.didReceiveMemoryWarning": (.viewDidReceiveMemoryWarning, .delegate),
    "cold_launch": (.launchFirstFrame, .app),
    "warm_launch": (.launchFirstFrame, .app),
    "hot_launch": (.launchFirstFrame, .app),
  ]
  /// Fields, and the keys of an event's attributes that hold them.
  private static let fieldKeys: KeyValuePairs<Field, String> = [
    .app: "app_unique_id",
    .appVersion: "app_version",
    .appBuild: "app_build",
    .osVersion: "os_version",
    .platform: "os_name",
    .device: "installation_id",
  ]
  /// All kinds of events that the SDK records.
  private static let kinds: [EventKind] = [
    .processStart, .processExit, .appWillEnterForeground, .appDidEnterBackground, .appWillTerminate, .viewDidLoad,
    .viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear, .viewDidReceiveMemoryWarning,
    .launchFirstFrame,
  ]
  private static let records = "[" + kinds.map { "\"\($0.name)\"" }.joined(separator: ",") + "]"
  private static let mainThread = "com.apple.main-thread"

  static func framing(_ head: LogHead) -> Framing? {
    guard ["events", "spans"].contains(head.keys.first) else { return nil }
    // A document without events has only a time.
    let isEmpty = head.bytes.count { $0 == UInt8(ascii: "{") } == 1
    if isEmpty, head.contains("\"timestamp\"") { return .document }
    // Other programs write events with a time, too.
    let isSession = ["session_id", "attribute", "user_triggered"].contains { head.contains("\"\($0)\"") }
    return isSession && ["type", "trace_id"].contains { head.contains("\"\($0)\"") } ? .document : nil
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
    guard let time = (value["timestamp"] ?? value["start_time"])?.string else {
      return transcript.end(.rejected(.noTime))
    }
    let type = value["type"]?.string ?? "span"
    let detail = value[type]
    let key = ([type] + [detail?["type"]?.string].compactMap(\.self)).joined(separator: ".")
    let meaning = Self.meanings[key]
    var event = event(meaning?.kind.name ?? Self.eventName(type), value)
    let start = detail?["process_start_uptime"] ?? detail?["app_visible_uptime"]
    // The times of a return are on another clock.
    if type != "hot_launch", let start = start?.integer, let draw = detail?["on_next_draw_uptime"]?.integer {
      var process = self.event("process.start", value)
      process.set("time", start)
      // Some versions cut the time to the second.
      process.set("startUncertaintyNanos", start % 1000 == 0 ? 1_000_000_000 : nil)
      transcript.add(process)
      event.set("time", draw)
    } else {
      event.set("time", time)
    }
    event.set("source", meaning?.eventSource.name)
    event.set("view", detail?["class_name"]?.string)
    event.set("memory", detail?["used_memory"]?.integer.flatMap { Int64(exactly: Int128($0) * 1024) })
    event.set("attributes", value)
    transcript.add(event)
    // Later events of the session belong to another process, whose start is not always recorded.
    let isCrash = type == "exception" && Self.isCrash(detail)
    guard isCrash || key == "lifecycle_app.terminated", let end = Timestamp.parse(Array(time.utf8).span) else { return }
    // The time of a crash is cut to the second: events within that second came before it.
    let isCut = isCrash && end.nanoseconds % Self.second == 0
    let behind = isCut ? Self.second - 1 : 1
    var exit = self.event("process.exit", value)
    exit.set("time", min(end.nanoseconds, .max - behind) + behind)
    exit.set("source", "system")
    exit.set("reason", isCrash ? "crash" : nil)
    transcript.add(exit)
  }

  private static let second: Int64 = 1_000_000_000

  /// True if an exception ended the process: it was not handled, and came with a signal.
  ///
  /// Frameworks also write errors that were not handled, without a signal, after which the app goes on.
  private static func isCrash(_ exception: JSONValue?) -> Bool {
    guard exception?["handled"]?.truth == false else { return false }
    return exception?["exceptions"]?.items.first?["signal"]?.string.map { !$0.isEmpty } ?? false
  }

  /// An event with the app, device and session of its record.
  private func event(_ name: String, _ value: JSONValue) -> EventLine {
    var event = EventLine(name)
    let context = value["attribute"] ?? value["attributes"]
    for (field, key) in Self.fieldKeys { event.set(field.name, context?[key]?.string) }
    // As in `Simulator iPhone17,1`.
    event.set("deviceModel", context?["device_model"]?.string?.split(separator: " ").last.map(String.init))
    event.set("simulator", context?["device_is_physical"]?.truth.map { !$0 })
    event.set("thread", context?["thread_name"]?.string.flatMap { $0 == Self.mainThread ? "main" : nil })
    event.set(records: Self.records)
    event.set(stream: Self.streamName(value["session_id"]?.string ?? ""))
    return event
  }
}
