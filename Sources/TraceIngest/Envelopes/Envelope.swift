import TraceModel

/// Extracts records from what services, collectors and apps put around them.
///
/// A record is an object that its format reads: one of the project's own has a name and a time. Other values are
/// searched at any depth: lists, objects, and texts that are JSON or `Logfmt`, under any key. A list of keys and values
/// counts as an object (`KeyValueLists`), the rows of a query's result count as objects (`RowTable`), and a pair of a
/// time and a text, as Loki writes it, as a record; and so does a row of a table of text (`DelimitedTable`). A record that
/// does not name its launch, app, device or time inherits them from the objects around it (`EnvelopeKeys`). Lists within
/// a record belong to it.
///
/// ```
/// {"session_id":"7","events":[{"event":"process.start","time":1792500000}]}
/// {"timestamp":1792500000000,"message":"{\"event\":\"process.start\"}"}
/// {"stream":{"app":"shop"},"values":[["1792500000000000000","{\"event\":\"process.start\"}"]]}
/// ```
///
/// If no value is a record, the likeliest one is returned: it is then rejected with a reason, and its keys are shown. So
/// are objects beside records that may be records as well: what an envelope holds is never passed over in silence.
struct Envelope: Sendable {
  /// One record that was found.
  struct Excerpt {
    /// The record, with the members that it inherits from the objects around it.
    var bytes: [UInt8]
    /// Its range in the text that was searched, or that of the string that holds it; nil if it is the whole text.
    var range: Range<Int>?
    /// True if its format reads it.
    var isRecord: Bool
    /// True if it is inside another value.
    var isInner: Bool
    /// True for another object that may be a record under keys of its own: in a list beside records it counts as one
    /// that cannot be read.
    var mayBeRecord = false
    /// The keys that lead to it, as in `events.message`.
    var path: String
    /// Where it begins in the text that was searched.
    fileprivate var start: Int { range?.lowerBound ?? 0 }
  }

  /// How deep objects, lists and texts within each other are searched.
  private static let deepest = 24
  /// How many items of a list are searched to see whether it holds records.
  private static let sampleCount = 16
  /// An object with more members that are JSON texts, none of them a record, is returned as it is.
  private static let mostOthers = 64
  /// Keys under which exports put their records, whatever these hold.
  private static let listNames: Set = [
    "batch", "data", "documents", "entries", "events", "hits", "items", "lines", "log", "logs", "messages", "records",
    "result", "results", "rows", "values",
  ]
  /// Keys under which services and collectors put the text of a record, whatever that is.
  private static let textNames: Set = [
    "@message", "_raw", "body", "content", "data", "event", "line", "log", "message", "msg", "payload", "raw", "text",
  ]
  /// The member of the project's own records that holds all values that are no fields: it is not searched.
  private static let attributes = Field.attributes.name

  private let keys: EnvelopeKeys
  /// True if the text may break off, as the first bytes of a source do.
  private var mayBeCut = false
  /// The format of the records inside; nil for the project's own.
  private let reader: (any LogFormatReader.Type)?
  /// True if fields are read from keys that `--map` names.
  private let isMapped: Bool
  /// The outermost of the mapped keys that lead into objects.
  private let containers: Set<String>
  /// The table of text whose rows are the records; nil if there is none.
  private(set) var table: DelimitedTable?

  /// An envelope around records of a format, or of the project's own.
  init(_ options: IngestOptions, around reader: (any LogFormatReader.Type)? = nil) {
    keys = EnvelopeKeys(options)
    self.reader = reader
    isMapped = !options.keyMap.isEmpty
    let paths = options.keyMap.map(\.key) + options.renamings.compactMap { $0.condition?.key }
    let outermost = paths.flatMap { key in key.indices.filter { key[$0] == "." }.map { String(key[..<$0]) } }
    containers = Set(outermost.filter { !$0.isEmpty })
  }

  /// A record with the texts opened that are objects in JSON, and into which a mapped key leads; nil if there are none.
  private func opened(_ record: JSONValue) -> JSONValue? {
    if containers.isEmpty || !record.isObject { return nil }
    let members = record.members
    let isHeld = members.contains { containers.contains($0.key) && !$0.value.isObject && $0.value.opened != nil }
    if !isHeld { return nil }
    var text = JSONObjectText()
    for (key, value) in members {
      let inner = containers.contains(key) ? value.opened : nil
      text.set(key, raw: (inner ?? value).raw)
    }
    return try? JSONValue(text.bytes[...])
  }

