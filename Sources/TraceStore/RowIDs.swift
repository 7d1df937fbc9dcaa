import TraceModel

/// The stream's first event, as they came: what other rows are differences to.
struct StreamBase: Sendable {
  var time: Int64 = 0
  var context: Int64 = 0
  var source: Int64 = 0
  var line: Int64 = 0

  static let columns = "base, base_context, base_source, base_line"

  /// A base of nothing: rows hold what they say.
  init() {}

  /// The base in four columns from `first` on.
  init(_ statement: borrowing Statement, _ first: Int32) {
    time = statement.integer(first)
    context = statement.integer(first + 1)
    source = statement.integer(first + 2)
    line = statement.integer(first + 3)
  }

  /// A source as rows hold it: NULL for the stream's own.
  func stored(source other: Int64) -> Int64 {
    other == source && source != 0 ? Event.absent : other
  }

  /// A line as rows hold it, given its source.
  func stored(line other: Int64, source: Int64) -> Int64 { source == 0 ? other : other - line }

  /// The source that a row holds.
  func source(stored: Int64) -> Int64 { stored == Event.absent ? source : stored }

  /// The line that a row holds, given its source.
  func line(stored: Int64, source: Int64) -> Int64 { source == 0 ? stored : stored + line }
}

/// What is known of a stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// Highest positions in the table, below 0 and from 0.
  var lastByTime = Int64.min
  var lastBySeq: Int64 = -1
  var isLaunch = false
  /// Its texts in the table were read.
  var hasOldTexts = false
  var textCount: Int64 = 0
  /// The transaction in which its row was made, 0 before this run.
  var born = 0
  /// The transaction in which events or rejects came to it.
  var changed = 0
  /// What each id column held last, and its number: the next event often says the same.
  var recentTexts = SIMD4<Int32>.zero
  var recentNumbers = SIMD4<Int64>.zero
}

extension StreamState {
  /// The highest position in the table, on the side of 0 where `position` is.
  func last(_ position: Int64) -> Int64 { position < 0 ? lastByTime : lastBySeq }

  /// Notes that a position is taken.
  mutating func raise(to position: Int64) {
    if position < 0 {
      lastByTime = max(lastByTime, position)
    } else {
      lastBySeq = max(lastBySeq, position)
    }
  }
}

/// The rows of texts, signatures, contexts and streams, by their numbers in one `Symbols`.
///
/// Rows are looked up once a generation; the arrays are as large as the symbols are.
struct RowIDs: ~Copyable {
  var states: [StreamState] = []
  private var texts: [Int64] = []
  private var signatures: [Int64] = []
  private var contexts: [Int64] = []
  private var words: [String: Int64] = [:]
  private var kindSets: [KindSet: Int64] = [:]
  private var streamTexts: [StreamText: Int64] = [:]
  private var oldTexts: [Int64: [PackedText: Int64]] = [:]

  private let signatureTable: TupleTable
  private let contextTable: TupleTable
  private let findText: Statement
  private let addText: Statement
  private let findStream: Statement
  private let addStream: Statement
  private let lastPosition: Statement
  private let readTexts: Statement
  private let addStreamText: Statement

  private struct StreamText: Hashable {
    var stream: Int64
    var text: TextID
  }

  /// Forgets every row: numbers mean something else from now on, or rows were rolled back.
  mutating func forget() {
    states.removeAll()
    texts.removeAll()
    signatures.removeAll()
    contexts.removeAll()
    words.removeAll()
    kindSets.removeAll()
    streamTexts.removeAll()
    oldTexts.removeAll()
  }

  /// The row of a text, 0 for no text.
  mutating func text(_ id: TextID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    let index = Int(id.rawValue)
    if index >= texts.count { texts.pad(to: symbols.texts.count + 1, with: 0) }
    if texts[index] == 0 { texts[index] = try row(PackedText(symbols.texts.slice(id))) }
    return texts[index]
  }

  /// The row of a word of ours, 0 for the empty one.
  mutating func word(_ word: String) throws(StoreError) -> Int64 {
    if word.isEmpty { return 0 }
    if let row = words[word] { return row }
    let row = try row(PackedText(Array(word.utf8)[...]))
    words[word] = row
    return row
  }

  /// The row of the kinds' names, joined.
  mutating func kinds(_ set: KindSet) throws(StoreError) -> Int64 {
    if let row = kindSets[set] { return row }
    let row = try word(set.names("|"))
    kindSets[set] = row
    return row
  }

