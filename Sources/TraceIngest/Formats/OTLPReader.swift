import TraceModel

/// Reads logs and traces of OpenTelemetry in OTLP/JSON, one object or many.
///
/// Source: OpenTelemetry, OTLP/JSON; semantic conventions, `device.app.lifecycle`.
struct OTLPReader: LogFormatReader {
  static let name = "otlp"
  static let summary = "logs and traces of OpenTelemetry in OTLP/JSON, as SDKs of Splunk, Embrace and Bugsnag send them"

  /// Fields, and the attributes that may hold them, the likeliest first.
  private static let fieldKeys: KeyValuePairs<Field, [String]> = [
    .app: ["service.name", "app.name"],
    .appVersion: ["service.version", "app.version"],
    .appBuild: ["app.build_id", "bugsnag.app.bundle_version"],
    .deviceModel: ["device.model.identifier", "device.model.name"],
    .device: ["app.installation.id", "device.id"],
    .osVersion: ["os.version"],
    .platform: ["os.name"],
    .pid: ["process.pid"],
  ]
  /// What the states of `device.app.lifecycle` mean.
  private static let states: [String: EventKind] = [
    "active": .appDidBecomeActive,
    "inactive": .appWillResignActive,
    "background": .appDidEnterBackground,
    "foreground": .appWillEnterForeground,
    "terminate": .appWillTerminate,
    "created": .appDidFinishLaunching,
  ]

  /// What the start and the end of a span are: names of events, which may be those of notifications.
  private struct SpanMeaning {
    var start: String?
    var end: String?
  }

  /// The spans that SDKs write at launch: of Splunk, Embrace and Bugsnag.
  private static let spans: [String: SpanMeaning] = [
    "AppStart": SpanMeaning(start: "process.start"),
    "emb-app-startup-cold": SpanMeaning(start: "process.start", end: "launch.firstFrame"),
    "emb-app-startup-warm": SpanMeaning(start: "process.start", end: "launch.firstFrame"),
    "emb-app-pre-main-init": SpanMeaning(end: "process.main"),
    "emb-app-startup-app-init": SpanMeaning(end: "UIApplicationDidFinishLaunchingNotification"),
    "[AppStart/iOSCold]": SpanMeaning(start: "process.start", end: "UIApplicationDidBecomeActiveNotification"),
    "[AppStart/iOSWarm]": SpanMeaning(start: "process.start", end: "UIApplicationDidBecomeActiveNotification"),
    "[AppStartPhase/App launching - pre main()]": SpanMeaning(end: "process.main"),
    "[AppStartPhase/App launching - post main()]": SpanMeaning(end: "UIApplicationDidFinishLaunchingNotification"),
  ]

  static func framing(_ head: LogHead) -> Framing? {
    guard ["resourceLogs", "resourceSpans"].contains(head.keys.first) else { return nil }
    // The unified log, sent in OTLP, is read as that log.
    return UnifiedLogReader.framing(head) == nil ? .objects : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    var count = 0
    for (signal, items) in [("Logs", "logRecords"), ("Spans", "spans")] {
      for resource in value["resource\(signal)"]?.items ?? [] {
        for item in (resource["scope\(signal)"]?.items ?? []).flatMap({ $0[items]?.items ?? [] }) {
          transcribe(item, of: resource["resource"], into: &transcript)
          count += 1
        }
      }
    }
    if count == 0 { transcript.end(.envelope) }
  }

  /// Adds the events of a log record or a span.
  private func transcribe(_ item: JSONValue, of resource: JSONValue?, into transcript: inout Transcript) {
    let lists = [item["attributes"], item["body"]?[path: "kvlistValue.values"], resource?["attributes"]]
    func attribute(_ key: String) -> JSONValue? { lists.lazy.compactMap { Self.value(key, in: $0) }.first }
    let name = (item["eventName"] ?? attribute("event.name") ?? item["name"])?.string ?? "log"
    let state = name == "device.app.lifecycle" ? attribute("ios.app.state")?.string : nil
    let meaning = state.flatMap { Self.states[$0]?.name }
    let times = ["timeUnixNano", "startTimeUnixNano", "observedTimeUnixNano"].compactMap { item[$0] }
    var events = [(meaning ?? Self.known(name), times.first { $0.integer != 0 })]
    if let span = Self.spans[name] {
      let start = span.start.map { ($0, events[0].1) }
      let end = span.end.map { ($0, item["endTimeUnixNano"]) }
      events = [start, end].compactMap(\.self)
    }
    events += (item["events"]?.items ?? []).map { (Self.known($0["name"]?.string ?? ""), $0["timeUnixNano"]) }
    for (index, (name, time)) in events.enumerated() {
      guard let time else { return transcript.end(.rejected(.noTime)) }
      var event = EventLine(name)
      event.set("time", time)
      event.set("source", meaning.map { _ in "notification" })
      event.set("prewarmed", name == "process.start" && attribute("isPrewarmed")?.string == "true" ? true : nil)
      for (field, keys) in Self.fieldKeys { event.set(field.name, keys.lazy.compactMap { attribute($0) }.first) }
      event.set("record", index == 0 ? item : nil)
      event.set("resource", index == 0 ? resource : nil)
      transcript.add(event)
    }
  }

  /// An attribute's value, whatever its type.
  private static func value(_ key: String, in list: JSONValue?) -> JSONValue? {
    list?.items.first { $0["key"]?.string == key }?["value"]?.members.first?.value
  }

  /// The name, if it is in the vocabulary, else one of this format's own.
  private static func known(_ name: String) -> String { EventNames.meaning(of: name) == nil ? "otlp.\(name)" : name }
}
