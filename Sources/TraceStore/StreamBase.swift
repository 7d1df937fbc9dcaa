import TraceModel

/// The stream's first event, as they came: what other rows are differences to.
struct StreamBase: Sendable {
  var time: Int64 = 0
  var context: Int64 = 0
  var line: Int64 = 0

  init() {}

  /// The base that a row of `streams` holds.
  init(_ row: Statement) {
    time = row.integer(StreamColumn.base)
    context = row.integer(StreamColumn.baseContext)
    line = row.integer(StreamColumn.baseLine)
  }
}
