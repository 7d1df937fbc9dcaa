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
  /// The columns that are looked at here, by their places in the table.
  private enum Column: Int { case stream = 0, position = 1, seq = 4, source = 13, line = 14 }

  /// Asks for the event that has the place of another, which is lent.
  private static let question = String(decoding: PackageResources.holder_sql, as: UTF8.self)

  private let connection: Connection
  private let events: [Event]
  /// A row an event, of as many columns as `events` has.
  private var rows = Rows(width: 17)
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
    let order = events.indices.sorted { key($0) < key($1) }
    pending.reserveCapacity(order.count)
    for row in order {
      let stream = Int(events[row].stream.rawValue)
      let last = encoder.states[stream].last
      let isNext = self[row, .position] > last
      guard try isNext ? true : isNew(row, &encoder.states[stream]) else { continue }
      encoder.states[stream].isChanged = true
      encoder.states[stream].last = max(last, self[row, .position])
      pending.append(row)
      counts.newEvents += events[row].isFurther ? 0 : 1
    }
    try insertPending()
    counts.refused.sort { $0.index < $1.index }
    return counts
  }

  private subscript(row: Int, column: Column) -> Int64 {
    get { rows[row, column.rawValue] }
    set { rows[row, column.rawValue] = newValue }
  }

  /// What the table is sorted by.
  private func key(_ row: Int) -> (Int64, Int64) { (self[row, .stream], self[row, .position]) }

  private mutating func insertPending() throws(StoreError) {
    try rows.insert(into: "events", in: pending, on: connection)
    pending.removeAll(keepingCapacity: true)
  }

  /// Whether an event is none that is there; its place may be later than its time says.
  private mutating func isNew(_ row: Int, _ stream: inout StreamState) throws(StoreError) -> Bool {
    if stream.isLaunch && self[row, .position] >= 0 {
      try insertPending(from: self[row, .position], like: row)
      let likeness = try likeness(row, hasSeq: true)
      if likeness == 0 { counts.refused.append((row, .conflict)) }
      return likeness == nil
    }
    var crowd = Crowd(at: self[row, .position])
    if let known = stream.crowd, known.first...known.end ~= crowd.first { crowd = known }
    stream.crowd = nil  // One owner, so that adding to it copies nothing.
    defer { stream.crowd = crowd.isEmpty ? nil : crowd }
    try fill(&crowd, until: stream.last, like: row)
    if crowd.isEmpty { return true }
    let (hasSeq, source, line) = (self[row, .seq] != Event.absent, self[row, .source], self[row, .line])
    let text = rows.text(rows[row, rows.width - 1], rows.width - 1)
    let digest = try digest({ rows[row, $0] }, Array(text ?? []))
    var place = crowd.place(after: nil, digest, source: source, line: line, isCopy: !hasSeq)
    while let known = place {
      self[row, .position] = known
      try insertPending(from: known, like: row)
      if try likeness(row, hasSeq: hasSeq) != 0 {
        if !hasSeq { crowd.tell(known, digest, line: line) }
        return false
      }
      place = crowd.place(after: known, digest, source: source, line: line, isCopy: !hasSeq)
    }
    self[row, .position] = crowd.end
    crowd.append(digest, source: source, line: line)
    return true
  }

  /// Reads which events follow a crowd place by place.
  private mutating func fill(_ crowd: inout Crowd, until last: Int64, like row: Int) throws(StoreError) {
    if crowd.end > last { return }
    try insertPending(from: crowd.end, like: row)
    let member = try connection.query(
      "SELECT * FROM events WHERE stream = ? AND position >= ? ORDER BY position", self[row, .stream], crowd.end)
    defer { member.reset() }
    while try member.step(), member.integer(1) == crowd.end {
      let digest = try digest({ member.optional(Int32($0)) }, member.bytes(16))
      crowd.append(digest, source: member.integer(13), line: member.optional(14))
    }
  }

  /// A number that events share if they are one, or differ in fields alone that do not tell events apart.
  private func digest(_ number: (Int) -> Int64, _ attributes: [UInt8]) throws(StoreError) -> Int {
    var hasher = Hasher()
    for column in [2, 3, 4, 7, 8, 9, 10] { hasher.combine(number(column)) }
    if number(Column.seq.rawValue) == Event.absent {
      for column in [5, 11, 12] { hasher.combine(number(column)) }
      hasher.combine(attributes)
    } else {
      let core = try connection.query("SELECT event, phase, view FROM signatures WHERE id = ?", number(5))
      if try core.step() { for column in 0..<Int32(3) { hasher.combine(core.integer(column)) } }
      core.reset()
    }
    return hasher.finalize()
  }

  /// Has the table hold what of this batch stands at a place in a row's stream or behind it.
  private mutating func insertPending(from place: Int64, like row: Int) throws(StoreError) {
    if let last = pending.last, key(last) >= (self[row, .stream], place) { try insertPending() }
  }

  /// What the event at this row's place is to it: nothing if there is none, 0 another, 1 the same with other fields and 2
  /// the same, as is counted.
  private mutating func likeness(_ row: Int, hasSeq: Bool) throws(StoreError) -> Int64? {
    let columns = rows.numbers[row * rows.width..<(row + 1) * rows.width]
    connection.lend(Rows(width: rows.width, numbers: Array(columns), texts: rows.texts), in: [0])
    let holder = try connection.query(Self.question)
    defer { holder.reset() }
    guard try holder.step() else { return nil }
    let likeness = holder.integer(0)
    if likeness == 2, try hasSeq ? true : claim(row, source: holder.integer(1), line: holder.optional(2)) {
      counts.duplicates += events[row].isFurther ? 0 : 1
      return 2
    }
    guard likeness == 1, hasSeq else { return 0 }
    counts.refused.append((row, .duplicateWithOtherFields))
    return 1
  }

  /// Whether the event at this row's place, told there, is this one, told by a source that had not told it yet, or this
  /// very line; else the source has told one such event more.
  private func claim(_ row: Int, source: Int64, line: Int64) throws(StoreError) -> Bool {
    if self[row, .source] == source {
      if self[row, .line] == line { return true }
      if self[row, .line] > line { return false }
    }
    try connection.run(
      """
      INSERT INTO claims VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET line = line WHERE line = excluded.line
      """, self[row, .source], self[row, .stream], self[row, .position], self[row, .line])
    return connection.hasChanged
  }
}
