import TraceModel

/// How Sentry writes a launch: as a measurement, as spans, or as a transaction of its own.
///
/// All that one transaction says of it is one launch. The spans of one launch have one operation, `app.start.cold` or
/// `app.start.warm`: a parent and, in it, children such as *Pre Runtime Init* and *UIKit Init*. A prewarmed launch is
/// measured from where Sentry's code was loaded, and lacks those before. A standalone transaction has the operation
/// `app.start` and the length as `app.vitals.start.cold.value`.
///
/// Source: sentry-cocoa, `SentryBuildAppStartSpans`, `SentryAppStartTracker`, `SentryTracer`.
struct SentryLaunch {
  private static let types = ["cold", "warm"]
  /// By a measurement's unit, the power of ten that makes nanoseconds of it; a measurement without one is in milliseconds.
  private static let units = ["nanosecond": 0, "microsecond": 3, "millisecond": 6, "second": 9]

  private let event: JSONValue
  private let spans: [JSONValue]

  /// The launch that an event tells of; nil if it tells of none.
  static func find(in event: JSONValue) -> MeasuredLaunch? {
    let found = SentryLaunch(event)
    return found.measured ?? found.spanned ?? found.standalone
  }

  private init(_ event: JSONValue) {
    self.event = event
    let entries = event["entries"]?.items.filter { $0["type"]?.string == "spans" } ?? []
    spans = (event["spans"]?.items ?? []) + entries.flatMap { $0["data"]?.items ?? [] }
  }

  /// The spans of a launch.
  private func appStart(_ type: String) -> [JSONValue] { spans.filter { $0["op"]?.string == "app.start.\(type)" } }

  private func launch(_ type: String, begin: Int64?, nanos: Int64?) -> MeasuredLaunch? {
    let isPrewarmed = isPrewarmed(type)
    return MeasuredLaunch(
      .sentry, begin: begin, nanos: nanos, type: isPrewarmed ? .prewarmed : StartType(written: type))
  }

  /// As `measurements.app_start_cold` says.
  private var measured: MeasuredLaunch? {
    for type in Self.types {
      guard let value = event[path: "measurements.app_start_\(type)"] else { continue }
      let power = value["unit"]?.string.flatMap { Self.units[$0] } ?? 6
      let nanos = (value["value"] ?? value).scaled(by: power)
      if let launch = launch(type, begin: begin(of: appStart(type)), nanos: nanos) { return launch }
    }
    return nil
  }

  /// As its spans say: from where the first begins to where the last ends.
  private var spanned: MeasuredLaunch? {
    for type in Self.types {
      let parts = appStart(type)
      let end = parts.compactMap { $0["timestamp"]?.instant() }.max()
      guard let end, let begin = begin(of: parts) else { continue }
      let nanos = end.subtractingReportingOverflow(begin).partialValue
      if let launch = launch(type, begin: begin, nanos: nanos) { return launch }
    }
    return nil
  }

  /// As a transaction, or a span sent alone, whose operation is `app.start`.
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

  /// What an attribute says, wherever a version of Sentry puts it.
  private func vital(_ key: String) -> JSONValue? {
    let places = ["contexts.trace.data", "attributes", "data", "measurements", "tags", "extra"]
    let value = places.lazy.compactMap { event[path: $0]?[key] }.first
    return value?["value"] ?? value
  }

  private func begin(of parts: [JSONValue]) -> Int64? {
    parts.compactMap { $0["start_timestamp"]?.instant() }.min() ?? event["start_timestamp"]?.instant()
  }

  /// True if it says so, or if its spans begin with what follows the load of Sentry's code.
  private func isPrewarmed(_ type: String) -> Bool {
    let said = (vital("app.vitals.start.type") ?? event[path: "contexts.app.start_type"])?.string ?? type
    if said.contains("prewarmed") || vital("app.vitals.start.prewarmed")?.truth == true { return true }
    let parts = Set(appStart(type).compactMap { $0["description"]?.string })
    return parts.contains("UIKit Init") && !parts.contains("Pre Runtime Init")
  }
}
