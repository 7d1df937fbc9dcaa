import TraceModel

/// Puts a batch of events into the table, and knows an event that is there.
///
/// A stream is all that one launch id names, of which several devices, apps or versions may each have a launch: a record
/// is no repetition of one that is of another launch, nor does it contradict that. The first event of a `seq` stands at
/// that position; those of other launches stand in the slots above, far over any `seq`, and say their `seq` themselves.
struct EventWriter {
  /// How far a slot lies above the one below it: more than any recorder counts.
  private static let slotSize: Int64 = 1 << 40
  private static let slotCount: Int64 = 1 << 22

  /// Asks for the event that has the place of another, which is lent.
  private static let question = String(decoding: PackageResources.event_at_place_sql, as: UTF8.self)
    .replacing("[lent]", with: lentColumns.joined(separator: ", "))
  private static let lentColumns = EventValueColumn.allCases.map { "c\($0.rawValue) AS \($0.name)" }

  private let connection: Connection
  private let events: [Event]
  /// A row an event, of as many columns as `events` has.
  private var rows = Rows(width: EventColumn.allCases.count)
  /// Rows of `event_details`, in the memory that the encoder keeps for them.
  private var details = Rows(width: EventDetailColumn.allCases.count)
  private let texts: TextTable
  /// Rows to be inserted, rising by stream and position.
  private var pending: [Int] = []
  /// Those of the events that have something that few have, by their places.
  private var detailed: [Int] = []
  /// How many events come from the record of the event before them.
  private var furtherEvents = 0
  private var counts = AppendCounts()

  init(_ events: [Event], _ encoder: inout RowEncoder, on connection: Connection) throws(StoreError) {
    self.events = events
    self.connection = connection
    texts = encoder.symbols.texts
    encoder.numbers.removeAll(keepingCapacity: true)
    encoder.numbers.reserveCapacity(events.count * rows.width)
    for (place, event) in events.enumerated() {
      if Self.hasDetails(event) { detailed.append(place) }
      furtherEvents += event.isFurther ? 1 : 0
      try encoder.begin(event.stream, first: event)
      encoder.noteOwner(of: event)
      let isNumbered = encoder.states[encoder.stream].isLaunch && event.seq >= 0
      let position = isNumbered ? event.seq : Self.position(of: event)
      try encoder.pass(event, at: position, seq: isNumbered ? Event.absent : event.seq)
    }
    swap(&rows.numbers, &encoder.numbers)
    try encoder.flush()
  }

