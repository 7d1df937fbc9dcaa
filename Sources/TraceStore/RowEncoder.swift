import TraceModel

/// Turns values into the numbers of their rows, and adds missing rows of texts, signatures, contexts and streams.
struct RowEncoder {
  /// Empty memory for rows of `events`, which each batch reuses; likewise for `event_details`.
  var numbers: [Int64] = []
  var details = Rows(width: EventDetailColumn.allCases.count, bytes: RowBytes())
  /// By `StreamID`.
  var states: [StreamState] = []
  /// Streams that were looked up and found, until they are taken from here.
  var found: [StreamID] = []
  var symbols = Self.noSymbols
  private(set) var base = StreamBase()
  /// The stream of the present rows, by `StreamID`.
  private(set) var stream = -1
  let connection: Connection
  /// Rows of `sources` by the numbers of sources in values, 0 until known; empty if the numbers are the rows.
  private(set) var sources: [Int64] = []
  var pending: PendingRows
  var owners: [Int64: LaunchOwner] = [:]
  var parts: IdentityParts
  private var texts = NumberMap()
  private var addedTexts = 0
  private var signatures = NumberMap()
  private var contexts = NumberMap()
  /// Contexts without process ids, and their rows: many launches share a context but for that.
  private var sharedContexts = InternTable<Context>()
  private var sharedRows = NumberMap()
  private var subjects = InternTable<Subject>()
  private var subjectRows = NumberMap()
  private var words: [String: Int64] = [:]
  private var kindSets: [KindSet: Int64] = [:]
  private var nameLists: [[TextID]: Int64] = [:]
  /// By table, the statement that finds a row by all its columns and the one that inserts it.
  private var lookups: [String: [Statement]] = [:]

  /// No symbols, between two uses: a second reference would make growing symbols copy them.
  static let noSymbols = Symbols()

  init(on connection: Connection, sources: [Int64] = []) {
    self.connection = connection
    self.sources = sources
    pending = PendingRows(on: connection)
    parts = IdentityParts(on: connection)
  }

  /// An encoder for other symbols, which keeps what does not depend on symbols and what `map` moved to them.
  func forOtherSymbols(movedBy map: SymbolMap?) -> RowEncoder {
    var other = RowEncoder(on: connection, sources: map == nil ? [] : sources)
    other.numbers = numbers
    if let map {
      other.states.reserveCapacity(map.streams.count { $0 >= 0 })
      for index in states.indices where states[index].row != 0 {
        guard let stream = map.stream(StreamID(rawValue: Int32(index))) else { continue }
        while Int(stream.rawValue) >= other.states.count { other.states.append(StreamState()) }
        // A stream that was not moved whole is looked up again.
        other.states[Int(stream.rawValue)] = states[index].moved(by: map) ?? StreamState()
      }
      other.texts = texts.moved(by: map.texts)
      other.signatures = signatures.moved(by: map.signatures)
      other.contexts = contexts.moved(by: map.contexts)
    }
    other.words = words
    other.parts = parts
    return other
  }

  mutating func adopt(_ stored: StoredSymbols) {
    texts = stored.texts.inverted
    signatures = stored.signatures.inverted
    for (context, id) in stored.processContexts { contexts[id.rawValue] = context.row }
    for (index, details) in stored.details.enumerated() {
      var state = StreamState()
      state.row = stored.row(of: StreamID(rawValue: Int32(index)))
      state.base = details.base
      state.textCount = Int64(details.texts.count) - 1
      for (number, id) in details.texts.enumerated().dropFirst() { state.numbers[id] = Int64(number) }
      states.append(state)
    }
  }

  // MARK: Rows

  @inline(__always) mutating func row(of id: SignatureID) throws(StoreError) -> Int64 {
    if let known = signatures[id.rawValue] { return known }
    let row = try row(of: symbols.signatures[id.rawValue])
    signatures[id.rawValue] = row
    return row
  }

