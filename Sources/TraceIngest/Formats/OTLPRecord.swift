/// A log record, a span or a metric of OTLP/JSON, with what its resource says.
///
/// Keys are in camelCase, as OTLP/JSON has them, or in snake_case, as older exporters and the JSON of protocol buffers'
/// own names have them. A number may be a text.
///
/// Source: OpenTelemetry, OTLP 1.x (JSON Protobuf Encoding) and 0.x (`instrumentationLibrarySpans`).
struct OTLPRecord {
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
  let resource: Resource
  /// The name of the instrumentation that made it, as `software.amazon.opentelemetry.appstart`; empty if it has none.
  let scope: String
  private let attributes: [String: JSONValue]

  init(_ value: JSONValue, of resource: Resource, scope: String) {
    self.value = value
    self.resource = resource
    self.scope = scope
    let body = value["body"].flatMap { Self.member("kvlistValue", of: $0) }?["values"]
    let own = Self.attributes(value["attributes"])
    attributes = body == nil ? own : own.merging(Self.attributes(body)) { own, _ in own }
  }

  /// What it is called: a log record by its event, a span or a metric by itself; `log` where nothing says it.
  var name: String {
    (Self.member("eventName", of: value) ?? attribute("event.name") ?? value["name"])?.string ?? "log"
  }

  /// When it happened or began, as it stands there; nil if it has no time, which exporters may write as 0.
  var time: JSONValue? {
    ["timeUnixNano", "startTimeUnixNano", "observedTimeUnixNano"].lazy.compactMap { self[$0] }.first { $0.integer != 0 }
  }

  /// The value of a member by its name in camelCase.
  subscript(key: String) -> JSONValue? { Self.member(key, of: value) }

  /// The value of an attribute, whatever its type: the record's own, else one of its body, else its resource's.
  func attribute(_ key: String) -> JSONValue? { attributes[key] ?? resource.attributes[key] }

  /// The text of an attribute; of a number or a truth, its digits or its word.
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

  /// Attributes by their keys, of a list as OTLP has it or of an object; of two with one key the first.
  private static func attributes(_ list: JSONValue?) -> [String: JSONValue] {
    guard let list else { return [:] }
    var attributes: [String: JSONValue] = [:]
    func add(_ key: String, _ value: JSONValue?) { if attributes[key] == nil { attributes[key] = value } }
    if list.isObject { for (key, value) in list.members { add(key, value) } }
    for item in list.items {
      let pair = item[["key", "value"]]
      guard let key = pair[0]?.string, let value = pair[1] else { continue }
      // The type of a value is the key that it stands under, as `stringValue`.
      add(key, value.isObject ? value.members.first?.value : value)
    }
    return attributes
  }
}
