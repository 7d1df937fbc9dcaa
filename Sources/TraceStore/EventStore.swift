package import TraceModel

/// A store that is open: events in, events and summaries out.
///
/// One owner uses it at a time. A store that was opened to read refuses every write.
package final class EventStore {
  let connection: Connection
  /// How its schema differed from the program's when it was opened.
  let schema: StoreSchema
  /// True if this program has derived the launches that the file holds; if not, nothing of these may be read.
  package private(set) var isCurrent = true
  /// True once launches are derived into tables of this connection alone, which hide those of the file.
  private(set) var isAside = false
  private var files: StoreFiles?
  private var encoder: RowEncoder
  /// Rows of summaries that are not in their tables yet, by the indices of those in `streamProjections`.
  private var summaries = none
  private var times = LaunchTimes()
  /// Changes to `held_kinds` that are not in it yet.
  var held = HeldKindRows()
  /// The streams whose rows of summaries go before those in `summaries` come: a row each.
  private var replaced = Rows(width: 1)
  /// Marked streams whose summaries were made in this transaction: a row each.
  private var derived = Rows(width: 1)
  /// Changes when another process has written.
  private var knownVersion: Int64?
  private var lastYield = ContinuousClock.now
  /// At least this often another writer gets a turn; by default it waits 5 s for one (the setting `store.busyTimeout`).
  private static let yieldInterval = Duration.milliseconds(50)

  /// The tables of what is derived from events of which each row belongs to one stream.
  static let streamProjections = [
    LaunchSummary.table, SceneSummary.table, TaskSummary.table, Candidate.table, MetricCount.table, PackedDetails.table,
  ]
  /// Where two of them stand in that list.
  static let launchesIndex = 0
  static let candidatesIndex = 3
  static let projections = streamProjections + [LaunchTimes.table, HeldKindRows.table]
  /// So many numbers of rows of a table are kept at most: half a megabyte, some thousand rows at once.
  private static let keptNumbers = 1 << 16
  private static let none = streamProjections.map { table in
    Rows(width: 1, bytes: table == PackedDetails.table ? RowBytes() : nil)
  }

  /// Opens the store at `path`; `.write` makes it.
  ///
  /// A step waits `busyTimeout` milliseconds for another writer. A file is refused that is no store, that another
  /// version of tracetool made, or whose schema is not as `demand` says.
  package init(
    path: String, mode: StoreMode, busyTimeout: Int32 = 5000, schema demand: SchemaDemand = .own
  ) throws(StoreError) {
    let opened = try StoreFile.open(path, mode, busyTimeout: busyTimeout, demand)
    connection = opened.connection
    schema = opened.schema
    isCurrent = opened.isCurrent
    files = StoreFiles(of: path)
    encoder = RowEncoder(on: connection)
  }

  /// Opens a store that no other process sees and that ends with this one, in a file without a name; errors name its
  /// folder.
  package init() throws(StoreError) {
    connection = try StoreFile.openTemporary()
    schema = StoreSchema()
    encoder = RowEncoder(on: connection)
  }

  /// The path of its file, as it was given.
  package var path: String { connection.path }

  /// Asked while another writer is waited for: true ends that soon, as an error.
  package var endsWaiting: @Sendable () -> Bool {
    get { connection.endsWaiting }
    set { connection.endsWaiting = newValue }
  }

  /// Begins a transaction; waits for another writer as long as was asked.
  package func begin() throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) { try noteOthers() } catch {
      try? connection.run("ROLLBACK")  // The first error is the cause.
      throw error
    }
  }

  /// Makes what `change` does durable, or undoes it where it fails: in the open transaction, or in one of its own.
  package func transaction(_ change: () throws(StoreError) -> Void) throws(StoreError) {
    if !connection.isInTransaction { try begin() }
    do throws(StoreError) {
      try change()
      try commit()
    } catch {
      try? rollback()  // The first error is the cause.
      throw error
    }
  }

  /// Forgets what is known of streams, if another process has written: it may have added rows.
  private func noteOthers() throws(StoreError) {
    let version = try connection.query("PRAGMA data_version").first()
    if version != knownVersion {
      guard try StoreFile.isCurrent(connection) else {
        throw StoreError(
          "write to", file: path, message: "another program has changed what it holds since it was opened",
          hint: "run the same command again")
      }
      encoder = RowEncoder(on: connection, sources: encoder.sources)
    }
    knownVersion = version
  }

  /// Sees the store as it is now until it is closed, whatever others write.
  package func beginReading() throws(StoreError) {
    try connection.execute("BEGIN", "read")
    // Another program may have changed it since it was opened.
    if isCurrent { isCurrent = try StoreFile.isCurrent(connection) }
  }

  /// Makes all since `begin` durable; streams without summaries are marked as changed.
  package func commit() throws(StoreError) {
    try mark()
    try flushSummaries()
    try connection.run("COMMIT")
    try checkFiles()
    yieldIfDue()
  }

  /// Marks the streams that have changed since their summaries were made, and no others.
  private func mark() throws(StoreError) {
    try derived.flag(false, on: connection)
    var changed = Rows(width: 1)
    for stream in encoder.states.indices where encoder.states[stream].isChanged {
      let row = encoder.states[stream].row
      if !encoder.states[stream].isMarked, !encoder.pending.markStream(row) { changed.numbers.append(row) }
      encoder.states[stream].isMarked = true
      encoder.states[stream].isChanged = false
    }
    try encoder.pending.flushStreams()
    try changed.flag(true, on: connection)
    derived.numbers.removeAll(keepingCapacity: true)
  }

  /// Checks that what was committed is where others look for it: that neither the store nor its log was removed,
  /// replaced or cut since it was opened.
  ///
  /// With `isLast` the size of the file is compared with the one in its header as well: a run asks for that before it
  /// says what it has stored.
  package func checkFiles(isLast: Bool = false) throws(StoreError) {
    guard let found = files?.change(connection) ?? (isLast && isCut ? StoreFiles.cutMessage() : nil) else { return }
    throw StoreError(
      "write to", file: path, message: found,
      hint: "what was read since is not stored: put the store back or name another one, and run the same command "
        + "again; before another file is used here, remove the '-wal' and '-shm' beside it, which are the old one's")
  }

  /// True if the file has fewer pages than it says, and the WAL does not have the others.
  ///
  /// It may have them: a checkpoint that a full disk or a kill has ended writes the first page first, which says how
  /// many there are. SQLite finds that out; a connection of its own has none of the pages in its cache.
  private var isCut: Bool {
    guard files?.lacksPages(connection) == true else { return false }
    return (try? EventStore(path: path, mode: .read).integrityProblems().isEmpty) != true
  }

  /// Gives another process that waits to write its turn, now and then: to wait takes 2 ms, and an ingest may commit
  /// after each 40.
  private func yieldIfDue() {
    if lastYield.duration(to: .now) < Self.yieldInterval { return }
    connection.yield()
    lastYield = .now
  }

  /// Says whether SQLite copies the WAL (the write-ahead log, in the file `-wal`) into the store by itself, when a
  /// transaction ends, as it does at first.
  package func setAutomaticCheckpoints(_ areOn: Bool) throws(StoreError) {
    let pages = areOn ? StoreFile.checkpointPages : 0
    try connection.execute("PRAGMA wal_autocheckpoint = \(pages)")
  }

  /// Copies what is committed from the WAL into the store, as far as no reader needs the older state; returns the pages
  /// of the WAL.
  package func checkpointWAL() throws(StoreError) -> Int64 { try connection.checkpointWAL() }

  /// Undoes all since `begin`; safe to call where SQLite has done so itself.
  package func rollback() throws(StoreError) {
    summaries = Self.none
    times.removeAll()
    held.removeAll()
    replaced.numbers.removeAll()
    derived.numbers.removeAll()
    encoder = RowEncoder(on: connection, sources: encoder.sources)
    if connection.isInTransaction { try connection.run("ROLLBACK") }
  }

  /// Says, between two transactions, that the next symbols given are others than those before, of which `map` says what
  /// was moved.
  ///
  /// Without it sources have other numbers as well: those of their rows, until `setRow` says otherwise.
  package func startGeneration(movedBy map: SymbolMap? = nil) { encoder = encoder.forOtherSymbols(movedBy: map) }

  /// Says the same of symbols that were read from this store, whose rows are known.
  package func startGeneration(of stored: StoredSymbols) {
    encoder = encoder.forOtherSymbols(movedBy: nil)
    encoder.adopt(stored)
  }

  /// Says that a source is in this row, whatever number it has in events and launches that are given from now on.
  package func setRow(_ row: SourceID, of source: SourceID) { encoder.setRow(Int64(row.rawValue), ofSource: source) }

  // MARK: Events

  /// Gets ready for records that are appended later in the transaction: their streams are found, or get their rows in
  /// the order in which these are asked for.
  ///
  /// Returns `refusable`, the indices of those of the events that `append` may refuse, since another event may have
  /// their position: of an event that it refuses, the bytes are to be kept. Numbers and times that rise are never
  /// refused. And `known`, the streams that were in the store before and were looked up for these.
  package func prepare(_ events: [Event], _ rejects: [Reject], symbols: Symbols) throws(StoreError) -> (
    refusable: [Int], known: [StreamID]
  ) {
    encoder.symbols = symbols
    encoder.found.removeAll()
    defer { encoder.symbols = RowEncoder.noSymbols }
    let refusable = try encoder.refusable(events)
    for reject in rejects { if let stream = reject.stream { try encoder.begin(stream) } }
    return (refusable, encoder.found)
  }

  /// Adds those of `events` that are new, in a transaction.
  ///
  /// All are of the symbols given since `startGeneration`; they may be of any streams in any order. It is fastest to add
  /// all events of a transaction at once: their rows are sorted by stream and position before they are written.
  package func append(_ events: [Event], symbols: Symbols) throws(StoreError) -> AppendCounts {
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    var writer = try EventWriter(events, &encoder, on: connection)
    return try writer.run(&encoder)
  }

  /// Adds rejected lines, in a transaction; returns how many of them were not there.
  package func append(_ lines: [Reject], symbols: Symbols) throws(StoreError) -> Int {
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    var count = 0
    for line in lines {
      if let stream = line.stream { try encoder.begin(stream) }
      try encoder.pending.flush()
      let stream = line.stream == nil ? Event.absent : encoder.states[encoder.stream].row
      try connection.run(
        "INSERT OR IGNORE INTO rejects VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)", encoder.row(ofSource: line.source),
        Int64(line.line), line.offset, line.length, line.reason.rawValue, line.raw, line.digest, stream, line.seq)
      guard connection.hasChanged else { continue }
      count += 1
      if line.stream != nil { encoder.states[encoder.stream].isChanged = true }
    }
    return count
  }

  /// True if a stream was added under the present symbols, or those that it was moved from, every event of it since was
  /// new, and it has no summaries yet.
  package func isNew(_ stream: StreamID) -> Bool {
    Int(stream.rawValue) < encoder.states.count && encoder.states[Int(stream.rawValue)].isNew
  }

  // MARK: Summaries

  /// Replaces the summaries of a stream, once in a transaction, and clears its mark.
  package func writeSummaries(
    _ list: consuming [LaunchSummary], of stream: StreamID, symbols: Symbols
  ) throws(StoreError) {
    encoder.symbols = symbols
    try encoder.begin(stream)
    encoder.symbols = RowEncoder.noSymbols
    let base = encoder.base
    let packed = list.map { PackedSummary($0, after: base, symbols.texts) }
    list = []
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    try replaceSummaries(of: stream, by: packed, in: packed.indices)
    try encoder.pending.flush()
  }

  /// Writes the summaries of those streams that are new (`isNew`), of launches that are packed, in the order of their streams.
  package func writeNewSummaries(_ launches: [PackedSummary], symbols: Symbols) throws(StoreError) {
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    var begin = 0
    while begin < launches.count {
      let stream = launches[begin].stream
      var end = begin + 1
      while end < launches.count, launches[end].stream == stream { end += 1 }
      if isNew(stream) { try replaceSummaries(of: stream, by: launches, in: begin..<end) }
      begin = end
    }
    try encoder.pending.flush()
  }

  /// Replaces the summaries of a stream by those at some indices in a list.
  private func replaceSummaries(of stream: StreamID, by launches: [PackedSummary], in indices: Range<Int>)
    throws(StoreError)
  {
    try encoder.begin(stream)
    let isOtherwise = launches[indices].contains { launch in
      !encoder.packsLike(launch.base) || launch.spansSources && !encoder.areSourcesInOrder
    }
    if isOtherwise {
      // They are derived anew from the rows: the stream stays marked.
      encoder.states[encoder.stream].isNew = false
      encoder.states[encoder.stream].isChanged = true
      return
    }
    let row = encoder.states[encoder.stream].row
    let isNew = encoder.states[encoder.stream].isNew
    encoder.states[encoder.stream].isNew = false
    encoder.states[encoder.stream].isChanged = false
    if !isAside, !isNew { replaced.numbers.append(row) }
    if !isAside, !isNew || encoder.states[encoder.stream].isMarked { derived.numbers.append(row) }
    encoder.states[encoder.stream].isMarked = false
    var entries: [LaunchTimes.Entry] = []
    entries.reserveCapacity(indices.count)
    for launch in launches[indices] { entries.append(try encoder.add(launch, to: &summaries, &held)) }
    times.replace(row, by: entries)
    if summaries.contains(where: { $0.numbers.count >= Self.keptNumbers }) { try insertSummaries() }
    if times.count > LaunchTimes.most { try times.flush(on: connection) }
  }

  /// Puts what was written of summaries into their tables.
  package func flushSummaries() throws(StoreError) {
    try insertSummaries()
    try times.flush(on: connection)
    try held.flush(on: connection)
  }

  /// Puts the rows of summaries into their tables, in place of those that they replace.
  private func insertSummaries() throws(StoreError) {
    try held.remove(streams: replaced, on: connection)
    for (index, table) in Self.streamProjections.enumerated() {
      try replaced.delete(from: table, on: connection)
      if summaries[index].numbers.isEmpty { continue }
      summaries[index].width = Int(try connection.statement("SELECT * FROM \(table)").columnCount)
      try summaries[index].flush(into: table, on: connection)
    }
    replaced.numbers.removeAll(keepingCapacity: true)
  }

  /// The first number that a query returns, 0 without one.
  package func integer(_ sql: String) throws(StoreError) -> Int64 { try connection.query(sql).first() ?? 0 }

  /// Throws away every summary and marks every stream as changed, in a transaction.
  package func dropProjections() throws(StoreError) {
    times.removeAll()
    held.removeAll()
    for table in Self.projections { try connection.run("DELETE FROM \(table)") }
    try connection.run("UPDATE streams SET changed = 1")
  }

  // MARK: Launches derived for one answer, where the file cannot be written

  /// The tables that launches add rows to, and what else shows those.
  private static let shared = ["texts", "contexts", "context_keys", "text_values"]
  /// So much of what is kept aside is in memory, in KiB; the rest is in a temporary file of SQLite's.
  private static let memory = 64 << 10
  /// The view `launch` a second time, for what is called `launch` by those who ask for kinds as well.
  static let plainLaunch = "plain_launch"

  /// Has launches that are written from now on kept in tables of this connection alone, which hide those of the file.
  ///
  /// A transaction that reads is open. The tables hold the launches of the file that are not stale; `launch_times` keeps
  /// stale ones until they are replaced.
  package func beginAside() throws(StoreError) {
    try connection.execute("PRAGMA temp.cache_size = -\(Self.memory)")
    connection.hiddenTables = Set(try StoreFile.derivedNames(connection))
    let names = Self.shared.map { "'\($0)'" }.joined(separator: ", ")
    let schema = try connection.query("SELECT sql FROM main.sqlite_schema WHERE name IN (\(names)) ORDER BY rowid")
      .all { $0.string(0) + ";\n" }
    try connection.execute(Self.temporary(schema.joined()))
    for table in ["texts", "contexts"] {
      try connection.execute("INSERT INTO temp.\(table) SELECT * FROM main.\(table)")
    }
    let derived = Self.temporary(StoreSchema.derived)
    try connection.execute(derived)
    if let view = derived.firstRange(of: "\nCREATE TEMP VIEW launch AS") {
      let end = derived[view.upperBound...].firstIndex(of: ";") ?? derived.endIndex
      try connection.execute("CREATE TEMP VIEW \(Self.plainLaunch) AS\(derived[view.upperBound..<end])")
    }
    if isCurrent {
      for table in Self.streamProjections {
        try connection.execute(
          "INSERT INTO temp.\(table) SELECT * FROM main.\(table) WHERE stream NOT IN (SELECT id FROM streams WHERE changed)"
        )
      }
      try connection.execute("INSERT INTO temp.\(LaunchTimes.table) SELECT * FROM main.\(LaunchTimes.table)")
      try HeldKindRows.fill(on: connection)
    }
    encoder = RowEncoder(on: connection)
    isAside = true
  }

  /// Statements that make tables and views of one connection alone; indices and triggers follow their tables.
  private static func temporary(_ schema: String) -> String {
    ("\n" + schema).replacing("\nCREATE TABLE ", with: "\nCREATE TEMP TABLE ")
      .replacing("\nCREATE VIEW ", with: "\nCREATE TEMP VIEW ")
  }
}
