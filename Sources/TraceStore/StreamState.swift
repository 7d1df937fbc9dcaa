import TraceModel

/// The state of one stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  /// The greatest `seq` of the events that came, of which some may not be in the table yet.
  private var greatestSeq = Int64.min
  /// The greatest instant of those that a clock places, and how many there are.
  private var greatestInstant = Int64.min
  private var instantCount: Int64 = 0
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

  /// Notes an event that came; true if another event may have its `seq`, or the place that a clock gives it.
  ///
  /// A record without `seq` is never refused: it is another event, or a copy.
  @inline(__always) mutating func mayBeRefused(_ event: Event) -> Bool {
    if isLaunch, event.seq >= 0 {
      let greatest = max(last, greatestSeq)
      greatestSeq = max(greatestSeq, event.seq)
      return event.seq <= greatest
    }
    let instant = event.time == Event.absent ? event.uptime : event.time
    // Events of one instant stand at the places behind it, of which there is one for two nanoseconds.
    let (end, isOver) = greatestInstant.addingReportingOverflow(2 * instantCount)
    let isFree = isNew && (instantCount == 0 || !isOver && instant > end)
    greatestInstant = max(greatestInstant, instant)
    instantCount += 1
    return event.seq != Event.absent && !isFree
  }

  /// The same state for the symbols to which its stream was moved; nil if one of its ids was left behind.
  func moved(by map: SymbolMap) -> StreamState? {
    var moved = self
    guard moved.numbers.move(by: map) else { return nil }
    moved.subjects = RecentSubjects()
    return moved
  }
}
