package import TraceModel

/// A store that is open: events in, events and summaries out.
///
/// One owner uses it at a time. A store that was opened to read refuses every write.
package final class EventStore {
  /// The file, as it was named.
  package let path: String
  let connection: Connection
  let reader: SymbolReader
  private let start: Statement
  private let end: Statement
  private let undo: Statement
  private let version: Statement
  private let mark: Statement
  private let clear: Statement
  private let dropClaims: Statement
  private let dropUnfinished: Statement
  private var ids: RowIDs
  private var writer: EventWriter
  private var rejects: RejectWriter
  private var sources: SourceTable
  private var summaries: SummaryWriter
  /// Transactions begun, from 1; states of streams refer to it.
  private var transaction = 1
  /// Streams of this transaction that have no summaries yet.
  private var unsummarized: Set<Int64> = []
  /// Changes when another process has written.
  private var knownVersion: Int64?

  /// Opens the store at `path`.
  ///
  /// - Parameters:
  ///   - path: The file; `write` makes it.
  ///   - mode: What will be done with it.
  ///   - busyTimeout: How long to wait for another writer, in milliseconds.
  /// - Throws: `StoreError` if there is none, it is no store, or one of a newer version.
  package init(
    path: String, mode: StoreMode, busyTimeout: Int32 = 5000
  ) throws(StoreError) {
    connection = try StoreFile.open(path, mode, busyTimeout: busyTimeout)
    reader = try SymbolReader(on: connection)
    start = try Statement("BEGIN IMMEDIATE", on: connection)
    end = try Statement("COMMIT", on: connection)
    undo = try Statement("ROLLBACK", on: connection)
    version = try Statement("PRAGMA data_version", on: connection)
    mark = try Statement(
      "UPDATE streams SET changed = 1 WHERE id = ? AND NOT changed", on: connection)
    clear = try Statement("UPDATE streams SET changed = 0 WHERE id = ? AND changed", on: connection)
    dropClaims = try Statement("DELETE FROM claims WHERE source = ?", on: connection)
    dropUnfinished = try Statement(
      "DELETE FROM rejects WHERE source = ? AND reason = ?", on: connection)
    ids = try RowIDs(on: connection)
    writer = try EventWriter(on: connection)
    rejects = try RejectWriter(on: connection)
    sources = try SourceTable(on: connection)
    summaries = try SummaryWriter(on: connection)
    self.path = path
  }

  /// Begins a transaction; waits for another writer as long as was asked.
  package func begin() throws(StoreError) {
    try start.run()
    transaction += 1
    let version = try version.first()
    if version != knownVersion {
      // Another process may have added rows: what is known of streams and sources may be old.
      ids.forget()
      sources.forget()
      knownVersion = version
    }
  }

  /// Sees the store as it is now until it is closed, whatever others write.
  package func beginReading() throws(StoreError) {
    try connection.execute("BEGIN", "read")
  }

  /// Makes all since `begin` durable; streams without summaries are marked as changed.
  package func commit() throws(StoreError) {
    _ = try takeChanged()
    for row in unsummarized.sorted() { try mark.run(row) }
    try end.run()
    unsummarized.removeAll()
  }

  /// Undoes all since `begin`; safe to call where SQLite has done so itself.
  package func rollback() throws(StoreError) {
    unsummarized.removeAll()
    ids.forget()
    sources.forget()
    if connection.isInTransaction { try undo.run() }
  }

  /// Says that the next symbols given are others than those before.
  package func startGeneration() throws(StoreError) {
    _ = try takeChanged()
    ids.forget()
  }

  // MARK: Sources

  /// Sources that begin alike, longest known head first; the caller confirms one by its tail.
  ///
  /// - Parameters:
  ///   - headHashes: The hash of the source's first n bytes at n, from 0 to 4096 at most.
  ///   - isPipe: Whether a pipe is looked for, or a file.
  /// - Returns: All that are known by a head, each with its checkpoint.
  /// - Throws: `StoreError` if the file cannot be read.
  package func findSources(
    headHashes: [UInt64], isPipe: Bool
  ) throws(StoreError) -> [StoredSource] {
    try sources.sources(heads: headHashes, isPipe: isPipe)
  }

  /// Adds a source, in a transaction; its number is its row.
  package func createSource(
    path: String, identity: String, isPipe: Bool, headLength: Int, headHash: UInt64
  ) throws(StoreError) -> SourceID {
    try sources.create(
      path: path, identity: identity, isPipe: isPipe, headLength: headLength, headHash: headHash)
  }

  /// Notes how far a source was read; part of the open transaction.
  package func setCheckpoint(_ checkpoint: Checkpoint, of source: SourceID) throws(StoreError) {
    try sources.set(checkpoint, source, &ids)
  }

  /// Forgets what a pipe has told in this run, so that it may tell it again.
  package func clearClaims(of source: SourceID) throws(StoreError) {
    try dropClaims.run(source.rawValue)
  }

  /// Forgets the unfinished last line of a source, which is read again; in a transaction.
  package func clearUnfinished(of source: SourceID) throws(StoreError) {
    try dropUnfinished.run(source.rawValue, Reject.Reason.unfinished.text)
  }

  /// Paths of all sources, by `SourceID`.
  package func sourceNames() throws(StoreError) -> [String] { try reader.sourceNames() }

  // MARK: Events

  /// Adds those of `events` that are new, in a transaction.
  ///
  /// All are of the symbols given since `startGeneration`; they may be of any streams in any order.
  package func append(_ events: [Event], symbols: Symbols) throws(StoreError) -> AppendCounts {
    try writer.append(events, &ids, symbols, transaction: transaction)
  }

  /// Adds rejected lines, in a transaction; returns how many of them were not there.
  package func append(_ lines: [Reject], symbols: Symbols) throws(StoreError) -> Int {
    var count = 0
    for line in lines
    where try rejects.append(line, &ids, symbols, transaction: transaction) { count += 1 }
    return count
  }

  /// The streams that events or rejects came to since the last call in this transaction.
  ///
  /// All events of a stream in `new` were given since then; one in `old` had events before and is
  /// marked as changed.
  package func takeChanged() throws(StoreError) -> (new: [StreamID], old: [StreamID]) {
    var new: [StreamID] = []
    var old: [StreamID] = []
    for index in ids.states.indices where ids.states[index].changed == transaction {
      let id = StreamID(rawValue: Int32(index))
      if ids.states[index].born == transaction {
        new.append(id)
        unsummarized.insert(ids.states[index].row)
      } else {
        old.append(id)
        try mark.run(ids.states[index].row)
      }
      ids.states[index].changed = 0
      ids.states[index].born = 0
    }
    return (new, old)
  }

  // MARK: Summaries

  /// Replaces the summaries of a stream, in a transaction, and clears its mark.
  package func writeSummaries(
    _ list: [LaunchSummary], of stream: StreamID, symbols: Symbols
  ) throws(StoreError) {
    try ids.stream(stream, first: nil, transaction: transaction, symbols)
    let row = ids.states[Int(stream.rawValue)].row
    if unsummarized.remove(row) == nil {
      try summaries.delete(row)
      try clear.run(row)
    }
    for summary in list { try summaries.insert(summary, stream, &ids, symbols) }
  }

  /// Throws away every summary and marks every stream as changed, in a transaction.
  package func dropProjections() throws(StoreError) {
    for table in ["launches", "scenes", "tasks", "stays", "candidates"] {
      try connection.execute("DELETE FROM \(table)")
    }
    try connection.execute("UPDATE streams SET changed = 1")
  }
}
