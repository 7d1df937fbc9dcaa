package import TraceModel

/// Turns rows into values, with symbols that grow as rows are read.
package struct StoredSymbols: Columns {
  typealias Failure = StoreError

  /// The tables that numbers in read values refer to.
  package var symbols = Symbols()
  private(set) var base = StreamBase()
  private let connection: Connection
  private var row: Statement
  private var column: Int32 = 0
  private var ownTexts: [TextID] = []
  private var parts: IdentityParts
  private var decimals = NumberMap()
  // From rows to the numbers of symbols.
  private(set) var texts = NumberMap()
  private(set) var signatures = NumberMap()
  /// The numbers of contexts without a process id.
  private var contexts = NumberMap()
  private(set) var processContexts: [StoredContext: ContextID] = [:]
  private var lastContext: (stored: StoredContext, id: ContextID)?
  /// False leaves processes out of contexts that are read.
  var keepsProcesses = true
  private var streams = NumberMap()
  private var kindSets: [Int64: KindSet] = [:]
  private var nameLists: [Int64: [TextID]] = [:]
  /// By `StreamID`.
  private var streamRows: [Int64] = []
  /// By `StreamID`, the base and own texts of a stream; text 0 is none.
  private(set) var details: [(base: StreamBase, texts: [TextID])] = []
  /// The own texts of most streams: one shared array for millions of streams.
  private static let noTexts = [TextID.none]
  /// The rows of streams whose launches another program has damaged, to be derived anew.
  package var damaged: Set<Int64> = []

  /// Symbols with only the sources.
  package init(of store: EventStore) throws(StoreError) {
    connection = store.connection
    parts = IdentityParts(on: connection)
    row = try connection.statement("SELECT id, path FROM sources WHERE id BETWEEN 1 AND 1 << 24 ORDER BY id")
    symbols.sourceNames = [""]
    while try row.step() {
      while symbols.sourceNames.count < row.integer(0) { symbols.sourceNames.append("") }
      symbols.sourceNames.append(row.string(1))
    }
  }

  /// Begins a row after `key`, in the stream of its first column; nil if that is unknown: then no column may be taken.
  mutating func begin(_ row: Statement, after key: some Column) -> StreamID? {
    guard let stream = known(row.integer(SummaryColumn.stream)) else { return nil }
    self.row = row
    column = key.rawValue + 1
    begin(stream)
    return stream
  }

  mutating func begin(_ stream: StreamID) { (base, ownTexts) = details[Int(stream.rawValue)] }

  /// The reader's present event, in the present stream, with all members but that.
  mutating func event(_ known: KnownEvents) throws(StoreError) -> Event {
    let about = try parts.about(known.subject)
    var event = Event()
    event.time = known.time == Event.absent ? Event.absent : known.time &+ base.time
    event.uptime = known.uptime
    event.seq = known.seq
    event.signature = try signature(inRow: known.signature)
    event.context = try context(about.context(after: base))
    event.scene = ownText(about.ids[0])
    event.sceneInstance = ownText(about.ids[1])
    event.viewInstance = ownText(about.ids[2])
    event.task = ownText(about.ids[3])
    event.source = SourceID(rawValue: about.source(after: base))
    event.line = known.line(after: base)
    event.duration = known.detail(.duration)
    event.memory = known.detail(.memory)
    let lost = known.detail(.lost)
    if lost != Event.absent { event.lost = Int32(truncatingIfNeeded: lost) }
    if let row = known.attributes {
      event.attributes = symbols.texts.intern(row, EventDetailColumn.attributes.rawValue)
    }
    return event
  }

  mutating func number(_ value: inout Int64) {
    value = row.optional(column)
    column += 1
  }

  mutating func text(_ id: inout TextID) throws(StoreError) { id = try text(next()) }

  mutating func ownText(_ id: inout TextID) { id = ownText(Int32(truncatingIfNeeded: next())) }

  private mutating func ownText(_ number: Int32) -> TextID {
    if number >= 0 { return Int(number) < ownTexts.count ? ownTexts[Int(number)] : .none }
    if decimals[~number] == nil { decimals[~number] = Int64(symbols.texts.intern("\(~number)").rawValue) }
    return TextID(rawValue: Int32(decimals[~number] ?? 0))
  }

  mutating func word(_ word: inout String) throws(StoreError) { word = try string(next()) }

  mutating func kinds(_ kinds: inout KindSet) throws(StoreError) { kinds = try self.kinds(inRow: next()) }

  mutating func kinds(inRow row: Int64) throws(StoreError) -> KindSet {
    if let known = kindSets[row] { return known }
    let kinds = KindSet(names: try string(row))
    kindSets[row] = kinds
    return kinds
  }

  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) throws(StoreError) {
    let name = try string(next())
    kind = EventKind.byName[name] ?? .unknown
    if kind == .unknown { unknown = symbols.texts.intern(name) }
  }

  private mutating func signature(inRow row: Int64) throws(StoreError) -> SignatureID {
    if signatures[row] == nil { signatures[row] = Int64(symbols.signatures.intern(try value(row))) }
    return SignatureID(rawValue: Int32(signatures[row] ?? 0))
  }

  mutating func context(_ id: inout ContextID) throws(StoreError) {
    var stored = StoredContext(row: Event.absent)
    number(&stored.row)
    number(&stored.pid)
    id = try context(stored.row == Event.absent ? base.context : stored)
  }

  private mutating func context(_ stored: StoredContext) throws(StoreError) -> ContextID {
    var stored = stored
    if !keepsProcesses { stored.pid = Event.absent }
    if let lastContext, lastContext.stored == stored { return lastContext.id }
    let id = try foundContext(stored)
    lastContext = (stored, id)
    return id
  }

  private mutating func foundContext(_ stored: StoredContext) throws(StoreError) -> ContextID {
    if let known = processContexts[stored] { return known }
    if contexts[stored.row] == nil { contexts[stored.row] = Int64(symbols.contexts.intern(try value(stored.row))) }
    var id = ContextID(rawValue: Int32(contexts[stored.row] ?? 0))
    if stored.pid != Event.absent {
      var context = symbols.context(id)
      context.pid = stored.pid
      id = ContextID(rawValue: symbols.contexts.intern(context))
    }
    processContexts[stored] = id
    return id
  }

  private mutating func next() -> Int64 {
    column += 1
    return row.integer(column - 1)
  }

  /// The text in a row of `texts`; none for row 0.
  mutating func text(_ row: Int64) throws(StoreError) -> TextID {
    if row == 0 { return .none }
    if let known = texts[row] { return TextID(rawValue: Int32(known)) }
    let id = try Self.text(row, into: &symbols.texts, connection)
    texts[row] = Int64(id.rawValue)
    return id
  }

  /// Interns the text in a row of `texts`; none if there is no such row.
  private static func text(_ row: Int64, into table: inout TextTable, _ connection: Connection) throws(StoreError)
    -> TextID
  {
    try connection.query("SELECT value FROM texts WHERE id = ?", row).first { table.intern($0, 0) } ?? .none
  }

  /// The names in a row of `texts`; an empty name is none, so that row 0 holds one none.
  mutating func names(_ row: Int64) throws(StoreError) -> [TextID] {
    if let known = nameLists[row] { return known }
    // The joined names are no text of their own: they are decoded in a separate table.
    var decoded = TextTable()
    let list = try Self.text(row, into: &decoded, connection)
    var names: [TextID] = []
    for name in NameList.names(in: decoded.string(list)) {
      names.append(name.isEmpty ? .none : symbols.texts.intern(name))
    }
    nameLists[row] = names
    return names
  }

  private mutating func string(_ row: Int64) throws(StoreError) -> String {
    let id = try text(row)  // Before the texts are looked at: it may add one.
    return symbols.texts.string(id)
  }

  private mutating func value<Value: Storable>(_ id: Int64) throws(StoreError) -> Value {
    let outer = row
    let next = column
    row = try connection.query("SELECT * FROM \(Value.table) WHERE id = ?", id)
    column = 1
    defer {
      row.reset()
      row = outer
      column = next
    }
    var value = Value()
    if try row.step() { try value.pass(&self) }
    return value
  }

  // MARK: Streams

  func known(_ row: Int64) -> StreamID? { streams[row].map { StreamID(rawValue: Int32($0)) } }

  /// The row of a known stream.
  package func row(of stream: StreamID) -> Int64 { streamRows[Int(stream.rawValue)] }

  mutating func stream(_ row: Statement) throws(StoreError) -> StreamID {
    let id = row.integer(StreamColumn.id)
    if let known = known(id) { return known }
    var key = StreamKey()
    key.launch = symbols.texts.intern(row, StreamColumn.launch.rawValue)
    if !key.isLaunch {
      key.device = try text(row.integer(StreamColumn.device))
      key.app = try text(row.integer(StreamColumn.app))
      key.boot = try text(row.integer(StreamColumn.boot))
      key.source = try text(row.integer(StreamColumn.source))
      key.pid = row.optional(StreamColumn.pid)
    }
    return add(id, StreamBase(row), key)
  }

  private mutating func add(_ row: Int64, _ base: StreamBase, _ key: StreamKey) -> StreamID {
    let stream = StreamID(rawValue: Int32(streamRows.count))
    streams[row] = Int64(stream.rawValue)
    streamRows.append(row)
    symbols.streams.append(key)
    details.append((base, Self.noTexts))
    return stream
  }

  /// Adds the own texts of known streams from `stream_texts`, in the order of its key.
  mutating func ownTexts(_ rows: Statement) throws(StoreError) {
    while try rows.step() {
      guard let stream = known(rows.integer(StreamTextColumn.stream)).map({ Int($0.rawValue) }) else { continue }
      guard details[stream].texts.count == rows.integer(StreamTextColumn.id) else { continue }
      details[stream].texts.append(symbols.texts.intern(rows, StreamTextColumn.value.rawValue))
    }
  }

  mutating func readAllTexts() throws(StoreError) {
    let row = try connection.query("SELECT id, value FROM texts")
    while try row.step() { texts[row.integer(0)] = Int64(symbols.texts.intern(row, 1).rawValue) }
  }

  func context(inRow row: Int64) -> ContextID? { contexts[row].map { ContextID(rawValue: Int32($0)) } }

  mutating func addContext(_ row: Statement) throws(StoreError) {
    self.row = row
    column = 1
    var context = Context()
    try context.pass(&self)
    contexts[row.integer(0)] = Int64(symbols.contexts.count)
    symbols.contexts.values.append(context)
  }
}
