import TraceModel

/// Reads events of Sentry's SDK, one JSON object each as in its store, or in envelopes: launches with their duration,
/// and the breadcrumbs about the app's life cycle.
///
/// An envelope is a line with its header, then for each item a line with its header, and the item.
///
/// Source: sentry-cocoa, `SentryBreadcrumbTracker`; Sentry, *Envelopes*, *Event payloads*.
struct SentryReader: ExportFormReader {
  static let name = "sentry"

  /// By the states of the category `app.lifecycle`; the second line is of SDKs for other languages.
  private static let states: [String: EventKind] = [
    "background": .appDidEnterBackground, "active": .appDidBecomeActive, "inactive": .appWillResignActive,
    "resumed": .appDidBecomeActive, "paused": .appDidEnterBackground,
  ]
  /// Keys of an event that no header in an envelope has.
  private static let eventKeys = [
    "timestamp", "start_timestamp", "breadcrumbs", "contexts", "entries", "spans", "exception", "items", "started",
  ]
  private static let headerKeys: Set = ["event_id", "sent_at", "dsn", "sdk", "trace"]

  private let form = Self.form
  /// The breadcrumbs so far: each event repeats those before it.
  private var seen: Set<Fingerprint> = []

  static func framing(_ head: LogHead) -> Framing? {
    let isEnvelope = !head.keys.isEmpty && headerKeys.isSuperset(of: head.keys) && head.contains("\"type\":")
    return isEnvelope ? .objects : form.framing(head)
  }

  init(_ options: IngestOptions) {}

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    guard Self.eventKeys.contains(where: { value[$0] != nil }) else { return transcript.end(.envelope) }
    let events = form.records(of: value)
    if events.isEmpty { return transcript.end(.envelope) }
    for event in events { transcribe(form.record(event), into: &transcript) }
  }

  private mutating func transcribe(_ record: ExportRecord, into transcript: inout Transcript) {
    guard let time = form.time(of: record)?.instant() else { return transcript.end(.rejected(.noTime)) }
    let event = record.value
    let isOther = form.isOfOthers(record)
    let context = SentryContext(event)
    let launch = isOther ? nil : SentryLaunch.find(in: event)
    let crumbs = isOther ? [] : Self.crumbs(of: event)
    let hasActive = crumbs.contains { $0[path: "data.state"]?.string == "active" }
    let records = Self.records(hasActive: hasActive)
    func line(_ name: String, source: EventSource) -> EventLine {
      var line = form.event(name, of: record, source: source.name, records: records)
      context.write(to: &line)
      return line
    }
    var main = line(launch == nil ? Self.name(of: event) : EventKind.launchMeasured.name, source: .app)
    if let launch { launch.write(to: &main) } else { main.set("time", time) }
    main.set(form.keptName, event)
    transcript.add(main)
    var state: String?
    var counts: [Fingerprint: Int] = [:]
    for crumb in crumbs {
      let kind = Self.kind(of: crumb, after: &state, hasActive: hasActive)
      guard let kind, let time = crumb["timestamp"]?.instant() else { continue }
      var digest = Fingerprint()
      digest.add(context.stream.utf8)
      digest.add(crumb.raw)
      counts[digest, default: 0] += 1
      digest.add("\(counts[digest] ?? 0)".utf8)
      guard seen.insert(digest).inserted else { continue }
      var step = line(kind.name, source: .notification)
      step.set("time", time)
      step.set("crumb", crumb)
      transcript.add(step)
    }
    guard !isOther, let end = Self.end(in: event) else { return }
    var exit = line(EventKind.processExit.name, source: .system)
    // The next launch writes such an event: the process lived at least until its last breadcrumb.
    let last = end.isTimeInferred ? crumbs.compactMap { $0["timestamp"]?.instant() }.max() : nil
    exit.set("time", last.map { $0 &+ 1 } ?? time)
    exit.set("reason", end.reason.name)
    if end.isTimeInferred { exit.set("inferred", "time") }
    transcript.add(exit)
  }

  private static func name(of event: JSONValue) -> String {
    if let type = event["type"]?.string { return eventName(type) }
    if event["op"] != nil || event["span_id"] != nil { return eventName("span") }
    return event["started"] == nil ? eventName("event") : eventName("session")
  }

  private static func crumbs(of event: JSONValue) -> [JSONValue] {
    let own = event["breadcrumbs"]
    let entries = event["entries"]?.items.filter { $0["type"]?.string == "breadcrumbs" } ?? []
    return (own?["values"] ?? own)?.items ?? entries.flatMap { $0[path: "data.values"]?.items ?? [] }
  }

  /// Sentry for iOS writes `foreground` when the app becomes active; logs with `active` as well are of other SDKs.
  private static func kind(of crumb: JSONValue, after state: inout String?, hasActive: Bool) -> EventKind? {
    switch crumb["category"]?.string {
    case "device.event": return crumb[path: "data.action"]?.string == "LOW_MEMORY" ? .appDidReceiveMemoryWarning : nil
    case "app.lifecycle":
      guard let name = crumb[path: "data.state"]?.string else { return nil }
      defer { state = name }
      if name == "foreground" { return hasActive ? .appWillEnterForeground : .appDidBecomeActive }
      // A few SDKs also write `inactive` on the way to the foreground.
      let isBack = name == "inactive" && ["background", "paused", "hidden", "inactive"].contains(state)
      return isBack ? nil : states[name]
    default: return nil
    }
  }

  private static func records(hasActive: Bool) -> String {
    let both: [EventKind] = [
      .launchMeasured, .appDidBecomeActive, .appDidEnterBackground, .appDidReceiveMemoryWarning, .processExit,
    ]
    let kinds = both + (hasActive ? [.appWillEnterForeground, .appWillResignActive] : [])
    return EventLine.records(kinds.map(\.name))
  }

  /// How an event says that the process ended: by a signal or an unhandled exception; or by iOS, as Sentry infers in
  /// the next launch, which knows only that the process was there.
  ///
  /// Source: sentry-cocoa, `SentryWatchdogTerminationTracker`, `SentryANRTrackingIntegration`.
  private static func end(in event: JSONValue) -> (reason: ExitReason, isTimeInferred: Bool)? {
    let exceptions = event["exception"]?["values"]?.items ?? event["exception"]?.items ?? []
    for exception in exceptions where exception[path: "mechanism.handled"]?.truth == false {
      switch exception[path: "mechanism.type"]?.string {
      case "mach", "signal", "nsexception", "cpp_exception": return (.crash, false)
      case "watchdog_termination", "out_of_memory": return (.memoryLimit, true)
      case "AppHang" where exception["type"]?.string?.hasPrefix("Fatal App Hang") == true: return (.watchdog, true)
      default: break
      }
    }
    return nil
  }
}

