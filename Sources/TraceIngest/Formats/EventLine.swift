import TraceModel

/// One event that a `LogFormatReader` writes, as a record of the project's own.
///
///     var event = EventLine("app.didBecomeActive")
///     event.set("time", "2026-10-31T10:00:01.5Z")
///     event.set("source", "notification")
///     transcript.add(event)
///
/// `tracetool explain --schema event` lists the fields, with units and values. Other names become attributes, so that
/// no value of a record is lost. Set each name once.
struct EventLine {
  /// A record of a system log that has no meaning in an app's life cycle.
  static let messageName = "log.message"

  let name: String
  private var object = JSONObjectText()

  var bytes: [UInt8] { object.bytes }

  /// `name` is one of the vocabulary or, for an event without a meaning in an app's life cycle, begins with the
  /// format's name and a dot, as in `measure.gesture_click`.
  init(_ name: String) {
    self.name = name
    set("event", name)
  }

  /// Sets a field, or an attribute if `name` is no field; nil leaves it unset.
  mutating func set(_ name: String, _ text: String?) { object.set(name, text: text) }

  /// Sets a field or an attribute to a number, or to true or false; nil leaves it unset.
  mutating func set(_ name: String, _ value: (some LosslessStringConvertible & BitwiseCopyable)?) {
    object.set(name, raw: value?.description.utf8)
  }

  /// Sets the stream of the event, if the format identifies it better than by device, app, boot and process id, and how
  /// many lines of the source are missing before the event, without rejected ones.
  ///
  /// A stream is the records of one process after another, which are divided into launches. Its name begins with the
  /// format's, as in `measure/4441d355`; the other arguments are further parts of the process's identity. `format` is that of
  /// a record that stands in a source of another one.
  mutating func set(
    stream name: String?, device: String? = nil, app: String? = nil, boot: String? = nil, pid: Int64? = nil,
    missingCount: Int64 = 0, format: String? = nil
  ) {
    if name == nil, missingCount == 0 { return }
    var origin = JSONObjectText()
    origin.set("format", text: format)
    origin.set("source", text: name)
    origin.set("device", text: device)
    origin.set("app", text: app)
    origin.set("boot", text: boot)
    origin.set("pid", raw: pid.map { "\($0)".utf8 })
    origin.set("lost", raw: missingCount > 0 ? "\(Int32(clamping: missingCount))".utf8 : nil)
    object.set("origin", raw: origin.bytes)
  }

  /// Sets a field or an attribute to a JSON value of the source, unchanged; nil leaves it unset.
  mutating func set(_ name: String, _ value: JSONValue?) { object.set(name, raw: value?.raw) }

  /// Sets a field or an attribute to a value that is already JSON; nil leaves it unset.
  mutating func set(_ name: String, raw: [UInt8]?) { object.set(name, raw: raw) }

  /// Sets the kinds of events that logs of this format can hold, as `records(_:)` returns them: without it an app whose
  /// log has no `scene.didActivate`, for example, would be judged as if it had never become active.
  mutating func set(records: String) { object.set("records", raw: records.utf8) }

  /// Those of `names` that are in the vocabulary, each once, as `set(records:)` expects them.
  static func records(_ names: [String]) -> String {
    let kinds = Set(names).filter { EventNames.meaning(of: $0) != nil }
    return "[\(kinds.sorted().map { "\"\($0)\"" }.joined(separator: ","))]"
  }
}
