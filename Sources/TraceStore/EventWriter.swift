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

/// Puts a batch of events into the table, and knows an event that is there.
struct EventWriter {
  private enum Verdict {
    case new, duplicate
    case refused(Reject.Reason)
  }

  private enum Column: Int, CaseIterable {
    case stream, position, time, uptime, seq, signature, context, scene, sceneInstance
    case viewInstance, task, duration, memory, source, line, lost, attributes
  }

  /// What the core of an event is, beside what its signature says.
  private static let core: [Column] = [
    .time, .uptime, .scene, .sceneInstance, .viewInstance, .task,
  ]
  private static let rest: [Column] = [.signature, .duration, .memory, .attributes]

  private let connection: Connection
  private let events: [Event]
  private let texts: TextTable
  /// The events, and behind them one that is read from the table.
  private var rows = Rows(width: Column.allCases.count)
  /// Rows to be inserted, rising by stream and position.
  private var pending: [Int] = []

  init(
    _ events: [Event], _ encoder: inout RowEncoder, on connection: Connection
  ) throws(StoreError) {
    (self.events, self.connection, texts) = (events, connection, encoder.symbols.texts)
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
    rows.texts = texts
  }

  /// The place in its stream of an event that `seq` does not place: below 0, in the order of time.
  private static func position(of event: Event) -> Int64 {
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// Adds those of the events that are new.
  mutating func run(_ encoder: inout RowEncoder) throws(StoreError) -> AppendCounts {
    var counts = AppendCounts()
    let order = events.indices.sorted {
      (self[$0, .stream], self[$0, .position], $0) < (self[$1, .stream], self[$1, .position], $1)
    }
    pending.reserveCapacity(order.count)
    for row in order {
      let stream = Int(events[row].stream.rawValue)
      let last = encoder.states[stream].last
      let isNext = self[row, .position] > last
      switch isNext ? .new : try place(row, encoder.states[stream].isLaunch, last) {
      case .new:
        counts.newEvents += 1
        encoder.states[stream].isChanged = true
        encoder.states[stream].last = max(last, self[row, .position])
        pending.append(row)
      case .duplicate: counts.duplicates += 1
      case .refused(let reason): counts.refused.append(.init(index: row, reason: reason))
      }
    }
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

  /// Finds the row's place, which may be later than its time says, or who has it.
  private mutating func place(
    _ row: Int, _ isLaunch: Bool, _ last: Int64
  ) throws(StoreError) -> Verdict {
    let isNumbered = isLaunch && self[row, .position] >= 0
    let hasSeq = isNumbered || self[row, .seq] != Event.absent
    while self[row, .position] <= last, let other = try holder(of: row) {
      if hasSeq, self[row, .seq] == self[other, .seq], try hasCore(row, of: other) {
        return agree(row, other, Self.rest) ? .duplicate : .refused(.duplicateWithOtherFields)
      }
      if isNumbered { return .refused(.conflict) }
      let isEqual = !hasSeq && agree(row, other, [.seq] + Self.core + Self.rest)
      if isEqual, try claim(row, other) { return .duplicate }
      self[row, .position] += 1
    }
    return .new
  }

  /// The row that has the place of another: one of this batch, or one that is read behind it.
  private mutating func holder(of row: Int) throws(StoreError) -> Int? {
    let (stream, position) = (self[row, .stream], self[row, .position])
    for other in pending.reversed() {
      guard self[other, .stream] == stream, self[other, .position] >= position else { break }
      if self[other, .position] == position { return other }
    }
    let found = try connection.query(
      "SELECT * FROM events WHERE stream = ? AND position = ?", stream, position)
    guard try found.step() else { return nil }
    rows.numbers.removeSubrange((events.count * rows.width)...)
    let attributes = Int32(Column.attributes.rawValue)
    rows.numbers += (0..<attributes).map { found.optional($0) }
    // Theirs have no number here, unless they are those of `row`.
    let told = max(self[row, .attributes], 0)
    let isSame = found.bytes(attributes)[...] == texts.slice(TextID(rawValue: Int32(told)))
    rows.numbers.append(isSame ? self[row, .attributes] : -1)
    found.reset()
    return events.count
  }

  private func hasCore(_ row: Int, of other: Int) throws(StoreError) -> Bool {
    guard agree(row, other, Self.core) else { return false }
    let (first, second) = (self[row, .signature], self[other, .signature])
    if first == second { return true }
    let sql = """
      SELECT 1 FROM signatures AS a JOIN signatures AS b
      WHERE a.id = ? AND b.id = ? AND a.event = b.event AND a.phase = b.phase AND a.view = b.view
      """
    return try connection.first(sql, first, second) != nil
  }

  /// Whether the stored event is this one, told by a source that had not told it yet, or this very
  /// line; else the source has told one such event more.
  private func claim(_ row: Int, _ other: Int) throws(StoreError) -> Bool {
    if self[row, .source] == self[other, .source] {
      if self[row, .line] == self[other, .line] { return true }
      if self[row, .line] > self[other, .line] { return false }
    }
    let key = (self[row, .source], self[row, .stream], self[row, .position])
    let known = try connection.first(
      "SELECT line FROM claims WHERE source = ? AND stream = ? AND position = ?", key.0, key.1,
      key.2)
    if let known { return known == self[row, .line] }
    try connection.run(
      "INSERT INTO claims VALUES (?, ?, ?, ?)", key.0, key.1, key.2, self[row, .line])
    return true
  }
}
