package import TraceModel

/// A store that is open: events in, events and summaries out.
///
/// One owner uses it at a time. A store that was opened to read refuses every write.
package final class EventStore {
  /// The file, as it was named.
  package let path: String
  let connection: Connection
  var ids: RowIDs
  /// Rows of streams that came in this transaction and have no summaries yet.
  private var unsummarized: Set<Int64> = []
  /// Changes when another process has written.
  private var knownVersion: Int64?

  /// The tables of what is derived from events.
  static let projections = [
    LaunchSummary.table, SceneSummary.table, TaskSummary.table, StaySummary.table, Candidate.table,
  ]

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
    ids = RowIDs(on: connection)
    self.path = path
  }

  /// Begins a transaction; waits for another writer as long as was asked.
  package func begin() throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    let version = try connection.first("PRAGMA data_version")
    // Another process may have added rows: what is known of streams may be old.
    if version != knownVersion { ids = RowIDs(on: connection) }
    knownVersion = version
  }

  /// Sees the store as it is now until it is closed, whatever others write.
  package func beginReading() throws(StoreError) { try connection.execute("BEGIN", "read") }

  /// Makes all since `begin` durable; streams without summaries are marked as changed.
  package func commit() throws(StoreError) {
    _ = try takeChanged()
    for row in unsummarized.sorted() { try mark(row) }
    try connection.run("COMMIT")
    unsummarized.removeAll()
    connection.yield()
  }

  /// Undoes all since `begin`; safe to call where SQLite has done so itself.
  package func rollback() throws(StoreError) {
    unsummarized.removeAll()
    ids = RowIDs(on: connection)
    if connection.isInTransaction { try connection.run("ROLLBACK") }
  }

  /// Says that the next symbols given are others than those before.
  package func startGeneration() throws(StoreError) {
    _ = try takeChanged()
    ids = RowIDs(on: connection)
  }

  // MARK: Events

  /// Adds those of `events` that are new, in a transaction.
  ///
  /// All are of the symbols given since `startGeneration`; they may be of any streams in any order.
  package func append(_ events: [Event], symbols: Symbols) throws(StoreError) -> AppendCounts {
    var writer = try EventWriter(events, symbols, ids, on: connection)
    return try writer.run()
  }

  /// Adds rejected lines, in a transaction; returns how many of them were not there.
  package func append(_ lines: [Reject], symbols: Symbols) throws(StoreError) -> Int {
    var count = 0
    for line in lines {
      if let stream = line.stream { try ids.know(stream, first: nil, symbols) }
      let stream = line.stream.map { Int($0.rawValue) }
      var digest = Fingerprint()
      digest.add("\(line.reason) \(line.length) ".utf8)
      digest.add(line.raw)
      try connection.run(
        "INSERT OR IGNORE INTO rejects VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        Int64(line.source.rawValue), Int64(line.line), line.offset, line.length, line.reason.text,
        line.raw, digest.value, stream.map { ids.states[$0].row } ?? Event.absent, line.seq)
      guard connection.hasChanged else { continue }
      count += 1
      if let stream { ids.states[stream].isChanged = true }
    }
    return count
  }

  /// The streams that events or rejects came to since the last call in this transaction.
  ///
  /// All events of a stream in `new` were given since then; one in `old` had events before and is
  /// marked as changed.
  package func takeChanged() throws(StoreError) -> (new: [StreamID], old: [StreamID]) {
    var new: [StreamID] = []
    var old: [StreamID] = []
    for index in ids.states.indices where ids.states[index].isChanged {
      let id = StreamID(rawValue: Int32(index))
      if ids.states[index].isNew {
        new.append(id)
        unsummarized.insert(ids.states[index].row)
      } else {
        old.append(id)
        try mark(ids.states[index].row)
      }
      ids.states[index].isChanged = false
      ids.states[index].isNew = false
    }
    return (new, old)
  }

  private func mark(_ row: Int64) throws(StoreError) {
    try connection.run("UPDATE streams SET changed = 1 WHERE id = ? AND NOT changed", row)
  }

  // MARK: Summaries

  /// Replaces the summaries of a stream, in a transaction, and clears its mark.
  package func writeSummaries(
    _ list: [LaunchSummary], of stream: StreamID, symbols: Symbols
  ) throws(StoreError) {
    try ids.know(stream, first: nil, symbols)
    let row = ids.states[Int(stream.rawValue)].row
    if unsummarized.remove(row) == nil {
      for table in Self.projections { try connection.run(table.delete, row) }
      try connection.run("UPDATE streams SET changed = 0 WHERE id = ? AND changed", row)
    }
    var encoder = RowEncoder(ids, symbols)
    encoder.stream = Int(stream.rawValue)
    for summary in list {
      let key = [row, Int64(summary.ordinal)]
      try insert(summary, key, &encoder, connection.statement(LaunchSummary.table.insert))
      try insertAll(summary.scenes, key, &encoder)
      try insertAll(summary.tasks, key, &encoder)
      try insertAll(summary.stays, key, &encoder)
      try insertAll(summary.candidates, key, &encoder)
    }
  }

  private func insertAll<Part: Storable>(
    _ parts: [Part], _ key: [Int64], _ encoder: inout RowEncoder
  ) throws(StoreError) {
    if parts.isEmpty { return }
    let statement = try connection.statement(Part.table.insert)
    for (n, part) in parts.enumerated() {
      try insert(part, key + [Int64(n)], &encoder, statement)
    }
  }

  private func insert(
    _ value: some Storable, _ key: [Int64], _ encoder: inout RowEncoder, _ statement: Statement
  ) throws(StoreError) {
    var value = value
    encoder.numbers.removeAll(keepingCapacity: true)
    encoder.numbers += key
    try value.pass(&encoder)
    statement.bind(numbers: encoder.numbers)
    try statement.finish()
  }

  /// Throws away every summary and marks every stream as changed, in a transaction.
  package func dropProjections() throws(StoreError) {
    for table in Self.projections { try connection.run("DELETE FROM \(table.name)") }
    try connection.run("UPDATE streams SET changed = 1")
  }
}
