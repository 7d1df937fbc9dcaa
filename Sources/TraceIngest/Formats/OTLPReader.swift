import TraceModel

/// Reads logs, traces and metrics of OpenTelemetry in OTLP/JSON, one object or many, and spans of other shapes
/// (`SpanShape`).
///
/// Source: OpenTelemetry, OTLP/JSON; semantic conventions, `device.app.lifecycle`; apm-agent-ios, `lifecycle`.
/// `OTLPLaunchSpan` defines the meaning of spans of a start. The output of tracetool itself (`OTLPReporter`) is read to
/// the same events.
struct OTLPReader: LogFormatReader {
  static let name = InputFormat.otlp.name
  static let summary = "logs and traces of OpenTelemetry in OTLP/JSON, as SDKs of Splunk, AWS, Elastic and others send"
  static let mayBeEnclosed = true

  /// Fields, and the attributes that may hold them, the likeliest first.
  private static let fieldKeys: KeyValuePairs<Field, [String]> = [
    .app: appKeys,
    .deviceModel: ["device.model.identifier", "device.model.name"],
    .device: deviceKeys,
    .osVersion: ["os.version"],
    .platform: ["os.name"],
    .pid: ["process.pid"],
    .view: ["view.class"],
  ]
  private static let appKeys = ["service.name", "app.name", "app"]
  private static let deviceKeys = ["app.installation.id", "device.id"]
  private static let versionKeys = [
    "service.version", "app.version", "emb.app.version", "app.bundle.shortVersionString",
  ]
  private static let buildKeys = [
    "app.build_id", "bugsnag.app.bundle_version", "service.build", "emb.app.bundle_version", "app.bundle.version",
  ]
  /// The attributes that name the process or the session of a record, if none names its device.
  private static let sessionKeys = ["emb.process_identifier", "session.id"]

  /// The events of the states of an app.
  private static let states: KeyValuePairs<String, EventKind> = [
    "active": .appDidBecomeActive,
    "inactive": .appWillResignActive,
    "background": .appDidEnterBackground,
    "foreground": .appWillEnterForeground,
    "terminate": .appWillTerminate,
    "created": .appDidFinishLaunching,
  ]
  /// The names of records that report a state, and the attributes that hold it.
  private static let stateNames: Set = ["device.app.lifecycle", "lifecycle"]
  private static let stateKeys = ["ios.app.state", "ios.state", "lifecycle.state"]
  /// SDKs write these five every time.
  private static let stateRecords = EventLine.records(states.prefix(5).map(\.value.name))

  /// Records that hold sums or averages of many launches: no launch can be made of them.
  ///
  /// Source: opentelemetry-swift and honeycomb-opentelemetry-swift (`MetricKitInstrumentation.swift`); apm-agent-ios.
  private static let aggregates: Set = [
    "MXMetricPayload", "application.launch.time", "application.responsiveness.hangtime", "application.exits",
  ]

  /// A signal: the keys of its lists, from the outermost to that of the records.
  private struct Signal {
    let resources, scopes, records: [String]
  }

  private static let signals = [
    Signal(
      resources: ["resourceLogs", "resource_logs"],
      scopes: ["scopeLogs", "scope_logs", "instrumentationLibraryLogs", "instrumentation_library_logs"],
      records: ["logRecords", "log_records", "logs"]),
    // Grafana Tempo answers with `batches`.
    Signal(
      resources: ["resourceSpans", "resource_spans", "batches"],
      scopes: ["scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans"],
      records: ["spans"]),
    Signal(
      resources: ["resourceMetrics", "resource_metrics"],
      scopes: ["scopeMetrics", "scope_metrics", "instrumentationLibraryMetrics", "instrumentation_library_metrics"],
      records: ["metrics"]),
  ]
  private static let marks = signals.flatMap(\.resources).filter { $0 != "batches" }

