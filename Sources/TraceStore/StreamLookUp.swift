import TraceModel

/// Looks for events of one stream in the table.
struct StreamLookUp {
  private static let claimQuery =
    "SELECT position, line FROM claims WHERE source = ? AND stream = ? AND position BETWEEN ? AND ?"

  private let events: [Event]
  /// Rows of `events`, by the indices of the events.
  private let rows: Rows
  /// The indices of the stream's events, by position and then arrival.
  private let indices: [Int]
  private let stream: Int
  /// The owners of events, where they matter.
  private var history: OwnerHistory?
  private var identity = StreamIdentity()
  /// The numbers of attributes' texts; made at the first known event with attributes.
  private var attributes: [[UInt8]: Int64]?

  init(_ events: [Event], _ rows: Rows, _ indices: [Int], _ stream: Int) {
    self.events = events
    self.rows = rows
    self.indices = indices
    self.stream = stream
  }

  mutating func outcomes(_ encoder: inout RowEncoder) throws(StoreError) -> [StreamIdentity.Outcome] {
    let copies = indices.filter { position($0) < 0 && events[$0].seq == Event.absent }
    // Known events may continue without a gap where claims were read: then more claims are read.
    var claimsEnd = position(copies.last ?? indices[0]) + Int64(copies.count)
    while true {
      identity = StreamIdentity(claims: try claims(on: copies, until: claimsEnd, encoder))
      if let outcomes = try found(&encoder), copies.isEmpty || identity.tiesEnd <= claimsEnd { return outcomes }
      claimsEnd = max(claimsEnd, identity.tiesEnd)
    }
  }

  private func position(_ index: Int) -> Int64 { rows[index, EventColumn.position] }

  /// The claims of the sources of `copies` on events that these may be.
  private func claims(on copies: [Int], until end: Int64, _ encoder: borrowing RowEncoder) throws(StoreError)
    -> [StreamIdentity.Claim: Int32]
  {
    guard let first = copies.first else { return [:] }
    var claims: [StreamIdentity.Claim: Int32] = [:]
    let state = encoder.states[stream]
    for source in Set(copies.map { encoder.row(ofSource: events[$0].source) }).sorted() {
      let known = try encoder.connection.query(Self.claimQuery, source, state.row, position(first), end)
      let number = Int32(truncatingIfNeeded: source)
      while try known.step() {
        claims[StreamIdentity.Claim(source: number, position: known.integer(0))] = state.base.line(known.integer(1))
      }
    }
    return claims
  }

  /// The outcome for each event; nil if only now the launch id has proved to name several launches.
  private mutating func found(_ encoder: inout RowEncoder) throws(StoreError) -> [StreamIdentity.Outcome]? {
    let row = encoder.states[stream].row
    let owners = encoder.states[stream].owners
    history = try owners.history { row throws(StoreError) in try encoder.owner(ofRow: row) }
    let isLoading = encoder.states[stream].isLaunch && !owners.isLoaded
    var slots = history != nil && !isLoading ? try slots(&encoder) : [:]
    var known = try KnownEvents(of: row, from: isLoading ? .min : position(indices[0]), on: encoder.connection)
    defer { known.close() }
    if isLoading { try noteOwner(of: known, &encoder) }
    var outcomes: [StreamIdentity.Outcome] = []
    outcomes.reserveCapacity(indices.count)
    for index in indices {
      let record = try record(index, &encoder)
      identity.begin(record)
      while known.position <= identity.end {
        if identity.needs(known.position) { identity.add(try self.record(known, &encoder)) }
        try known.next()
        if isLoading { try noteOwner(of: known, &encoder) }
      }
      if !slots.isEmpty, record.isNumbered {
        for event in slots.removeValue(forKey: record.position) ?? [] { identity.add(event) }
      }
      outcomes.append(identity.outcome(of: record))
    }
    if !isLoading { return outcomes }
    while known.position < .max {
      try known.next()
      try noteOwner(of: known, &encoder)
    }
    encoder.states[stream].owners.isLoaded = true
    let loaded = encoder.states[stream].owners
    history = try loaded.history { row throws(StoreError) in try encoder.owner(ofRow: row) }
    return history == nil ? outcomes : nil
  }

