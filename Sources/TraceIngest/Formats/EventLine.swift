import TraceModel

/// One event while a `LogFormatReader` writes it, as a record of the project's own.
///
///     var event = EventLine("app.didBecomeActive")
///     event.set("time", "2026-10-31T10:00:01.5Z")
///     event.set("source", "notification")
///     transcript.add(event)
///
/// `tracetool explain --schema event` has the fields, with their units and what stands in them. A name that is no
/// field's becomes an attribute: so no value of a record is lost. Set a name once.
struct EventLine {
  /// What a record of a system log is called that has no meaning in an app's life.
  static let messageName = "log.message"

  let name: String
  /// The record so far, without the brace that closes it.
  private(set) var bytes = Array("{".utf8)

  /// An event of this name: one of the vocabulary, or, for what has no meaning in an app's life, one of the format's own
  /// with the format before a point, as in `measure.gesture_click`.
  init(_ name: String) {
    self.name = name
    set("event", name)
  }

  private mutating func key(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONText.encode(Array(key.utf8)[...], to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Sets a field, or an attribute if `name` is no field's; nil leaves it unset.
  mutating func set(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    JSONText.encode(Array(text.utf8)[...], to: &bytes)
  }

  /// Sets a field or an attribute to a number, or to true or false; nil leaves it unset.
  mutating func set(_ name: String, _ value: (some LosslessStringConvertible & BitwiseCopyable)?) {
    guard let value else { return }
    key(name)
    bytes += Array(value.description.utf8)
  }

  /// Sets the stream that the event belongs to, where the format knows it better than device, app, boot and process
  /// number say; and how many lines of the source are missing before the event, beside those that were rejected.
  ///
  /// A stream is what launches are cut out of: one process after the other. Its name begins with the format's, as in
  /// `measure/4441d355`.
  mutating func set(stream name: String?, missingCount: Int64 = 0) {
    if name == nil, missingCount == 0 { return }
    key("origin")
    bytes.append(UInt8(ascii: "{"))
    if let name {
      bytes += Array("\"source\":".utf8)
      JSONText.encode(Array(name.utf8)[...], to: &bytes)
    }
    if missingCount > 0 {
      if name != nil { bytes.append(UInt8(ascii: ",")) }
      bytes += Array("\"lost\":\(Int32(clamping: missingCount))".utf8)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Sets a field or an attribute to a JSON value as it stands in the source; nil leaves it unset.
  mutating func set(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    key(name)
    bytes += value.raw
  }

  /// Sets the kinds of events that logs of this format can hold at all, as `records(_:)` writes them.
  ///
  /// Without it a log without, say, `scene.didActivate` would be judged as if the app had never become active.
  mutating func set(records: String) {
    key("records")
    bytes += Array(records.utf8)
  }

  /// The names among these that are in the vocabulary, each once, as `set(records:)` expects them.
  static func records(_ names: [String]) -> String {
    let kinds = Set(names).filter { EventNames.meaning(of: $0) != nil }
    return "[\(kinds.sorted().map { "\"\($0)\"" }.joined(separator: ","))]"
  }
}
