package import TraceModel

/// A store that is open: events in, events and summaries out.
///
/// One owner uses it at a time. A store that was opened to read refuses every write.
package final class EventStore {
  let connection: Connection
  private var encoder: RowEncoder
  /// Rows of summaries that are not in their tables yet, by the table's name, and of which streams.
  private var summaries: [String: Rows] = [:]
  private var summarized: Set<Int64> = []
  /// Changes when another process has written.
  private var knownVersion: Int64?

  /// The tables of what is derived from events.
  static let projections = [
    LaunchSummary.table, SceneSummary.table, TaskSummary.table, StaySummary.table, Candidate.table,
  ]
  /// So many streams' summaries go in with one statement.
  private static let several = 500

  /// Opens the store at `path`.
  ///
  /// - Parameters:
  ///   - path: The file; `write` makes it.
  ///   - mode: What will be done with it.
  ///   - busyTimeout: How long to wait for another writer, in milliseconds.
  /// - Throws: `StoreError` if there is none, it is no store, or one of a newer version.
  package init(path: String, mode: StoreMode, busyTimeout: Int32 = 5000) throws(StoreError) {
    connection = try StoreFile.open(path, mode, busyTimeout: busyTimeout)
    encoder = RowEncoder(on: connection)
  }

  /// Begins a transaction; waits for another writer as long as was asked.
  package func begin() throws(StoreError) {
    try connection.run("BEGIN IMMEDIATE")
    let version = try connection.query("PRAGMA data_version").first()
    // Another process may have added rows: what is known of streams may be old.
    if version != knownVersion { encoder = RowEncoder(on: connection) }
    knownVersion = version
  }

  /// Sees the store as it is now until it is closed, whatever others write.
  package func beginReading() throws(StoreError) { try connection.execute("BEGIN", "read") }

  /// Makes all since `begin` durable; streams without summaries are marked as changed.
  package func commit() throws(StoreError) {
    for stream in try takeChanged() { try mark(Int(stream.rawValue)) }
    try insertSummaries()
    try connection.run("COMMIT")
    connection.yield()
  }

  /// Undoes all since `begin`; safe to call where SQLite has done so itself.
  package func rollback() throws(StoreError) {
    dropSummaries()
    encoder = RowEncoder(on: connection)
    if connection.isInTransaction { try connection.run("ROLLBACK") }
  }

  /// Says, between two transactions, that the next symbols given are others than those before.
  package func startGeneration() { encoder = RowEncoder(on: connection) }

  // MARK: Events

  /// Adds those of `events` that are new, in a transaction.
  ///
  /// All are of the symbols given since `startGeneration`; they may be of any streams in any order.
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
      let stream = line.stream == nil ? Event.absent : encoder.states[encoder.stream].row
      var digest = Fingerprint()
      digest.add("\(line.reason) \(line.length) ".utf8)
      digest.add(line.raw)
      try connection.run(
        "INSERT OR IGNORE INTO rejects VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)", Int64(line.source.rawValue),
        Int64(line.line), line.offset, line.length, line.reason.rawValue, line.raw, digest.value, stream, line.seq)
      guard connection.hasChanged else { continue }
      count += 1
      if line.stream != nil { encoder.states[encoder.stream].isChanged = true }
    }
    return count
  }

  /// The streams that came in this transaction, with events or rejects, and have no summaries yet.
  ///
  /// Others that events or rejects came to are marked as changed.
  package func takeChanged() throws(StoreError) -> [StreamID] {
    let changed = encoder.states.indices.filter { encoder.states[$0].isChanged }
    for stream in changed where !encoder.states[stream].isNew { try mark(stream) }
    return changed.filter { encoder.states[$0].isNew }.map { StreamID(rawValue: Int32($0)) }
  }

  private func mark(_ stream: Int) throws(StoreError) {
    try connection.run("UPDATE streams SET changed = 1 WHERE id = ? AND NOT changed", encoder.states[stream].row)
    (encoder.states[stream].isNew, encoder.states[stream].isChanged) = (false, false)
  }

  // MARK: Summaries

  /// Replaces the summaries of a stream, in a transaction, and clears its mark.
  package func writeSummaries(_ list: [LaunchSummary], of stream: StreamID, symbols: Symbols) throws(StoreError) {
    encoder.symbols = symbols
    defer { encoder.symbols = RowEncoder.noSymbols }
    try encoder.begin(stream)
    let (row, isNew) = (encoder.states[encoder.stream].row, encoder.states[encoder.stream].isNew)
    (encoder.states[encoder.stream].isNew, encoder.states[encoder.stream].isChanged) = (false, false)
    if summarized.contains(row) || summarized.count == Self.several { try insertSummaries() }
    summarized.insert(row)
    if !isNew {
      for table in Self.projections { try connection.run("DELETE FROM \(table) WHERE stream = ?", row) }
      try connection.run("UPDATE streams SET changed = 0 WHERE id = ? AND changed", row)
    }
    for summary in list {
      let key = (row, Int64(summary.ordinal))
      try add([summary], key, &encoder, isNumbered: false)
      try add(summary.scenes, key, &encoder)
      try add(summary.tasks, key, &encoder)
      try add(summary.stays, key, &encoder)
      try add(summary.candidates, key, &encoder)
    }
  }

  private func add<Part: Storable>(
    _ parts: [Part], _ key: (stream: Int64, ordinal: Int64), _ encoder: inout RowEncoder, isNumbered: Bool = true
  ) throws(StoreError) {
    guard !parts.isEmpty else { return }
    encoder.numbers.removeAll(keepingCapacity: true)
    for (n, part) in parts.enumerated() {
      var part = part
      encoder.numbers.append(key.stream)
      encoder.numbers.append(key.ordinal)
      if isNumbered { encoder.numbers.append(Int64(n)) }
      try part.pass(&encoder)
    }
    let width = encoder.numbers.count / parts.count
    summaries[Part.table, default: Rows(width: width)].numbers += encoder.numbers
  }

  private func insertSummaries() throws(StoreError) {
    for table in Self.projections {
      if let rows = summaries[table] { try rows.insert(into: table, in: Array(0..<rows.count), on: connection) }
    }
    dropSummaries()
  }

  private func dropSummaries() {
    summaries.removeAll()
    summarized.removeAll()
  }

  /// The number that SQL tells, 0 without one.
  package func integer(_ sql: String) throws(StoreError) -> Int64 { try connection.query(sql).first() ?? 0 }

  /// Throws away every summary and marks every stream as changed, in a transaction.
  package func dropProjections() throws(StoreError) {
    dropSummaries()
    for table in Self.projections { try connection.run("DELETE FROM \(table)") }
    try connection.run("UPDATE streams SET changed = 1")
  }
}
