/// How a program other than OTLP's exporters writes a span: its keys for OTLP's.
///
/// Source: Amazon CloudWatch, the log group *aws/spans* of Transaction Search; Jaeger, *HTTP JSON* (the page of a trace
/// downloads it); Zipkin, *API v2*; opentelemetry-swift, `StdoutSpanExporter`; opentelemetry-python,
/// `ConsoleSpanExporter`; opentelemetry-go, `stdouttrace`.
struct SpanShape: Sendable {
  /// A span has all of these keys.
  private let marks: [String]
  private let name, start: String
  /// The key of the span's end, or else that of its length.
  private var end: String?
  private var length: String?
  /// The power of ten that converts numbers to nanoseconds; nil if times are instants as text.
  private var power: Int?
  /// True if instants count from 2001, as Apple's `Date` is encoded.
  private var isSince2001 = false
  private let attributes: String
  private var events: (list: String, names: [String], time: String)?
  private var resource: String?
  private var service: String?

  /// Jaeger's spans name their process, which stands beside them.
  private static let jaeger = SpanShape(
    marks: ["operationName", "startTime"], name: "operationName", start: "startTime", length: "duration", power: 3,
    attributes: "tags", events: ("logs", ["event", "message"], "timestamp"))

  /// Zipkin leaves out the endpoint and the tags of a span that has none.
  private static func zipkin(_ marks: String...) -> SpanShape {
    SpanShape(
      marks: ["traceId", "id", "name", "timestamp"] + marks, name: "name", start: "timestamp", length: "duration",
      power: 3, attributes: "tags", events: ("annotations", ["value"], "timestamp"),
      service: "localEndpoint.serviceName")
  }

  private static let others = [
    SpanShape(
      marks: ["traceId", "spanId", "name", "startTimeUnixNano", "attributes"], name: "name", start: "startTimeUnixNano",
      end: "endTimeUnixNano", power: 0, attributes: "attributes", events: ("events", ["name"], "timeUnixNano"),
      resource: "resource.attributes"),
    SpanShape(
      marks: ["span", "traceId", "spanId", "start", "duration"], name: "span", start: "start", length: "duration",
      power: 9, isSince2001: true, attributes: "attributes"),
    zipkin("localEndpoint"), zipkin("duration", "tags"),
    SpanShape(
      marks: ["name", "context", "start_time", "end_time"], name: "name", start: "start_time", end: "end_time",
      attributes: "attributes", events: ("events", ["name"], "timestamp"), resource: "resource.attributes"),
    SpanShape(
      marks: ["Name", "SpanContext", "StartTime", "EndTime"], name: "Name", start: "StartTime", end: "EndTime",
      attributes: "Attributes", events: ("Events", ["Name"], "Time"), resource: "Resource"),
  ]

  /// True if a source begins with a span of another shape than OTLP's, or with a trace of Jaeger.
  static func isBegun(by head: LogHead) -> Bool {
    if ["data", "spans"].contains(head.keys.first) || head.keys.first == "traceID" {
      return (jaeger.marks + ["traceID"]).allSatisfy { head.contains("\"\($0)\"") }
    }
    return others.contains { $0.marks.allSatisfy(head.keys.contains) }
  }

  /// The spans of an object, each as written and as OTLP writes it, and their resources.
  static func spans(in object: JSONValue) -> [(written: JSONValue, span: JSONValue, resource: JSONValue?)] {
    if let shape = others.first(where: { shape in object[shape.marks].allSatisfy { $0 != nil } }) {
      let attributes = shape.resource.flatMap { object[path: $0] }
      let resource = resource(attributes, service: shape.service.flatMap { object[path: $0] })
      return shape.converted(object).map { [(object, $0, resource)] } ?? []
    }
    let traces = object["data"]?.items ?? [object]
    return traces.flatMap { trace in
      let processes = (trace["processes"]?.members ?? []).map { key, process in
        (key, resource(process["tags"], service: process["serviceName"]))
      }
      let resources = Dictionary(processes) { $1 }
      return (trace["spans"]?.items ?? []).compactMap { span in
        let own = span["process"].flatMap { resource($0["tags"], service: $0["serviceName"]) }
        let shared = span["processID"]?.string.flatMap { resources[$0] ?? nil }
        return jaeger.converted(span).map { (span, $0, own ?? shared) }
      }
    }
  }

  private static func resource(_ attributes: JSONValue?, service: JSONValue?) -> JSONValue? {
    var items = (attributes?.items ?? []).map { Array($0.raw) }
    items += (attributes?.isObject == true ? attributes?.members ?? [] : []).map { pair($0.key, $0.value) }
    if let service { items.append(pair("service.name", service)) }
    var text = JSONObjectText()
    text.set("attributes", raw: list(items))
    return try? JSONValue(text.bytes[...])
  }

  private static func list(_ items: [some Collection<UInt8>]) -> [UInt8] {
    Array("[".utf8) + items.joined(separator: Array(",".utf8)) + Array("]".utf8)
  }

  private static func pair(_ key: String, _ value: JSONValue) -> [UInt8] {
    var pair = JSONObjectText()
    pair.set("key", text: key)
    pair.set("value", raw: value.raw)
    return pair.bytes
  }

  /// In nanoseconds since 1970.
  private func instant(_ value: JSONValue?) -> Int64? {
    guard let power else { return value?.instant() }
    let seconds: Int64 = isSince2001 ? 978_307_200 : 0
    return value?.scaled(by: power).map { $0 &+ seconds * 1_000_000_000 }
  }

  /// A span as OTLP writes it; nil without a name or a begin.
  private func converted(_ span: JSONValue) -> JSONValue? {
    guard let name = span[name], let begin = instant(span[start]) else { return nil }
    let length = length.flatMap { span[$0] }.flatMap { $0.scaled(by: power ?? 0) }
    let end = instant(end.flatMap { span[$0] }) ?? length.map { begin &+ $0 }
    var text = JSONObjectText()
    text.set("name", raw: name.raw)
    text.set("startTimeUnixNano", raw: "\(begin)".utf8)
    text.set("endTimeUnixNano", raw: end.map { "\($0)".utf8 })
    text.set("attributes", raw: span[attributes]?.raw)
    let moments = events.flatMap { span[$0.list]?.items } ?? []
    let told = moments.compactMap { moment -> [UInt8]? in
      guard let events, let time = instant(moment[events.time]) else { return nil }
      let fields = (moment["fields"] ?? moment).items.map { ($0["key"]?.string, $0["value"]) }
      let named = fields.first { $0.0.map(events.names.contains) ?? false }?.1
      guard let name = named ?? moment[events.names].lazy.compactMap(\.self).first else { return nil }
      var event = JSONObjectText()
      event.set("name", raw: name.raw)
      event.set("timeUnixNano", raw: "\(time)".utf8)
      return event.bytes
    }
    text.set("events", raw: Self.list(told))
    return try? JSONValue(text.bytes[...])
  }
}
