package import TraceModel

/// What became of a batch of events.
package struct AppendCounts: Sendable {
  package var newEvents = 0
  package var duplicates = 0
  /// Events whose place in their stream another event has, by their index in the batch: each is to
  /// become a reject, as `duplicateWithOtherFields` or `conflict`.
  package var refused: [(index: Int, reason: Reject.Reason)] = []
}

/// Puts a batch of events into the table, and knows an event that is there.
struct EventWriter {
  private enum Column: Int, CaseIterable {
    case stream, position, time, uptime, seq, signature, context, scene, sceneInstance
    case viewInstance, task, duration, memory, source, line, lost, attributes
  }

  /// What the core of an event is, beside what its signature says.
  private static let core: [Column] = [.seq, .time, .uptime, .scene, .sceneInstance, .viewInstance, .task]
  private static let rest: [Column] = [.signature, .duration, .memory, .attributes]

  private let connection: Connection
  private let events: [Event]
  /// The events, and behind them one that is read from the table.
  private var rows = Rows(width: Column.allCases.count)
  /// Rows to be inserted, rising by stream and position.
  private var pending: [Int] = []
  private var counts = AppendCounts()

  init(_ events: [Event], _ encoder: inout RowEncoder, on connection: Connection) throws(StoreError) {
    (self.events, self.connection) = (events, connection)
    encoder.numbers.removeAll(keepingCapacity: true)
    encoder.numbers.reserveCapacity(events.count * rows.width)
    for told in events {
      var event = told
      try encoder.begin(event.stream, first: event)
      let isNumbered = encoder.states[encoder.stream].isLaunch && event.seq >= 0
      encoder.numbers.append(encoder.states[encoder.stream].row)
      encoder.numbers.append(isNumbered ? event.seq : Self.position(of: event))
      if isNumbered { event.seq = Event.absent }
      try event.pass(&encoder)
      let attributes = event.attributes
      encoder.numbers.append(attributes.isNone ? Event.absent : Int64(attributes.rawValue))
    }
    swap(&rows.numbers, &encoder.numbers)
    rows.texts = encoder.symbols.texts
  }

  /// The place in its stream of an event that `seq` does not place: below 0, in the order of time.
  private static func position(of event: Event) -> Int64 {
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// Adds those of the events that are new.
  mutating func run(_ encoder: inout RowEncoder) throws(StoreError) -> AppendCounts {
    let order = events.indices.sorted {
      (self[$0, .stream], self[$0, .position], $0) < (self[$1, .stream], self[$1, .position], $1)
    }
    pending.reserveCapacity(order.count)
    for row in order {
      let stream = Int(events[row].stream.rawValue)
      let last = encoder.states[stream].last
      let isNext = self[row, .position] > last
      guard try isNext ? true : isNew(row, encoder.states[stream]) else { continue }
      encoder.states[stream].isChanged = true
      encoder.states[stream].last = max(last, self[row, .position])
      pending.append(row)
    }
    counts.newEvents = pending.count { !events[$0].isFurther }
    counts.refused.sort { $0.index < $1.index }
    try rows.insert(into: "events", in: pending, on: connection)
    return counts
  }

  private subscript(row: Int, column: Column) -> Int64 {
    get { rows[row, column.rawValue] }
    set { rows[row, column.rawValue] = newValue }
  }

  private func agree(_ row: Int, _ other: Int, _ columns: [Column]) -> Bool {
    columns.allSatisfy { self[row, $0] == self[other, $0] }
  }

  /// Whether an event is none that is there; its place may be later than its time says.
  private mutating func isNew(_ row: Int, _ stream: StreamState) throws(StoreError) -> Bool {
    let isNumbered = stream.isLaunch && self[row, .position] >= 0
    let hasSeq = isNumbered || self[row, .seq] != Event.absent
    while self[row, .position] <= stream.last, let other = try holder(of: row) {
      let hasCore = agree(row, other, Self.core)
      let isEqual = hasCore && agree(row, other, Self.rest)
      if isEqual, try hasSeq ? true : claim(row, other) {
        counts.duplicates += events[row].isFurther ? 0 : 1
        return false
      }
      let isAltered = try hasSeq && hasCore && !isEqual ? isSameEvent(row, other) : false
      if isAltered || isNumbered {
        counts.refused.append((row, isAltered ? .duplicateWithOtherFields : .conflict))
        return false
      }
      self[row, .position] += 1
    }
    return true
  }

  /// The row that has the place of another: one of this batch, or one that is read behind it.
  private mutating func holder(of row: Int) throws(StoreError) -> Int? {
    let (stream, position) = (self[row, .stream], self[row, .position])
    for other in pending.reversed() {
      guard self[other, .stream] == stream, self[other, .position] >= position else { break }
      if self[other, .position] == position { return other }
    }
    let found = try connection.query("SELECT * FROM events WHERE stream = ? AND position = ?", stream, position)
    guard try found.step() else { return nil }
    rows.numbers.removeSubrange((events.count * rows.width)...)
    let attributes = Int32(Column.attributes.rawValue)
    rows.numbers += (0..<attributes).map { found.optional($0) }
    // Theirs have no number here, unless they are those of `row`.
    let told = max(self[row, .attributes], 0)
    let isSame = found.bytes(attributes)[...] == rows.texts?.slice(TextID(rawValue: Int32(told)))
    rows.numbers.append(isSame ? self[row, .attributes] : -1)
    found.reset()
    return events.count
  }

  /// Whether the signatures of two rows tell the same event.
  private func isSameEvent(_ row: Int, _ other: Int) throws(StoreError) -> Bool {
    let sql = """
      SELECT 1 FROM signatures AS a JOIN signatures AS b USING (event, phase, view)
      WHERE a.id = ? AND b.id = ?
      """
    return try connection.query(sql, self[row, .signature], self[other, .signature]).first() != nil
  }

  /// Whether the stored event is this one, told by a source that had not told it yet, or this very
  /// line; else the source has told one such event more.
  private func claim(_ row: Int, _ other: Int) throws(StoreError) -> Bool {
    if self[row, .source] == self[other, .source] {
      if self[row, .line] == self[other, .line] { return true }
      if self[row, .line] > self[other, .line] { return false }
    }
    try connection.run(
      """
      INSERT INTO claims VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET line = line WHERE line = excluded.line
      """, self[row, .source], self[row, .stream], self[row, .position], self[row, .line])
    return connection.hasChanged
  }
}
