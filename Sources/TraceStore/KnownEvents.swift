import TraceModel

/// Reads the events of a stream that are in the table, in the order of their positions, as identity sees them.
struct KnownEvents {
  private static let eventQuery =
    "SELECT \(EventColumn.list) FROM events WHERE stream = ? AND position BETWEEN ? AND ? ORDER BY position"
  private static let detailQuery =
    "SELECT \(EventDetailColumn.list) FROM event_details WHERE stream = ? AND position BETWEEN ? AND ? ORDER BY position"

  private let events: Statement
  private let details: Statement
  private var detailPosition: Int64
  /// The position of the event at which this stands, `Int64.max` behind the last.
  private(set) var position = Int64.min

  /// Stands at the first event in a range of positions; no other reader does so until it is closed.
  init(of stream: Int64, in range: ClosedRange<Int64>, on connection: Connection) throws(StoreError) {
    events = try connection.query(Self.eventQuery, stream, range.lowerBound, range.upperBound)
    details = try connection.query(Self.detailQuery, stream, range.lowerBound, range.upperBound)
    detailPosition = .min
    try next()
  }

  /// Goes to the next event.
  mutating func next() throws(StoreError) {
    if position == .max { return }
    position = try events.step() ? events.integer(EventColumn.position) : .max
  }

  var subject: Int64 { events.integer(EventColumn.subject) }
  var signature: Int64 { events.integer(EventColumn.signature) }

  /// The line of the event, in a stream with this base.
  func line(after base: StreamBase) -> Int32 { base.line(events.optional(EventColumn.line)) }

  /// The event but for its attributes, by what its rows of `subjects` and `signatures` say.
  mutating func record(_ base: StreamBase, _ about: IdentityParts.About, _ event: SIMD4<Int32>) throws(StoreError)
    -> IdentityRecord
  {
    while detailPosition < position {
      detailPosition = try details.step() ? details.integer(EventDetailColumn.position) : .max
    }
    let hasDetails = detailPosition == position
    let number = hasDetails ? details.optional(EventDetailColumn.seq) : Event.absent
    return IdentityRecord(
      position: position,
      core: IdentityRecord.Core(
        time: events.optional(EventColumn.time), uptime: events.optional(EventColumn.uptime),
        seq: position >= 0 ? position % StreamIdentity.slotSize : number, subject: about.ids, event: event),
      rest: IdentityRecord.Rest(
        signature: signature, duration: hasDetails ? details.optional(EventDetailColumn.duration) : Event.absent,
        memory: hasDetails ? details.optional(EventDetailColumn.memory) : Event.absent, attributes: 0),
      source: about.source(after: base), line: line(after: base))
  }

  /// The attributes of the event, which was made a record; nil if it has none.
  var attributes: [UInt8]? {
    let column = EventDetailColumn.attributes.rawValue
    return detailPosition == position && details.byteCount(column) > 0 ? details.bytes(column) : nil
  }

  /// Ends the reading.
  func close() {
    events.reset()
    details.reset()
  }
}

extension IdentityParts.About {
  /// The row of `contexts` of an event of a stream with this base.
  func context(after base: StreamBase) -> Int64 { context == Event.absent ? base.context.row : context }

  /// The source of an event of a stream with this base.
  func source(after base: StreamBase) -> Int32 {
    Int32(truncatingIfNeeded: source == Event.absent ? base.source : source)
  }
}

extension StreamBase {
  /// The line that a difference to this one's stands for, 0 for none.
  func line(_ difference: Int64) -> Int32 {
    difference == Event.absent ? 0 : Int32(truncatingIfNeeded: line &+ difference)
  }
}
