package import TraceModel

extension EventStore {
  private static let streamTables =
    streamProjections + ["claims", "rejects", "event_details", "events", "stream_texts"]

  /// Removes streams with all rows that are theirs alone, in the open transaction.
  ///
  /// Streams in `named` keep their row, to be filled anew. Sources keep their offsets: reading again restores nothing.
  package func remove(streams rows: [Int64], keepingNamesOf named: Set<Int64>) throws(StoreError) {
    try held.remove(streams: Rows(width: 1, numbers: rows), on: connection)
    for table in Self.streamTables { try Rows(width: 1, numbers: rows).delete(from: table, on: connection) }
    var times = LaunchTimes()
    for row in rows { times.replace(row, by: []) }
    try times.flush(on: connection)
    try connection.run("DELETE FROM \(LaunchTimes.table) WHERE times = x''")
    let unnamed = Rows(width: 1, numbers: rows.filter { !named.contains($0) })
    try unnamed.run("DELETE FROM streams WHERE id IN (SELECT c0 FROM lent_rows())", on: connection)
    // The encoder may know rows that are gone.
    startGeneration()
  }

  /// The source and line of a stream's first event.
  package func origin(ofStream row: Int64) throws(StoreError) -> (source: SourceID, line: Int32) {
    let origin = try connection.query("SELECT base_source, base_line FROM streams WHERE id = ?", row)
      .first { (SourceID(rawValue: Int32(clamping: $0.integer(0))), Int32(clamping: $0.integer(1))) }
    return origin ?? (SourceID(rawValue: 0), 0)
  }

  /// Frees the disk space of removed rows, outside a transaction; fails without disk space for a copy of the store.
  package func compact() throws(StoreError) {
    let bytes = try integer("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    try StoreFile.checkSpace(for: connection.path, bytes: bytes, to: "make smaller")
    try connection.execute("VACUUM", "make smaller")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", "make smaller")
  }
}
