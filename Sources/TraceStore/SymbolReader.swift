package import TraceModel

/// Symbols that grow as rows are read, and which row is which.
package struct StoredSymbols: Sendable {
  /// What the numbers in what was read mean.
  package var symbols = Symbols()
  var texts = RowMap()
  var signatures = RowMap()
  var contexts = RowMap()
  var streams = RowMap()
  var kindSets: [Int64: KindSet] = [:]
  /// `streams.base` by `StreamID`.
  var bases: [StreamBase] = []

  /// Symbols of nothing yet.
  package init() {}
}

/// Numbers by row; rows are small numbers.
struct RowMap: Sendable {
  private var numbers: [Int32] = []

  /// The number of a row, below 0 if it has none yet.
  subscript(row: Int64) -> Int32 {
    get { row < numbers.count ? numbers[Int(row)] : -1 }
    set {
      if row >= numbers.count {
        let wanted = Swift.max(Int(row) + 1, numbers.count * 2)
        numbers.append(contentsOf: repeatElement(-1, count: wanted - numbers.count))
      }
      numbers[Int(row)] = newValue
    }
  }
}

/// Turns rows of texts, signatures, contexts and streams into symbols.
struct SymbolReader: ~Copyable {
  private let text: Statement
  private let signature: Statement
  private let context: Statement
  private let stream: Statement
  private let streamTexts: Statement
  private let events: Statement
  private let fills: Statement
  private let sources: Statement

  static let streamColumns = "key, device, app, boot, pid, source, \(StreamBase.columns)"

  func sourceNames() throws(StoreError) -> [String] {
    var names = [""]
    defer { sources.reset() }
    while try sources.step() {
      while names.count < sources.integer(0) { names.append("") }
      names.append(sources.string(1))
    }
    return names
  }