  static func framing(_ head: LogHead) -> Framing? {
    if SpanShape.isBegun(by: head) { return .objects }
    let isOfTempo = head.keys.first == "batches" && signals[1].scopes.contains { head.contains("\"\($0)\"") }
    guard isOfTempo || head.keys.contains(where: marks.contains) else { return nil }
    // The unified log, sent in OTLP, is read by `UnifiedLogReader`.
    return UnifiedLogReader.framing(head) == nil ? .objects : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    var count = 0
    for signal in Self.signals {
      for group in Self.list(signal.resources, in: value) {
        let resource = OTLPRecord.Resource(group["resource"])
        for scope in Self.list(signal.scopes, in: group) {
          let name = (scope["scope"] ?? OTLPRecord.member("instrumentationLibrary", of: scope))?["name"]?.string ?? ""
          for item in Self.list(signal.records, in: scope) {
            if name == InputFormat.otlpScope, let own = Self.addOwn(item, of: signal, to: &transcript) {
              count += own
              continue
            }
            let record = OTLPRecord(item, of: resource, scope: name)
            let isMetric = signal.records == ["metrics"]
            // A metric without a point has no value.
            if isMetric, Self.time(ofMetric: record) == nil { continue }
            transcribe(record, isMetric: isMetric, into: &transcript)
            count += 1
          }
        }
      }
    }
    for (written, span, resource) in count == 0 ? SpanShape.spans(in: value) : [] {
      let record = OTLPRecord(span, of: OTLPRecord.Resource(resource), scope: "", written: written)
      transcribe(record, isMetric: false, into: &transcript)
      count += 1
    }
    let isEnvelope = Self.signals.contains { value[$0.resources].contains { $0 != nil } }
    if count == 0 { transcript.end(isEnvelope ? .envelope : .rejected(.notRecord)) }
  }

  /// True if tracetool wrote the source: then each record is one of its own, even if it contains one of another log.
  static func isOwn(_ head: LogHead) -> Bool { head.contains("\"\(InputFormat.otlpScope)\"") }

  /// Adds the event that tracetool wrote as a log record, whose body is the record.
  ///
  /// - Returns: How many events were added: none for a span of tracetool's own, which repeats those records; nil if the
  ///   item is neither.
  private static func addOwn(_ item: JSONValue, of signal: Signal, to transcript: inout Transcript) -> Int? {
    if signal.records == ["spans"] { return 0 }
    let body = item["body"].flatMap { OTLPRecord.member("stringValue", of: $0) }?.bytes
    guard let body, body.first == UInt8(ascii: "{") else { return nil }
    let event = transcript.keepsAll ? nil : (try? JSONValue(body))?[Field.event.name]?.string
    transcript.add(record: Array(body), of: event)
    return 1
  }

  /// The elements of the list under one of these keys.
  private static func list(_ keys: [String], in value: JSONValue) -> [JSONValue] {
    value[keys].lazy.compactMap(\.self).first?.items ?? []
  }

  /// Adds the events of a log record, a span or a metric.
  private func transcribe(_ record: OTLPRecord, isMetric: Bool, into transcript: inout Transcript) {
    if Self.aggregates.contains(record.name) { transcript.notes.count(aggregate: record.name) }
    var inner = (record["events"]?.items ?? []).map { Self.told($0) }
    var told = [OTLPEvent(name: record.name, time: isMetric ? Self.time(ofMetric: record) : record.time)]
    var records: String?
    if let state = Self.state(record) {
      told = [OTLPEvent(name: state.name, time: record.time, eventSource: .notification)]
      records = Self.stateRecords
    } else if !isMetric, let span = OTLPLaunchSpan(record) {
      told = Self.told(span, record, beside: inner)
      // The span says of the begin that it holds how the app was started.
      let type = span.start.lazy.compactMap(\.startType).first
      for index in inner.indices where inner[index].kind == .processStart { inner[index].startType = type }
      records = span.records
    } else if !isMetric, let end = record.end {
      told[0] = OTLPEvent(name: EventKind.processExit.name, time: record.time, reason: end)
    } else if !isMetric, !record.isSpan, OTLPLaunchSpan.isOfAWS(record) {
      records = OTLPLaunchSpan.ofAWS
    }
    for (index, moment) in (told + inner).enumerated() {
      guard let time = moment.time else { return transcript.end(.rejected(.noTime)) }
      let isNamed = EventNames.meaning(of: moment.name) != nil
      var event = EventLine(isNamed ? moment.name : Self.eventName(moment.name))
      event.set("time", time)
      event.set("source", moment.eventSource?.name)
      event.set("prewarmed", moment.isPrewarmed ? true : nil)
      event.set("reason", moment.reason?.name ?? moment.startType?.name)
      identify(&event, record)
      if let records { event.set(records: records) }
      event.set("record", index == 0 ? record.written : nil)
      event.set("resource", index == 0 ? record.resource.value : nil)
      transcript.add(event)
    }
  }