  /// The row of a text; 0 for none.
  mutating func row(of id: TextID) throws(StoreError) -> Int64 {
    if id.isNone { return 0 }
    if let known = texts[id.rawValue] { return known }
    let row = try row(of: PackedText(symbols.texts.slice(id)))
    texts[id.rawValue] = row
    return row
  }

  /// The row of a word of the program; 0 for the empty one.
  mutating func row(of word: String) throws(StoreError) -> Int64 {
    if word.isEmpty { return 0 }
    if let known = words[word] { return known }
    let row = try row(of: PackedText(Array(word.utf8)[...]))
    words[word] = row
    return row
  }

  mutating func row(of kinds: KindSet) throws(StoreError) -> Int64 {
    if let known = kindSets[kinds] { return known }
    let row = try row(of: kinds.names("|"))
    kindSets[kinds] = row
    return row
  }

  /// The row of the text that joins these names; 0 for none.
  mutating func row(ofNames names: [TextID]) throws(StoreError) -> Int64 {
    if names.isEmpty { return 0 }
    if let known = nameLists[names] { return known }
    let row = try row(of: NameList.joined(names.map(symbols.texts.string)))
    nameLists[names] = row
    return row
  }

  private mutating func row(of text: PackedText) throws(StoreError) -> Int64 {
    // Most texts are asked for once, as they are new: boots, for instance.
    try connection.run("INSERT INTO texts VALUES (NULL, ?) ON CONFLICT DO NOTHING", text)
    if !connection.hasChanged { return try connection.query("SELECT id FROM texts WHERE value = ?", text).first() ?? 0 }
    addedTexts += 1
    return connection.inserted
  }

  mutating func stored(_ id: ContextID) throws(StoreError) -> StoredContext {
    StoredContext(row: try row(of: id), pid: symbols.context(id).pid)
  }

  /// The context for rows of the present stream; absent if it is that of the stream's first event.
  mutating func writtenContext(of id: ContextID) throws(StoreError) -> StoredContext {
    let context = try stored(id)
    return context == base.context ? StoredContext(row: Event.absent) : context
  }

  /// The row of `contexts` for a context without its process id.
  @inline(__always) mutating func row(of id: ContextID) throws(StoreError) -> Int64 {
    if let known = contexts[id.rawValue] { known } else { try foundRow(of: id) }
  }

  private mutating func foundRow(of id: ContextID) throws(StoreError) -> Int64 {
    var context = symbols.context(id)
    context.pid = Event.absent
    let number = sharedContexts.intern(context)
    if sharedRows[number] == nil {
      let textsBefore = addedTexts
      let columns = try columns(of: context)
      // A context with a new text is new.
      let known = addedTexts == textsBefore ? try find(columns, in: Context.table) : nil
      sharedRows[number] = if let known { known } else { try pending.addContext(columns) }
    }
    contexts[id.rawValue] = sharedRows[number]
    return sharedRows[number] ?? 0
  }

  private mutating func row<Value: Storable>(of value: Value) throws(StoreError) -> Int64 {
    let columns = try columns(of: value)
    if let row = try find(columns, in: Value.table) { return row }
    if let insertion = lookups[Value.table]?[1] { try Self.run(insertion, columns).finish() }
    return connection.inserted
  }

  /// The columns of a value, after its id.
  private mutating func columns(of value: some Storable) throws(StoreError) -> [Int64] {
    let prepared = RowPreparer.row(of: value, symbols.texts)
    var columns = prepared.numbers
    try fill(prepared.references.indices, of: prepared, in: &columns)
    return columns
  }

