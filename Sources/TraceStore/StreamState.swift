import TraceModel

/// The state of one stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  /// The greatest number of the events that came, of which some may not be in the table yet.
  var greatestSeq = Int64.min
  var isLaunch = false
  /// The owners of its events, where the stream is named by a launch id.
  var owners = StreamOwners()
  /// True if its row was added in this transaction, and it has no summaries yet.
  var isNew = false
  /// True if events or rejects were added since its summaries were made, and its row is not marked yet.
  var isChanged = false
  /// The number of texts that the stream has of its own.
  var textCount: Int64 = 0
  /// Those of them that were in the table when the stream was first looked at.
  var knownTexts: [PackedText: Int64] = [:]
  /// The numbers of its ids.
  var numbers = OwnNumbers()
  /// The subjects that its last events have.
  var subjects = RecentSubjects()
}
