package import TraceModel

/// Symbols that grow as rows are read, and which row is which.
package struct StoredSymbols: Sendable {
  /// What the numbers in what was read mean.
  package var symbols = Symbols()
  fileprivate var texts = NumberMap()
  fileprivate var signatures = NumberMap()
  fileprivate var contexts = NumberMap()
  fileprivate var streams = NumberMap()
  fileprivate var kindSets: [Int64: KindSet] = [:]
  /// By `StreamID`.
  fileprivate var details: [StreamDetails] = []

  /// Symbols of nothing yet.
  package init() {}
}

/// What the rows of a stream refer to.
private struct StreamDetails: Sendable {
  var base = StreamBase()
  /// Its own texts by number; at 0 there is none.
  var texts = [TextID.none]
}

/// Turns rows into values; their texts are added to `stored`.
struct RowDecoder: Columns {
  var stored = StoredSymbols()
  private(set) var base = StreamBase()
  private let connection: Connection
  /// The row, and its next column.
  private var row: Statement
  private var column: Int32 = 0
  private var ownTexts: [TextID] = []

  init(on connection: Connection) throws(StoreError) {
    self.connection = connection
    row = try connection.statement("SELECT 0")
  }

  /// Takes the next columns from `row`, from `column` on, as those of a row of `stream`.
  mutating func begin(_ row: Statement, at column: Int32, _ stream: StreamID) {
    (self.row, self.column) = (row, column)
    base = stored.details[Int(stream.rawValue)].base
    ownTexts = stored.details[Int(stream.rawValue)].texts
  }

  mutating func number(_ value: inout Int64) {
    value = row.optional(column)
    column += 1
  }

  mutating func text(_ id: inout TextID) throws(StoreError) { id = try text(next()) }

  mutating func ownText(_ id: inout TextID) {
    let number = next()
    if number < 0 {
      id = stored.symbols.texts.intern(String(-1 - number))
    } else {
      id = number < ownTexts.count ? ownTexts[Int(number)] : .none
    }
  }

  mutating func word(_ word: inout String) throws(StoreError) {
    word = try string(next())
  }

  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) throws(StoreError) {
    let name = try text(next())
    kind = EventKind(name: stored.symbols.texts.string(name)) ?? .unknown
    if kind == .unknown { unknown = name }
  }

  mutating func kinds(_ kinds: inout KindSet) throws(StoreError) {
    let row = next()
    if let known = stored.kindSets[row] {
      kinds = known
    } else {
      kinds = KindSet(names: try string(row), "|")
      stored.kindSets[row] = kinds
    }
  }

  mutating func signature(_ id: inout SignatureID) throws(StoreError) {
    let row = next()
    if stored.signatures[row] == nil {
      stored.signatures[row] = Int64(stored.symbols.signatures.intern(try value(row)))
    }
    id = SignatureID(rawValue: Int32(stored.signatures[row] ?? 0))
  }

  mutating func context(_ id: inout ContextID) throws(StoreError) {
    let told = row.optional(column)
    column += 1
    let row = told == Event.absent ? base.context : told
    if stored.contexts[row] == nil {
      stored.contexts[row] = Int64(stored.symbols.contexts.intern(try value(row)))
    }
    id = ContextID(rawValue: Int32(stored.contexts[row] ?? 0))
  }

  private mutating func next() -> Int64 {
    column += 1
    return row.integer(column - 1)
  }

  private mutating func text(_ row: Int64) throws(StoreError) -> TextID {
    if row == 0 { return .none }
    if let known = stored.texts[row] { return TextID(rawValue: Int32(known)) }
    let statement = try connection.query("SELECT value FROM texts WHERE id = ?", row)
    defer { statement.reset() }
    let id = try statement.step() ? stored.symbols.texts.intern(statement, 0) : .none
    stored.texts[row] = Int64(id.rawValue)
    return id
  }

  private mutating func string(_ row: Int64) throws(StoreError) -> String {
    let id = try text(row)  // Before the texts are looked at: it may add one.
    return stored.symbols.texts.string(id)
  }

  /// The value that a row of its table holds.
  private mutating func value<Value: Storable>(_ id: Int64) throws(StoreError) -> Value {
    let (outer, next) = (row, column)
    (row, column) = (try connection.query(Value.table.select, id), 1)
    defer {
      row.reset()
      (row, column) = (outer, next)
    }
    var value = Value()
    if try row.step() { try value.pass(&self) }
    return value
  }

  // MARK: Streams

  /// The stream of a row of `streams`, if it is known.
  func known(_ row: Int64) -> StreamID? {
    stored.streams[row].map { StreamID(rawValue: Int32($0)) }
  }

  /// Adds the stream that `row`, of `streams`, tells.
  mutating func stream(_ row: Statement) throws(StoreError) -> StreamID {
    if let known = known(row.integer(0)) { return known }
    var key = StreamKey()
    key.launch = stored.symbols.texts.intern(row, 1)
    key.device = try text(row.integer(2))
    key.app = try text(row.integer(3))
    key.boot = try text(row.integer(4))
    key.source = try text(row.integer(5))
    key.pid = row.optional(6)
    let id = stored.symbols.streams.intern(key)
    stored.streams[row.integer(0)] = Int64(id)
    while stored.details.count <= id { stored.details.append(StreamDetails()) }
    stored.details[Int(id)].base = StreamBase(row, 7)
    return StreamID(rawValue: id)
  }

  /// Adds the own texts of known streams, from rows of `stream_texts` in the order of its key.
  mutating func ownTexts(_ rows: Statement) throws(StoreError) {
    while try rows.step() {
      guard let stream = known(rows.integer(0)) else { continue }
      let index = Int(stream.rawValue)
      guard stored.details[index].texts.count == rows.integer(1) else { continue }
      stored.details[index].texts.append(stored.symbols.texts.intern(rows, 2))
    }
  }
}