  private mutating func noteOwner(of event: KnownEvents, _ encoder: inout RowEncoder) throws(StoreError) {
    if event.position == .max { return }
    let base = encoder.states[stream].base
    let about = try encoder.parts.about(event.subject)
    let context = about.context(after: base).row
    let source = about.source(after: base)
    let line = event.line(after: base)
    if encoder.states[stream].owners.isKnown(source: source, line: line, context: context) { return }
    let namesOwner = try encoder.owner(ofRow: context) != LaunchOwner()
    encoder.states[stream].owners.note(source: source, line: line, context: context, namesOwner: namesOwner)
  }

  /// The known events in slots with the numbers of these events, by number, slot after slot.
  private mutating func slots(_ encoder: inout RowEncoder) throws(StoreError) -> [Int64: [IdentityRecord]] {
    let numbers = indices.lazy.map(position).filter { $0 >= 0 }
    guard let first = numbers.first, let last = indices.last.map(position) else { return [:] }
    let asked = Set(numbers)
    var slots: [Int64: [IdentityRecord]] = [:]
    var start = StreamIdentity.slotSize
    var isHeld = true
    // A slot is filled only if the one below is.
    while isHeld {
      let row = encoder.states[stream].row
      var known = try KnownEvents(of: row, from: start + first, to: start + last, on: encoder.connection)
      defer { known.close() }
      isHeld = known.position < .max
      while known.position < .max {
        if asked.contains(known.position - start) {
          slots[known.position - start, default: []].append(try record(known, &encoder))
        }
        try known.next()
      }
      start += StreamIdentity.slotSize
    }
    return slots
  }

  private mutating func record(_ index: Int, _ encoder: inout RowEncoder) throws(StoreError) -> IdentityRecord {
    let event = events[index]
    let about = try encoder.parts.about(rows[index, EventColumn.subject])
    let signature = rows[index, EventColumn.signature]
    var record = IdentityRecord(
      position: position(index),
      core: IdentityRecord.Core(
        time: rows[index, EventColumn.time], uptime: event.uptime, seq: event.seq, subject: about.ids,
        event: try encoder.parts.event(signature)),
      rest: IdentityRecord.Rest(
        signature: signature, duration: event.duration, memory: event.memory,
        attributes: Int64(event.attributes.rawValue)),
      source: Int32(truncatingIfNeeded: encoder.row(ofSource: event.source)), line: event.line)
    try setOwner(&record, about, &encoder)
    return record
  }

  private mutating func record(_ known: KnownEvents, _ encoder: inout RowEncoder) throws(StoreError)
    -> IdentityRecord
  {
    let about = try encoder.parts.about(known.subject)
    let base = encoder.states[stream].base
    var record = IdentityRecord(
      position: known.position,
      core: IdentityRecord.Core(
        time: known.time, uptime: known.uptime, seq: known.seq, subject: about.ids,
        event: try encoder.parts.event(known.signature)),
      rest: IdentityRecord.Rest(
        signature: known.signature, duration: known.detail(.duration), memory: known.detail(.memory), attributes: 0),
      source: about.source(after: base), line: known.line(after: base))
    if let row = known.attributes {
      let text = row.bytes(EventDetailColumn.attributes.rawValue)
      record.rest.attributes = number(ofAttributes: text, encoder.symbols.texts)
    }
    try setOwner(&record, about, &encoder)
    return record
  }

  /// Sets the owner of a record, where it matters.
  private mutating func setOwner(
    _ record: inout IdentityRecord, _ about: IdentityParts.About, _ encoder: inout RowEncoder
  ) throws(StoreError) {
    if history == nil { return }
    let named = try encoder.owner(ofRow: about.context(after: encoder.states[stream].base).row)
    let earlier = history?.owner(source: Int64(record.source), line: Int64(record.line)) ?? LaunchOwner()
    record.owner = identity.number(of: named.following(earlier))
  }

  /// The number of a new event with a known event's attributes; -1 if none has them.
  private mutating func number(ofAttributes text: [UInt8], _ texts: TextTable) -> Int64 {
    if attributes == nil {
      attributes = [:]
      for index in indices where !events[index].attributes.isNone {
        let id = events[index].attributes
        attributes?[Array(texts.slice(id))] = Int64(id.rawValue)
      }
    }
    return attributes?[text] ?? -1
  }
}