  /// The same envelope, for a text that may break off.
  var ofCut: Envelope {
    var envelope = self
    envelope.mayBeCut = true
    return envelope
  }

  /// The same envelope, for the rows of a table of text.
  func of(_ table: DelimitedTable) -> Envelope {
    var envelope = self
    envelope.table = table
    return envelope
  }

  /// The records in a line or a document, in their order; the text itself if it is no JSON.
  ///
  /// `outer` are the objects around the text, the nearest last.
  func records(in text: ArraySlice<UInt8>, _ outer: [JSONValue] = []) -> [Excerpt] {
    if table?.isHeader(text) == true { return [] }
    if let row = table?.object(text) { return find(row, Context(outer: outer, range: text.indices)).map(Self.inner) }
    guard let value = Self.json(in: text) else {
      return [Excerpt(bytes: Array(text), range: nil, isRecord: false, isInner: false, path: "")]
    }
    // JSON lies within the text. A logfmt line was converted to JSON, which stands nowhere in it.
    let isPart = text.contains(UInt8(ascii: "{")) || text.contains(UInt8(ascii: "["))
    return find(value, Context(outer: outer, range: isPart ? nil : text.indices))
  }

  /// True if the first object of a source is a record without an envelope: the source can then be read the fast way.
  func isAlone(_ head: LogHead) -> Bool {
    guard let start = head.bytes.firstIndex(of: UInt8(ascii: "{")) else { return false }
    let object = CutJSON.closed(head.bytes[start...])
    guard let value = try? JSONValue(object[...]) else { return false }
    // Key-value lists in a record of the project's own, as in one that was exported, stay as they are.
    let isOwn = !isMapped && value[Field.event.name] != nil
    if opens(head) { return false }
    // A list into which a mapped key leads may have no item in the first record.
    let mayLead = value.members.contains { containers.contains($0.key) && $0.value.isArray }
    return isRecord(value, Context()) && !mayLead && (isOwn || !KeyValueLists.mayBe(in: head.bytes[...]))
  }

  /// True if a record of a source may hold, as a text, an object into which a mapped key leads.
  func opens(_ head: LogHead) -> Bool { !containers.isEmpty && head.contains(Self.beginOfText) }

  /// How the text of an object begins as a value.
  private static let beginOfText = "\"{\\\""

  /// The JSON value of a text, or the object that a line of keys and values means.
  ///
  /// Other text may precede it, as collectors write it: `2026-01-01T00:00:00Z stdout F {"event":…}`; nil if there is
  /// none.
  static func json(in text: ArraySlice<UInt8>) -> JSONValue? {
    guard let first = text.first(where: { !JSONScanner.isSpace($0) }) else { return nil }
    if "{[".utf8.contains(first), let value = try? JSONValue(text) { return value }
    // The objects within a broken object are no records.
    if first == UInt8(ascii: "{") { return nil }
    var at = text.startIndex
    for _ in 0..<mostBraces {
      guard let brace = text[at...].firstIndex(of: UInt8(ascii: "{")) else { break }
      if let value = try? JSONValue(text[brace...]) { return value }
      at = brace + 1
    }
    return Logfmt.object(text)
  }

  /// The same for a text in an envelope, which may break off if `mayBeCut`.
  private func json(in text: ArraySlice<UInt8>) -> JSONValue? {
    if let value = Self.json(in: text) { return value }
    guard mayBeCut, let start = text.firstIndex(where: { "{[".utf8.contains($0) }) else { return nil }
    return try? JSONValue(CutJSON.closed(text[start...])[...])
  }

  /// How many opening braces of a text are tried as the start of JSON.
  private static let mostBraces = 8

  /// The objects and the text around a value.
  private struct Context {
    /// The objects around it, the nearest last.
    var outer: [JSONValue] = []
    /// The range of the outermost string that the value was read from; nil if it was read from none.
    var range: Range<Int>?
    var path: [String] = []
    var depth = 0

    /// The context of a member of an object.
    func inside(_ surroundings: Surroundings, _ key: String) -> Context {
      var context = self
      context.outer.append(surroundings.without(key))
      context.path.append(key)
      context.depth += 1
      return context
    }
  }

