import TraceModel

/// The stream's first event, as they came: what other rows are differences to.
struct StreamBase: Sendable {
  var time: Int64 = 0
  var context = StoredContext()
  var source: Int64 = 0
  var line: Int64 = 0

  init() {}

  /// The base that an event is for its stream, but for its context, which is a row's number.
  init(_ event: Event) {
    // Half of the range, so that no difference to a sensible time overflows.
    if event.time.magnitude < 1 << 62 { time = event.time }
    source = Int64(event.source.rawValue)
    line = Int64(event.line)
  }

  init(_ row: Statement) {
    time = row.integer(StreamColumn.base)
    context.row = row.integer(StreamColumn.baseContext)
    context.pid = row.optional(StreamColumn.basePid)
    source = row.integer(StreamColumn.baseSource)
    line = row.integer(StreamColumn.baseLine)
  }

  /// Its source, by its row or by the number that it has in a run.
  var sourceID: SourceID { SourceID(rawValue: Int32(truncatingIfNeeded: source)) }

  /// The line that a difference to this one's stands for, 0 for none.
  func line(_ difference: Int64) -> Int32 {
    difference == Event.absent ? 0 : Int32(truncatingIfNeeded: line &+ difference)
  }
}

/// Where a `Context` is in the store: its row, which holds all of it but the process id, and that.
struct StoredContext: Hashable, Sendable {
  var row: Int64 = 0
  var pid = Event.absent
}
