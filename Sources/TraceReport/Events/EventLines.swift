package import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Events as lines of the event record, which give the same events when they are read again.
package struct EventLines {
  private static let noAttributes = #""attributes":{}"#
  private let encoder = JSONEncoder()
  private let redaction: Redaction?
  private let standsAlone: Bool

  /// Lines of what `redaction` leaves; with `standsAlone` each names its stream and its format in full.
  package init(_ redaction: Redaction? = nil, standsAlone: Bool = false) {
    self.redaction = redaction
    self.standsAlone = standsAlone
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// One line, with its newline; throws `EncodingError`, which no event causes.
  package func line(_ event: Event, _ symbols: Symbols) throws -> String {
    var record = EventRecord(texts: symbols.texts, redaction: redaction, standsAlone: standsAlone)
    record.add(event, symbols.signature(event), symbols.context(event.context), symbols.stream(event.stream))
    let line = String(decoding: try encoder.encode(record.members), as: UTF8.self) + "\n"
    if redaction != nil { return line }
    // A JSON object already, with numbers as written. No text can look like this member: quotes in texts are escaped.
    let attributes = "\"attributes\":\(symbols.texts.string(event.attributes))"
    return line.replacing(Self.noAttributes, with: attributes, maxReplacements: 1)
  }
}

private struct EventRecord {
  typealias Texts<Value> = [(String, any WritableKeyPath<Value, TextID> & Sendable)]
  typealias Numbers<Value> = [(String, any KeyPath<Value, Int64> & Sendable)]

  private static let eventNumbers: Numbers<Event> = [
    ("uptime", \.uptime), ("seq", \.seq), ("duration", \.duration), ("memory", \.memory),
  ]
  private static let eventTexts: Texts<Event> = [
    ("scene", \.scene), ("sceneInstance", \.sceneInstance), ("viewInstance", \.viewInstance), ("task", \.task),
  ]
  private static let signatureTexts: Texts<Signature> =
    [("event", \.unknownName)] + zip(["thread", "reason", "view", "name", "kind", "sceneRole"], Signature.texts)
  /// All but the kinds that are recorded, and the format.
  private static let contextTexts: Texts<Context> = Array(
    zip(
      [
        "device", "deviceModel", "osVersion", "platform", "processKind", "app", "appVersion", "appBuild", "sdkVersion",
        "boot",
      ], Context.texts))
  private static let streamTexts: Texts<StreamKey> = [
    ("device", \.device), ("app", \.app), ("boot", \.boot), ("source", \.source),
  ]

  let texts: TextTable
  let redaction: Redaction?
  let standsAlone: Bool
  var members: [String: Cell] = [:]

  mutating func add(_ event: Event, _ signature: Signature, _ context: Context, _ stream: StreamKey) {
    members["event"] = Cell(signature.kind.name)
    put(event, Self.eventTexts, Self.eventNumbers)
    put(signature, Self.signatureTexts)
    put(context, Self.contextTexts, [("pid", \.pid)])
    put(stream, [("launch", \.launch)])
    if event.time != Event.absent { members["time"] = Cell(Timestamp.rfc3339(event.time)) }
    if signature.eventSource != .unknown { members["source"] = Cell(signature.eventSource.name) }
    if [.begin, .end].contains(signature.phase) { members["phase"] = Cell("\(signature.phase)") }
    for (key, truth) in [
      ("simulator", context.simulator), ("debugger", context.debugger), ("success", signature.success),
      ("prewarmed", signature.prewarmed),
    ] { if let truth { members[key] = Cell(truth) } }
    let declared = texts.string(context.records)
    let kinds = declared.split(separator: ",").compactMap { hidden(String($0), "event") }
    if declared == Context.noKinds {
      members["records"] = Cell([String]())
    } else if !kinds.isEmpty {
      members["records"] = Cell(kinds)
    }
    let attributes = texts.string(event.attributes)
    let rest = redaction?.attributes(attributes, reason: texts.string(signature.reason)) ?? [:]
    if !rest.isEmpty || redaction == nil && !attributes.isEmpty { members["attributes"] = Cell(rest) }
    let origin = origin(event, context, stream)
    if !origin.isEmpty { members["origin"] = Cell(origin) }
  }

  private func origin(_ event: Event, _ context: Context, _ stream: StreamKey) -> [String: Cell] {
    var origin = Self(texts: texts, redaction: redaction, standsAlone: standsAlone)
    origin.put(stream, Self.streamTexts, [("pid", \.pid)])
    // If the record names the whole stream, it inherits no field.
    let isComplete = [context.device, context.app, context.boot] == [stream.device, stream.app, stream.boot]
    let isSaid = isComplete && context.pid == stream.pid && stream.source.isNone && origin.members.count == 4
    if isSaid, !standsAlone { origin.members = [:] }
    let format = texts.string(context.format)
    if standsAlone || format != InputFormat.canonical.name {
      let name = format.isEmpty ? InputFormat.canonical.name : format
      origin.members["format"] = hidden(name, "format").map { Cell($0) }
    }
    if event.lost > 0 { origin.members["lost"] = Cell(event.lost) }
    return origin.members
  }

  private mutating func put<Value>(_ value: Value, _ texts: Texts<Value>, _ numbers: Numbers<Value> = []) {
    for (key, path) in texts where !value[keyPath: path].isNone {
      if let text = hidden(self.texts.string(value[keyPath: path]), key) { members[key] = Cell(text) }
    }
    for (key, path) in numbers where value[keyPath: path] != Event.absent {
      members[key] = Cell(value[keyPath: path])
    }
  }

  private func hidden(_ text: String, _ field: String) -> String? {
    redaction.map { $0.hidden(text, field) } ?? text
  }
}

extension Redaction {
  /// The bytes of a file, as a key; nil if it cannot be read.
  package static func key(in path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }
}