  /// An object as its members see it, computed once for all of them.
  private final class Surroundings {
    /// An object with more members, or more bytes in members that are no lists, is large: its members inherit only what
    /// `EnvelopeKeys.identity` chooses.
    private static let memberLimit = 32
    private static let byteLimit = 4096

    private let object: JSONValue
    private let keys: EnvelopeKeys
    /// The identifying members of a large object; nil for a small one.
    private let identity: JSONValue?
    lazy var seemsRecord = keys.seemsRecord(object)
    lazy var holdsTime = keys.holdsTime(object)

    init(_ object: JSONValue, _ keys: EnvelopeKeys) {
      self.object = object
      self.keys = keys
      let members = object.members
      let size = members.reduce(0) { $0 + ($1.value.isArray ? 0 : $1.value.raw.count) }
      let isSmall = members.count <= Self.memberLimit && size <= Self.byteLimit
      identity = isSmall ? nil : keys.identity(of: members)
    }

    /// The object from which the member under `key` inherits: without that member, or all of it if `key` is nil.
    func without(_ key: String?) -> JSONValue { identity ?? Envelope.without(key, object) }
  }

  /// True if the format of the records inside reads an object as it is.
  private func isRecord(_ value: JSONValue, _ context: Context) -> Bool {
    guard value.isObject else { return false }
    if let reader {
      // Its lists may be empty where another list has the records.
      return value.members.contains { !$0.value.isArray || !$0.value.items.isEmpty }
        && reader.framing(LogHead(Array(value.raw))) != nil
    }
    guard keys.isNamed(value) else { return false }
    return keys.isTimed(value) || keys.inheritedTime(of: value, from: context.outer) != nil
  }

  private func find(_ value: JSONValue, _ context: Context) -> [Excerpt] {
    if value.isArray { return items(of: value, "", context) ?? [found(value, context, isRecord: false)] }
    if isRecord(value, context) { return [found(value, context, isRecord: true)] }
    guard value.isObject, context.depth < Self.deepest else { return [found(value, context, isRecord: false)] }
    if let object = KeyValueLists.plain(value) { return find(object, at(value, context)).map(Self.inner) }
    if value["FrameType"] != nil, value["Rows"] == nil { return [] }
    if let table = RowTable(value) {
      var inside = context
      inside.path += table.path
      return table.rows.flatMap { find($0.record, at($0.row, inside)) }.map(Self.inner)
    }
    var records: [Excerpt] = []
    var others: [Excerpt] = []
    var unread: [Excerpt] = []
    var textCount = 0
    let surroundings = Surroundings(value, keys)
    for (key, member) in value.members where key != Self.attributes && !RowTable.areColumns(member, key) {
      let (inner, isEnvelope) = find(member, key, of: surroundings, context)
      if inner.contains(where: \.isRecord) {
        records += inner
      } else {
        if isEnvelope { others += inner }
        unread += inner.filter { $0.isInner ? $0.mayBeRecord : keys.tellsOfLife(member) }
      }
      if member.bytes != nil, isEnvelope, !inner.isEmpty { textCount += 1 }
    }
    if !records.isEmpty {
      let isInOrder = unread.isEmpty
      records += unread.map(Self.inner)
      return isInOrder ? records : records.sorted { $0.start < $1.start }
    }
    // An object with a name and without a time is returned, to be rejected.
    let isNoEnvelope = others.isEmpty || textCount > Self.mostOthers
    if isNoEnvelope || reader == nil && keys.isNamed(value) { return [found(value, context, isRecord: false)] }
    return others
  }

