package import TraceModel

/// A source of a store, with what tells it from others.
package struct PartSource: Sendable {
  package let id: SourceID
  package let path: String
  /// What names a stream of events that say nothing else: by it and its path, a source is one in several stores.
  package let identity: String
  /// The records that `--keep lifecycle` dropped.
  package let dropped: Int64

  /// A source with these facts.
  package init(id: SourceID, path: String, identity: String, dropped: Int64) {
    self.id = id
    self.path = path
    self.identity = identity
    self.dropped = dropped
  }
}

/// A rejected line: copies of it in other files are equal.
package struct RejectedLine: Hashable, Sendable {
  package let line: Int64
  package let offset: Int64
  package let digest: Int64

  /// The line with this number, 1-based, at this offset in bytes, whose reject has this digest.
  package init(line: Int64, offset: Int64, digest: Int64) {
    self.line = line
    self.offset = offset
    self.digest = digest
  }
}

extension EventStore {
  /// Shows other processes until the store is closed that a run writes it.
  package func holdRun() { if connection.runLock == nil { connection.runLock = RunLock(path) } }

  /// Closes the stores that this process reads, as it ends, so that SQLite leaves no files beside them.
  package static func closeReaders() { Connection.closeReaders() }

  /// Refuses a store whose last run was cut off: it lacks what that was to store.
  ///
  /// While a process writes the store, its runs have not ended.
  package static func checkIsWhole(_ path: String, busyTimeout: Int32) throws(StoreError) {
    // A run that ends between both questions has read everything.
    if RunLock.isHeld(path) { return }
    let left: [String]
    do {
      let store = try EventStore(path: path, mode: .read, busyTimeout: busyTimeout)
      let rows = try store.connection.query("SELECT path FROM unread WHERE NOT is_failed ORDER BY path")
      left = try rows.all { $0.string(0) }
    }
    guard let first = left.first, !RunLock.isHeld(path) else { return }
    let others = left.count == 1 ? "" : " and \(left.count - 1) more"
    throw StoreError(
      "read all of", file: path, message: "its last ingest was cut off, and has not read '\(first)'\(others)",
      hint: "run that ingest again, or make the store anew")
  }

  /// The sources, in the order of their rows.
  package func partSources() throws(StoreError) -> [PartSource] {
    try connection.query("SELECT id, path, identity, dropped FROM sources WHERE id BETWEEN 1 AND 1 << 24 ORDER BY id")
      .all { row in
        PartSource(
          id: SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(0))), path: row.string(1),
          identity: row.string(2), dropped: row.integer(3))
      }
  }

  /// The rejected lines, each once.
  package func rejectedLineKeys() throws(StoreError) -> [RejectedLine] {
    try connection.query(
      "SELECT DISTINCT line, offset, digest FROM rejects WHERE reason <> ?", Reject.Reason.unfinished.rawValue
    ).all { RejectedLine(line: $0.integer(0), offset: $0.integer(1), digest: $0.integer(2)) }
  }

  /// The names of all streams and all contexts, without processes.
  package func readNames(into stored: inout StoredSymbols) throws(StoreError) {
    let streams = try connection.query("SELECT * FROM streams ORDER BY id")
    while try streams.step() { _ = try stored.stream(streams) }
    try readContexts(into: &stored)
  }

  /// Where the copies of a stream's events stood that were known already, by the positions of the events.
  func readClaims(_ row: Int64, after base: StreamBase) throws(StoreError) -> [Int64: [(SourceID, Int32)]] {
    var claims: [Int64: [(SourceID, Int32)]] = [:]
    let rows = try connection.query("SELECT position, source, line FROM claims WHERE stream = ? ORDER BY source", row)
    while try rows.step() {
      let source = SourceID(rawValue: Int32(truncatingIfNeeded: rows.integer(1)))
      claims[rows.integer(0), default: []].append((source, base.line(rows.integer(2))))
    }
    return claims
  }

  /// The rejected records of a stream with a `seq`, rising, without their bytes.
  package func readFills(_ row: Int64) throws(StoreError) -> [Reject] {
    let rows = try connection.query(
      "SELECT seq, reason, source, line FROM rejects WHERE stream = ? AND seq IS NOT NULL ORDER BY seq", row)
    return try rows.all { row in
      var reject = Reject()
      reject.seq = row.integer(0)
      reject.reason = Reject.Reason(rawValue: row.string(1)) ?? .notJSON
      reject.source = SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(2)))
      reject.line = Int32(truncatingIfNeeded: row.integer(3))
      return reject
    }
  }
}
