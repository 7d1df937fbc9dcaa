package import TraceModel

/// What became of a batch of events.
package struct AppendCounts: Sendable, Equatable {
  /// An event whose place in its stream another event has.
  package struct Refusal: Sendable, Equatable {
    /// Which event of the batch.
    package var index: Int
    /// `duplicateWithOtherFields` or `conflict`.
    package var reason: Reject.Reason
  }

  package var newEvents = 0
  package var duplicates = 0
  /// Events that were not stored, in the order in which they came; each is to become a reject.
  package var refused: [Refusal] = []
}

/// The rows of a batch of events as the table holds them; NULL is `Int64.min`.
struct EventRows {
  enum Column: Int {
    case stream, position, time, uptime, seq, signature, context, scene, sceneInstance
    case viewInstance, task, duration, memory, source, line, lost
  }

  /// Columns but the last, `attributes`.
  static let width = 16
  /// What the core of an event is, beside what its signature says.
  static let core: [Column] = [.time, .uptime, .scene, .sceneInstance, .viewInstance, .task]
  static let rest: [Column] = [.signature, .duration, .memory]

  var numbers: [Int64]
  /// The text of each.
  var attributes: [ArraySlice<UInt8>]

  subscript(row: Int, column: Column) -> Int64 {
    get { numbers[row * Self.width + column.rawValue] }
    set { numbers[row * Self.width + column.rawValue] = newValue }
  }

  func agree(_ row: Int, _ other: Int, _ columns: [Column]) -> Bool {
    columns.allSatisfy { self[row, $0] == self[other, $0] }
  }

  /// A row's place in a stream of an event that `seq` does not place: below 0, in the order of time.
  static func position(at instant: Int64) -> Int64 {
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }
}

/// Puts a batch of events into the table, and knows an event that is there.
struct EventWriter {
  private enum Verdict {
    case new, duplicate
    case refused(Reject.Reason)
  }

  /// So many rows go in with one statement.
  private static let several = 32
  /// The statements that insert so many rows.
  private static let inserts = (0...several).map { count in
    let row = "(" + String(repeating: "?, ", count: EventRows.width) + "?)"
    return "INSERT INTO events VALUES "
      + Array(repeating: row, count: count).joined(separator: ", ")
  }

  private let connection: Connection
  private let ids: RowIDs
  private let events: [Event]
  private var rows: EventRows
  /// Rows to be inserted, rising by stream and position.
  private var pending: [Int] = []

  init(
    _ events: [Event], _ symbols: Symbols, _ ids: RowIDs, on connection: Connection
  ) throws(StoreError) {
    (self.events, self.ids, self.connection) = (events, ids, connection)
    var encoder = RowEncoder(ids, symbols)
    encoder.numbers.reserveCapacity(events.count * EventRows.width)
    var attributes: [ArraySlice<UInt8>] = []
    attributes.reserveCapacity(events.count)
    for index in events.indices {
      var event = events[index]
      try ids.know(event.stream, first: event, symbols)
      encoder.stream = Int(event.stream.rawValue)
      let isNumbered = ids.states[encoder.stream].isLaunch && event.seq >= 0
      let instant = event.time == Event.absent ? event.uptime : event.time
      encoder.numbers.append(ids.states[encoder.stream].row)
      encoder.numbers.append(isNumbered ? event.seq : EventRows.position(at: instant))
      if isNumbered { event.seq = Event.absent }
      try event.pass(&encoder)
      attributes.append(symbols.texts.slice(event.attributes))
    }
    rows = EventRows(numbers: encoder.numbers, attributes: attributes)
  }

  /// Adds those of the events that are new.
  mutating func run() throws(StoreError) -> AppendCounts {
    var counts = AppendCounts()
    let order = events.indices.sorted {
      (rows[$0, .stream], rows[$0, .position], $0) < (rows[$1, .stream], rows[$1, .position], $1)
    }
    for row in order {
      let stream = Int(events[row].stream.rawValue)
      let isLast = rows[row, .position] > ids.states[stream].last
      switch isLast ? .new : try place(row, ids.states[stream]) {
      case .new:
        counts.newEvents += 1
        ids.states[stream].isChanged = true
        ids.states[stream].last = max(ids.states[stream].last, rows[row, .position])
        pending.append(row)
      case .duplicate: counts.duplicates += 1
      case .refused(let reason): counts.refused.append(.init(index: row, reason: reason))
      }
    }
    counts.refused.sort { $0.index < $1.index }
    try insert()
    return counts
  }