/// The app and the process of an event of Sentry.
///
/// ```
/// SentryContext.fields(of: "com.example.shop@4.9.0+4900")  // com.example.shop, 4.9.0, 4900
/// ```
private struct SentryContext {
  private let app, version, build: String?
  /// The event's stream: that of its process, if the start of that is known, else one of the event alone.
  let stream: String

  init(_ event: JSONValue) {
    let release = Self.fields(of: event["release"]?.string ?? event[path: "release.version"]?.string)
    let context = event[path: "contexts.app"]
    app = context?["app_identifier"]?.string ?? release.app
    version = context?["app_version"]?.string ?? release.version
    build = (context?["app_build"] ?? event["dist"])?.word ?? release.build
    let start = context?["app_start_time"]?.word
    let owner = context?["device_app_hash"] ?? event[path: "user.id"]
    let id = (event["event_id"] ?? event["eventID"])?.string
    if let start {
      stream = SentryReader.streamName(owner?.word, app, start)
    } else if let id {
      stream = SentryReader.streamName(id)
    } else {
      var digest = Fingerprint()
      digest.add(event.raw.filter { !JSONScanner.isSpace($0) })
      stream = SentryReader.streamName(digest.hex)
    }
  }

  func write(to event: inout EventLine) {
    event.set("app", app)
    event.set("appVersion", version)
    event.set("appBuild", build)
    event.set(stream: stream)
  }

  /// The app, version and build in the name of a release, as far as it has them.
  static func fields(of release: String?) -> (app: String?, version: String?, build: String?) {
    guard let release else { return (nil, nil, nil) }
    let at = release.lastIndex(of: "@")
    let app = at.map { String(release[..<$0]) }
    let rest = at.map { release[release.index(after: $0)...] } ?? release[...]
    let versions = rest.split(separator: "+", maxSplits: 1).map(String.init)
    return (app, versions.first, versions.count > 1 ? versions[1] : nil)
  }
}

