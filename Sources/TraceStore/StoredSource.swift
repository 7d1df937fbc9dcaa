package import TraceModel

/// How far a source was read, and what its next line goes on with.
package struct Checkpoint: Sendable, Equatable {
  /// Decompressed bytes and lines that are stored.
  package var offset: Int64 = 0
  package var line: Int64 = 0
  /// Hash of the bytes before `offset`, at most 4096.
  package var tailHash: UInt64 = 0
  /// Hash of the source's first `headLength` bytes, at most 4096.
  package var headLength = 0
  package var headHash: UInt64 = Fingerprint().value
  /// What a line that says nothing has from the lines before it; empty and `Event.absent` for none.
  package var device = ""
  package var app = ""
  package var boot = ""
  package var pid = Event.absent
  /// The last line before `offset` was whole but had no newline yet.
  package var isLineOpen = false
  /// Rejected lines that the next event has lost before it.
  package var pendingLost: Int64 = 0

  /// The start of a source.
  package init() {}
}

/// A source as the store knows it.
package struct StoredSource: Sendable, Equatable {
  package var id: SourceID
  /// As it was given.
  package var path: String
  /// What names the stream of its events that say nothing else.
  package var identity: String
  /// Always read from the start.
  package var isPipe: Bool
  package var checkpoint: Checkpoint
}

/// The table of sources.
struct SourceTable: ~Copyable {
  private let find: Statement
  private let lengths: Statement
  private let add: Statement
  private let update: Statement
  /// The lengths of heads in the table, longest first; nothing before they were read.
  private var headLengths: [Int]?

  static let columns = """
    id, path, identity, is_pipe, offset, line, tail_hash, head_length, head_hash, \
    (SELECT value FROM text_values WHERE id = device), \
    (SELECT value FROM text_values WHERE id = app), \
    (SELECT value FROM text_values WHERE id = boot), pid, is_line_open, pending_lost
    """

  mutating func forget() { headLengths = nil }

  /// Sources that begin as one whose first n bytes have the hash `heads[n]`; longest head first.
  mutating func sources(heads: [UInt64], isPipe: Bool) throws(StoreError) -> [StoredSource] {
    var found: [StoredSource] = []
    let known = try knownLengths()
    for length in known where length < heads.count && (length > 0 || heads.count == 1) {
      find.bindAll(Int64(bitPattern: heads[length]), Int64(length), isPipe)
      defer { find.reset() }
      while try find.step() { found.append(Self.source(find)) }
    }
    return found
  }

  private mutating func knownLengths() throws(StoreError) -> [Int] {
    if let headLengths { return headLengths }
    var known: [Int] = []
    defer { lengths.reset() }
    while try lengths.step() { known.append(Int(lengths.integer(0))) }
    headLengths = known
    return known
  }

  mutating func create(
    path: String, identity: String, isPipe: Bool, headLength: Int, headHash: UInt64
  ) throws(StoreError) -> SourceID {
    headLengths = nil
    let row = try add.insert(
      path, identity, isPipe, Int64(headLength), Int64(bitPattern: headHash))
    return SourceID(rawValue: Int32(truncatingIfNeeded: row ?? 0))
  }

  mutating func set(
    _ checkpoint: Checkpoint, _ source: SourceID, _ ids: inout RowIDs
  ) throws(StoreError) {
    headLengths = nil
    let device = try ids.word(checkpoint.device)
    let app = try ids.word(checkpoint.app)
    let boot = try ids.word(checkpoint.boot)
    try update.run(
      checkpoint.offset, checkpoint.line, Int64(bitPattern: checkpoint.tailHash),
      Int64(checkpoint.headLength), Int64(bitPattern: checkpoint.headHash), device, app, boot,
      Maybe(checkpoint.pid), checkpoint.isLineOpen, checkpoint.pendingLost, source.rawValue)
  }

  /// The source that a statement of `columns` stands on.
  static func source(_ statement: borrowing Statement) -> StoredSource {
    var checkpoint = Checkpoint()
    checkpoint.offset = statement.integer(4)
    checkpoint.line = statement.integer(5)
    checkpoint.tailHash = UInt64(bitPattern: statement.integer(6))
    checkpoint.headLength = Int(statement.integer(7))
    checkpoint.headHash = UInt64(bitPattern: statement.integer(8))
    checkpoint.device = statement.string(9)
    checkpoint.app = statement.string(10)
    checkpoint.boot = statement.string(11)
    checkpoint.pid = statement.optional(12)
    checkpoint.isLineOpen = statement.integer(13) != 0
    checkpoint.pendingLost = statement.integer(14)
    return StoredSource(
      id: SourceID(rawValue: Int32(truncatingIfNeeded: statement.integer(0))),
      path: statement.string(1), identity: statement.string(2), isPipe: statement.integer(3) != 0,
      checkpoint: checkpoint)
  }
}

extension SourceTable {
  init(on connection: borrowing Connection) throws(StoreError) {
    self.init(
      find: try Statement(
        """
        SELECT \(Self.columns) FROM sources
        WHERE head_hash = ? AND head_length = ? AND is_pipe = ? ORDER BY id
        """, on: connection),
      lengths: try Statement(
        "SELECT DISTINCT head_length FROM sources ORDER BY head_length DESC", on: connection),
      add: try Statement(
        """
        INSERT INTO sources (path, identity, is_pipe, head_length, head_hash, offset, line, tail_hash,
          device, app, boot, is_line_open, pending_lost)
        VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0)
        """, on: connection),
      update: try Statement(
        """
        UPDATE sources SET offset = ?, line = ?, tail_hash = ?, head_length = ?, head_hash = ?,
          device = ?, app = ?, boot = ?, pid = ?, is_line_open = ?, pending_lost = ? WHERE id = ?
        """, on: connection))
  }
}