  /// The events of a span of a start: those at its ends, except those that the span holds itself (`inner`).
  private static func told(_ span: OTLPLaunchSpan, _ record: OTLPRecord, beside inner: [OTLPEvent]) -> [OTLPEvent] {
    let kinds = Set(inner.compactMap(\.kind))
    let endTime = record["endTimeUnixNano"].flatMap { $0.integer == 0 ? nil : $0 }
    var told = span.start + (endTime == nil ? [] : span.end)
    for index in told.indices { told[index].time = index < span.start.count ? record.time : endTime }
    told.removeAll { $0.kind.map(kinds.contains) ?? false }
    return told.isEmpty && inner.isEmpty ? [OTLPEvent(name: record.name, time: record.time)] : told
  }

  /// The event within a span, as Splunk's spans of a start have them.
  private static func told(_ value: JSONValue) -> OTLPEvent {
    let event = OTLPEvent(name: value["name"]?.string ?? "", time: OTLPRecord.member("timeUnixNano", of: value))
    // No source is set: the SDK also observes the notifications, and writes the same event again.
    let isRetold = event.kind == .appWillEnterForeground || event.kind == .appDidBecomeActive
    return isRetold ? OTLPEvent(name: event.kind?.name ?? event.name, time: event.time) : event
  }

  /// The state of an app that a record reports, as an event.
  private static func state(_ record: OTLPRecord) -> EventKind? {
    guard stateNames.contains(record.name) else { return nil }
    let state = stateKeys.lazy.compactMap { record.text($0) }.first
    return states.first { $0.key == state }?.value
  }

  /// The time of the last point of a metric.
  private static func time(ofMetric record: OTLPRecord) -> JSONValue? {
    let points = ["gauge", "sum", "histogram", "exponentialHistogram", "summary"].lazy.compactMap { record[$0] }.first
    let last = points.flatMap { OTLPRecord.member("dataPoints", of: $0) }?.items.last
    return last.flatMap { OTLPRecord.member("timeUnixNano", of: $0) }
  }

  /// Writes the app and the device of a record.
  ///
  /// The stream of a record without a device is named here, as the record before it may belong to another device.
  /// MetricKit's values for a day belong to no process, least of all to the one that delivers them.
  private func identify(_ event: inout EventLine, _ record: OTLPRecord) {
    for (field, keys) in Self.fieldKeys {
      event.set(field.name, keys.lazy.compactMap { record.attribute($0) }.first)
    }
    let version = Self.versionKeys.lazy.compactMap { record.text($0) }.first
    let build = Self.buildKeys.lazy.compactMap { record.text($0) }.first
    // As `4.8.0 (213)` in the resources of opentelemetry-swift.
    let versions = version?.split(separator: " (", maxSplits: 1).map(String.init) ?? []
    let isPair = versions.count == 2 && versions[1].hasSuffix(")")
    event.set("appVersion", isPair ? versions[0] : version)
    event.set("appBuild", build ?? (isPair ? String(versions[1].dropLast()) : nil))
    let isOfDay = Self.aggregates.contains(record.name) || record.name.hasPrefix(InputFormat.metricKit.eventPrefix)
    let isOfDevice = (Self.deviceKeys + ["process.pid"]).contains { record.attribute($0) != nil }
    if isOfDevice, !isOfDay { return }
    let keys = [isOfDay ? Self.deviceKeys : Self.sessionKeys, Self.appKeys]
    var names = [Self.name] + (isOfDay ? [InputFormat.metricKit.name] : [])
    names += keys.compactMap { $0.lazy.compactMap { record.text($0) }.first }
    if names.count > 1 { event.set(stream: names.joined(separator: "/")) }
  }
}

