import TraceModel

/// The state of one stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  /// The greatest `seq` that came; events may not be in the table yet.
  private var greatestSeq = Int64.min
  /// The greatest instant of events that a clock positions, and how many have it.
  private var greatestInstant = Int64.min
  private var instantCount: Int64 = 0
  var isLaunch = false
  /// The owners of its events, if a launch id names the stream.
  var owners = StreamOwners()
  /// True if its row was added under this state, every event since was new, and it has no summaries: then the store
  /// takes summaries from a reader that has seen all its records.
  var isNew = false
  /// True if events or rejects were added since its summaries were made, and its row is not marked yet.
  var isChanged = false
  var isMarked = false
  /// The number of its own texts.
  var textCount: Int64 = 0
  /// Its own texts that were in the table at the first look.
  var knownTexts: [PackedText: Int64] = [:]
  /// The numbers of its ids.
  var numbers: [TextID: Int64] = [:]
  var subjects = RecentSubjects()

  /// Notes an event; true if another may have its `seq` or its position by the clock (without `seq`: or is a copy).
  @inline(__always) mutating func mayBeRefused(_ event: Event) -> Bool {
    if isLaunch, event.seq >= 0 {
      let greatest = max(last, greatestSeq)
      greatestSeq = max(greatestSeq, event.seq)
      return event.seq <= greatest
    }
    let instant = event.time == Event.absent ? event.uptime : event.time
    // Events of one instant fill the positions behind it, of which there is one for two nanoseconds.
    let (end, isOver) = greatestInstant.addingReportingOverflow(2 * instantCount)
    let isFree = isNew && (instantCount == 0 || !isOver && instant > end)
    greatestInstant = max(greatestInstant, instant)
    instantCount += 1
    return event.seq != Event.absent && !isFree
  }

  /// The state under the symbols to which its stream was moved; nil if one of its ids was left behind.
  func moved(by map: SymbolMap) -> StreamState? {
    var moved = self
    moved.numbers = [:]
    for (id, number) in numbers {
      guard let id = map.text(id) else { return nil }
      moved.numbers[id] = number
    }
    moved.subjects = RecentSubjects()
    return moved
  }
}

/// The last subjects of a stream, by the fields of its events, which alternate between few.
///
/// With four, one event in five asks for another, and comparing takes a tenth of a look-up in a dictionary.
struct RecentSubjects {
  /// The fields of an event that name its subject, as numbers of its `Symbols`.
  struct Key: Equatable {
    private var sceneAndInstance: Int64 = 0
    private var viewAndTask: Int64 = 0
    private var contextAndSource: Int64 = 0

    @inline(__always) init(_ event: Event) {
      sceneAndInstance = Self.joined(event.scene.rawValue, event.sceneInstance.rawValue)
      viewAndTask = Self.joined(event.viewInstance.rawValue, event.task.rawValue)
      contextAndSource = Self.joined(event.context.rawValue, event.source.rawValue)
    }

    @inline(__always) private static func joined(_ high: Int32, _ low: Int32) -> Int64 {
      Int64(high) << 32 | Int64(UInt32(bitPattern: low))
    }
  }

  private var keys = InlineArray<4, Key>(repeating: Key(Event()))
  /// 0 where there is none yet.
  private var rows = SIMD4<Int64>.zero
  private var next = 0

  /// The row of a subject; 0 if it is not among the last ones.
  @inline(__always) func row(_ key: Key) -> Int64 {
    for index in keys.indices where keys[index] == key { return rows[index] }
    return 0
  }

  /// Replaces the oldest subject.
  mutating func note(_ key: Key, _ row: Int64) {
    keys[next] = key
    rows[next] = row
    next = (next + 1) & 3
  }
}
