package import TraceModel

/// An open store, which takes events and gives events and summaries.
///
/// One owner uses it at a time. A store opened to read refuses every write.
package final class EventStore {
  let connection: Connection
  let schema: StoreSchema
  /// True if this program has derived the launches in the file; if not, none of them may be read.
  package private(set) var isCurrent = true
  /// True once launches are derived into temporary tables, which hide those of the file.
  private(set) var isAside = false
  private var files: StoreFiles?
  private var encoder: RowEncoder
  /// Rows of summaries to be written, by the indices of `streamProjections`.
  private var summaries = none
  private var times = LaunchTimes()
  /// Changes to `held_kinds` to be written.
  var held = HeldKindRows()
  /// Streams whose old summaries are deleted before `summaries` are written: a row each.
  private var replaced = Rows(width: 1)
  /// Marked streams whose summaries were made in this transaction: a row each.
  private var derived = Rows(width: 1)
  /// Changes when another process writes.
  private var knownVersion: Int64?
  private var lastYield = ContinuousClock.now
  /// Other writers get a turn at least this often; they wait 5 s by default (the setting `store.busyTimeout`).
  private static let yieldInterval = Duration.milliseconds(50)

  /// The derived tables whose rows each belong to one stream.
  static let streamProjections = [
    LaunchSummary.table, SceneSummary.table, TaskSummary.table, Candidate.table, MetricCount.table, PackedDetails.table,
  ]
  static let launchesIndex = 0
  static let candidatesIndex = 3
  static let projections = streamProjections + [LaunchTimes.table, HeldKindRows.table]
  /// The most numbers of a table's rows to keep: half a megabyte, a few thousand rows.
  private static let keptNumbers = 1 << 16
  private static let none = streamProjections.map { table in
    Rows(width: 1, bytes: table == PackedDetails.table ? RowBytes() : nil)
  }

  /// Opens the store at `path`; `.write` makes it.
  ///
  /// A step waits `busyTimeout` milliseconds for another writer. Refused are files that are no store, stores of another
  /// version of tracetool, and schemas that `demand` does not allow.
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

  /// Opens a temporary store in a file without a name, which no other process sees; errors name its folder.
  package init() throws(StoreError) {
    connection = try StoreFile.openTemporary()
    schema = StoreSchema()
    encoder = RowEncoder(on: connection)
  }

  /// The path of its file, as it was given.
  package var path: String { connection.path }

  /// Asked while another writer holds the lock: true soon ends the wait, as an error.
  package var endsWaiting: @Sendable () -> Bool {
    get { connection.endsWaiting }
    set { connection.endsWaiting = newValue }
  }

  /// Begins a transaction, after other writers or the busy timeout.
  package func begin() throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) { try noteOthers() } catch {
      try? connection.run("ROLLBACK")  // The first error is the cause.
      throw error
    }
  }

  /// Runs `change` in the open transaction or in a new one, and commits; undoes it if it fails.
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

  /// Forgets what is known of streams if another process has written: rows may be added.
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

  /// Reads the store as it is now until it is closed, whatever others write.
  package func beginReading() throws(StoreError) {
    try connection.execute("BEGIN", "read")
    // Another program may have changed it since it was opened.
    if isCurrent { isCurrent = try StoreFile.isCurrent(connection) }
  }

  /// Commits all since `begin`; streams without current summaries are marked as changed.
  package func commit() throws(StoreError) {
    try mark()
    try flushSummaries()
    try connection.run("COMMIT")
    try checkFiles()
    yieldIfDue()
  }

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

  /// Checks that neither the store nor its WAL was removed, replaced or cut since it was opened.
  ///
  /// `isLast` also compares the size of the file with its header, which a run does before it says what it has stored.
  package func checkFiles(isLast: Bool = false) throws(StoreError) {
    guard let found = files?.change(connection) ?? (isLast && isCut ? StoreFiles.cutMessage() : nil) else { return }
    throw StoreError(
      "write to", file: path, message: found,
      hint: "what was read since is not stored: put the store back or name another one, and run the same command "
        + "again; before another file is used here, remove the '-wal' and '-shm' beside it, which are the old one's")
  }

  /// True if the file has fewer pages than its header says, and the WAL lacks the others.
  ///
  /// A checkpoint that a full disk or a kill has ended writes the first page first, with the count. SQLite sees missing
  /// pages; a new connection has none of them in its cache.
  private var isCut: Bool {
    guard files?.lacksPages(connection) == true else { return false }
    return (try? EventStore(path: path, mode: .read).integrityProblems().isEmpty) != true
  }

  /// Lets another writer go first, now and then: a turn takes 2 ms, and an ingest may commit each 40 ms.
  private func yieldIfDue() {
    if lastYield.duration(to: .now) < Self.yieldInterval { return }
    connection.yield()
    lastYield = .now
  }

  /// Turns SQLite's automatic checkpoints on, as they are at first, or off: copying the WAL (the write-ahead log, in
  /// the file `-wal`) into the store after a transaction.
  package func setAutomaticCheckpoints(_ areOn: Bool) throws(StoreError) {
    let pages = areOn ? StoreFile.checkpointPages : 0
    try connection.execute("PRAGMA wal_autocheckpoint = \(pages)")
  }

  /// Lets commits return before they are on the disk, until `sync` is called.
  ///
  /// A power cut may then take back the last transactions, each of them whole and with its checkpoints, so that the next
  /// run reads those lines again. Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>, NORMAL with a WAL.
  package func deferSyncs() throws(StoreError) { try connection.execute("PRAGMA synchronous = NORMAL") }

  /// Waits until all that was committed is on the disk.
  package func sync() throws(StoreError) { try connection.syncWAL() }

  /// Copies commits from the WAL into the store as far as no reader needs the older state; returns the WAL's pages.
  package func checkpointWAL() throws(StoreError) -> Int64 { try connection.checkpointWAL() }

  /// Undoes all since `begin`, even if SQLite has done so already.
  package func rollback() throws(StoreError) {
    summaries = Self.none
    times.removeAll()
    held.removeAll()
    replaced.numbers.removeAll()
    derived.numbers.removeAll()
    encoder = RowEncoder(on: connection, sources: encoder.sources)
    if connection.isInTransaction { try connection.run("ROLLBACK") }
  }

  /// Says, between two transactions, that the next symbols are new; `map` says which old ones were moved to them.
  ///
  /// Without a map the numbers of sources are also new: those of their rows, until `setRow` says otherwise.
  package func startGeneration(movedBy map: SymbolMap? = nil) { encoder = encoder.forOtherSymbols(movedBy: map) }

  /// Says that the next symbols are those read from this store, whose rows are known.
  package func startGeneration(of stored: StoredSymbols) {
    encoder = encoder.forOtherSymbols(movedBy: nil)
    encoder.adopt(stored)
  }

  /// Says which row events and launches mean from now on by the number `source`.
  package func setRow(_ row: SourceID, of source: SourceID) { encoder.setRow(Int64(row.rawValue), ofSource: source) }

  // MARK: Events

  /// Finds or adds the streams of records to be appended later in the transaction, in their order.
  ///
  /// `refusable` are the indices of events that `append` may refuse, as another event may have their position: their
  /// bytes must be kept. Events whose numbers and times rise are never refused. `known` are streams that were in the
  /// store before and were looked up for these events.
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
  /// All use the symbols of the last `startGeneration`; streams and order are free. One call per transaction is
  /// fastest, as rows are sorted by stream and position before they are written.
  package func append(_ events: [Event], symbols: Symbols) throws(StoreError) -> AppendCounts {
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    var writer = try EventWriter(events, &encoder, on: connection)
    return try writer.run(&encoder)
  }

  /// Adds rejected lines, in a transaction; returns how many were new.
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

  /// True if a stream was added under these symbols or those it was moved from, with only new events and no summaries.
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

  /// Writes packed launches of those streams that are new (`isNew`), in the order of their streams.
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

  private func replaceSummaries(of stream: StreamID, by launches: [PackedSummary], in indices: Range<Int>)
    throws(StoreError)
  {
    try encoder.begin(stream)
    let isOtherwise = launches[indices].contains { launch in
      !encoder.packsLike(launch.base) || launch.spansSources && !encoder.areSourcesInOrder
    }
    if isOtherwise {
      // The stream stays marked: its launches are derived anew from the rows.
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

  /// Writes pending summaries into their tables.
  package func flushSummaries() throws(StoreError) {
    try insertSummaries()
    try times.flush(on: connection)
    try held.flush(on: connection)
  }

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

  /// The first number that a query returns; 0 without one.
  package func integer(_ sql: String) throws(StoreError) -> Int64 { try connection.query(sql).first() ?? 0 }

  /// Deletes all summaries and marks every stream as changed, in a transaction.
  package func dropProjections() throws(StoreError) {
    times.removeAll()
    held.removeAll()
    for table in Self.projections { try connection.run("DELETE FROM \(table)") }
    try connection.run("UPDATE streams SET changed = 1")
  }

  // MARK: Launches derived for one answer, where the file cannot be written

  /// Tables that launches add rows to, and the view of texts.
  private static let shared = ["texts", "contexts", "context_keys", "text_values"]
  /// Memory for temporary tables in KiB; SQLite moves the rest to a temporary file.
  private static let memory = 64 << 10
  /// A second name of the view `launch`, which a query hides by a `launch` with kinds.
  static let plainLaunch = "plain_launch"

  /// Keeps launches written from now on in temporary tables, which hide those of the file.
  ///
  /// A read transaction is open. The temporary tables begin with the file's launches that are not stale; `launch_times`
  /// keeps stale ones until they are replaced.
  package func beginAside() throws(StoreError) {
    try connection.allowWriting()
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

  /// Makes a schema's tables and views temporary; indices and triggers follow their tables.
  private static func temporary(_ schema: String) -> String {
    ("\n" + schema).replacing("\nCREATE TABLE ", with: "\nCREATE TEMP TABLE ")
      .replacing("\nCREATE VIEW ", with: "\nCREATE TEMP VIEW ")
  }
}
