package import TraceModel

/// A source as the store knows it.
package typealias StoredSource = (id: SourceID, checkpoint: Checkpoint)

extension EventStore {
  /// Sources that begin alike, longest known head first; the caller confirms one by its tail.
  ///
  /// - Parameters:
  ///   - headHashes: The hash of the source's first n bytes at n, from 0 to 4096 at most.
  ///   - isPipe: Whether a pipe is looked for, or a file.
  /// - Returns: All that are known by a head, each with its checkpoint.
  /// - Throws: `StoreError` if the file cannot be read.
  package func findSources(headHashes: [UInt64], isPipe: Bool) throws(StoreError) -> [StoredSource] {
    var found: [StoredSource] = []
    let known = try numbers("SELECT DISTINCT head_length FROM sources ORDER BY head_length DESC")
    // Every source begins with nothing: only an empty one is known by that.
    for length in known where length < headHashes.count && (length > 0 || headHashes.count == 1) {
      found += try sources(
        "WHERE head_hash = ? AND head_length = ? AND is_pipe = ?", headHashes[Int(length)], length,
        isPipe ? 1 : 0 as Int64)
    }
    return found
  }

  /// Adds a source, in a transaction; its number is its row.
  package func createSource(path: String, identity: String, isPipe: Bool, headLength: Int, headHash: UInt64)
    throws(StoreError) -> SourceID
  {
    try connection.run(
      """
      INSERT INTO sources (path, identity, is_pipe, head_length, head_hash) VALUES (?, ?, ?, ?, ?)
      """, path, identity, isPipe ? 1 : 0 as Int64, Int64(headLength), headHash)
    return SourceID(rawValue: Int32(truncatingIfNeeded: connection.inserted))
  }

  /// Notes how far a source was read; part of the open transaction.
  package func setCheckpoint(_ checkpoint: Checkpoint, of source: SourceID) throws(StoreError) {
    try connection.run(
      """
      UPDATE sources SET offset = ?, line = ?, tail_hash = ?, head_length = ?, head_hash = ?,
        device = ?, app = ?, boot = ?, pid = ?, is_line_open = ?, pending_lost = ? WHERE id = ?
      """, checkpoint.offset, checkpoint.line, checkpoint.tailHash, Int64(checkpoint.headLength), checkpoint.headHash,
      checkpoint.device, checkpoint.app, checkpoint.boot, checkpoint.pid, checkpoint.isLineOpen ? 1 : 0 as Int64,
      checkpoint.pendingLost, Int64(source.rawValue))
  }

  /// Forgets what a pipe has told in this run, so that it may tell it again.
  package func clearClaims(of source: SourceID) throws(StoreError) {
    try connection.run("DELETE FROM claims WHERE source = ?", Int64(source.rawValue))
    forgetCrowds()
  }

  /// Forgets the unfinished last line of a source, which is read again; in a transaction.
  package func clearUnfinished(of source: SourceID) throws(StoreError) {
    try connection.run(
      "DELETE FROM rejects WHERE source = ? AND reason = ?", Int64(source.rawValue), Reject.Reason.unfinished.rawValue)
  }

  func sources<each Value: Bindable>(_ condition: String, _ values: repeat each Value) throws(StoreError)
    -> [StoredSource]
  {
    let row = try connection.query("SELECT * FROM sources \(condition) ORDER BY id", repeat each values)
    var list: [StoredSource] = []
    while try row.step() {
      var checkpoint = Checkpoint()
      (checkpoint.offset, checkpoint.line) = (row.integer(4), row.integer(5))
      checkpoint.tailHash = UInt64(bitPattern: row.integer(6))
      (checkpoint.headLength, checkpoint.headHash) = (Int(row.integer(7)), UInt64(bitPattern: row.integer(8)))
      (checkpoint.device, checkpoint.app, checkpoint.boot) = (row.string(9), row.string(10), row.string(11))
      checkpoint.pid = row.optional(12)
      (checkpoint.isLineOpen, checkpoint.pendingLost) = (row.integer(13) != 0, row.integer(14))
      list.append((SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(0))), checkpoint))
    }
    return list
  }
}