  /// Finds the row's place, which may be later than its time says, or who has it.
  private mutating func place(_ row: Int, _ state: StreamState) throws(StoreError) -> Verdict {
    let isNumbered = state.isLaunch && rows[row, .position] >= 0
    let hasSeq = isNumbered || rows[row, .seq] != Event.absent
    while rows[row, .position] <= state.last, let other = try stored(row) {
      defer { if other >= events.count { rows.removeLast() } }
      if hasSeq, rows[row, .seq] == rows[other, .seq], try hasCore(row, of: other) {
        return hasRest(row, of: other) ? .duplicate : .refused(.duplicateWithOtherFields)
      }
      if isNumbered { return .refused(.conflict) }
      let isEqual =
        !hasSeq && rows.agree(row, other, [.seq] + EventRows.core) && hasRest(row, of: other)
      if isEqual, try claim(row, other) { return .duplicate }
      rows[row, .position] += 1
    }
    return .new
  }

  /// The row that has the place of another: one of this batch, or one that is read behind it.
  private mutating func stored(_ row: Int) throws(StoreError) -> Int? {
    let (stream, position) = (rows[row, .stream], rows[row, .position])
    for other in pending.reversed() {
      guard rows[other, .stream] == stream, rows[other, .position] >= position else { break }
      if rows[other, .position] == position { return other }
    }
    let found = try connection.query(
      "SELECT * FROM events WHERE stream = ? AND position = ?", stream, position)
    guard try found.step() else { return nil }
    rows.append(found)
    found.reset()
    return rows.attributes.count - 1
  }

  private func hasCore(_ row: Int, of other: Int) throws(StoreError) -> Bool {
    guard rows.agree(row, other, EventRows.core) else { return false }
    let (first, second) = (rows[row, .signature], rows[other, .signature])
    if first == second { return true }
    let sql = """
      SELECT 1 FROM signatures AS a JOIN signatures AS b
      WHERE a.id = ? AND b.id = ? AND a.event = b.event AND a.phase = b.phase AND a.view = b.view
      """
    return try connection.first(sql, first, second) != nil
  }

  private func hasRest(_ row: Int, of other: Int) -> Bool {
    rows.agree(row, other, EventRows.rest) && rows.attributes[row] == rows.attributes[other]
  }

  /// Whether the stored event is this one, told by a source that had not told it yet, or this very
  /// line; else the source has told one such event more.
  private func claim(_ row: Int, _ other: Int) throws(StoreError) -> Bool {
    if rows[row, .source] == rows[other, .source] {
      if rows[row, .line] == rows[other, .line] { return true }
      if rows[row, .line] > rows[other, .line] { return false }
    }
    let key = (rows[row, .source], rows[row, .stream], rows[row, .position])
    let known = try connection.first(
      "SELECT line FROM claims WHERE source = ? AND stream = ? AND position = ?", key.0, key.1,
      key.2)
    if let known { return known == rows[row, .line] }
    try connection.run(
      "INSERT INTO claims VALUES (?, ?, ?, ?)", key.0, key.1, key.2, rows[row, .line])
    return true
  }

  // MARK: Inserting

  private func insert() throws(StoreError) {
    var rest = pending[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.several)
      let statement = try connection.statement(Self.inserts[part.count])
      var place: Int32 = 1
      for row in part {
        for column in 0..<EventRows.width {
          statement.bind(rows.numbers[row * EventRows.width + column], at: place)
          place += 1
        }
        let attributes = rows.attributes[row]
        if attributes.isEmpty {
          statement.bind(Event.absent, at: place)
        } else {
          statement.bind(attributes, isText: true, at: place)
        }
        place += 1
      }
      try statement.finish()
      rest = rest.dropFirst(part.count)
    }
  }
}

extension EventRows {
  /// Adds the row that a statement stands on.
  mutating func append(_ row: Statement) {
    for column in 0..<Int32(Self.width) { numbers.append(row.optional(column)) }
    attributes.append(row.bytes(Int32(Self.width))[...])
  }

  /// Takes the last row away.
  mutating func removeLast() {
    numbers.removeLast(Self.width)
    attributes.removeLast()
  }
}