  /// The row with these columns after its id, if any.
  private mutating func find(_ columns: [Int64], in table: String) throws(StoreError) -> Int64? {
    if lookups[table] == nil {
      let all = try connection.statement("SELECT * FROM \(table)")
      let names = (1..<all.columnCount).map(all.name).joined(separator: ", ")
      let parameters = Array(repeating: "?", count: columns.count).joined(separator: ", ")
      lookups[table] = [
        try connection.prepare("SELECT id FROM \(table) WHERE (\(names)) IS (\(parameters))"),
        try connection.prepare("INSERT OR ROLLBACK INTO \(table) VALUES (NULL, \(parameters))"),
      ]
    }
    guard let search = lookups[table]?[0] else { return nil }
    return try Self.run(search, columns).first()
  }

  static func run(_ statement: Statement, _ numbers: [Int64]) -> Statement {
    statement.reset()
    for (index, number) in numbers.enumerated() { number.bind(to: statement, at: Int32(index + 1)) }
    return statement
  }

  mutating func setRow(_ row: Int64, ofSource source: SourceID) {
    while sources.count <= Int(source.rawValue) { sources.append(0) }
    sources[Int(source.rawValue)] = row
  }

  func row(ofSource source: SourceID) -> Int64 {
    sources.isEmpty ? Int64(source.rawValue) : sources[Int(source.rawValue)]
  }

  /// True if the rows of sources rise with their numbers, by which replay orders sources.
  var areSourcesInOrder: Bool {
    let rows = sources.filter { $0 != 0 }
    return zip(rows, rows.dropFirst()).allSatisfy(<)
  }

  /// True if the bytes and rows of a launch of the present stream would be equal with this base.
  func packsLike(_ other: StreamBase) -> Bool {
    base.time == other.time && base.source == row(ofSource: other.sourceID) && base.line == other.line
  }

  // MARK: Events

  /// Passes the columns of `events` for consecutive events of one stream; returns its row.
  mutating func pass(_ events: ArraySlice<Event>, to numbers: inout OutputSpan<Int64>) throws(StoreError) -> Int64 {
    try begin(events[events.startIndex].stream, first: events.first)
    let row = states[stream].row
    let isLaunch = states[stream].isLaunch
    for index in events.indices {
      let event = events[index]
      // A line that follows one with this context says nothing new of owners.
      let follows = index > events.startIndex && event.follows(events[index - 1])
      if isLaunch, !follows { try noteOwner(of: event) }
      numbers.append(row)
      numbers.append(IdentityRecord.position(of: event, isLaunch: isLaunch))
      numbers.append(event.time == Event.absent ? event.time : event.time &- base.time)
      numbers.append(event.uptime)
      numbers.append(try self.row(of: event.signature))
      numbers.append(try self.row(ofSubject: event))
      numbers.append(event.line == 0 ? Event.absent : Int64(event.line) &- base.line)
    }
    return row
  }

  @inline(__always) private mutating func row(ofSubject event: Event) throws(StoreError) -> Int64 {
    let key = RecentSubjects.Key(event)
    let known = states[stream].subjects.row(key)
    if known != 0 { return known }
    let subject = try subject(of: event)
    let number = subjects.intern(subject)
    let row = if let row = subjectRows[number] { row } else { try self.row(of: subject) }
    subjectRows[number] = row
    states[stream].subjects.note(key, row)
    return row
  }

  private mutating func subject(of event: Event) throws(StoreError) -> Subject {
    var subject = Subject()
    subject.scene = try number(of: event.scene)
    subject.sceneInstance = try number(of: event.sceneInstance)
    subject.viewInstance = try number(of: event.viewInstance)
    subject.task = try number(of: event.task)
    let context = try writtenContext(of: event.context)
    subject.context = context.row
    subject.pid = context.pid
    let source = row(ofSource: event.source)
    if source != base.source { subject.source = source }
    return subject
  }

  // MARK: Launches

