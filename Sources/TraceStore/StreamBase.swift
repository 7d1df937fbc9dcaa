import TraceModel

/// The stream's first event, as they came: what other rows are differences to.
struct StreamBase: Sendable {
  var time: Int64 = 0
  var context: Int64 = 0
  var source: Int64 = 0
  var line: Int64 = 0

  init() {}

  /// The base that a row of `streams` holds.
  init(_ row: Statement) {
    time = row.integer(StreamColumn.base)
    context = row.integer(StreamColumn.baseContext)
    source = row.integer(StreamColumn.baseSource)
    line = row.integer(StreamColumn.baseLine)
  }
}