/// How Sentry writes a launch: as a measurement, as spans, or as a transaction of its own.
///
/// One transaction describes one launch. The spans of a launch have one operation, `app.start.cold` or
/// `app.start.warm`: a parent and children such as *Pre Runtime Init* and *UIKit Init*. A prewarmed launch is measured
/// from the load of Sentry's code, and lacks earlier spans. A standalone transaction has the operation `app.start`, and
/// the duration as `app.vitals.start.cold.value`.
///
/// Source: sentry-cocoa, `SentryBuildAppStartSpans`, `SentryAppStartTracker`, `SentryTracer`.
private struct SentryLaunch {
  private static let types = ["cold", "warm"]
  /// The powers of ten that convert units to nanoseconds; a measurement without a unit is in milliseconds.
  private static let units = ["nanosecond": 0, "microsecond": 3, "millisecond": 6, "second": 9]

  private let event: JSONValue
  private let spans: [JSONValue]

  static func find(in event: JSONValue) -> MeasuredLaunch? {
    let found = SentryLaunch(event)
    return found.measured ?? found.spanned ?? found.standalone
  }

  private init(_ event: JSONValue) {
    self.event = event
    let entries = event["entries"]?.items.filter { $0["type"]?.string == "spans" } ?? []
    spans = (event["spans"]?.items ?? []) + entries.flatMap { $0["data"]?.items ?? [] }
  }

  private func appStart(_ type: String) -> [JSONValue] { spans.filter { $0["op"]?.string == "app.start.\(type)" } }

  private func launch(_ type: String, begin: Int64?, nanos: Int64?) -> MeasuredLaunch? {
    let isPrewarmed = isPrewarmed(type)
    return MeasuredLaunch(
      .sentry, begin: begin, nanos: nanos, type: isPrewarmed ? .prewarmed : StartType(written: type))
  }

  /// A measurement such as `measurements.app_start_cold`.
  private var measured: MeasuredLaunch? {
    for type in Self.types {
      guard let value = event[path: "measurements.app_start_\(type)"] else { continue }
      let power = value["unit"]?.string.flatMap { Self.units[$0] } ?? 6
      let nanos = (value["value"] ?? value).scaled(by: power)
      if let launch = launch(type, begin: begin(of: appStart(type)), nanos: nanos) { return launch }
    }
    return nil
  }

  /// From the start of the first span to the end of the last.
  private var spanned: MeasuredLaunch? {
    for type in Self.types {
      let spans = appStart(type)
      let end = spans.compactMap { $0["timestamp"]?.instant() }.max()
      guard let end, let begin = begin(of: spans) else { continue }
      let nanos = end.subtractingReportingOverflow(begin).partialValue
      if let launch = launch(type, begin: begin, nanos: nanos) { return launch }
    }
    return nil
  }

  /// A transaction, or a span that is sent alone, with the operation `app.start`.
  private var standalone: MeasuredLaunch? {
    let name = event[path: "contexts.trace.op"] ?? event["op"] ?? vital("sentry.op")
    let said = vital("app.vitals.start.type")?.string
    let values = Self.types.map { ($0, vital("app.vitals.start.\($0).value")) }
    let begin = event["start_timestamp"]?.instant()
    if let (type, value) = values.first(where: { $0.1 != nil }) {
      return launch(said ?? type, begin: begin, nanos: value?.scaled(by: 6))
    }
    guard name?.string == "app.start" || said != nil else { return nil }
    let end = (event["timestamp"] ?? event["end_timestamp"])?.instant()
    let whole = begin.flatMap { begin in end.map { $0.subtractingReportingOverflow(begin).partialValue } }
    return launch(said ?? "", begin: begin, nanos: vital("app.vitals.start.value")?.scaled(by: 6) ?? whole)
  }

  /// The value of an attribute, for which versions of Sentry have different keys.
  private func vital(_ key: String) -> JSONValue? {
    let paths = ["contexts.trace.data", "attributes", "data", "measurements", "tags", "extra"]
    let value = paths.lazy.compactMap { event[path: $0]?[key] }.first
    return value?["value"] ?? value
  }

  private func begin(of spans: [JSONValue]) -> Int64? {
    spans.compactMap { $0["start_timestamp"]?.instant() }.min() ?? event["start_timestamp"]?.instant()
  }

  /// True if the event says so, or if its spans begin after the load of Sentry's code.
  private func isPrewarmed(_ type: String) -> Bool {
    let said = (vital("app.vitals.start.type") ?? event[path: "contexts.app.start_type"])?.string ?? type
    if said.contains("prewarmed") || vital("app.vitals.start.prewarmed")?.truth == true { return true }
    let spans = Set(appStart(type).compactMap { $0["description"]?.string })
    return spans.contains("UIKit Init") && !spans.contains("Pre Runtime Init")
  }
}