  /// Searches a member of an object; it is an envelope if what it holds are records, or may be instead of the object.
  private func find(
    _ member: JSONValue, _ key: String, of surroundings: Surroundings, _ context: Context
  ) -> (found: [Excerpt], isEnvelope: Bool) {
    if let text = member.bytes {
      let mayHold = text.count > 1 && (text.contains(UInt8(ascii: "{")) || Self.textNames.contains(key))
      guard mayHold, let value = json(in: text) else { return ([], false) }
      var inside = context.inside(surroundings, key)
      // A value that is read from a string has the range of that string.
      inside.range = inside.range ?? member.raw.indices
      let found = find(value, inside).map(Self.inner)
      // The object may be a record with keys of its own, which holds other JSON.
      let isField = !Self.textNames.contains(key) && surroundings.seemsRecord && surroundings.holdsTime
      return isField && !found.contains(where: \.isRecord) ? ([], false) : (found, true)
    }
    if member.isObject {
      let found = find(member, context.inside(surroundings, key))
      return found.contains { $0.isRecord || $0.isInner } ? (found.map(Self.inner), true) : (found, false)
    }
    guard member.isArray, let items = items(of: member, key, context.inside(surroundings, key)) else {
      return ([], false)
    }
    if items.contains(where: \.isRecord) { return (items, true) }
    // The items may belong to a record with keys of its own.
    let isExport = Self.listNames.contains(key) && !surroundings.seemsRecord
    return (items, isExport || !surroundings.holdsTime)
  }

  private static func inner(_ found: Excerpt) -> Excerpt {
    var found = found
    found.isInner = true
    return found
  }

  /// Searches a list; nil if its items are no objects, lists or texts of JSON.
  private func items(of list: JSONValue, _ key: String, _ context: Context) -> [Excerpt]? {
    if context.depth >= Self.deepest { return nil }
    if let object = KeyValueLists.object(list) {
      let found = find(object, at(list, context))
      return key.isEmpty || found.contains { $0.isRecord || $0.isInner } ? found.map(Self.inner) : nil
    }
    let items = list.items
    var found: [Excerpt] = []
    for item in items {
      if let pair = Self.pair(item) {
        found += read(pair, item, context)
      } else if item.isObject {
        found += find(item, context)
      } else if item.isArray {
        found += self.items(of: item, "", context) ?? []
      } else if let text = item.bytes, let value = json(in: text) {
        found += find(value, at(item, context))
      }
    }
    return found.isEmpty ? nil : found.map(Self.inner)
  }

  /// The context of a value that is derived from `value`, as an object from a key-value list.
  private func at(_ value: JSONValue, _ context: Context) -> Context {
    var context = context
    context.range = context.range ?? value.raw.indices
    context.depth += 1
    return context
  }

  /// A time and a text, as in Loki's `["1792500000000000000","{\"event\":…}"]`; nil for anything else.
  private static func pair(_ item: JSONValue) -> (time: JSONValue, text: ArraySlice<UInt8>, rest: JSONValue?)? {
    guard item.isArray else { return nil }
    let values = item.items
    guard 2...3 ~= values.count, values[0].isInstant, let text = values[1].bytes else { return nil }
    return (values[0], text, values.count == 3 ? values[2] : nil)
  }

  private func read(
    _ pair: (time: JSONValue, text: ArraySlice<UInt8>, rest: JSONValue?), _ item: JSONValue, _ context: Context
  ) -> [Excerpt] {
    var context = at(item, context)
    var object = JSONObjectText()
    object.set(Field.time.name, raw: pair.time.raw)
    // The labels of a stream identify its records.
    let labels = context.outer.last?.members.map(\.value).filter(\.isObject) ?? []
    context.outer += labels
    if let rest = pair.rest, rest.isObject { context.outer.append(rest) }
    if let value = json(in: pair.text) {
      if let time = try? JSONValue(object.bytes[...]) { context.outer.append(time) }
      return find(value, context).map(Self.inner)
    }
    object.set("line", text: pair.text.string)
    guard let record = try? JSONValue(object.bytes[...]) else { return [] }
    return [found(record, context, isRecord: isRecord(record, context))]
  }

  /// A value as an excerpt, with the members that it inherits.
  private func found(_ value: JSONValue, _ context: Context, isRecord: Bool) -> Excerpt {
    let range = context.range ?? value.raw.indices
    var found = Excerpt(
      bytes: Array(value.raw), range: range, isRecord: isRecord, isInner: false,
      path: context.path.joined(separator: "."))
    found.mayBeRecord = !isRecord && value.isObject && (keys.holdsTime(value) || keys.tellsOfLife(value))
    if reader != nil { return found }
    var record = value
    if KeyValueLists.mayBe(in: value.raw), let replaced = KeyValueLists.replaced(value) {
      record = replaced
      found.bytes = Array(replaced.raw)
      found.isInner = true
    }
    if let open = opened(record) {
      record = open
      found.bytes = Array(open.raw)
      found.isInner = true
    }
    let inherited = keys.inherited(by: record, from: context.outer, whole: !isRecord && !keys.isReadable(record))
    if inherited.isEmpty || !value.isObject { return found }
    var text = JSONObjectText(record)
    for (key, value) in inherited { text.set(key, raw: value.raw) }
    found.bytes = text.bytes
    return found
  }

