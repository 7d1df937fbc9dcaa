package import TraceModel

/// Adds events of any streams, in any order, to the table, and recognizes those that are there.
///
/// Rows are inserted by stream and position, in one statement. Most come after all rows of their stream. For the rest,
/// the rows in question are read once, and `StreamIdentity` decides what each event is.
struct EventWriter {
  /// Consecutive events of the stream in `row`.
  private typealias Run = (row: Int64, indices: Range<Int>)

  private let connection: Connection
  private let events: [Event]
  private let texts: TextTable
  private var rows = Rows(width: EventColumn.allCases.count)
  private let runs: [Run]
  private var added: [Int] = []
  private var claims: [[Int64]] = []
  private var counts = AppendCounts()

  init(_ events: [Event], _ encoder: inout RowEncoder, on connection: Connection) throws(StoreError) {
    self.events = events
    self.connection = connection
    texts = encoder.symbols.texts
    swap(&rows.numbers, &encoder.numbers)
    rows.numbers.removeAll(keepingCapacity: true)
    var runs: [Run] = []
    let room = events.count * rows.width
    try rows.numbers.append(addingCapacity: room) { (numbers: inout OutputSpan<Int64>) throws(StoreError) in
      for indices in events.runs {
        runs.append((try encoder.pass(events[indices], to: &numbers), indices))
      }
    }
    self.runs = runs
    try encoder.pending.flush()
  }

  mutating func run(_ encoder: inout RowEncoder) throws(StoreError) -> AppendCounts {
    // The next batch reuses its memory.
    defer { swap(&rows.numbers, &encoder.numbers) }
    added.reserveCapacity(events.count)
    let isRising = runs.indices.dropFirst().allSatisfy { runs[$0 - 1].row < runs[$0].row }
    let order = isRising ? runs.indices.map(Int32.init) : runs.map(\.row).risingIndices()
    var indices: [Int] = []
    for number in order.indices {
      let run = runs[Int(order[number])]
      indices += run.indices
      if number + 1 < order.count, runs[Int(order[number + 1])].row == run.row { continue }
      try add(indices, Int(events[indices[0]].stream.rawValue), &encoder)
      indices.removeAll(keepingCapacity: true)
    }
    counts.known.sort()
    counts.refused.sort { $0.index < $1.index }
    try insert(&encoder)
    return counts
  }

  private subscript(row: Int, column: EventColumn) -> Int64 {
    get { rows[row, Int(column.rawValue)] }
    set { rows[row, Int(column.rawValue)] = newValue }
  }

  /// Takes the new events of a stream; `indices` are where its events are, as they came.
  private mutating func add(_ indices: [Int], _ stream: Int, _ encoder: inout RowEncoder) throws(StoreError) {
    let start = added.count
    let last = encoder.states[stream].last
    if rises(indices[...], after: last) {
      added += indices
      for index in indices where !events[index].isFurther { counts.newEvents += 1 }
    } else {
      let sorted = indices.sorted { a, b in
        let first = self[a, .position]
        let second = self[b, .position]
        return first == second ? a < b : first < second
      }
      for (index, outcome) in zip(sorted, try outcomes(of: sorted, stream, &encoder)) {
        take(index, outcome, of: encoder.row(ofSource: events[index].source), encoder.states[stream].base)
      }
      if !rises(added[start...], after: .min) {
        let inOrder = added[start...].sorted { self[$0, .position] < self[$1, .position] }
        added.replaceSubrange(start..., with: inOrder)
      }
    }
    if added.count < start + indices.count {
      // The reading thread made launches of all events; as one is not stored, they are derived anew.
      if encoder.states[stream].isNew { encoder.states[stream].isChanged = true }
      encoder.states[stream].isNew = false
    }
    guard added.count > start, let end = added.last else { return }
    encoder.states[stream].isChanged = true
    encoder.states[stream].last = max(last, self[end, .position])
  }

  /// The outcomes of events of a stream; a separate function, so that the rows have no other owner when they change.
  private func outcomes(of indices: [Int], _ stream: Int, _ encoder: inout RowEncoder) throws(StoreError)
    -> [StreamIdentity.Outcome]
  {
    var lookUp = StreamLookUp(events, rows, indices, stream)
    return try lookUp.outcomes(&encoder)
  }

  /// True if positions rise from `position` on: then all events are new.
  private func rises(_ indices: ArraySlice<Int>, after position: Int64) -> Bool {
    var last = position
    for index in indices {
      if self[index, .position] <= last { return false }
      last = self[index, .position]
    }
    return true
  }

  private mutating func take(
    _ index: Int, _ outcome: StreamIdentity.Outcome, of source: Int64, _ base: StreamBase
  ) {
    switch outcome {
    case .new(let position):
      self[index, .position] = position
      counts.newEvents += events[index].isFurther ? 0 : 1
      added.append(index)
    case .duplicate(let position, let isClaim):
      if !events[index].isFurther { counts.known.append(index) }
      if isClaim { claims.append([source, self[index, .stream], position, Int64(events[index].line) &- base.line]) }
    case .refused(let reason): counts.refused.append((index, reason))
    }
  }

  private mutating func insert(_ encoder: inout RowEncoder) throws(StoreError) {
    if added.count == events.count, zip(added, added.dropFirst()).allSatisfy(<) {
      try rows.insert(into: "events", on: connection)
    } else {
      try rows.insert(into: "events", in: added, on: connection)
    }
    for index in added {
      let event = events[index]
      let seq = self[index, .position] < 0 ? event.seq : Event.absent
      // Only few events have a row of details.
      guard
        event.duration != Event.absent || event.memory != Event.absent || seq != Event.absent || event.lost != 0
          || !event.attributes.isNone
      else { continue }
      let text = texts.slice(event.attributes)
      let attributes = event.attributes.isNone ? nil : encoder.details.bytes?.append(text, isText: true)
      encoder.details.numbers += [
        self[index, .stream], self[index, .position], event.duration, event.memory, seq, Int64(event.lost),
        attributes ?? .min,
      ]
    }
    try encoder.details.flush(into: "event_details", on: connection)
    claims.sort { $0.lexicographicallyPrecedes($1) }
    try Rows(width: 4, numbers: Array(claims.joined())).insert(into: "claims", on: connection)
  }
}

/// The outcome of storing a batch of events.
package struct AppendCounts: Sendable {
  package var newEvents = 0
  /// Events that were stored before, by their index in the batch, rising; of a record with several events the first.
  package var known: [Int] = []
  /// Events whose position in their stream is taken, by their index in the batch, each to become a reject:
  /// `duplicateWithOtherFields` or `conflict`.
  package var refused: [(index: Int, reason: Reject.Reason)] = []
}
