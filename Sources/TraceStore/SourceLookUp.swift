package import TraceModel

/// A source as the store knows it.
package typealias StoredSource = (id: SourceID, path: String, checkpoint: Checkpoint)

enum SourceColumn: Int32, Column {
  case id, path, identity, isPipe, offset, line, tailHash, headLength, headHash, processes, isLineOpen, pendingLost
  case dropped
}

/// Finds the sources that a store knows, as far as they are committed.
///
/// It has a connection of its own, so that a reader of logs never waits for the thread that owns the store.
package final class SourceLookUp {
  private let connection: Connection
  /// The lengths of known heads, and the state of the file in which they were read.
  private var headLengths: Set<Int64> = []
  private var version: Int64?

  /// Opens the store at a path once more.
  package init(path: String) throws(StoreError) {
    // Opened to write, so that SQLite's log is removed whoever closes the file last. 5000 ms allow another process to
    // recover the log of one that was killed.
    let flags = StoreMode.writeExisting.rawValue
    connection = try Connection(
      StoreFile.address(path, isFixed: false), path: path, flags: flags, busyTimeout: 5000)
  }

  /// Sources that begin alike, longest known head first; the caller confirms one by its tail.
  ///
  /// `headHashes[n]` is the hash of the source's first n bytes, for n up to 4096.
  package func sources(headHashes: [UInt64], isPipe: Bool) throws(StoreError) -> [StoredSource] {
    let version = try connection.query("PRAGMA data_version").first()
    // Asked once for each transaction of others: it takes as long as there are sources.
    if version != self.version {
      headLengths = Set(try connection.query("SELECT DISTINCT head_length FROM sources").all { $0.integer(0) })
    }
    self.version = version
    var found: [StoredSource] = []
    // Every source begins with the empty head, which only an empty source is known by.
    for length in headLengths.sorted(by: >)
    where headHashes.indices.contains(Int(length)) && (length > 0 || headHashes.count == 1) {
      found += try connection.sources(
        "WHERE head_hash = ? AND head_length = ? AND is_pipe = ?", headHashes[Int(length)], length,
        isPipe ? 1 : 0 as Int64)
    }
    return found
  }

  /// The last source that was added.
  package func last() throws(StoreError) -> SourceID {
    SourceID(rawValue: Int32(truncatingIfNeeded: try connection.query("SELECT max(id) FROM sources").first() ?? 0))
  }

  /// True if lines of a source were rejected and it has no event: `EventStore.forget` then forgets it.
  package func isRejected(_ source: SourceID) throws(StoreError) -> Bool { try connection.isRejected(source) }
}

extension Connection {
  func isRejected(_ source: SourceID) throws(StoreError) -> Bool {
    // Claims are looked for only if a line was rejected.
    try query(
      """
      SELECT iif(EXISTS (SELECT 1 FROM rejects WHERE source = ?1), NOT EXISTS (SELECT 1 FROM claims WHERE source = ?1)
        AND NOT EXISTS (SELECT 1 FROM event_values WHERE source = ?1), 0)
      """, Int64(source.rawValue)
    ).first() == 1
  }

  func sources<each Value: Bindable>(_ condition: String, _ values: repeat each Value) throws(StoreError)
    -> [StoredSource]
  {
    try query("SELECT * FROM sources \(condition) ORDER BY id", repeat each values).all { row in
      var checkpoint = Checkpoint()
      checkpoint.offset = row.integer(SourceColumn.offset)
      checkpoint.line = row.integer(SourceColumn.line)
      checkpoint.tailHash = UInt64(bitPattern: row.integer(SourceColumn.tailHash))
      checkpoint.headLength = Int(row.integer(SourceColumn.headLength))
      checkpoint.headHash = UInt64(bitPattern: row.integer(SourceColumn.headHash))
      checkpoint.processes = CheckpointBytes.unpack(row.bytes(SourceColumn.processes.rawValue))
      checkpoint.isLineOpen = row.integer(SourceColumn.isLineOpen) != 0
      checkpoint.pendingLost = row.integer(SourceColumn.pendingLost)
      checkpoint.dropped = row.integer(SourceColumn.dropped)
      let id = SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(SourceColumn.id)))
      return (id, row.string(SourceColumn.path), checkpoint)
    }
  }
}