  /// An object without one of its members, and without lists, which do not identify it.
  private static func without(_ key: String?, _ object: JSONValue) -> JSONValue {
    var text = JSONObjectText()
    for (other, value) in object.members where other != key && !value.isArray { text.set(other, raw: value.raw) }
    return (try? JSONValue(text.bytes[...])) ?? object
  }
}

extension Envelope {
  /// How a document is cut into records: it may be long, so that it is read in pieces.
  struct Plan: Sendable {
    /// The keys that lead to each list of records; empty if the document is one piece.
    var lists: [[String]] = []
    /// For each list, the objects around it, without their lists.
    var outer: [[JSONValue]] = []
  }

  /// Finds the lists of records in a document that are members of objects.
  func plan(_ document: ArraySlice<UInt8>) -> Plan {
    guard let object = (try? JSONValue(document)) ?? (try? JSONValue(CutJSON.closed(document)[...])), object.isObject,
      !isRecord(object, Context())
    else { return Plan() }
    var lists: [(path: [String], outer: [JSONValue], found: [Excerpt], isEnvelope: Bool)] = []
    var holdsOthers = false
    var isToldBeside = false
    func look(_ object: JSONValue, _ path: [String], _ outer: [JSONValue]) {
      if RowTable(object) != nil { return holdsOthers = true }
      let surroundings = Surroundings(object, keys)
      let around = outer + [surroundings.without(nil)]
      for (key, member) in object.members where key != Self.attributes {
        var context = Context(outer: outer)
        context.path = path
        if member.isObject {
          if isRecord(member, Context(outer: around)) {
            holdsOthers = true
          } else if path.count < Self.deepest {
            isToldBeside = isToldBeside || keys.tellsOfLife(member)
            look(member, path + [key], outer + [surroundings.without(key)])
          }
        } else if member.isArray {
          guard !RowTable.areColumns(member, key), let sample = Self.sample(member) else { continue }
          let (found, isEnvelope) = find(sample, key, of: surroundings, context)
          if !found.isEmpty { lists.append((path + [key], around, found, isEnvelope)) }
        } else {
          let (found, isEnvelope) = find(member, key, of: surroundings, context)
          if isEnvelope, !found.isEmpty { holdsOthers = true }
        }
      }
    }
    look(object, [], [])
    let holdsRecords = lists.contains { $0.found.contains(where: \.isRecord) }
    if holdsOthers || holdsRecords && isToldBeside { return Plan() }
    let envelopes = holdsRecords ? lists : lists.filter(\.isEnvelope)
    let likely = envelopes.filter { $0.found.contains { $0.isRecord || $0.mayBeRecord } }
    let chosen = likely.isEmpty ? Array(envelopes.prefix(1)) : likely
    return Plan(lists: chosen.map(\.path), outer: chosen.map(\.outer))
  }

  /// A list of the first items of a list; nil if it is a key-value list, or has no items that may be records.
  private static func sample(_ list: JSONValue) -> JSONValue? {
    let items = list.items
    guard items.contains(where: { $0.isObject || $0.isArray }), KeyValueLists.object(list) == nil else { return nil }
    let first = items.prefix(sampleCount).map(\.raw.string)
    return try? JSONValue(Array("[\(first.joined(separator: ","))]".utf8)[...])
  }
}

/// Lists of keys and values that mean an object: `[{"key":"launch","value":"7"}]` means `{"launch":"7"}`.
///
/// CloudWatch Logs Insights writes its rows like this, with `field` for `key`. BigQuery writes the parameters of Google
/// Analytics like this, with each value in an object that has a member for each type:
/// `{"string_value":"7","int_value":null}`.
///
/// Source: Amazon, CloudWatch Logs API, `ResultField`; Google, BigQuery export schema of Analytics, `event_params`.
enum KeyValueLists {
  private static let keys = ["key", "field"]
  private static let value = "value"

