package import TraceModel

/// A source as the store knows it.
package typealias StoredSource = (id: SourceID, path: String, checkpoint: Checkpoint)

/// How many of a source's lines were rejected, and the first of them.
package typealias RejectedLines = (path: String, lines: Int64, rejected: Int64, firstLine: Int64, firstReason: String)

/// The columns of the query for `RejectedLines`, in its order.
private enum RejectedColumn: Int32, Column {
  case path, lines, rejected, firstLine, firstReason

  static let list = makeList()
}

extension EventStore {
  /// Sources that begin alike, longest known head first; the caller, in a transaction, confirms one by its tail.
  ///
  /// - Parameters:
  ///   - headHashes: The hash of the source's first n bytes at n, from 0 to 4096 at most.
  ///   - isPipe: Whether a pipe is looked for, or a file.
  /// - Returns: All that are known by a head, each with its checkpoint.
  /// - Throws: `StoreError` if the file cannot be read.
  package func findSources(headHashes: [UInt64], isPipe: Bool) throws(StoreError) -> [StoredSource] {
    var found: [StoredSource] = []
    // Asked once: the answer takes as long as there are sources.
    if headLengths == nil { headLengths = Set(try numbers("SELECT DISTINCT head_length FROM sources")) }
    let known = headLengths ?? []
    // Every source begins with nothing: only an empty one is known by that.
    for length in known.sorted(by: >) where length < headHashes.count && (length > 0 || headHashes.count == 1) {
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
    headLengths?.insert(Int64(headLength))
    try connection.run(
      """
      INSERT INTO sources (path, identity, is_pipe, head_length, head_hash) VALUES (?, ?, ?, ?, ?)
      """, path, identity, isPipe ? 1 : 0 as Int64, Int64(headLength), headHash)
    return SourceID(rawValue: Int32(truncatingIfNeeded: connection.inserted))
  }

  /// Notes how far a source was read; part of the open transaction.
  package func setCheckpoint(_ checkpoint: Checkpoint, of source: SourceID) throws(StoreError) {
    headLengths?.insert(Int64(checkpoint.headLength))
    try connection.run(
      """
      UPDATE sources SET offset = ?, line = ?, tail_hash = ?, head_length = ?, head_hash = ?,
        device = ?, app = ?, boot = ?, pid = ?, is_line_open = ?, pending_lost = ? WHERE id = ?
      """, checkpoint.offset, checkpoint.line, checkpoint.tailHash, Int64(checkpoint.headLength), checkpoint.headHash,
      checkpoint.device, checkpoint.app, checkpoint.boot, checkpoint.pid, checkpoint.isLineOpen ? 1 : 0 as Int64,
      checkpoint.pendingLost, Int64(source.rawValue))
  }

  /// Notes what names the events of a source that say nothing else, as more of its first bytes are there than when it was
  /// added; part of the open transaction.
  package func setIdentity(_ identity: String, of source: SourceID) throws(StoreError) {
    try connection.run("UPDATE sources SET identity = ? WHERE id = ?", identity, Int64(source.rawValue))
  }

  /// Notes where a source lies by now, as its file was moved; part of the open transaction.
  package func setPath(_ path: String, of source: SourceID) throws(StoreError) {
    try connection.run("UPDATE sources SET path = ? WHERE id = ?", path, Int64(source.rawValue))
  }

  /// Forgets the events that a pipe has reported in this run, so that it may report them again.
  package func clearClaims(of source: SourceID) throws(StoreError) {
    try connection.run("DELETE FROM claims WHERE source = ?", Int64(source.rawValue))
  }

  /// Forgets the unfinished last line of a source, which is read again; in a transaction.
  package func clearUnfinished(of source: SourceID) throws(StoreError) {
    try connection.run(
      "DELETE FROM rejects WHERE source = ? AND reason = ?", Int64(source.rawValue), Reject.Reason.unfinished.rawValue)
  }

  /// Forgets what was rejected of a source of which nothing could be kept, so that it may be read in another way; part of
  /// the open transaction.
  ///
  /// - Returns: False, and nothing is changed, if nothing was rejected, or an event was kept.
  package func forget(_ source: StoredSource) throws(StoreError) -> Bool {
    let id = Int64(source.id.rawValue)
    let isRejected = try connection.query("SELECT EXISTS (SELECT 1 FROM rejects WHERE source = ?)", id).first()
    guard isRejected == 1 else { return false }
    let isKept = try connection.query(
      """
      SELECT EXISTS (SELECT 1 FROM claims WHERE source = ?) OR EXISTS (SELECT 1 FROM event_values WHERE source = ?)
      """, id, id
    ).first()
    guard isKept == 0 else { return false }
    try connection.run(
      "UPDATE streams SET changed = 1 WHERE id IN (SELECT stream FROM rejects WHERE source = ?) AND NOT changed", id)
    try connection.run("DELETE FROM rejects WHERE source = ?", id)
    var start = Checkpoint()
    start.headLength = source.checkpoint.headLength
    start.headHash = source.checkpoint.headHash
    try setCheckpoint(start, of: source.id)
    return true
  }

  // MARK: What is not read to its end

  /// Notes what an ingest has still to read, and forgets what it has read to its end; part of the open transaction.
  package func note(unread: [String], finished: [String]) throws(StoreError) {
    for path in unread { try connection.run("INSERT OR IGNORE INTO unread VALUES (?)", path) }
    // Mostly there is none.
    let known = try integer("SELECT count(*) FROM unread")
    if known == 0 { return }
    for path in finished { try connection.run("DELETE FROM unread WHERE path = ?", path) }
  }

  /// The paths that were not read to their end, rising.
  package func unreadPaths() throws(StoreError) -> [String] {
    let rows = try connection.query("SELECT path FROM unread ORDER BY path")
    var paths: [String] = []
    while try rows.step() { paths.append(rows.string(0)) }
    return paths
  }

  /// How many sources the store has, and is still to have: a path of which nothing is stored is one as well.
  ///
  /// A source is known by what it holds: a log that is rotated is several, all of which had its path.
  package func countSources() throws(StoreError) -> Int64 {
    let unknown = "SELECT count(*) FROM unread WHERE path NOT IN (SELECT path FROM sources)"
    return try integer("SELECT (SELECT count(*) FROM sources) + (\(unknown))")
  }

  /// How many lines were rejected, each once that stands at the same place in a copy.
  package func countRejects() throws(StoreError) -> Int64 {
    // All come from an index: lines may be long.
    let all = try integer("SELECT count(*) FROM (SELECT DISTINCT line, offset, digest FROM rejects)")
    let unfinished = try connection.query(
      "SELECT count(*) FROM (SELECT DISTINCT line, offset, digest FROM rejects WHERE reason = ?)",
      Reject.Reason.unfinished.rawValue)
    return try all - (unfinished.first() ?? 0)
  }

  /// The sources of which lines were rejected, in the order of their rows: how many lines were read, how many of them
  /// rejected, and the first of these with its reason.
  package func rejectedLines() throws(StoreError) -> [RejectedLines] {
    let rows = try connection.query(
      """
      SELECT sources.path AS path, max(sources.line, count(*)) AS lines, count(*) AS rejected,
        min(rejects.line) AS first_line, rejects.reason AS first_reason
      FROM rejects JOIN sources ON sources.id = rejects.source
      WHERE rejects.reason <> ?
      GROUP BY sources.id ORDER BY sources.id
      """, Reject.Reason.unfinished.rawValue)
    var list: [RejectedLines] = []
    while try rows.step() {
      list.append(
        (
          rows.string(RejectedColumn.path), rows.integer(RejectedColumn.lines), rows.integer(RejectedColumn.rejected),
          rows.integer(RejectedColumn.firstLine), rows.string(RejectedColumn.firstReason)
        ))
    }
    return list
  }

  func sources<each Value: Bindable>(_ condition: String, _ values: repeat each Value) throws(StoreError)
    -> [StoredSource]
  {
    let row = try connection.query(
      "SELECT \(SourceColumn.list) FROM sources \(condition) ORDER BY id", repeat each values)
    var list: [StoredSource] = []
    while try row.step() {
      var checkpoint = Checkpoint()
      checkpoint.offset = row.integer(SourceColumn.offset)
      checkpoint.line = row.integer(SourceColumn.line)
      checkpoint.tailHash = UInt64(bitPattern: row.integer(SourceColumn.tailHash))
      checkpoint.headLength = Int(row.integer(SourceColumn.headLength))
      checkpoint.headHash = UInt64(bitPattern: row.integer(SourceColumn.headHash))
      checkpoint.device = row.string(SourceColumn.device)
      checkpoint.app = row.string(SourceColumn.app)
      checkpoint.boot = row.string(SourceColumn.boot)
      checkpoint.pid = row.optional(SourceColumn.pid)
      checkpoint.isLineOpen = row.integer(SourceColumn.isLineOpen) != 0
      checkpoint.pendingLost = row.integer(SourceColumn.pendingLost)
      let id = SourceID(rawValue: Int32(truncatingIfNeeded: row.integer(SourceColumn.id)))
      list.append((id, row.string(SourceColumn.path), checkpoint))
    }
    return list
  }
}
