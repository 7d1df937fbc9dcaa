import TraceModel

/// Reads events of Sentry's SDK: as its store has them, one JSON object each, and in envelopes; launches with their length,
/// and what its breadcrumbs say of the app's life.
///
/// An envelope is a line about it, then for each item a line about that and the item.
///
/// Source: sentry-cocoa, `SentryBreadcrumbTracker`; Sentry, *Envelopes*, *Event payloads*.
struct SentryReader: LogFormatReader {
  static let name = "sentry"
  static let summary = "events of Sentry's SDK, alone or in envelopes: launches with their length, and breadcrumbs"

  /// Fields, and where they stand, the likeliest first.
  private static let fieldPaths: KeyValuePairs<Field, [String]> = [
    .device: ["contexts.app.device_app_hash"],
    .deviceModel: ["contexts.device.model"],
    .osVersion: ["contexts.os.version"],
    .platform: ["contexts.os.name"],
  ]
  /// What states of the category `app.lifecycle` mean; those below `active` are of SDKs for other languages.
  private static let states: [String: EventKind] = [
    "background": .appDidEnterBackground, "active": .appDidBecomeActive, "inactive": .appWillResignActive,
    "resumed": .appDidBecomeActive, "paused": .appDidEnterBackground,
  ]
  /// Keys that an event has and a line of an envelope has not.
  private static let eventKeys = [
    "timestamp", "start_timestamp", "breadcrumbs", "contexts", "entries", "spans", "exception", "items", "started",
  ]
  private static let headerKeys: Set = ["event_id", "sent_at", "dsn", "sdk", "trace"]

  /// The breadcrumbs of the source so far: each event repeats those before it.
  private var seen: Set<Fingerprint> = []

  static func framing(_ head: LogHead) -> Framing? {
    let keys = Set(head.keys)
    if keys.isEmpty || keys.contains("event") { return nil }
    let isEnvelope = keys.isSubset(of: headerKeys) && head.contains("\"type\":")
    let isTransaction =
      keys.contains("type") && (keys.contains("timestamp") || keys.contains("start_timestamp"))
      && head.contains("\"transaction\"")
      && ["release", "contexts", "spans", "measurements", "start_timestamp"].contains(where: keys.contains)
    let isEvent =
      ["breadcrumbs", "exception", "entries", "contexts"].contains(where: keys.contains)
      && ["event_id", "eventID", "platform", "release", "level"].contains(where: keys.contains)
    return isEnvelope || isTransaction || isEvent ? .objects : nil
  }

  init(_ options: IngestOptions) {}

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    guard Self.eventKeys.contains(where: { value[$0] != nil }) else { return transcript.end(.envelope) }
    let items = value["items"]?.items ?? []
    for item in items.isEmpty ? [value] : items { transcribe(item, into: &transcript) }
  }

  private mutating func transcribe(_ event: JSONValue, into transcript: inout Transcript) {
    let times = ["timestamp", "end_timestamp", "datetime", "dateCreated", "start_timestamp", "started"]
    guard let time = times.lazy.compactMap({ event[$0]?.instant() }).first else {
      return transcript.end(.rejected(.noTime))
    }
    let isOther =
      event[path: "contexts.os.name"]?.string?.lowercased() == "android" || event["platform"]?.string == "java"
    let context = SentryContext(event)
    let launch = isOther ? nil : SentryLaunch.find(in: event)
    let crumbs = isOther ? [] : Self.crumbs(of: event)
    let hasActive = crumbs.contains { $0[path: "data.state"]?.string == "active" }
    let records = Self.records(hasActive: hasActive)
    func line(_ line: EventLine) -> EventLine {
      var line = line
      for (field, paths) in Self.fieldPaths {
        line.set(field.name, paths.lazy.compactMap { event[path: $0]?.word }.first)
      }
      context.write(to: &line)
      line.set(records: records)
      return line
    }
    var main = launch?.event ?? EventLine(Self.name(of: event))
    if launch == nil { main.set("time", time) }
    main.set("source", "app")
    main.set("record", event)
    transcript.add(line(main))
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
      var step = EventLine(kind.name)
      step.set("time", time)
      step.set("source", "notification")
      step.set("crumb", crumb)
      transcript.add(line(step))
    }
    guard !isOther, Self.isCrash(event) else { return }
    var exit = EventLine(EventKind.processExit.name)
    exit.set("time", time)
    exit.set("source", "system")
    exit.set("reason", ExitReason.crash.name)
    transcript.add(line(exit))
  }

  /// What an event is called that tells of no launch, as in `sentry.transaction`.
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

  /// What a breadcrumb says of the app's life; nil for any other.
  ///
  /// Sentry for iOS writes `foreground` as the app becomes active; `active` beside it shows that another SDK wrote them.
  private static func kind(of crumb: JSONValue, after state: inout String?, hasActive: Bool) -> EventKind? {
    switch crumb["category"]?.string {
    case "device.event": return crumb[path: "data.action"]?.string == "LOW_MEMORY" ? .appDidReceiveMemoryWarning : nil
    case "app.lifecycle":
      guard let name = crumb[path: "data.state"]?.string else { return nil }
      defer { state = name }
      if name == "foreground" { return hasActive ? .appWillEnterForeground : .appDidBecomeActive }
      // Some write it on the way back as well.
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

  /// Whether it reports what ended the process: a signal, or an exception that nobody handled.
  private static func isCrash(_ event: JSONValue) -> Bool {
    let exceptions = event["exception"]?["values"]?.items ?? event["exception"]?.items ?? []
    return exceptions.contains { exception in
      let mechanism = exception["mechanism"]
      let types = ["mach", "signal", "nsexception", "cpp_exception"]
      return mechanism?["handled"]?.truth == false && types.contains(mechanism?["type"]?.string ?? "")
    }
  }
}