  func text(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> TextID {
    if row == 0 { return .none }
    let known = stored.texts[row]
    if known >= 0 { return TextID(rawValue: known) }
    text.bind(row, at: 1)
    defer { text.reset() }
    let id = try text.step() ? stored.symbols.texts.intern(text, 0) : .none
    stored.texts[row] = id.rawValue
    return id
  }

  func string(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> String {
    let id = try text(row, &stored)
    return stored.symbols.texts.string(id)
  }

  func kinds(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> KindSet {
    if let known = stored.kindSets[row] { return known }
    let kinds = KindSet(names: try string(row, &stored), "|")
    stored.kindSets[row] = kinds
    return kinds
  }

  func signature(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> SignatureID {
    let known = stored.signatures[row]
    if known >= 0 { return SignatureID(rawValue: known) }
    signature.bind(row, at: 1)
    defer { signature.reset() }
    var value = Signature()
    if try signature.step() {
      let event = try text(signature.integer(0), &stored)
      value.kind = EventKind(name: stored.symbols.texts.string(event)) ?? .unknown
      if value.kind == .unknown { value.unknownName = event }
      let teller = try string(signature.integer(1), &stored)
      value.teller = Teller.allCases.first { $0.name == teller } ?? .unknown
      let phase = try string(signature.integer(2), &stored)
      value.phase = phase == "begin" ? .begin : phase == "end" ? .end : .instant
      for (index, path) in Signature.textPaths.enumerated() {
        value[keyPath: path] = try text(signature.integer(Int32(index + 3)), &stored)
      }
      value.success = Bool?(stored: signature.integer(9))
      value.prewarmed = Bool?(stored: signature.integer(10))
    }
    let id = stored.symbols.signatures.intern(value)
    stored.signatures[row] = id
    return SignatureID(rawValue: id)
  }

  func context(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> ContextID {
    let known = stored.contexts[row]
    if known >= 0 { return ContextID(rawValue: known) }
    context.bind(row, at: 1)
    defer { context.reset() }
    var value = Context()
    if try context.step() {
      // Not by key paths: a report reads thousands of contexts.
      value.device = try text(context.integer(0), &stored)
      value.deviceModel = try text(context.integer(1), &stored)
      value.osVersion = try text(context.integer(2), &stored)
      value.platform = try text(context.integer(3), &stored)
      value.processKind = try text(context.integer(4), &stored)
      value.app = try text(context.integer(5), &stored)
      value.appVersion = try text(context.integer(6), &stored)
      value.appBuild = try text(context.integer(7), &stored)
      value.sdkVersion = try text(context.integer(8), &stored)
      value.boot = try text(context.integer(9), &stored)
      value.records = try text(context.integer(10), &stored)
      value.format = try text(context.integer(11), &stored)
      value.pid = context.integer(12)
      value.simulator = Bool?(stored: context.integer(13))
      value.debugger = Bool?(stored: context.integer(14))
    }
    let id = stored.symbols.contexts.intern(value)
    stored.contexts[row] = id
    return ContextID(rawValue: id)
  }

  /// The stream of a row, whose columns stand in `statement` from `first` on.
  func stream(
    _ row: Int64, _ statement: borrowing Statement, _ first: Int32, _ stored: inout StoredSymbols
  ) throws(StoreError) -> StreamID {
    let known = stored.streams[row]
    if known >= 0 { return StreamID(rawValue: known) }
    var key = StreamKey()
    let isParts = statement.isBlob(first) && statement.withBytes(first) { $0.count > 17 }
    if isParts {
      key.device = try text(statement.integer(first + 1), &stored)
      key.app = try text(statement.integer(first + 2), &stored)
      key.boot = try text(statement.integer(first + 3), &stored)
      key.pid = statement.optional(first + 4)
      key.source = try text(statement.integer(first + 5), &stored)
    } else {
      key.launch = stored.symbols.texts.intern(statement, first)
    }
    let id = stored.symbols.streams.intern(key)
    stored.streams[row] = id
    while stored.bases.count <= id { stored.bases.append(StreamBase()) }
    stored.bases[Int(id)] = StreamBase(statement, first + 6)
    return StreamID(rawValue: id)
  }

  func stream(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> StreamID {
    stream.bind(row, at: 1)
    defer { stream.reset() }
    _ = try stream.step()
    return try stream(row, stream, 0, &stored)
  }

  /// The texts of a stream by their numbers in it; at 0 there is none.
  func texts(of row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> [TextID] {
    var texts = [TextID.none]
    streamTexts.bind(row, at: 1)
    defer { streamTexts.reset() }
    while try streamTexts.step() { texts.append(stored.symbols.texts.intern(streamTexts, 1)) }
    return texts
  }

  /// All events of a stream, by position.
  func events(
    of row: Int64, _ stream: StreamID, _ stored: inout StoredSymbols
  ) throws(StoreError) -> [Event] {
    let texts = try texts(of: row, &stored)
    let base = stored.bases[Int(stream.rawValue)]
    var list: [Event] = []
    events.bind(row, at: 1)
    defer { events.reset() }
    while try events.step() {
      let row = EventRow(events)
      var event = Event()
      event.stream = stream
      event.time = row.time.from(base.time)
      event.uptime = row.uptime
      event.seq = row.position >= 0 && row.seq == Event.absent ? row.position : row.seq
      event.duration = row.duration
      event.memory = row.memory
      event.context = try context(
        row.context == Event.absent ? base.context : row.context, &stored)
      event.signature = try signature(row.signature, &stored)
      event.scene = stored.text(row.scene, texts)
      event.sceneInstance = stored.text(row.sceneInstance, texts)
      event.viewInstance = stored.text(row.viewInstance, texts)
      event.task = stored.text(row.task, texts)
      event.attributes = stored.symbols.texts.intern(events, 16)
      let source = base.source(stored: row.source)
      event.source = SourceID(rawValue: Int32(truncatingIfNeeded: source))
      event.line = Int32(truncatingIfNeeded: base.line(stored: row.line, source: source))
      event.lost = Int32(truncatingIfNeeded: row.lost)
      list.append(event)
    }
    return list
  }

  /// The places in `seq` that rejected lines of a stream fill.
  func fills(of row: Int64) throws(StoreError) -> [Int64] {
    var list: [Int64] = []
    fills.bind(row, at: 1)
    defer { fills.reset() }
    while try fills.step() { list.append(fills.integer(0)) }
    return list
  }
}

extension StoredSymbols {
  /// The text with a number in its stream, whose texts are given; none for 0 and what is absent.
  mutating func text(_ number: Int64, _ texts: [TextID]) -> TextID {
    if number > 0, number < texts.count { return texts[Int(number)] }
    return number < 0 && number != Event.absent ? symbols.texts.intern(String(-1 - number)) : .none
  }
}

extension SymbolReader {
  init(on connection: borrowing Connection) throws(StoreError) {
    let signatures = TupleColumns.signature.joined(separator: ", ")
    let contexts = TupleColumns.context.joined(separator: ", ")
    self.init(
      text: try Statement("SELECT value FROM texts WHERE id = ?", on: connection),
      signature: try Statement(
        "SELECT \(signatures) FROM signatures WHERE id = ?", on: connection),
      context: try Statement("SELECT \(contexts) FROM contexts WHERE id = ?", on: connection),
      stream: try Statement(
        "SELECT \(Self.streamColumns) FROM streams WHERE id = ?", on: connection),
      streamTexts: try Statement(
        "SELECT id, value FROM stream_texts WHERE stream = ? ORDER BY id", on: connection),
      events: try Statement(
        "SELECT \(EventRow.columns) FROM events WHERE stream = ? ORDER BY position", on: connection),
      fills: try Statement(
        "SELECT seq FROM rejects WHERE stream = ? AND seq IS NOT NULL ORDER BY seq", on: connection),
      sources: try Statement("SELECT id, path FROM sources ORDER BY id", on: connection))
  }
}
