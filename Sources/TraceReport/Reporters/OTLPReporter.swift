import TraceAnalyzer
import TraceModel

/// Launches as traces and logs of OpenTelemetry: OTLP/JSON, one object a line.
///
/// A launch's spans come first, on one line, then its log records, each on a line of its own: so a finding in the
/// output, read by `OTLPReader`, names the line of an event. The launch is the span `AppStart`, its phases are children
/// of that, and each task is a span of its own. Each event is a log record: an app's state by the conventions' name,
/// any other by its own. The body is the whole record, which the reader accepts; the spans add no facts to the records.
///
/// Source: OpenTelemetry, OTLP 1.x (JSON Protobuf Encoding); semantic conventions, `device.app.lifecycle`.
package enum OTLPReporter: Reporter {
  package static let name = "otlp"
  package static let isJSON = true

  /// The conventions' words for the states of an app, by the events that bring it there.
  private static let states: [EventKind: String] = [
    .appDidBecomeActive: "active", .appWillResignActive: "inactive", .appDidEnterBackground: "background",
    .appWillEnterForeground: "foreground", .appWillTerminate: "terminate",
  ]

  package static func writes(_ answer: any Answer.Type) -> Bool { answer is any TracedRecordsAnswer.Type }

  package static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let traced = try readable(answer, as: (any TracedRecordsAnswer).self).traced
    let scope = #""scope":{"name":\#(quoted(InputFormat.otlpScope)),"version":\#(quoted(traced.toolVersion))}"#
    func putLog(_ record: TracedRecord, _ resource: [String], _ traceID: String?) throws {
      try put(line("resourceLogs", resource, "scopeLogs", "\(scope),\"logRecords\":[\(log(record, traceID))]"))
    }
    try traced.others { try putLog($0, [], nil) }
    try traced.forEachTimeline { timeline in
      let launch = timeline.launch
      let resource = resource(launch.context)
      let spans = spans(timeline).joined(separator: ",")
      if !spans.isEmpty { try put(line("resourceSpans", resource, "scopeSpans", "\(scope),\"spans\":[\(spans)]")) }
      let traceID = traceID(launch)
      try traced.records(launch) { try putLog($0, resource, traceID) }
    }
  }

  private static func line(_ signal: String, _ resource: [String], _ scopes: String, _ scope: String) -> String {
    let attributes = resource.joined(separator: ",")
    return #"{"\#(signal)":[{"resource":{"attributes":[\#(attributes)]},"\#(scopes)":[{\#(scope)}]}]}"# + "\n"
  }

  /// App, device and system under the conventions' names.
  private static func resource(_ context: LaunchContext) -> [String] {
    let pairs = [
      ("service.name", context.app), ("service.version", context.appVersion), ("app.build_id", context.appBuild),
      ("device.id", context.device), ("device.model.identifier", context.deviceModel),
      ("os.name", context.platform), ("os.version", context.osVersion),
    ]
    return pairs.filter { !$1.isEmpty }.map { attribute($0, $1) }
  }

  /// The launch, its phases and its tasks; empty without a wall clock, as a span has a time.
  private static func spans(_ timeline: LaunchTimeline) -> [String] {
    let launch = timeline.launch
    guard launch.hasWallClock else { return [] }
    let origin = launch.firstInstant
    var spans: [String] = []
    var counts: [String: Int] = [:]
    var parent: String?
    func add(_ slice: LaunchTimeline.Slice, _ name: String, _ attributes: [String], events: [String] = []) -> String? {
      guard let begin = time(origin &+ slice.begin), let end = time(origin &+ slice.end) else { return nil }
      counts[name, default: 0] += 1
      let id = spanID(launch, name, counts[name, default: 0])
      let parentText = parent.map { #""parentSpanId":"\#($0)","# } ?? ""
      let details = slice.details.map { detail in
        let value =
          switch detail.value {
          case .text(let text): #""stringValue":\#(quoted(text))"#
          case .number(let number): #""intValue":"\#(number)""#
          case .truth(let truth): #""boolValue":\#(truth)"#
          }
        return #"{"key":\#(quoted(key(detail))),"value":{\#(value)}}"#
      }
      // 1 is a span that is neither sent nor received: SPAN_KIND_INTERNAL.
      spans.append(
        #"{"traceId":"\#(traceID(launch))","spanId":"\#(id)",\#(parentText)"name":\#(quoted(name)),"kind":1,"#
          + #""startTimeUnixNano":"\#(begin)","endTimeUnixNano":"\#(end)","#
          + #""attributes":[\#((attributes + details).joined(separator: ","))]"#
          + (events.isEmpty ? "" : #","events":[\#(events.joined(separator: ","))]"#) + "}")
      return id
    }
    for (index, slice) in (timeline.lanes.first { $0.name == "launch" }?.slices ?? []).enumerated() {
      if index > 0 {
        _ = add(slice, slice.name.hasSuffix(" ~") ? String(slice.name.dropLast(2)) : slice.name, [])
        continue
      }
      let own = [attribute("start.type", launch.kind.name), attribute("tracetool.launch", launch.name)]
      parent = add(slice, "AppStart", own, events: milestones(timeline))
    }
    parent = nil
    for bar in timeline.tasks {
      let expired = bar.expiry.flatMap { time(origin &+ $0) }.map { event("expired", $0) }
      let name = bar.slice.name
      _ = add(bar.slice, name.isEmpty ? "task" : name, [], events: expired.map { [$0] } ?? [])
    }
    return spans
  }

  private static func milestones(_ timeline: LaunchTimeline) -> [String] {
    let launch = timeline.launch
    let milestones = launch.summary.milestones
    // A record of a launch's length does not tell what happened within.
    if milestones.measure != .events { return [] }
    let reached = Milestones.Name.allCases.filter { milestones[$0] != Event.absent }
    let offset = launch.firstInstant &- timeline.history.milestoneOrigin
    return reached.compactMap { name in time(milestones[name] &+ offset).map { event(name.name, $0) } }
  }

  /// The key of a detail in the namespace `tracetool`, as in `tracetool.kind_reason`.
  private static func key(_ detail: LaunchTimeline.Detail) -> String {
    "tracetool.\(detail.key.replacing(" ", with: "_"))"
  }

  private static func event(_ name: String, _ time: String) -> String {
    #"{"timeUnixNano":"\#(time)","name":\#(quoted(name))}"#
  }

  private static func log(_ record: TracedRecord, _ traceID: String?) -> String {
    let state = record.showsEntry ? states[record.kind] : nil
    // A record without its time stays in order by its other clocks, such as `uptime`.
    let timeText = time(record.time).map { #""timeUnixNano":"\#($0)","# } ?? ""
    let attributes = state.map { #","attributes":[\#(attribute("ios.app.state", $0))]"# } ?? ""
    let trace = traceID.map { #","traceId":"\#($0)""# } ?? ""
    let name = state == nil ? record.name : "device.app.lifecycle"
    return #"{\#(timeText)"eventName":\#(quoted(name)),"body":{"stringValue":\#(quoted(record.line))}"#
      + "\(attributes)\(trace)}"
  }

  /// Nanoseconds since 1970 as decimal text; nil for earlier times, for which OTLP has no number.
  private static func time(_ nanos: Int64) -> String? { nanos > 0 ? String(nanos) : nil }

  private static func attribute(_ key: String, _ text: String) -> String {
    #"{"key":\#(quoted(key)),"value":{"stringValue":\#(quoted(text))}}"#
  }

  /// 16 bytes in hex, which depend on the launch alone.
  private static func traceID(_ launch: Launch) -> String { hash(of: launch, [], bytes: 16) }

  /// 8 bytes in hex; `ordinal` tells spans of one name apart.
  private static func spanID(_ launch: Launch, _ name: String, _ ordinal: Int) -> String {
    hash(of: launch, [name, String(ordinal)], bytes: 8)
  }

  private static func hash(of launch: Launch, _ words: [String], bytes count: Int) -> String {
    let text = ([launch.context.app, launch.context.device, launch.name] + words).joined(separator: "\u{0}")
    return KeyedHash.digest(Array(text.utf8)).prefix(count).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func quoted(_ text: String) -> String { JSONDocument.string(text) }
}
