import TraceModel

/// Reads the stored events of a stream by position, as far as identity needs them.
struct KnownEvents {
  private static let range = "WHERE stream = ? AND position BETWEEN ? AND ? ORDER BY position"

  private let events: Statement
  private let details: Statement
  private var detailPosition = Int64.min
  private(set) var position = Int64.min

  /// Begins at the first event in a range of positions; only one reader at a time.
  init(of stream: Int64, from start: Int64 = .min, to end: Int64 = .max, on connection: Connection) throws(StoreError) {
    let first = max(start, .min + 1)
    events = try connection.query("SELECT * FROM events \(Self.range)", stream, first, end)
    details = try connection.query("SELECT * FROM event_details \(Self.range)", stream, first, end)
    try next()
  }

  mutating func next() throws(StoreError) {
    if position == .max { return }
    position = try events.step() ? events.integer(EventColumn.position) : .max
    while detailPosition < position, position < .max {
      detailPosition = try details.step() ? details.integer(EventDetailColumn.position) : .max
    }
  }

  /// The time since that of the stream's base.
  var time: Int64 { events.optional(EventColumn.time) }
  var uptime: Int64 { events.optional(EventColumn.uptime) }
  var seq: Int64 { position >= 0 ? position % StreamIdentity.slotSize : detail(.seq) }
  var subject: Int64 { events.integer(EventColumn.subject) }
  var signature: Int64 { events.integer(EventColumn.signature) }

  /// A column that only few events have.
  func detail(_ column: EventDetailColumn) -> Int64 {
    detailPosition == position ? details.optional(column) : Event.absent
  }

  func line(after base: StreamBase) -> Int32 { base.line(events.optional(EventColumn.line)) }

  /// The row whose column `attributes` has the event's attributes; nil if it has none.
  var attributes: Statement? {
    detailPosition == position && details.byteCount(EventDetailColumn.attributes.rawValue) > 0 ? details : nil
  }

  func close() {
    events.reset()
    details.reset()
  }
}
