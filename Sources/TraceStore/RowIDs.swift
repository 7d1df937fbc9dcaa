import TraceModel

/// What is known of a stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base: Int64 = 0
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
  /// What each id column held last, since the next event often says the same.
  var recent = InlineArray<4, RecentText>(repeating: RecentText())
}

/// An id and its number in its stream.
struct RecentText {
  var text = TextID.none
  var number: Int64 = 0
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

  init(on connection: borrowing Connection) throws(StoreError) {
    let signatureTable = try TupleTable("signatures", TupleColumns.signature, on: connection)
    let contextTable = try TupleTable("contexts", TupleColumns.context, on: connection)
    let findText = try Statement("SELECT id FROM texts WHERE value = ?", on: connection)
    let addText = try Statement("INSERT INTO texts (value) VALUES (?) RETURNING id", on: connection)
    let findStream = try Statement("SELECT id, base FROM streams WHERE key = ?", on: connection)
    let addStream = try Statement(
      """
      INSERT INTO streams (key, device, app, boot, pid, source, base, changed)
      VALUES (?, ?, ?, ?, ?, ?, ?, 0) RETURNING id
      """, on: connection)
    let lastPosition = try Statement(
      "SELECT max(position) FROM events WHERE stream = ? AND position BETWEEN ? AND ?",
      on: connection)
    let readTexts = try Statement(
      "SELECT id, value FROM stream_texts WHERE stream = ?", on: connection)
    addStreamText = try Statement(
      "INSERT INTO stream_texts (stream, id, value) VALUES (?, ?, ?)", on: connection)
    self.signatureTable = signatureTable
    self.contextTable = contextTable
    self.findText = findText
    self.addText = addText
    self.findStream = findStream
    self.addStream = addStream
    self.lastPosition = lastPosition
    self.readTexts = readTexts
  }

  /// Forgets every row: numbers mean something else from now on, or rows were rolled back.
  mutating func forget() {
    states.removeAll()
    texts.removeAll()
    signatures.removeAll()
    contexts.removeAll()
    words.removeAll()
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

  private func row(_ text: PackedText) throws(StoreError) -> Int64 {
    if let row = try findText.first(text) { return row }
    return try addText.first(text) ?? 0
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
    for id in [value.thread, value.reason, value.view, value.name, value.taskKind, value.sceneRole]
    {
      row.append(try text(id, symbols))
    }
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
    for id in value.texts { row.append(try text(id, symbols)) }
    row += [value.pid, value.simulator.stored, value.debugger.stored]
    contexts[index] = try contextTable.row(row)
    return contexts[index]
  }

  /// Makes sure that `states` knows the stream, whose first event has `time`.
  mutating func stream(
    _ id: StreamID, time: Int64, transaction: Int, _ symbols: Symbols
  ) throws(StoreError) {
    let index = Int(id.rawValue)
    if index >= states.count { states.pad(to: symbols.streams.count, with: StreamState()) }
    if states[index].row != 0 { return }
    let key = symbols.stream(id)
    var state = StreamState()
    state.isLaunch = key.isLaunch
    let packed = Self.packed(key, symbols)
    findStream.bindAll(packed)
    let isKnown = try findStream.step()
    if isKnown { (state.row, state.base) = (findStream.integer(0), findStream.integer(1)) }
    findStream.reset()
    if isKnown {
      state.lastByTime = try lastPosition.first(state.row, Int64.min, Int64(-1), or: .min)
      state.lastBySeq = try lastPosition.first(state.row, Int64(0), Int64.max, or: -1)
    } else {
      // Half of the range, so that no difference to a sensible time overflows.
      if time.magnitude < 1 << 62 { state.base = time }
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
      try addStream.first(packed, device, app, boot, Maybe(parts.pid), source, state.base) ?? 0
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
  mutating func streamText(
    _ id: TextID, stream: StreamID, column: Int, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    let index = Int(stream.rawValue)
    if states[index].recent[column].text == id { return states[index].recent[column].number }
    let row = states[index].row
    let key = StreamText(stream: row, text: id)
    if let number = streamTexts[key] {
      states[index].recent[column] = RecentText(text: id, number: number)
      return number
    }
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
    states[index].recent[column] = RecentText(text: id, number: number)
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
  var texts: [TextID] {
    [
      device, deviceModel, osVersion, platform, processKind, app, appVersion, appBuild, sdkVersion,
      boot, records, format,
    ]
  }
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
