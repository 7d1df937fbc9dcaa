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

  /// No events.
  package init() {}
}

/// Puts events into the table and knows an event that is there.
struct EventWriter: ~Copyable {
  private var several: EventInsert
  private var single: EventInsert
  private let find: Statement
  private let findClaim: Statement
  private let addClaim: Statement
  private let signatureCore: Statement
  /// Rows that are still to be inserted, rising by stream and position.
  private var pending: [EventRow] = []
  private var keys: [Key] = []
  private var rows: [EventRow] = []

  private struct Key {
    var stream: Int64
    var position: Int64
    var index: Int

    func precedes(_ other: Key) -> Bool {
      if stream != other.stream { return stream < other.stream }
      return position == other.position ? index < other.index : position < other.position
    }
  }

  private enum Verdict {
    case new, duplicate
    case refused(Reject.Reason)
  }

  /// Adds those of `events` that are new.
  mutating func append(
    _ events: [Event], _ ids: inout RowIDs, _ symbols: Symbols, transaction: Int
  ) throws(StoreError) -> AppendCounts {
    defer { pending.removeAll(keepingCapacity: true) }
    let isRising = try encode(events, &ids, symbols, transaction: transaction)
    if !isRising { keys.sort { $0.precedes($1) } }
    var counts = AppendCounts()
    for key in keys {
      let stream = Int(events[key.index].stream.rawValue)
      var row = rows[key.index]
      let last = ids.states[stream].last(row.position)
      let verdict = row.position > last ? .new : try place(&row, ids.states[stream], symbols.texts)
      switch verdict {
      case .new:
        counts.newEvents += 1
        ids.states[stream].changed = transaction
        ids.states[stream].raise(to: row.position)
        pending.append(row)
      case .duplicate: counts.duplicates += 1
      case .refused(let reason): counts.refused.append(.init(index: key.index, reason: reason))
      }
    }
    if !isRising { counts.refused.sort { $0.index < $1.index } }
    try flush(symbols.texts)
    return counts
  }

  /// Makes rows of events, as they came; returns whether they stand in the order of the key.
  private mutating func encode(
    _ events: [Event], _ ids: inout RowIDs, _ symbols: Symbols, transaction: Int
  ) throws(StoreError) -> Bool {
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    var isRising = true
    for index in events.indices {
      let event = events[index]
      let stream = event.stream
      try ids.stream(stream, first: event, transaction: transaction, symbols)
      var row = EventRow()
      row.stream = ids.states[Int(stream.rawValue)].row
      let base = ids.states[Int(stream.rawValue)].base
      let isNumbered = ids.states[Int(stream.rawValue)].isLaunch && event.seq >= 0
      let instant = event.time == Event.absent ? event.uptime : event.time
      row.position = isNumbered ? event.seq : EventRow.position(at: instant)
      if event.time != Event.absent {
        row.time = event.time &- base.time
      }
      row.uptime = event.uptime
      row.seq = isNumbered ? Event.absent : event.seq
      row.signature = try ids.signature(event.signature, symbols)
      let context = try ids.context(event.context, symbols)
      row.context = context == base.context ? Event.absent : context
      row.scene = try ids.optional(event.scene, stream, 0, symbols)
      row.sceneInstance = try ids.optional(event.sceneInstance, stream, 1, symbols)
      row.viewInstance = try ids.optional(event.viewInstance, stream, 2, symbols)
      row.task = try ids.optional(event.task, stream, 3, symbols)
      row.duration = event.duration
      row.memory = event.memory
      let source = Int64(event.source.rawValue)
      row.source = base.stored(source: source)
      row.line = base.stored(line: Int64(event.line), source: source)
      row.lost = Int64(event.lost)
      row.attributes = event.attributes
      let key = Key(stream: row.stream, position: row.position, index: index)
      if isRising, let last = keys.last { isRising = last.precedes(key) }
      keys.append(key)
      rows.append(row)
    }
    return isRising
  }

  private mutating func flush(_ texts: TextTable) throws(StoreError) {
    var next = 0
    while next + several.rows <= pending.count {
      try several.run(pending, from: next, texts)
      next += several.rows
    }
    while next < pending.count {
      try single.run(pending, from: next, texts)
      next += 1
    }
  }