/// An event of a record that is not yet written.
private struct OTLPEvent {
  /// A name of the vocabulary, or one that the SDK writes, as of a notification.
  let name: String
  var time: JSONValue?
  var eventSource: EventSource?
  var isPrewarmed = false
  /// How the app was started, as the SDK says it of the begin of a process.
  var startType: StartType?
  /// Why the process ended, if it is that.
  var reason: ExitReason?

  /// Its kind, if its name is in the vocabulary.
  var kind: EventKind? { EventNames.meaning(of: name)?.kind }
}

extension OTLPEvent {
  /// An event at an end of a span.
  fileprivate init(
    _ kind: EventKind, _ eventSource: EventSource? = nil, isPrewarmed: Bool = false, startType: StartType? = nil
  ) {
    self.init(name: kind.name, eventSource: eventSource, isPrewarmed: isPrewarmed, startType: startType)
  }
}

/// A log record, a span or a metric of OTLP/JSON, with its resource.
///
/// Keys are in camelCase, as in OTLP/JSON, or in snake_case, as in older exporters and in JSON with the own names of
/// protocol buffers. A number may be a string.
///
/// Source: OpenTelemetry, OTLP 1.x (JSON Protobuf Encoding) and 0.x (`instrumentationLibrarySpans`).
private struct OTLPRecord {
  /// A resource, whose attributes all its records share.
  struct Resource {
    let value: JSONValue?
    fileprivate let attributes: [String: JSONValue]

    init(_ value: JSONValue?) {
      self.value = value
      attributes = OTLPRecord.attributes(value?["attributes"])
    }
  }

  let value: JSONValue
  /// The record as its source has it.
  let written: JSONValue
  let resource: Resource
  /// The name of the instrumentation that made it, as `software.amazon.opentelemetry.appstart`; empty if it has none.
  let scope: String
  private let attributes: [String: JSONValue]

  init(_ value: JSONValue, of resource: Resource, scope: String, written: JSONValue? = nil) {
    self.value = value
    self.written = written ?? value
    self.resource = resource
    self.scope = scope
    let body = value["body"].flatMap { Self.member("kvlistValue", of: $0) }?["values"]
    let own = Self.attributes(value["attributes"])
    attributes = body == nil ? own : own.merging(Self.attributes(body)) { own, _ in own }
  }

  /// Its name: that of its event for a log record, its own for a span or a metric; `log` if it has none.
  var name: String {
    (Self.member("eventName", of: value) ?? attribute("event.name") ?? value["name"])?.string ?? "log"
  }

  /// Why the process ended, if the record says that it did, as those named `app.crash` and `device.crash`, and Splunk's
  /// spans of the component `crash`; nil for any other, and for an exception that the app has handled.
  var end: ExitReason? {
    if ["handled", "error.handled", "exception.handled"].contains(where: { text($0) == "true" }) { return nil }
    if ["unhandled", "exception.unhandled"].contains(where: { text($0) == "false" }) { return nil }
    if attributes["component"]?.string == "crash" || text("emb.type") == "sys.ios.crash" { return .crash }
    return EventNames.meaning(of: name) == nil ? EndName(name).flatMap { $0.isClear ? $0.reason : nil } : nil
  }

  /// The time at which it happened or began, as it is written; nil if it has none, which exporters may write as 0.
  var time: JSONValue? {
    ["timeUnixNano", "startTimeUnixNano", "observedTimeUnixNano"].lazy.compactMap { self[$0] }.first { $0.integer != 0 }
  }

