import TraceModel

/// The state of one stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  var isLaunch = false
  /// The neighbors among which the last event without `seq` found its place: the next one mostly belongs there too.
  var ties: TieGroup?
  /// The owners of its events, where the stream is named by a launch id.
  var owners = StreamOwners()
  /// True if its row was added in this transaction, and it has no summaries yet.
  var isNew = false
  /// True if events or rejects were added since its summaries were made, and its row is not marked yet.
  var isChanged = false
  var texts: [PackedText: Int64] = [:]
  /// The last of its texts that was asked for, in each of four columns: the next event often says
  /// the same.
  var recentTexts = SIMD4<Int32>.zero
  var recentNumbers = SIMD4<Int64>.zero
}