  private func row(_ text: PackedText) throws(StoreError) -> Int64 {
    if let row = try findText.first(text) { return row }
    return try addText.insert(text) ?? 0
  }

  /// The row of a signature.
  mutating func signature(_ id: SignatureID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    let index = Int(id.rawValue)
    if index >= signatures.count { signatures.pad(to: symbols.signatures.count, with: 0) }
    if signatures[index] != 0 { return signatures[index] }
    let value = symbols.signature(Event.with(id))
    let phase = value.phase == .instant ? "" : "\(value.phase)"
    var row: [Int64] = []
    row.append(
      value.kind == .unknown ? try text(value.unknownName, symbols) : try word(value.kind.name))
    row.append(try word(value.teller.name))
    row.append(try word(phase))
    for path in Signature.textPaths { row.append(try text(value[keyPath: path], symbols)) }
    row += [value.success.stored, value.prewarmed.stored]
    signatures[index] = try signatureTable.row(row)
    return signatures[index]
  }

  /// The row of a context.
  mutating func context(_ id: ContextID, _ symbols: Symbols) throws(StoreError) -> Int64 {
    let index = Int(id.rawValue)
    if index >= contexts.count { contexts.pad(to: symbols.contexts.count, with: 0) }
    if contexts[index] != 0 { return contexts[index] }
    let value = symbols.context(id)
    var row: [Int64] = []
    for path in Context.textPaths { row.append(try text(value[keyPath: path], symbols)) }
    row += [value.pid, value.simulator.stored, value.debugger.stored]
    contexts[index] = try contextTable.row(row)
    return contexts[index]
  }

  /// Makes sure that `states` knows the stream, whose first event is `event`, if there is one.
  @inline(__always)
  mutating func stream(
    _ id: StreamID, first event: Event?, transaction: Int, _ symbols: Symbols
  ) throws(StoreError) {
    let index = Int(id.rawValue)
    if index < states.count, states[index].row != 0 { return }
    try load(id, event, transaction, symbols)
  }

  private mutating func load(
    _ id: StreamID, _ event: Event?, _ transaction: Int, _ symbols: Symbols
  ) throws(StoreError) {
    let index = Int(id.rawValue)
    if index >= states.count { states.pad(to: symbols.streams.count, with: StreamState()) }
    let key = symbols.stream(id)
    var state = StreamState()
    state.isLaunch = key.isLaunch
    let packed = Self.packed(key, symbols)
    findStream.bindAll(packed)
    let isKnown = try findStream.step()
    if isKnown { (state.row, state.base) = (findStream.integer(0), StreamBase(findStream, 1)) }
    findStream.reset()
    if isKnown {
      state.lastByTime = try lastPosition.first(state.row, Int64.min, Int64(-1), or: .min)
      state.lastBySeq = try lastPosition.first(state.row, Int64(0), Int64.max, or: -1)
    } else {
      if let event {
        // Half of the range, so that no difference to a sensible time overflows.
        if event.time.magnitude < 1 << 62 { state.base.time = event.time }
        state.base.context = try context(event.context, symbols)
        state.base.source = Int64(event.source.rawValue)
        state.base.line = Int64(event.line)
      }
      try add(key, packed, &state, symbols)
      state.born = transaction
      state.hasOldTexts = true
    }
    states[index] = state
  }

  private mutating func add(
    _ key: StreamKey, _ packed: PackedText, _ state: inout StreamState, _ symbols: Symbols
  ) throws(StoreError) {
    let parts = key.isLaunch ? StreamKey() : key
    let device = try text(parts.device, symbols)
    let app = try text(parts.app, symbols)
    let boot = try text(parts.boot, symbols)
    let source = try text(parts.source, symbols)
    state.row =
      try addStream.insert(
        packed, device, app, boot, Maybe(parts.pid), source, state.base.time, state.base.context,
        state.base.source, state.base.line) ?? 0
  }

  /// The launch's id, or the parts with their lengths: such a blob is longer than any UUID's.
  private static func packed(_ key: StreamKey, _ symbols: Symbols) -> PackedText {
    var packed = PackedText(symbols.texts.slice(key.launch))
    if key.isLaunch { return packed }
    packed.isBlob = true
    packed.bytes = [1]
    packed.bytes.append(number: key.pid)
    for id in [key.device, key.app, key.boot, key.source] {
      let text = symbols.texts.slice(id)
      packed.bytes.append(number: Int64(text.count))
      packed.bytes += text
    }
    return packed
  }