  /// Adds the rows of a launch of the present stream to the tables of `EventStore.streamProjections`, and counts it in
  /// `held`; returns its entry for `launch_times`.
  mutating func add(_ launch: PackedSummary, to summaries: inout [Rows], _ held: inout HeldKindRows)
    throws(StoreError) -> LaunchTimes.Entry
  {
    for (index, table) in launch.rows.tables.enumerated() where table.rowCount > 0 {
      try add(table, of: launch.rows, to: &summaries[index].numbers)
    }
    let stream = states[stream].row
    let parts = launch.details.bytes { row(ofSource: $0) }
    let names = try row(ofNames: launch.details.texts)
    let details = summaries.count - 1
    let blob = summaries[details].bytes?.append(parts[...], isText: false) ?? .min
    summaries[details].numbers += [stream, Int64(launch.ordinal), names, blob]
    let context = try row(of: launch.context)
    func added(_ table: Int) -> ArraySlice<Int64> {
      summaries[table].numbers.suffix(launch.rows.tables[table].numbers.count)
    }
    let own = symbols.context(launch.context)
    let ownRows = SIMD4(
      try row(of: own.app), try row(of: own.appVersion), try row(of: own.format), try row(of: own.processKind))
    held.add(added(EventStore.launchesIndex), added(EventStore.candidatesIndex), of: ownRows)
    return LaunchTimes.Entry(stream: stream, ordinal: launch.ordinal, context: context, record: launch.times[...])
  }

  /// Adds a launch's rows of one table to `numbers`, with the open numbers set.
  private mutating func add(_ table: PreparedRows.Table, of rows: borrowing PreparedRows, to numbers: inout [Int64])
    throws(StoreError)
  {
    let start = numbers.count
    numbers += rows.numbers[table.numbers]
    let width = table.numbers.count / table.rowCount
    let row = states[stream].row
    for index in stride(from: start, to: numbers.count, by: width) { numbers[index] = row }
    try fill(table.references, of: rows, in: &numbers, from: start - table.numbers.lowerBound)
  }

  /// Sets the open numbers of some references, in rows that begin at index `start` of `numbers`.
  mutating func fill(
    _ references: Range<Int>, of rows: borrowing PreparedRows, in numbers: inout [Int64], from start: Int = 0
  ) throws(StoreError) {
    for index in references {
      let reference = rows.references[index]
      let slot = Int(reference.index) + start
      if reference.target == .context {
        let context = try self.writtenContext(of: ContextID(rawValue: reference.id))
        numbers[slot] = context.row
        numbers[slot + 1] = context.pid
      } else {
        numbers[slot] = try number(of: reference, in: rows)
      }
    }
  }

  /// The number for a reference other than a context.
  private mutating func number(of reference: PreparedRows.Reference, in rows: borrowing PreparedRows)
    throws(StoreError) -> Int64
  {
    switch reference.target {
    case .text: try row(of: TextID(rawValue: reference.id))
    case .ownText: try number(of: TextID(rawValue: reference.id))
    case .word: try row(of: rows.words[Int(reference.id)])
    case .kind: try row(of: (EventKind(rawValue: UInt8(truncatingIfNeeded: reference.id)) ?? .unknown).name)
    case .kinds: try row(of: rows.kindSets[Int(reference.id)])
    case .source: row(ofSource: SourceID(rawValue: reference.id))
    case .context: Event.absent
    }
  }

  // MARK: Streams

  private static let stream =
    "SELECT *, (SELECT max(position) FROM events WHERE stream = streams.id) FROM streams WHERE "
  private static let streamByLaunch = stream + "launch = ?"
  private static let streamByParts = stream + "launch IS NULL AND (device, app, boot, source, pid) IS (?, ?, ?, ?, ?)"

  /// The state of a stream, whose missing row is added; `event` is its first event, if any.
  mutating func state(of key: StreamKey, _ event: Event?) throws(StoreError) -> StreamState {
    let launch = symbols.texts.slice(key.launch)
    let parts = [
      try row(of: key.device), try row(of: key.app), try row(of: key.boot), try row(of: key.source), key.pid,
    ]
    var state = try storedState(launch, parts) ?? StreamState()
    state.isLaunch = key.isLaunch
    if state.row != 0 { return state }
    if let event {
      state.base = StreamBase(event)
      state.base.source = row(ofSource: event.source)
      state.base.context = try stored(event.context)
    }
    state.row = try pending.addStream(parts, state.base, launch: launch)
    state.isNew = true
    state.owners.isLoaded = true
    return state
  }