  /// True for a span: it has a begin.
  var isSpan: Bool { self["startTimeUnixNano"] != nil }

  /// The value of a member by its name in camelCase.
  subscript(key: String) -> JSONValue? { Self.member(key, of: value) }

  /// The value of an attribute, whatever its type: the record's own, else one of its body, else its resource's.
  func attribute(_ key: String) -> JSONValue? { attributes[key] ?? resource.attributes[key] }

  /// The text of an attribute; for a number its digits, for a truth value its word.
  func text(_ key: String) -> String? {
    attribute(key).flatMap { $0.string ?? $0.truth?.description ?? $0.integer?.description }
  }

  /// The value of a member by its name in camelCase, which may be written in snake_case.
  static func member(_ key: String, of value: JSONValue) -> JSONValue? {
    let snake = key.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
    return value[[key, snake]].lazy.compactMap(\.self).first
  }

  /// Attributes by their keys, from a list as OTLP has it or from an object; of several with one key the first counts.
  private static func attributes(_ list: JSONValue?) -> [String: JSONValue] {
    guard let list else { return [:] }
    var attributes: [String: JSONValue] = [:]
    func add(_ key: String, _ value: JSONValue?) { if attributes[key] == nil { attributes[key] = value } }
    // The type of a value is the key that it stands under, as `stringValue`, or stands beside it.
    func typed(_ value: JSONValue) -> JSONValue? {
      value.isObject ? value["Value"] ?? value.members.first?.value : value
    }
    if list.isObject { for (key, value) in list.members { add(key, typed(value)) } }
    for item in list.items {
      let pair = item[["key", "value", "Key", "Value"]]
      guard let key = (pair[0] ?? pair[2])?.string, let value = pair[1] ?? pair[3] else { continue }
      add(key, typed(value))
    }
    return attributes
  }
}

/// The meaning of a span of an app's start, in the sense of cold, warm and hot of the SDK that writes it.
///
/// | SDK | a launch | a return |
/// | --- | --- | --- |
/// | Splunk | `cold`; `warm`: the process had been prewarmed, or launched in the background | `hot` |
/// | AWS | `cold`, `prewarm` | `warm` |
/// | Embrace | `emb-app-startup-cold`, `emb-app-startup-warm` | a session that is not the process's first |
/// | Bugsnag | `[AppStart/iOSCold]`, `[AppStart/iOSWarm]` | |
///
/// Source: splunk-otel-ios (`AppStart.swift`), aws-otel-swift (`AwsAppLaunchInstrumentation.swift`,
/// `AwsMetricKitAppLaunchProcessor.swift`), embrace-apple-sdk (`StartupInstrumentation.swift`, `iOSSessionLifecycle.swift`),
/// bugsnag-cocoa-performance (`AppStartupSpanFactoryImpl.mm`).
private struct OTLPLaunchSpan {
  /// The events at its start, and those at its end, in their order.
  private(set) var start: [OTLPEvent] = []
  private(set) var end: [OTLPEvent] = []
  /// The kinds of events that the SDK writes whenever they happen, as `EventLine.records(_:)` returns them.
  private(set) var records = Self.noRecords

  /// The kinds that AWS always logs, in log records: traces alone hold none of them.
  ///
  /// It writes activations only in spans, and none of an activation after an alert.
  static let ofAWS = EventLine.records(
    [EventKind.appDidFinishLaunching, .appWillResignActive, .appDidEnterBackground, .appWillTerminate].map(\.name))
  /// Spans of a start record nothing but the start.
  private static let noRecords = EventLine.records([])
  /// A session of Embrace ends as the app enters the background.
  private static let ofSessions = EventLine.records([EventKind.appDidEnterBackground.name])

