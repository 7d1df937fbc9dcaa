import TraceModel

/// Turns values into the numbers that their rows hold.
///
/// It knows the rows of texts, signatures, contexts and streams by their numbers in one `Symbols`,
/// and adds those that are missing.
struct RowEncoder: Columns {
  /// All columns passed so far.
  var numbers: [Int64] = []
  /// The state of each stream, by `StreamID`.
  var states: [StreamState] = []
  /// The tables that the numbers in values refer to.
  var symbols = Self.noSymbols
  private(set) var base = StreamBase()
  /// The stream that rows belong to, by `StreamID`.
  private(set) var stream = -1
  /// How many own texts were passed: which of the recent ones comes next.
  private var ownTexts = 0
  let connection: Connection
  /// The owners that rows of contexts name.
  var owners: [Int64: LaunchOwner] = [:]
  private var texts = NumberMap()
  private var signatures = NumberMap()
  private var contexts = NumberMap()
  private var words: [String: Int64] = [:]
  private var kindSets: [KindSet: Int64] = [:]
  /// By the table's name, the statement that finds a row by all its columns and the one that inserts it.
  private var lookups: [String: [Statement]] = [:]

  /// No symbols, for the time between two uses: a copy of others would be copied when they grow.
  static let noSymbols = Symbols()

  init(on connection: Connection) { self.connection = connection }

  // MARK: Columns

  @inline(__always) mutating func number(_ value: inout Int64) { numbers.append(value) }

  @inline(__always) mutating func whole(_ value: inout Int64) { numbers.append(value) }

  mutating func text(_ id: inout TextID) throws(StoreError) { numbers.append(try row(of: id)) }

  @inline(__always) mutating func ownText(_ id: inout TextID) throws(StoreError) {
    let column = ownTexts & 3
    ownTexts += 1
    if !id.isNone, states[stream].recentTexts[column] != id.rawValue {
      let number = try number(of: symbols.texts.slice(id))
      states[stream].recentTexts[column] = id.rawValue
      states[stream].recentNumbers[column] = number
    }
    numbers.append(id.isNone ? 0 : states[stream].recentNumbers[column])
  }

  mutating func word(_ word: inout String) throws(StoreError) { numbers.append(try row(of: word)) }

  mutating func kinds(_ kinds: inout KindSet) throws(StoreError) {
    if kindSets[kinds] == nil { kindSets[kinds] = try row(of: kinds.names("|")) }
    numbers.append(kindSets[kinds] ?? 0)
  }

  @inline(__always) mutating func signature(_ id: inout SignatureID) throws(StoreError) {
    if signatures[id.rawValue] == nil { signatures[id.rawValue] = try row(of: symbols.signatures[id.rawValue]) }
    numbers.append(signatures[id.rawValue] ?? 0)
  }

  @inline(__always) mutating func context(_ id: inout ContextID) throws(StoreError) {
    let row = try row(of: id)
    numbers.append(row == base.context ? Event.absent : row)
  }

  // MARK: Rows

