package import TraceModel

/// How many lines of a source were rejected, and the first of them.
package typealias RejectedLines = (
  source: SourceID, path: String, lines: Int64, rejected: Int64, firstLine: Int64, firstReason: String
)

extension EventStore {
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

  /// A source that another process has added from this path with this head, `after` the last known one; nil for one
  /// that this process has added (`isOwn`).
  package func sourceAdded(
    _ path: String, isPipe: Bool, head: (length: Int, hash: UInt64), after last: SourceID, isOwn: (SourceID) -> Bool
  ) throws(StoreError) -> SourceID? {
    let condition = "WHERE head_hash = ? AND head_length = ? AND is_pipe = ? AND path = ? AND id > ?"
    let added = try connection.sources(
      condition, head.hash, Int64(head.length), isPipe ? 1 : 0 as Int64, path, Int64(last.rawValue))
    return added.map(\.id).first { !isOwn($0) }
  }

  /// Notes how far a source was read, in the open transaction.
  package func setCheckpoint(_ checkpoint: Checkpoint, of source: SourceID) throws(StoreError) {
    try connection.run(
      """
      UPDATE sources SET offset = ?, line = ?, tail_hash = ?, head_length = ?, head_hash = ?,
        processes = ?, is_line_open = ?, pending_lost = ?, dropped = ? WHERE id = ?
      """, checkpoint.offset, checkpoint.line, checkpoint.tailHash, Int64(checkpoint.headLength), checkpoint.headHash,
      CheckpointBytes.pack(checkpoint.processes), checkpoint.isLineOpen ? 1 : 0 as Int64, checkpoint.pendingLost,
      checkpoint.dropped, Int64(source.rawValue))
  }

  /// Notes the identity of a source that has grown, in the open transaction; it names events that say nothing else.
  package func setIdentity(_ identity: String, of source: SourceID) throws(StoreError) {
    try connection.run("UPDATE sources SET identity = ? WHERE id = ?", identity, Int64(source.rawValue))
  }

  /// Notes the new path of a source whose file was moved, in the open transaction.
  package func setPath(_ path: String, of source: SourceID) throws(StoreError) {
    try connection.run("UPDATE sources SET path = ? WHERE id = ?", path, Int64(source.rawValue))
  }

  /// Forgets the events that a pipe has reported in this run, so that it may report them again.
  package func clearClaims(of source: SourceID) throws(StoreError) {
    try connection.run("DELETE FROM claims WHERE source = ?", Int64(source.rawValue))
  }

  /// Forgets the unfinished last line of a source, which is read again, in a transaction.
  package func clearUnfinished(of source: SourceID) throws(StoreError) {
    try connection.run(
      "DELETE FROM rejects WHERE source = ? AND reason = ?", Int64(source.rawValue), Reject.Reason.unfinished.rawValue)
  }

  /// In the open transaction, forgets the rejects of a source with no event, so that it may be read in another way.
  package func forget(_ source: StoredSource) throws(StoreError) {
    let id = Int64(source.id.rawValue)
    guard try connection.isRejected(source.id) else { return }
    try connection.run(
      "UPDATE streams SET changed = 1 WHERE id IN (SELECT stream FROM rejects WHERE source = ?) AND NOT changed", id)
    try connection.run("DELETE FROM rejects WHERE source = ?", id)
    var start = Checkpoint()
    start.headLength = source.checkpoint.headLength
    start.headHash = source.checkpoint.headHash
    try setCheckpoint(start, of: source.id)
  }

  /// Notes paths that an ingest has still to read and those that it cannot read on, and forgets those that it has
  /// finished, in the open transaction.
  package func note(unread: [String], failed: [String] = [], finished: [String]) throws(StoreError) {
    for (paths, isFailed) in [(unread, 0 as Int64), (failed, 1)] {
      for path in paths { try connection.run("INSERT OR REPLACE INTO unread VALUES (?, ?)", path, isFailed) }
    }
    for path in finished { try connection.run("DELETE FROM unread WHERE path = ?", path) }
  }

  /// The paths that were not read to their end, rising.
  package func unreadPaths() throws(StoreError) -> [String] {
    try connection.query("SELECT path FROM unread ORDER BY path").all { $0.string(0) }
  }

  /// The number of sources, with paths that are still unread; a rotated log is several sources.
  package func countSources() throws(StoreError) -> Int64 {
    let unknown = "SELECT count(*) FROM unread WHERE path NOT IN (SELECT path FROM sources)"
    return try integer("SELECT (SELECT count(*) FROM sources) + (\(unknown))")
  }

  /// How many records `--keep lifecycle` dropped.
  package func countDropped() throws(StoreError) -> Int64 {
    try integer("SELECT coalesce(sum(dropped), 0) FROM sources")
  }

  /// How many lines were rejected; copies of a line at the same offset count once.
  package func countRejects() throws(StoreError) -> Int64 {
    // The index has all columns asked for; lines may be long.
    let all = "SELECT count(*) FROM (SELECT DISTINCT line, offset, digest FROM rejects"
    let counts = "SELECT (\(all))) - (\(all) WHERE reason = ?))"
    return try connection.query(counts, Reject.Reason.unfinished.rawValue).first() ?? 0
  }

  /// The sources with rejected lines, in the order of their rows.
  package func rejectedLines() throws(StoreError) -> [RejectedLines] {
    try connection.query(
      """
      SELECT sources.id, sources.path, max(sources.line, count(*)), count(*), min(rejects.line), rejects.reason
      FROM rejects JOIN sources ON sources.id = rejects.source
      WHERE rejects.reason <> ?
      GROUP BY sources.id ORDER BY sources.id
      """, Reject.Reason.unfinished.rawValue
    ).all { row in
      let source = SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(0)))
      return (source, row.string(1), row.integer(2), row.integer(3), row.integer(4), row.string(5))
    }
  }
}