  /// Finds the row's place, which may be later than its time says, or who has it.
  private func place(
    _ row: inout EventRow, _ state: StreamState, _ texts: TextTable
  ) throws(StoreError) -> Verdict {
    while let stored = try stored(row.stream, row.position, state, texts) {
      if row.position >= 0, state.isLaunch { return try compare(row, stored, texts) }
      let isSame =
        row.seq == stored.row.seq && row.signature == stored.row.signature
        && row.hasClocksAndIDs(of: stored.row) && stored.hasRest(of: row, texts)
      if isSame {
        if row.seq != Event.absent { return .duplicate }
        if try claim(row, stored.row, state.base) { return .duplicate }
      } else if row.seq != Event.absent, row.seq == stored.row.seq, try hasCore(row, of: stored.row)
      {
        return .refused(.duplicateWithOtherFields)
      }
      row.position += 1
    }
    return .new
  }

  private func compare(
    _ row: EventRow, _ stored: StoredEvent, _ texts: TextTable
  ) throws(StoreError) -> Verdict {
    guard try hasCore(row, of: stored.row) else { return .refused(.conflict) }
    let isSame = row.signature == stored.row.signature && stored.hasRest(of: row, texts)
    return isSame ? .duplicate : .refused(.duplicateWithOtherFields)
  }

  private func hasCore(_ row: EventRow, of stored: EventRow) throws(StoreError) -> Bool {
    guard row.hasClocksAndIDs(of: stored) else { return false }
    if row.signature == stored.signature { return true }
    return try signatureCore.first(row.signature, stored.signature) != nil
  }

  /// Whether the stored event is this one, told by a source that had not told it yet, or this very
  /// line; else the source has told one such event more.
  private func claim(
    _ row: EventRow, _ stored: EventRow, _ base: StreamBase
  ) throws(StoreError) -> Bool {
    if stored.source == row.source {
      if stored.line == row.line { return true }
      if stored.line < row.line { return false }
    }
    let source = base.source(stored: row.source)
    if let line = try findClaim.first(source, row.stream, stored.position) {
      return line == row.line
    }
    try addClaim.run(source, row.stream, stored.position, row.line)
    return true
  }

  private func stored(
    _ stream: Int64, _ position: Int64, _ state: StreamState, _ texts: TextTable
  ) throws(StoreError) -> StoredEvent? {
    if position > state.last(position) { return nil }
    var index = pending.count - 1
    while index >= 0, pending[index].stream == stream, pending[index].position >= position {
      if pending[index].position == position {
        let row = pending[index]
        return StoredEvent(row: row, attributes: Array(texts.slice(row.attributes)))
      }
      index -= 1
    }
    find.bindAll(stream, position)
    defer { find.reset() }
    return try find.step() ? StoredEvent(row: EventRow(find), attributes: find.bytes(16)) : nil
  }
}

extension RowIDs {
  /// The number, in its stream, of an id; `Event.absent` for none.
  @inline(__always)
  fileprivate mutating func optional(
    _ id: TextID, _ stream: StreamID, _ column: Int, _ symbols: Symbols
  ) throws(StoreError) -> Int64 {
    if id.isNone { return Event.absent }
    return try streamText(id, stream: stream, column: column, symbols)
  }
}

extension EventWriter {
  init(on connection: borrowing Connection) throws(StoreError) {
    self.init(
      several: try EventInsert(rows: 32, on: connection),
      single: try EventInsert(rows: 1, on: connection),
      find: try Statement(
        "SELECT \(EventRow.columns) FROM events WHERE stream = ? AND position = ?", on: connection),
      findClaim: try Statement(
        "SELECT line FROM claims WHERE source = ? AND stream = ? AND position = ?", on: connection),
      addClaim: try Statement(
        "INSERT INTO claims (source, stream, position, line) VALUES (?, ?, ?, ?)", on: connection),
      signatureCore: try Statement(
        """
        SELECT 1 FROM signatures AS a JOIN signatures AS b
        WHERE a.id = ? AND b.id = ? AND a.event = b.event AND a.phase = b.phase AND a.view = b.view
        """, on: connection))
  }
}