  /// The row of a text, 0 for no text.
  private mutating func row(of id: TextID) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    if texts[id.rawValue] == nil { texts[id.rawValue] = try row(of: PackedText(symbols.texts.slice(id))) }
    return texts[id.rawValue] ?? 0
  }

  /// The row of a word of ours, 0 for the empty one.
  private mutating func row(of word: String) throws(StoreError) -> Int64 {
    if word.isEmpty { return 0 }
    if words[word] == nil { words[word] = try row(of: PackedText(Array(word.utf8)[...])) }
    return words[word] ?? 0
  }

  private func row(of text: PackedText) throws(StoreError) -> Int64 {
    if let row = try connection.query("SELECT id FROM texts WHERE value = ?", text).first() { return row }
    try connection.run("INSERT INTO texts VALUES (NULL, ?)", text)
    return connection.inserted
  }

  private mutating func row(of id: ContextID) throws(StoreError) -> Int64 {
    if contexts[id.rawValue] == nil { contexts[id.rawValue] = try row(of: symbols.context(id)) }
    return contexts[id.rawValue] ?? 0
  }

  private mutating func row<Value: Storable>(of value: Value) throws(StoreError) -> Int64 {
    var value = value
    var columns = [Int64]()
    swap(&columns, &numbers)
    defer { swap(&columns, &numbers) }
    try value.pass(&self)
    if lookups[Value.table] == nil {
      let all = try connection.statement("SELECT * FROM \(Value.table)")
      let names = (1..<all.columnCount).map(all.name).joined(separator: ", ")
      let places = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
      lookups[Value.table] = [
        try connection.prepare("SELECT id FROM \(Value.table) WHERE (\(names)) IS (\(places))"),
        try connection.prepare("INSERT OR ROLLBACK INTO \(Value.table) VALUES (NULL, \(places))"),
      ]
    }
    for statement in lookups[Value.table] ?? [] {
      for (place, number) in numbers.enumerated() { number.bind(to: statement, at: Int32(place + 1)) }
      if let row = try statement.first() { return row }
    }
    return connection.inserted
  }

  // MARK: Streams

  /// Makes the next columns those of rows of a stream, whose first event is `event`, if there is
  /// one.
  @inline(__always) mutating func begin(_ id: StreamID, first event: Event? = nil) throws(StoreError) {
    let index = Int(id.rawValue)
    if index == stream { return }
    while states.count < symbols.streams.count { states.append(StreamState()) }
    if states[index].row == 0 { states[index] = try state(of: symbols.stream(id), event) }
    stream = index
    base = states[index].base
  }

  private mutating func state(of key: StreamKey, _ event: Event?) throws(StoreError) -> StreamState {
    var state = StreamState()
    state.isLaunch = key.isLaunch
    let launch = PackedText(symbols.texts.slice(key.launch))
    let device = try row(of: key.device)
    let app = try row(of: key.app)
    let boot = try row(of: key.boot)
    let source = try row(of: key.source)
    let known = try connection.query(
      """
      SELECT \(StreamColumn.list), (SELECT max(position) FROM events WHERE stream = streams.id) FROM streams
      WHERE (launch, device, app, boot, source, pid) IS (?, ?, ?, ?, ?, ?)
      """, launch, device, app, boot, source, key.pid)
    if try known.step() {
      state.row = known.integer(StreamColumn.id)
      state.base = StreamBase(known)
      state.last = known.optional(Int32(StreamColumn.allCases.count))  // Behind those.
      known.reset()
      let texts = try connection.query("SELECT \(StreamTextColumn.list) FROM stream_texts WHERE stream = ?", state.row)
      while try texts.step() {
        state.texts[PackedText(texts, StreamTextColumn.value.rawValue)] = texts.integer(StreamTextColumn.id)
      }
      return state
    }
    if let event {
      // Half of the range, so that no difference to a sensible time overflows.
      if event.time.magnitude < 1 << 62 { state.base.time = event.time }
      state.base.context = try row(of: event.context)
      state.base.line = Int64(event.line)
    }
    try connection.run(
      "INSERT INTO streams VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", launch, device, app, boot, source, key.pid,
      state.base.time, state.base.context, state.base.line)
    state.row = connection.inserted
    state.isNew = true
    state.owners.isLoaded = true
    return state
  }

  /// The number, in its stream, of an id.
  ///
  /// A decimal number n stands for itself, as -1 - n: tasks are often numbered.
  private mutating func number(of text: ArraySlice<UInt8>) throws(StoreError) -> Int64 {
    let isDecimal = text.count < 10 && (text.first != 0x30 || text.count == 1) && text.allSatisfy { 0x30...0x39 ~= $0 }
    if isDecimal { return -1 - text.reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
    let packed = PackedText(text)
    if let known = states[stream].texts[packed] { return known }
    let number = Int64(states[stream].texts.count + 1)
    states[stream].texts[packed] = number
    try connection.run("INSERT INTO stream_texts VALUES (?, ?, ?)", states[stream].row, number, packed)
    return number
  }
}
