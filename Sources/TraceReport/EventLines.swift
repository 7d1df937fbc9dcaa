package import TraceModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Events as lines of the event record, which taken in again give the same events.
package struct EventLines {
  private static let noAttributes = #""attributes":{}"#
  private let encoder = JSONEncoder()
  private let redaction: Redaction?

  /// Lines with everything in them, or with what `redaction` leaves.
  package init(_ redaction: Redaction? = nil) {
    self.redaction = redaction
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// One line, with its newline.
  ///
  /// - Throws: `EncodingError`, which no event causes.
  package func line(_ event: Event, _ symbols: Symbols) throws -> String {
    var record = EventRecord(texts: symbols.texts, redaction: redaction)
    record.tell(event, symbols.signature(event), symbols.context(event.context), symbols.stream(event.stream))
    let line = String(decoding: try encoder.encode(record.members), as: UTF8.self) + "\n"
    if redaction != nil { return line }
    // A JSON object already, its numbers as they were told. No text can look like its place: quotes in it are escaped.
    let attributes = "\"attributes\":\(symbols.texts.string(event.attributes))"
    return line.replacing(Self.noAttributes, with: attributes, maxReplacements: 1)
  }
}

/// The members of one record.
private struct EventRecord {
  typealias Texts<Value> = [(key: String, path: any KeyPath<Value, TextID> & Sendable, field: Redaction.Field)]
  typealias Numbers<Value> = [(key: String, path: any KeyPath<Value, Int64> & Sendable)]

  private static let eventNumbers: Numbers<Event> = [
    ("uptime", \.uptime), ("seq", \.seq), ("duration", \.duration), ("memory", \.memory),
  ]
  private static let eventTexts: Texts<Event> = [
    ("scene", \.scene, .ids), ("sceneInstance", \.sceneInstance, .ids), ("viewInstance", \.viewInstance, .ids),
    ("task", \.task, .ids),
  ]
  private static let signatureTexts: Texts<Signature> = [
    ("event", \.unknownName, .events), ("thread", \.thread, .threads), ("reason", \.reason, .reasons),
    ("view", \.view, .ids), ("name", \.name, .ids), ("kind", \.taskKind, .kinds), ("sceneRole", \.sceneRole, .roles),
  ]
  private static let contextTexts: Texts<Context> = [
    ("device", \.device, .caseless), ("app", \.app, .caseless), ("boot", \.boot, .caseless),
    ("deviceModel", \.deviceModel, .plain), ("osVersion", \.osVersion, .plain), ("platform", \.platform, .plain),
    ("processKind", \.processKind, .plain), ("appVersion", \.appVersion, .plain), ("appBuild", \.appBuild, .plain),
    ("sdkVersion", \.sdkVersion, .plain),
  ]
  private static let streamTexts: Texts<StreamKey> = [
    ("device", \.device, .caseless), ("app", \.app, .caseless), ("boot", \.boot, .caseless), ("source", \.source, .ids),
  ]

  let texts: TextTable
  let redaction: Redaction?
  var members: [String: Cell] = [:]

  mutating func tell(_ event: Event, _ signature: Signature, _ context: Context, _ stream: StreamKey) {
    members["event"] = Cell(signature.kind.name)
    put(event, Self.eventTexts, Self.eventNumbers)
    put(signature, Self.signatureTexts)
    put(context, Self.contextTexts, [("pid", \.pid)])
    put(stream, [("launch", \.launch, .ids)])
    if event.time != Event.absent { members["time"] = Cell(Timestamp.rfc3339(event.time)) }
    if signature.teller != .unknown { members["source"] = Cell(signature.teller.name) }
    if [.begin, .end].contains(signature.phase) { members["phase"] = Cell("\(signature.phase)") }
    for (key, truth) in [
      ("simulator", context.simulator), ("debugger", context.debugger), ("success", signature.success),
      ("prewarmed", signature.prewarmed),
    ] { if let truth { members[key] = Cell(truth) } }
    let kinds = texts.string(context.records).split(separator: ",").compactMap { hidden(String($0), .events) }
    if !kinds.isEmpty { members["records"] = Cell(kinds) }
    let attributes = texts.string(event.attributes)
    let rest = redaction?.attributes(attributes, reason: texts.string(signature.reason)) ?? [:]
    if !rest.isEmpty || redaction == nil && !attributes.isEmpty { members["attributes"] = Cell(rest) }
    let origin = origin(event, context, stream)
    if !origin.isEmpty { members["origin"] = Cell(origin) }
  }

  /// What only `origin` can say.
  private func origin(_ event: Event, _ context: Context, _ stream: StreamKey) -> [String: Cell] {
    var origin = Self(texts: texts, redaction: redaction)
    origin.put(stream, Self.streamTexts, [("pid", \.pid)])
    // Where the record tells all of the stream's name, nothing is inherited.
    let told = [context.device, context.app, context.boot] == [stream.device, stream.app, stream.boot]
    if told, context.pid == stream.pid, stream.source.isNone, origin.members.count == 4 { origin.members = [:] }
    if texts.string(context.format) != "canonical" { origin.put(context, [("format", \.format, .plain)]) }
    if event.lost > 0 { origin.members["lost"] = Cell(event.lost) }
    return origin.members
  }

  private mutating func put<Value>(_ value: Value, _ texts: Texts<Value>, _ numbers: Numbers<Value> = []) {
    for (key, path, field) in texts where !value[keyPath: path].isNone {
      if let text = hidden(self.texts.string(value[keyPath: path]), field) { members[key] = Cell(text) }
    }
    for (key, path) in numbers where value[keyPath: path] != Event.absent {
      members[key] = Cell(value[keyPath: path])
    }
  }

  private func hidden(_ text: String, _ field: Redaction.Field) -> String? {
    redaction.map { $0.hidden(text, field) } ?? text
  }
}