  /// The state of a stream by its launch, or by its other parts without one; nil if it has no row.
  private func storedState(_ launch: ArraySlice<UInt8>, _ parts: [Int64]) throws(StoreError) -> StreamState? {
    let known: Statement
    if launch.isEmpty {
      known = Self.run(try connection.statement(Self.streamByParts), parts)
    } else {
      known = try connection.statement(Self.streamByLaunch)
      known.reset()
      known.bind(launch, isText: true, at: 1)
    }
    defer { known.reset() }
    return try known.step() ? try state(inRow: known) : nil
  }

  private func state(inRow known: Statement) throws(StoreError) -> StreamState {
    var state = StreamState()
    state.row = known.integer(StreamColumn.id)
    state.base = StreamBase(known)
    state.last = known.optional(Int32(StreamColumn.allCases.count))  // Behind those.
    let texts = try connection.query("SELECT * FROM stream_texts WHERE stream = ?", state.row)
    while try texts.step() {
      state.knownTexts[PackedText(texts, StreamTextColumn.value.rawValue)] = texts.integer(StreamTextColumn.id)
      state.textCount += 1
    }
    return state
  }

  /// Makes `id` the present stream; `event` is its first event, if any.
  @inline(__always) mutating func begin(_ id: StreamID, first event: Event? = nil) throws(StoreError) {
    let index = Int(id.rawValue)
    if index == stream { return }
    while states.count < symbols.streams.count { states.append(StreamState()) }
    if states[index].row == 0 {
      states[index] = try state(of: symbols.stream(id), event)
      if !states[index].isNew { found.append(id) }
    }
    stream = index
    base = states[index].base
  }

  /// Begins the streams of events; returns the indices of events that the table may refuse.
  mutating func refusable(_ events: [Event]) throws(StoreError) -> [Int] {
    var refusable: [Int] = []
    for index in events.indices {
      try begin(events[index].stream, first: events[index])
      // Contexts get rows in their order of arrival, as streams refer to them before other events are written.
      _ = try row(of: events[index].context)
      if states[stream].mayBeRefused(events[index]) { refusable.append(index) }
    }
    return refusable
  }

  /// The number of an id in its stream; 0 without one, and -1 - n for a decimal number n, as tasks are often numbered.
  @inline(__always) mutating func number(of id: TextID) throws(StoreError) -> Int64 {
    id.isNone ? 0 : numberOfText(id)
  }

  private mutating func numberOfText(_ id: TextID) -> Int64 {
    let text = symbols.texts.slice(id)
    if let number = Self.ownNumber(ofDecimal: text) { return number }
    if let known = states[stream].numbers[id] { return known }
    let number = addedNumber(of: text)
    states[stream].numbers[id] = number
    return number
  }

  /// The number for a canonical decimal number of at most nine digits, in every stream; nil for other ids.
  static func ownNumber(ofDecimal text: ArraySlice<UInt8>) -> Int64? {
    guard text.count < 10, text.first != 0x30 || text.count == 1 else { return nil }
    var value: Int64 = 0
    for byte in text {
      let digit = Int64(byte) - 0x30
      guard 0...9 ~= digit else { return nil }
      value = value * 10 + digit
    }
    return -1 - value
  }

  /// The number of an id that is no decimal number; a new id gets the next one.
  private mutating func addedNumber(of text: ArraySlice<UInt8>) -> Int64 {
    let packed = PackedText(text)
    let knownTexts = states[stream].knownTexts
    if !knownTexts.isEmpty, let known = knownTexts[packed] { return known }
    states[stream].textCount += 1
    pending.addText(packed, states[stream].textCount, of: states[stream].row)
    return states[stream].textCount
  }
}
