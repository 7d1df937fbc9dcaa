package import TraceModel

/// A stream's row: what names it in one store.
package struct StreamRow: Hashable, Sendable {
  package var rawValue: Int64
}

/// All that the store holds of one stream.
package struct StoredStream: Sendable, Equatable {
  package var id: StreamID
  /// By position: named places in `seq` after the others, which stand in the order of time.
  package var events: [Event]
  /// Places in `seq` that rejected lines fill, rising.
  package var fills: [Int64]
}

extension EventStore {
  /// The streams that have changed since they were summarized, in the order of their rows.
  package func changedStreams() throws(StoreError) -> [StreamRow] {
    try streams("SELECT id FROM streams WHERE changed ORDER BY id")
  }

  /// The streams that have changed, and those with events whose summaries somebody has deleted.
  package func outdatedStreams() throws(StoreError) -> [StreamRow] {
    let unsummarized = try connection.integer(
      """
      SELECT (SELECT count(*) FROM streams) - (SELECT count(DISTINCT stream) FROM launches)
      """)
    if unsummarized == 0 { return try changedStreams() }
    return try streams(
      """
      SELECT id FROM streams WHERE changed
        OR NOT EXISTS (SELECT 1 FROM launches WHERE stream = streams.id)
        AND EXISTS (SELECT 1 FROM events WHERE stream = streams.id)
      ORDER BY id
      """)
  }

  /// All streams, in the order of their rows.
  package func allStreams() throws(StoreError) -> [StreamRow] {
    try streams("SELECT id FROM streams ORDER BY id")
  }

  private func streams(_ sql: String) throws(StoreError) -> [StreamRow] {
    let statement = try Statement(sql, on: connection)
    var rows: [StreamRow] = []
    while try statement.step() { rows.append(StreamRow(rawValue: statement.integer(0))) }
    return rows
  }

  /// Reads one stream with one scan; its symbols are added to `stored`.
  package func readStream(
    _ row: StreamRow, into stored: inout StoredSymbols
  ) throws(StoreError) -> StoredStream {
    try loadSourceNames(&stored)
    let id = try reader.stream(row.rawValue, &stored)
    return StoredStream(
      id: id, events: try reader.events(of: row.rawValue, id, &stored),
      fills: try reader.fills(of: row.rawValue))
  }

  /// Reads all summaries, in the order of stream rows and launches; never an event.
  ///
  /// - Parameters:
  ///   - stored: Where their symbols are added.
  ///   - details: Whether scenes, tasks, stays and candidates are read too.
  /// - Returns: One summary a launch.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readSummaries(
    into stored: inout StoredSymbols, details: Bool
  ) throws(StoreError) -> [LaunchSummary] {
    try loadSourceNames(&stored)
    return try SummaryReader.read(self, into: &stored, details: details)
  }

  private func loadSourceNames(_ stored: inout StoredSymbols) throws(StoreError) {
    if stored.symbols.sourceNames.isEmpty { stored.symbols.sourceNames = try sourceNames() }
  }
}
