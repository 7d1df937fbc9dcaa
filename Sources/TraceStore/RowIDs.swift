import TraceModel

/// Numbers by small numbers.
struct NumberMap: Sendable {
  private var numbers: [Int64] = []

  /// The number that was set, if one was.
  subscript(index: some BinaryInteger) -> Int64? {
    get { index < numbers.count && numbers[Int(index)] >= 0 ? numbers[Int(index)] : nil }
    set {
      if index >= numbers.count {
        let missing = Swift.max(Int(index) + 1, numbers.count * 2) - numbers.count
        numbers.append(contentsOf: repeatElement(-1, count: missing))
      }
      numbers[Int(index)] = newValue ?? -1
    }
  }
}

/// What is known of a stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  var isLaunch = false
  /// Its row, and its first event, came after the last `takeChanged`.
  var isNew = false
  /// Events or rejects came to it after the last `takeChanged`.
  var isChanged = false
  var texts: [PackedText: Int64] = [:]
  /// The last of its texts that was asked for, in each of four columns: the next event often says
  /// the same.
  var recentTexts = SIMD4<Int32>.zero
  var recentNumbers = SIMD4<Int64>.zero
}

/// The rows of texts, signatures, contexts and streams, by their numbers in one `Symbols`.
final class RowIDs {
  /// By `StreamID`.
  var states: [StreamState] = []
  private let connection: Connection
  private var texts = NumberMap()
  private var signatures = NumberMap()
  private var contexts = NumberMap()
  private var words: [String: Int64] = [:]
  private var kindSets: [KindSet: Int64] = [:]

  init(on connection: Connection) { self.connection = connection }

  /// The row of a text, 0 for no text.
  func text(_ id: TextID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    if let row = texts[id.rawValue] { return row }
    let row = try row(PackedText(symbols.texts.slice(id)))
    texts[id.rawValue] = row
    return row
  }

  /// The row of a word of ours, 0 for the empty one.
  func word(_ word: String) throws(StoreError) -> Int64 {
    if word.isEmpty { return 0 }
    if let row = words[word] { return row }
    let row = try row(PackedText(Array(word.utf8)[...]))
    words[word] = row
    return row
  }

  /// The row of the kinds' names, joined.
  func kinds(_ set: KindSet) throws(StoreError) -> Int64 {
    if let row = kindSets[set] { return row }
    let row = try word(set.names("|"))
    kindSets[set] = row
    return row
  }

  private func row(_ text: PackedText) throws(StoreError) -> Int64 {
    if let row = try connection.first("SELECT id FROM texts WHERE value = ?", text) { return row }
    try connection.run("INSERT INTO texts VALUES (NULL, ?)", text)
    return connection.inserted
  }

  func signature(_ id: SignatureID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    if let row = signatures[id.rawValue] { return row }
    let row = try row(symbols.signatures[id.rawValue], symbols)
    signatures[id.rawValue] = row
    return row
  }

  func context(_ id: ContextID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    if let row = contexts[id.rawValue] { return row }
    let row = try row(symbols.contexts[id.rawValue], symbols)
    contexts[id.rawValue] = row
    return row
  }

  private func row<Value: Storable>(
    _ value: Value, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    var value = value
    var encoder = RowEncoder(self, symbols)
    try value.pass(&encoder)
    let find = try connection.statement(Value.table.find)
    find.bind(numbers: encoder.numbers)
    if let row = try find.first() { return row }
    let insert = try connection.statement(Value.table.insert)
    insert.bind(numbers: encoder.numbers)
    try insert.finish()
    return connection.inserted
  }

  // MARK: Streams

  /// Makes sure that `states` knows the stream, whose first event is `event`, if there is one.
  @inline(__always)
  func know(_ id: StreamID, first event: Event?, _ symbols: Symbols) throws(StoreError) {
    let index = Int(id.rawValue)
    if index < states.count, states[index].row != 0 { return }
    try load(id, event, symbols)
  }

  private func load(_ id: StreamID, _ event: Event?, _ symbols: Symbols) throws(StoreError) {
    let missing = symbols.streams.count - states.count
    if missing > 0 { states.append(contentsOf: repeatElement(StreamState(), count: missing)) }
    let key = symbols.stream(id)
    var state = StreamState()
    state.isLaunch = key.isLaunch
    let launch = PackedText(symbols.texts.slice(key.launch))
    let device = try text(key.device, symbols)
    let app = try text(key.app, symbols)
    let boot = try text(key.boot, symbols)
    let source = try text(key.source, symbols)
    let known = try connection.query(
      """
      SELECT id, base, base_context, base_line FROM streams WHERE launch = ? AND device = ?
        AND app = ? AND boot = ? AND source = ? AND pid IS ?
      """, launch, device, app, boot, source, key.pid)
    if try known.step() {
      state.row = known.integer(0)
      state.base = StreamBase(
        time: known.integer(1), context: known.integer(2), line: known.integer(3))
      known.reset()
      let last = "SELECT max(position) FROM events WHERE stream = ?"
      state.last = try connection.first(last, state.row) ?? .min
      let texts = try connection.query(
        "SELECT id, value FROM stream_texts WHERE stream = ?", state.row)
      while try texts.step() { state.texts[PackedText(texts, 1)] = texts.integer(0) }
    } else {
      if let event {
        // Half of the range, so that no difference to a sensible time overflows.
        if event.time.magnitude < 1 << 62 { state.base.time = event.time }
        state.base.context = try context(event.context, symbols)
        state.base.line = Int64(event.line)
      }
      try connection.run(
        "INSERT INTO streams VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", launch, device, app,
        boot, source, key.pid, state.base.time, state.base.context, state.base.line)
      state.row = connection.inserted
      state.isNew = true
    }
    states[Int(id.rawValue)] = state
  }

  /// The number, in its stream, of an id; 0 for none.
  ///
  /// A decimal number n stands for itself, as -1 - n: tasks are often numbered.
  func ownText(
    _ id: TextID, stream: Int, column: Int, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    if states[stream].recentTexts[column] == id.rawValue {
      return states[stream].recentNumbers[column]
    }
    let number = try number(symbols.texts.slice(id), stream)
    states[stream].recentTexts[column] = id.rawValue
    states[stream].recentNumbers[column] = number
    return number
  }

  private func number(_ text: ArraySlice<UInt8>, _ stream: Int) throws(StoreError) -> Int64 {
    let isDecimal =
      text.count < 10 && (text.first != 0x30 || text.count == 1)
      && text.allSatisfy { 0x30...0x39 ~= $0 }
    if isDecimal { return -1 - text.reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
    let packed = PackedText(text)
    if let known = states[stream].texts[packed] { return known }
    let number = Int64(states[stream].texts.count + 1)
    states[stream].texts[packed] = number
    try connection.run(
      "INSERT INTO stream_texts VALUES (?, ?, ?)", states[stream].row, number, packed)
    return number
  }
}
