import TraceModel

/// One row of `events` as the table holds it; NULL is `Int64.min`.
struct EventRow {
  var stream: Int64 = 0
  var position: Int64 = 0
  var time = Event.absent
  var uptime = Event.absent
  var seq = Event.absent
  var signature: Int64 = 0
  var context: Int64 = 0
  var scene = Event.absent
  var sceneInstance = Event.absent
  var viewInstance = Event.absent
  var task = Event.absent
  var duration = Event.absent
  var memory = Event.absent
  var source: Int64 = 0
  var line: Int64 = 0
  var lost: Int64 = 0
  /// In `Symbols`; not set in a row that was read.
  var attributes = TextID.none

  static let columns = """
    stream, position, time, uptime, seq, signature, context, scene, scene_instance, view_instance, \
    task, duration, memory, source, line, lost, attributes
    """
  static let columnCount = 17

  /// Whether event, phase, clocks, scene, view and task agree, given equal signatures.
  func hasClocksAndIDs(of other: EventRow) -> Bool {
    time == other.time && uptime == other.uptime && scene == other.scene
      && sceneInstance == other.sceneInstance && viewInstance == other.viewInstance
      && task == other.task
  }

  /// The row that a statement of `columns` stands on.
  init(_ statement: borrowing Statement) {
    stream = statement.integer(0)
    position = statement.integer(1)
    time = statement.optional(2)
    uptime = statement.optional(3)
    seq = statement.optional(4)
    signature = statement.integer(5)
    context = statement.optional(6)
    scene = statement.optional(7)
    sceneInstance = statement.optional(8)
    viewInstance = statement.optional(9)
    task = statement.optional(10)
    duration = statement.optional(11)
    memory = statement.optional(12)
    source = statement.optional(13)
    line = statement.integer(14)
    lost = statement.integer(15)
  }

  init() {}

  /// The place in a stream of an event that `seq` does not place: below 0, in the order of time.
  static func position(at instant: Int64) -> Int64 {
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }
}

/// A row that the table, or the batch, holds, with the bytes of its attributes.
struct StoredEvent {
  var row: EventRow
  var attributes: [UInt8]

  /// Whether all that is no part of the core agrees, given equal signatures.
  func hasRest(of other: EventRow, _ texts: TextTable) -> Bool {
    row.duration == other.duration && row.memory == other.memory
      && texts.slice(other.attributes).elementsEqual(attributes)
  }
}

/// Inserts several event rows with one statement.
struct EventInsert: ~Copyable {
  let rows: Int
  private let statement: Statement
  /// Which columns are NULL since the last run, as bits: those need no binding.
  private var nulls: [UInt32]

  init(rows: Int, on connection: borrowing Connection) throws(StoreError) {
    let tuple = "(?" + String(repeating: ", ?", count: EventRow.columnCount - 1) + ")"
    let tuples = Array(repeating: tuple, count: rows).joined(separator: ", ")
    statement = try Statement(
      "INSERT INTO events (\(EventRow.columns)) VALUES \(tuples)", on: connection)
    nulls = Array(repeating: .max, count: rows)
    self.rows = rows
  }

  /// Inserts `rows` rows of `all`, from `start` on.
  mutating func run(_ all: [EventRow], from start: Int, _ texts: TextTable) throws(StoreError) {
    for slot in 0..<rows { bind(all[start + slot], slot, texts) }
    try statement.finish()
  }

  @inline(__always)
  private mutating func bind(_ row: EventRow, _ slot: Int, _ texts: TextTable) {
    let first = Int32(slot * EventRow.columnCount)
    var null = nulls[slot]
    statement.bind(row.stream, at: first + 1)
    statement.bind(row.position, at: first + 2)
    bind(row.time, 3, first, &null)
    bind(row.uptime, 4, first, &null)
    bind(row.seq, 5, first, &null)
    statement.bind(row.signature, at: first + 6)
    bind(row.context, 7, first, &null)
    bind(row.scene, 8, first, &null)
    bind(row.sceneInstance, 9, first, &null)
    bind(row.viewInstance, 10, first, &null)
    bind(row.task, 11, first, &null)
    bind(row.duration, 12, first, &null)
    bind(row.memory, 13, first, &null)
    bind(row.source, 14, first, &null)
    statement.bind(row.line, at: first + 15)
    statement.bind(row.lost, at: first + 16)
    if row.attributes.isNone {
      bind(Event.absent, 17, first, &null)
    } else {
      null &= ~(1 << 17)
      statement.bind(text: texts.slice(row.attributes), at: first + 17)
    }
    nulls[slot] = null
  }

  @inline(__always)
  private func bind(_ value: Int64, _ column: Int32, _ first: Int32, _ null: inout UInt32) {
    if value != Event.absent {
      statement.bind(value, at: first + column)
      null &= ~(1 << UInt32(column))
    } else if null >> UInt32(column) & 1 == 0 {
      statement.bindNull(at: first + column)
      null |= 1 << UInt32(column)
    }
  }
}