  /// The place in its stream of an event that `seq` does not place: below 0, in the order of time.
  private static func position(of event: Event) -> Int64 {
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// Adds those of the events that are new.
  mutating func run(_ encoder: inout RowEncoder) throws(StoreError) -> AppendCounts {
    swap(&details, &encoder.details)
    defer {
      // The next batch uses their memory again; this one has no rows then.
      swap(&details, &encoder.details)
      swap(&rows.numbers, &encoder.numbers)
    }
    if let ends = streamEndsIfAllNew(encoder) {
      try insertAll(ends, &encoder)
      return counts
    }
    let isRising = events.indices.dropFirst().allSatisfy { key($0 - 1) < key($0) }
    let order = isRising ? Array(events.indices) : events.indices.sorted { key($0) < key($1) }
    pending.reserveCapacity(order.count)
    for row in order {
      let stream = Int(events[row].stream.rawValue)
      let last = encoder.states[stream].last
      let isNext = self[row, .position] > last
      guard try isNext ? true : isNew(row, stream, &encoder) else {
        // The thread that reads has made this stream's launches from all of its events. As one of these is not stored, they
        // are derived anew from the rows.
        if encoder.states[stream].isNew { encoder.states[stream].isChanged = true }
        encoder.states[stream].isNew = false
        continue
      }
      encoder.states[stream].isChanged = true
      encoder.states[stream].last = max(last, self[row, .position])
      pending.append(row)
      // What stands in a slot stands behind rows that are still to come.
      if self[row, .position] >= Self.slotSize { try insertPending() }
      counts.newEvents += events[row].isFurther ? 0 : 1
    }
    try insertPending()
    counts.refused.sort { $0.index < $1.index }
    return counts
  }

  /// Adds all of the events, which are new; `ends` are the places behind those of each stream.
  private mutating func insertAll(_ ends: [Int], _ encoder: inout RowEncoder) throws(StoreError) {
    for end in ends {
      let stream = Int(events[end - 1].stream.rawValue)
      encoder.states[stream].isChanged = true
      encoder.states[stream].last = self[end - 1, .position]
    }
    try rows.insert(into: "events", on: connection)
    try insertDetails(of: detailed)
    counts.newEvents = events.count - furtherEvents
  }

  /// The places behind the events of each stream; `nil` where one of the events may be there already.
  ///
  /// All are new where they rise by stream and position, and each stands behind all that its stream has.
  ///
  /// For speed: nearly all batches are such, and their events need no look-up each.
  private func streamEndsIfAllNew(_ encoder: borrowing RowEncoder) -> [Int]? {
    var ends: [Int] = []
    let numbers = rows.numbers.span
    var stream = Int64.min
    var last = Int64.min
    for row in events.indices {
      let own = numbers[row * rows.width]
      let position = numbers[row * rows.width + 1]
      if own != stream {
        if own < stream || position <= encoder.states[Int(events[row].stream.rawValue)].last { return nil }
        if row > 0 { ends.append(row) }
        stream = own
      } else if position <= last {
        return nil
      }
      // A row in a slot stands behind rows of its stream that are still to come: it is placed by itself.
      if position >= Self.slotSize { return nil }
      last = position
    }
    if !events.isEmpty { ends.append(events.count) }
    return ends
  }

  private subscript(row: Int, column: EventColumn) -> Int64 {
    get { rows[row, Int(column.rawValue)] }
    set { rows[row, Int(column.rawValue)] = newValue }
  }

  /// The key of a row, by which the table is sorted.
  private func key(_ row: Int) -> (Int64, Int64) { (self[row, .stream], self[row, .position]) }

  private mutating func insertPending() throws(StoreError) {
    try rows.insert(into: "events", in: pending, on: connection)
    try insertDetails(of: pending.filter { Self.hasDetails(events[$0]) })
    pending.removeAll(keepingCapacity: true)
  }

  /// True if an event has something that few have.
  private static func hasDetails(_ event: Event) -> Bool {
    event.duration != Event.absent || event.memory != Event.absent || !event.attributes.isNone || event.lost != 0
  }

  /// Inserts what few events have.
  private mutating func insertDetails(of places: [Int]) throws(StoreError) {
    for row in places {
      let event = events[row]
      let text = texts.slice(event.attributes)
      let attributes = event.attributes.isNone ? nil : details.bytes?.append(text, isText: true)
      details.numbers += [
        self[row, .stream], self[row, .position], event.duration, event.memory, Int64(event.lost), attributes ?? .min,
      ]
    }
    try details.flush(into: "event_details", on: connection)
  }

  /// The columns of `event_values` for a row, but for its attributes.
  private func values(_ row: Int, _ encoder: inout RowEncoder) throws(StoreError) -> [Int64] {
    let event = events[row]
    try encoder.begin(event.stream)
    let subject = try encoder.subject(of: event)
    return [
      self[row, .stream], self[row, .position], self[row, .time], self[row, .uptime], self[row, .seq],
      self[row, .signature], subject.context, subject.pid, subject.scene, subject.sceneInstance, subject.viewInstance,
      subject.task, event.duration, event.memory, Int64(event.source.rawValue), self[row, .line], Int64(event.lost),
      .min,
    ]
  }

  /// True if the event is not in the table yet; its place may be later than its time says.
  private mutating func isNew(_ row: Int, _ stream: Int, _ encoder: inout RowEncoder) throws(StoreError) -> Bool {
    let isShared = try encoder.isShared(stream)
    if encoder.states[stream].isLaunch && self[row, .position] >= 0 {
      return try isNewInSeq(row, isShared, stream, &encoder)
    }
    var ties = TieGroup(at: self[row, .position])
    if let known = encoder.states[stream].ties, known.first...known.end ~= ties.first { ties = known }
    encoder.states[stream].ties = nil  // One owner, so that adding to it copies nothing.
    defer { encoder.states[stream].ties = ties.isEmpty ? nil : ties }
    try fill(&ties, until: encoder.states[stream].last, like: row)
    if ties.isEmpty { return true }
    let hasSeq = self[row, .seq] != Event.absent
    let source = Int64(events[row].source.rawValue)
    let line = self[row, .line]
    let values = try values(row, &encoder)
    let digest = try digest({ values[Int($0.rawValue)] }, Array(texts.slice(events[row].attributes)))
    if isShared { ties.forgetTaken() }  // What was passed over for one launch may be another's.
    var place = ties.place(after: nil, digest, source: source, line: line, isCopy: !hasSeq)
    while let known = place {
      self[row, .position] = known
      try insertPending(from: known, like: row)
      let likeness = try likeness(row, values, hasSeq: hasSeq, isShared, &encoder.states[stream].owners)
      if likeness == .sameCore { counts.refused.append((row, .duplicateWithOtherFields)) }
      if likeness == .same, !hasSeq { ties.take(known, digest, line: line) }
      if likeness == .same || likeness == .sameCore { return false }
      place = ties.place(after: known, digest, source: source, line: line, isCopy: !hasSeq)
    }
    self[row, .position] = ties.end
    ties.append(digest, source: source, line: line)
    return true
  }

  /// True if the event is not in the table yet: in the first slot of its `seq`, or in one that another launch of the id
  /// uses.
  private mutating func isNewInSeq(_ row: Int, _ isShared: Bool, _ stream: Int, _ encoder: inout RowEncoder)
    throws(StoreError) -> Bool
  {
    let values = try values(row, &encoder)
    let seq = self[row, .position]
    var refusal: Reject.Reason?
    for slot in 0..<(isShared && seq < Self.slotSize ? Self.slotCount : 1) {
      self[row, .position] = seq + slot * Self.slotSize
      self[row, .seq] = slot == 0 ? Event.absent : seq
      try insertPending(from: self[row, .position], like: row)
      let likeness = try likeness(row, values, hasSeq: true, isShared, &encoder.states[stream].owners)
      if likeness == .same { return false }
      if likeness == nil, refusal == nil { return true }
      if likeness == nil { break }
      refusal = refusal ?? likeness?.refusal
    }
    counts.refused.append((row, refusal ?? .conflict))
    return false
  }

  /// Reads the events that stand behind a group without a gap.
  private mutating func fill(_ ties: inout TieGroup, until last: Int64, like row: Int) throws(StoreError) {
    if ties.end > last { return }
    try insertPending(from: ties.end, like: row)
    let member = try connection.query(
      "SELECT \(EventValueColumn.list) FROM event_values WHERE stream = ? AND position >= ? ORDER BY position",
      self[row, .stream], ties.end)
    defer { member.reset() }
    while try member.step(), member.integer(EventValueColumn.position) == ties.end {
      let digest = try digest({ member.optional($0) }, member.bytes(EventValueColumn.attributes.rawValue))
      ties.append(
        digest, source: member.integer(EventValueColumn.source), line: member.optional(EventValueColumn.line))
    }
  }

  /// A number that two records share if they are one event, or differ only in fields that identity does not rest on.
  private func digest(_ number: (EventValueColumn) -> Int64, _ attributes: [UInt8]) throws(StoreError) -> Int {
    var hasher = Hasher()
    for column in EventValueColumn.identity { hasher.combine(number(column)) }
    if number(.seq) == Event.absent {
      for column in [EventValueColumn.signature, .duration, .memory] { hasher.combine(number(column)) }
      hasher.combine(attributes)
    } else {
      let core = try connection.query("SELECT event, phase, view FROM signatures WHERE id = ?", number(.signature))
      if try core.step() { for column in 0..<Int32(3) { hasher.combine(core.integer(column)) } }
      core.reset()
    }
    return hasher.finalize()
  }

  /// Has the table hold what of this batch stands at a place in a row's stream or behind it.
  private mutating func insertPending(from place: Int64, like row: Int) throws(StoreError) {
    if let last = pending.last, key(last) >= (self[row, .stream], place) { try insertPending() }
  }

  /// How the event at a row's place relates to the row.
  private enum Likeness {
    case same
    /// The same with other fields.
    case sameCore
    case different
    /// It is of another launch of the id.
    case foreign

    /// Why a record of the same `seq` is not taken in.
    var refusal: Reject.Reason? {
      switch self {
      case .sameCore: .duplicateWithOtherFields
      case .different: .conflict
      case .same, .foreign: nil
      }
    }
  }

  /// How the event at this row's place relates to it, counting it if it is the same; `nil` if the place is free.
  private mutating func likeness(
    _ row: Int, _ values: [Int64], hasSeq: Bool, _ isShared: Bool, _ owners: inout StreamOwners
  ) throws(StoreError) -> Likeness? {
    var lent = Rows(width: values.count, numbers: values, bytes: RowBytes())
    lent[0, Int(EventValueColumn.position.rawValue)] = self[row, .position]
    lent[0, Int(EventValueColumn.seq.rawValue)] = self[row, .seq]
    let attributes = events[row].attributes
    if !attributes.isNone {
      lent[0, values.count - 1] = lent.bytes?.append(texts.slice(attributes), isText: true) ?? .min
    }
    guard let (likeness, source, line) = try holder(of: lent) else { return nil }
    let mine = Int64(events[row].source.rawValue)
    if isShared, owners.areTwo((mine, self[row, .line]), (source, line)) { return .foreign }
    if likeness == 2, try hasSeq ? true : claim(row, source: source, line: line) {
      counts.duplicates += events[row].isFurther ? 0 : 1
      return .same
    }
    return likeness == 1 && hasSeq ? .sameCore : .different
  }

  /// The event at the place of a row of `event_values`: 2 if it is the same, 1 if it is the same with other fields, and
  /// its source and line; `nil` if the place is free.
  private func holder(of row: Rows) throws(StoreError) -> (likeness: Int64, source: Int64, line: Int64)? {
    try connection.lend(row) { () throws(StoreError) in
      let holder = try connection.query(Self.question)
      defer { holder.reset() }
      return try holder.step() ? (holder.integer(0), holder.integer(1), holder.optional(2)) : nil
    }
  }

  /// True if the event that stands at this row's place is this one: the source has not reported it yet, or this very
  /// line has.
  ///
  /// Else the source reports one such event more.
  private func claim(_ row: Int, source: Int64, line: Int64) throws(StoreError) -> Bool {
    let mine = Int64(events[row].source.rawValue)
    if mine == source {
      if self[row, .line] == line { return true }
      if EventLocation.lineNumber(self[row, .line]) > EventLocation.lineNumber(line) { return false }
    }
    try connection.run(
      """
      INSERT INTO claims VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET line = line WHERE line = excluded.line
      """, mine, self[row, .stream], self[row, .position], self[row, .line])
    return connection.hasChanged
  }
}