  /// The number, in its stream, of an id; 0 for none.
  ///
  /// A decimal number n stands for itself, as -1 - n: tasks are often numbered.
  mutating func streamText(
    _ id: TextID, stream: StreamID, column: Int, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    let index = Int(stream.rawValue)
    if states[index].recentTexts[column] == id.rawValue {
      return states[index].recentNumbers[column]
    }
    if let number = Self.decimal(symbols.texts.slice(id)) { return -1 - number }
    let number = try number(id, index, symbols)
    states[index].recentTexts[column] = id.rawValue
    states[index].recentNumbers[column] = number
    return number
  }

  private mutating func number(
    _ id: TextID, _ index: Int, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    let row = states[index].row
    let key = StreamText(stream: row, text: id)
    if let number = streamTexts[key] { return number }
    if !states[index].hasOldTexts { try loadTexts(index) }
    let packed = PackedText(symbols.texts.slice(id))
    let number: Int64
    if let old = oldTexts[row]?[packed] {
      number = old
    } else {
      states[index].textCount += 1
      number = states[index].textCount
      try addStreamText.run(row, number, packed)
    }
    streamTexts[key] = number
    return number
  }

  private static func decimal(_ text: ArraySlice<UInt8>) -> Int64? {
    guard text.count < 10, let first = text.first, first != 0x30 || text.count == 1 else {
      return nil
    }
    var number: Int64 = 0
    for byte in text {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }

  private mutating func loadTexts(_ index: Int) throws(StoreError) {
    let row = states[index].row
    var known: [PackedText: Int64] = [:]
    readTexts.bindAll(row)
    defer { readTexts.reset() }
    while try readTexts.step() { known[PackedText(readTexts, 1)] = readTexts.integer(0) }
    oldTexts[row] = known
    states[index].hasOldTexts = true
    states[index].textCount = Int64(known.count)
  }
}

extension Statement {
  /// The first column for `values`, `other` where that is NULL or no row.
  fileprivate func first<each Value: Bindable>(
    _ values: repeat each Value, or other: Int64
  ) throws(StoreError) -> Int64 {
    bindAll(repeat each values)
    defer { reset() }
    return try step() ? optional(0, absent: other) : other
  }
}

extension Event {
  fileprivate static func with(_ signature: SignatureID) -> Event {
    var event = Event()
    event.signature = signature
    return event
  }
}

extension Bool? {
  /// 0, 1, or -1 for nothing.
  var stored: Int64 { map { $0 ? 1 : 0 } ?? -1 }

  /// The value that is stored so.
  init(stored: Int64) { self = stored < 0 ? nil : stored == 1 }
}

extension Context {
  /// The texts, in the order of the table's columns.
  static let textPaths: [any WritableKeyPath<Context, TextID> & Sendable] =
    [
      \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion,
      \.appBuild, \.sdkVersion, \.boot, \.records, \.format,
    ]
}

extension Signature {
  /// The texts from the fourth of the table's columns on.
  static let textPaths: [any WritableKeyPath<Signature, TextID> & Sendable] =
    [\.thread, \.reason, \.view, \.name, \.taskKind, \.sceneRole]
}

extension Array {
  fileprivate mutating func pad(to count: Int, with value: Element) {
    if count > self.count { append(contentsOf: repeatElement(value, count: count - self.count)) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }
}

extension RowIDs {
  init(on connection: borrowing Connection) throws(StoreError) {
    self.init(
      signatureTable: try TupleTable("signatures", TupleColumns.signature, on: connection),
      contextTable: try TupleTable("contexts", TupleColumns.context, on: connection),
      findText: try Statement("SELECT id FROM texts WHERE value = ?", on: connection),
      addText: try Statement("INSERT INTO texts (value) VALUES (?)", on: connection),
      findStream: try Statement(
        "SELECT id, \(StreamBase.columns) FROM streams WHERE key = ?", on: connection),
      addStream: try Statement(
        """
        INSERT INTO streams (key, device, app, boot, pid, source, \(StreamBase.columns), changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """, on: connection),
      lastPosition: try Statement(
        "SELECT max(position) FROM events WHERE stream = ? AND position BETWEEN ? AND ?",
        on: connection),
      readTexts: try Statement(
        "SELECT id, value FROM stream_texts WHERE stream = ?", on: connection),
      addStreamText: try Statement(
        "INSERT INTO stream_texts (stream, id, value) VALUES (?, ?, ?)", on: connection))
  }
}
