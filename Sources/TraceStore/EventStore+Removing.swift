package import TraceModel

extension EventStore {
  /// The tables whose rows each belong to one stream, named by the column `stream`.
  private static let streamTables =
    streamProjections + ["claims", "rejects", "event_details", "events", "stream_texts"]

  /// Removes streams with everything that is of them alone, in the open transaction: it sees no other state than was
  /// read in that.
  ///
  /// Those in `named` keep their name, to be filled anew. Sources stay with the offset up to which each was read, so
  /// that a file that is still there brings nothing back.
  package func remove(streams rows: [Int64], keepingNamesOf named: Set<Int64>) throws(StoreError) {
    try held.remove(streams: Rows(width: 1, numbers: rows), on: connection)
    for table in Self.streamTables { try Rows(width: 1, numbers: rows).delete(from: table, on: connection) }
    var times = LaunchTimes()
    for row in rows { times.replace(row, by: []) }
    try times.flush(on: connection)
    try connection.run("DELETE FROM \(LaunchTimes.table) WHERE times = x''")
    let unnamed = Rows(width: 1, numbers: rows.filter { !named.contains($0) })
    try unnamed.run("DELETE FROM streams WHERE id IN (SELECT c0 FROM lent_rows())", on: connection)
    // What the encoder knows of these streams is gone.
    startGeneration()
  }

  /// The source and the line of a stream's first event, as its row keeps them.
  package func origin(ofStream row: Int64) throws(StoreError) -> (source: SourceID, line: Int32) {
    let origin = try connection.query("SELECT base_source, base_line FROM streams WHERE id = ?", row)
      .first { (SourceID(rawValue: Int32(clamping: $0.integer(0))), Int32(clamping: $0.integer(1))) }
    return origin ?? (SourceID(rawValue: 0), 0)
  }

  /// Gives the disk what removed rows took, outside a transaction; fails where the disk has no room for a copy of the
  /// store.
  package func compact() throws(StoreError) {
    let bytes = try integer("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    try StoreFile.checkSpace(for: connection.path, bytes: bytes, to: "make smaller")
    try connection.execute("VACUUM", "make smaller")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)", "make smaller")
  }
}