  /// True if a text may contain such a list: a fast test that saves searching most texts.
  static func mayBe(in text: ArraySlice<UInt8>) -> Bool {
    keys.contains { text.firstIndex(of: "\"\($0)\"".utf8) != nil } && text.firstIndex(of: "\"\(value)\"".utf8) != nil
  }

  /// The object that a list means; nil for any other value.
  static func object(_ list: JSONValue) -> JSONValue? {
    let items = list.items
    guard let first = items.first, pair(first) != nil else { return nil }
    var object = JSONObjectText()
    for item in items {
      guard let (key, value) = pair(item) else { return nil }
      object.set(key, raw: value.raw)
    }
    return try? JSONValue(object.bytes[...])
  }

  /// The value with such lists replaced by objects; nil if it has none.
  static func replaced(_ value: JSONValue) -> JSONValue? {
    if let object = object(value) { return replaced(object) ?? object }
    guard value.isObject else { return nil }
    var isChanged = false
    var text = JSONObjectText()
    for (key, member) in value.members {
      let other = replaced(member)
      isChanged = isChanged || other != nil
      text.set(key, raw: (other ?? member).raw)
    }
    return isChanged ? try? JSONValue(text.bytes[...]) : nil
  }

  /// The object with each list of one value replaced by the value, as Elasticsearch writes `fields`:
  /// `{"event":["process.start"],"time":[1792500000]}`; nil for any other object.
  ///
  /// Source: Elastic, *Retrieve selected fields*: "always returns an array of values for each field".
  static func plain(_ object: JSONValue) -> JSONValue? {
    let members = object.members.map { (key: $0.key, value: $0.value, items: $0.value.items) }
    let single = members.count { $0.items.count == 1 && !$0.items[0].isObject && !$0.items[0].isArray }
    guard single > 1, 2 * single > members.count, members.allSatisfy({ !$0.items.isEmpty }) else { return nil }
    var text = JSONObjectText()
    for (key, value, items) in members { text.set(key, raw: (items.count == 1 ? items[0] : value).raw) }
    return try? JSONValue(text.bytes[...])
  }

  private static func pair(_ item: JSONValue) -> (key: String, value: JSONValue)? {
    let members = item.members
    guard members.count == 2, let key = members.first(where: { keys.contains($0.key) })?.value.string,
      let held = members.first(where: { $0.key == value })?.value
    else { return nil }
    return (key, typed(held) ?? held)
  }

  /// The value of an object that has a member for each type.
  private static func typed(_ value: JSONValue) -> JSONValue? {
    value.members.first { $0.key.lowercased().hasSuffix(Self.value) && !$0.value.isNull }?.value
  }
}

/// How a source whose records are in an envelope is read, by its first bytes.
struct EnvelopedHead {
  /// How the source is cut into records.
  let framing: Framing
  /// The keys that lead to the first record, as in `events.message`.
  let path: String
  /// What is appended to the format's name, as in ` in 'events.message'`; empty if the records are in lists alone.
  var remark: String { path.isEmpty ? "" : " in '\(path)'" }
  /// True if a record was found; false for an object that may be a record with keys of its own.
  let isRecord: Bool

  /// Nil if the source has no envelope.
  init?(_ head: LogHead, _ envelope: Envelope) {
    let isJSON = head.first.map { "{[".utf8.contains($0) } ?? false
    let lines = head.bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy(JSONScanner.isSpace) }
    guard let first = lines.first else { return nil }
    let isOfLines = head.first != UInt8(ascii: "[") && (!isJSON || (try? JSONValue(first)) != nil)
    // A document with a list is cut by its list, even on one line: the head may end within that line.
    let holdsList = isJSON && !envelope.plan(first).lists.isEmpty
    let texts = isOfLines ? lines : [CutJSON.closed(head.bytes[...])[...]]
    // The head may end within a long list of columns.
    let isTable = isJSON && (try? JSONValue(CutJSON.closed(head.bytes[...])[...])).map(RowTable.isBegun) == true
    framing = isOfLines && !holdsList && !isTable ? .lines : .elements(envelope)
    var best: Envelope.Excerpt?
    for text in texts where best?.isRecord != true {
      let found = envelope.ofCut.records(in: text).filter(\.isInner)
      best = found.first(where: \.isRecord) ?? best ?? found.first
    }
    guard best != nil || isTable else { return nil }
    path = isTable ? "" : best?.path ?? ""
    isRecord = best?.isRecord ?? false
  }
}