  /// The meaning of a span; nil if it is no span of a start.
  init?(_ record: OTLPRecord) {
    switch record.name {
    case "AppStart":
      // AWS places the duration of a launch from MetricKit before the latest activation, whichever launch it was of.
      let isOfMetricKit =
        record.attribute("app_launch.launch_duration") != nil || record.scope.hasSuffix("MXAppLaunchDiagnostic")
      if isOfMetricKit { return nil }
      readAppStart(record)
    case "emb-app-startup-cold", "emb-app-startup-warm":
      let type = StartType(written: record.name)
      start = [OTLPEvent(.processStart, isPrewarmed: record.text("isPrewarmed") == "true", startType: type)]
      // Embrace records the first frame after the activation.
      end = [OTLPEvent(.appDidBecomeActive), OTLPEvent(.launchFirstFrame)]
    case "emb-app-pre-main-init", "[AppStartPhase/App launching - pre main()]": end = [OTLPEvent(.processMain)]
    case "emb-app-startup-app-init", "[AppStartPhase/App launching - post main()]":
      end = [OTLPEvent(.appDidFinishLaunching, .notification)]
    case "emb-session": readSession(record)
    case "[AppStart/iOSCold]", "[AppStart/iOSWarm]":
      start = [OTLPEvent(.processStart, startType: StartType(written: record.name))]
      end = [OTLPEvent(.appDidBecomeActive)]
    default: return nil
    }
  }

  /// True if AWS wrote the record.
  static func isOfAWS(_ record: OTLPRecord) -> Bool {
    record.scope.hasPrefix("software.amazon.")
      || ["launch_start_name", "launch_end_name", "active_prewarm"].contains { record.attribute($0) != nil }
  }

  /// Reads Splunk's span, or AWS' of the same name.
  private mutating func readAppStart(_ record: OTLPRecord) {
    let isOfAWS = Self.isOfAWS(record)
    let type = (record.text("start.type") ?? record.text("launch.type"))?.lowercased().filter { $0 != "_" }
    // No source is set: the SDK also observes the notifications, and writes the same event again.
    if type == "hot" || type == "warm" && isOfAWS {
      start = [OTLPEvent(.appWillEnterForeground)]
    } else if type == "warm" {
      // Splunk does not write when the process began, which then waited: it measures only the way to the foreground.
      start = [
        OTLPEvent(.processStart, isPrewarmed: true), OTLPEvent(.processResume), OTLPEvent(.appWillEnterForeground),
      ]
    } else {
      let isPrewarmed = type == "prewarm" || record.text("active_prewarm") == "true"
      start = [OTLPEvent(.processStart, isPrewarmed: isPrewarmed, startType: type == "cold" ? .cold : nil)]
    }
    // Splunk's first versions, which write no type, end the span elsewhere.
    if type != nil { end = [OTLPEvent(.appDidBecomeActive)] }
    let endName = record.text("launch_end_name")
    if let endName, EventNames.meaning(of: endName)?.kind != .appDidBecomeActive { end = [OTLPEvent(name: endName)] }
  }

  /// Reads a session of Embrace, which ends when the app enters the background or the foreground.
  private mutating func readSession(_ record: OTLPRecord) {
    records = Self.ofSessions
    let isFirst = record.text("emb.cold_start") == "true"
    switch record.text("emb.state") {
    case "background":
      // The first session of a process begins before the app has finished launching. It is one in the background if the
      // app did not become active in 5 seconds.
      start = [OTLPEvent(isFirst ? .logSceneBackground : .appDidEnterBackground)]
    case "foreground":
      if !isFirst { start = [OTLPEvent(.appDidBecomeActive)] }
      if record.text("emb.crash_id")?.isEmpty == false {
        end = [OTLPEvent(name: EventKind.processExit.name, reason: .crash)]
      } else if record.text("emb.terminated") == "true" || record.text("emb.clean_exit") == "false" {
        end = [OTLPEvent(.processExit)]
      } else {
        // The session in the background that follows, if such are recorded, gives the same event again.
        end = [OTLPEvent(.appDidEnterBackground, .notification)]
      }
    default: break
    }
  }
}
