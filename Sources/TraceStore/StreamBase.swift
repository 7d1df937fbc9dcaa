import TraceModel

/// The stream's first event in order of arrival, to which other rows are differences.
struct StreamBase: Sendable {
  var time: Int64 = 0
  var context = StoredContext()
  var source: Int64 = 0
  var line: Int64 = 0

  init() {}

  /// The base that an event makes, without its context.
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

  /// Its source, by row or by number in a run.
  var sourceID: SourceID { SourceID(rawValue: Int32(truncatingIfNeeded: source)) }

  /// The line for a difference to this one; 0 for none.
  func line(_ difference: Int64) -> Int32 {
    difference == Event.absent ? 0 : Int32(truncatingIfNeeded: line &+ difference)
  }
}

/// A `Context` in the store: its row, which holds all but the process id, and that id.
struct StoredContext: Hashable, Sendable {
  var row: Int64 = 0
  var pid = Event.absent
}
