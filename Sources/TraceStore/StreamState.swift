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
  /// True if its row was added while this state was kept, every event since was new, and it has no summaries yet: then
  /// the store takes those of who has seen all of its records.
  var isNew = false
  /// True if events or rejects were added since its summaries were made, and its row is not marked yet.
  var isChanged = false
  /// True if its row is marked as changed.
  var isMarked = false
  /// The number of texts that the stream has of its own.
  var textCount: Int64 = 0
  /// Those of them that were in the table when the stream was first looked at.
  var knownTexts: [PackedText: Int64] = [:]
  /// The numbers of its ids.
  var numbers = OwnNumbers()
  /// The subjects that its last events have.
  var subjects = RecentSubjects()

  /// The same state for the symbols to which its stream was moved; nil if one of its ids was left behind.
  func moved(by map: SymbolMap) -> StreamState? {
    var moved = self
    guard moved.numbers.move(by: map) else { return nil }
    moved.subjects = RecentSubjects()
    return moved
  }
}
