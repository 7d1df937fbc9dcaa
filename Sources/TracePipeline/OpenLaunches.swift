import TraceAnalyzer
import TraceModel
import TraceStore

/// The events of a transaction, and of launches that may go on, so that each is derived once, from memory.
///
/// What the store had before is not seen here. So only streams with all events in this run are summarized; the others
/// keep their mark (`streams.changed`) and are derived from their rows when the run ends.
struct OpenLaunches {
  private struct Entry {
    var isHeld = false
    var context = ContextID(rawValue: 0)
    var hasExited = false
    /// True if the next launch of its app and device has begun, and it has had no event since.
    var isSucceeded = false
    /// True if it was taken for over, as it was silent.
    var wasQuiet = false
    /// The instant of its last event, and the log of that.
    var last = Event.absent
    var source = SourceID(rawValue: 0)
    var spansSources = false
    /// How many events had come when its last one did.
    var lastCount = 0
    /// When its last event was read, after `start`.
    var touched = Duration.zero

    mutating func note(_ events: ArraySlice<Event>, _ now: Duration) {
      touched = now
      isSucceeded = false
      for event in events {
        if event.time != Event.absent { last = event.time }
        if event.source != source, source.rawValue != 0 { spansSources = true }
        source = event.source
      }
    }
  }

  struct Limits: Sendable {
    /// A launch is over after this time without an event, by the clock of its log or of this machine; longer by a log's
    /// clock if launches in it went on after that.
    var quietTime = Duration.seconds(600)
    var mostBytes = 16 << 20
    /// Symbols are renewed when their texts have more bytes or there are more streams than this, beside those of open
    /// launches and at least as many as those.
    ///
    /// So memory does not grow with the input, and symbols of open launches move only once there are as many new ones.
    /// With 4,000 streams an ingest takes 5 MB more, and as long.
    var symbolBytes = 1 << 20
    var symbolStreams = 3_000
  }

  /// If more than 1 of this many launches went on after a sign of the end, the sign is ignored.
  private static let trust = 16
  /// An app that was not used for a week is launched again rather than returned to.
  private static let longestQuietTime = Duration.seconds(7 * 86_400)
  /// Streams replayed at once: their events are there twice meanwhile.
  private static let streamsAtOnce = 256
  /// The most streams summarized in one transaction, more than begin in one: all summaries would wait in memory.
  private static let mostStreams = 4_000
  /// A transaction ends once more than these shares of the open streams have begun or, if many, are summarized in it,
  /// as each transaction looks at all open streams.
  private static let shareBegun = 8
  private static let shareSummarized = 6
  /// Below this many bytes of removed events, the others are not copied.
  private static let leastWaste = 1 << 20
  private static let streamReplay = StreamReplay()
  private static let start = ContinuousClock.now

  private let limits: Limits
  private var quietTime: Duration
  /// The events of the transaction, in the order in which they came.
  private(set) var events: [Event] = []
  private var log = StreamEvents()
  /// By `StreamID`.
  private var entries: [Entry] = []
  private(set) var streams: [StreamID] = []
  /// The last launch of an app on a device, by these.
  private var latest: [[TextID]: StreamID] = [:]
  /// The instant of the last event of each log being read, and of all.
  private var clocks: [SourceID: Int64] = [:]
  private var lastClock = Event.absent
  private var count = 0
  /// How many launches were taken for over, being silent or succeeded by one of their app, and how many went on.
  private var quiet = (all: 0, resumed: 0)
  private var succeeded = (all: 0, resumed: 0)
  /// The bytes of texts when symbols were renewed, and the open streams at the last commit.
  private var keptBytes = 0
  private var keptStreams = 0
  /// How many streams the symbols had at the last commit.
  private var streamsBefore = 0

  init(_ limits: Limits = Limits()) {
    self.limits = limits
    quietTime = limits.quietTime
  }

  mutating func add(_ batch: [Event], _ rejects: [Reject], _ symbols: Symbols) {
    let now = Self.start.duration(to: .now)
    // Room for a whole transaction: a growing array takes twice as much meanwhile.
    events.reserveCapacity(max(StreamEvents.transactionEvents, events.count + batch.count))
    events += batch
    for run in batch.runs { note(batch[run], symbols, now) }
    if let last = batch.last(where: { $0.time != Event.absent }) {
      lastClock = last.time
      clocks[last.source] = last.time
    }
    for stream in rejects.lazy.compactMap(\.stream) where !hasBegun(stream) { log.begunByRejects.insert(stream) }
    log.appendFills(rejects.filter { $0.stream.map { !hasBegun($0) || entries[Int($0.rawValue)].isHeld } ?? false })
  }

  /// Notes the end of a log: the clock of the others goes on for its launches.
  mutating func end(_ source: SourceID) { clocks[source] = nil }

  private func hasBegun(_ stream: StreamID) -> Bool {
    Int(stream.rawValue) < entries.count && entries[Int(stream.rawValue)].lastCount > 0
  }

  private mutating func note(_ run: ArraySlice<Event>, _ symbols: Symbols, _ now: Duration) {
    let stream = Int(run[run.startIndex].stream.rawValue)
    while stream >= entries.count { entries.append(Entry()) }
    if entries[stream].lastCount == 0 {
      entries[stream].isHeld = true
      entries[stream].context = run[run.startIndex].context
      streams.append(run[run.startIndex].stream)
      noteLatest(run[run.startIndex].stream, symbols)
    }
    count += run.count
    entries[stream].lastCount = count
    guard entries[stream].isHeld else {
      if entries[stream].wasQuiet { quiet.resumed += 1 }
      entries[stream].wasQuiet = false
      return
    }
    if entries[stream].isSucceeded { succeeded.resumed += 1 }
    entries[stream].note(run, now)
    log.append(run, of: run[run.startIndex].stream)
    let key = symbols.stream(run[run.startIndex].stream)
    // All of the stream is of one process then.
    if key.isLaunch || key.pid != Event.absent,
      run.contains(where: { symbols.signature($0).kind == .processExit })
    {
      entries[stream].hasExited = true
    }
  }

  /// Notes a new launch, after which the one before it of its app and device may be over.
  private mutating func noteLatest(_ stream: StreamID, _ symbols: Symbols) {
    let context = symbols.context(entries[Int(stream.rawValue)].context)
    if context.device.isNone, context.app.isNone { return }
    guard let before = latest.updateValue(stream, forKey: [context.device, context.app]) else { return }
    if !entries[Int(before.rawValue)].isHeld { return }
    entries[Int(before.rawValue)].isSucceeded = true
    succeeded.all += 1
  }

  /// Ends the transaction; returns the packed summaries of streams that are over, or of all, and holds them no longer.
  ///
  /// If there are many, the rest stays in `streams`.
  mutating func summaries(ofAll isAll: Bool, _ words: InternedNames, _ symbols: inout Symbols) -> [PackedSummary] {
    let over = takeOver(isAll)
    streamsBefore = symbols.streams.count
    var launches: [PackedSummary] = []
    for start in stride(from: 0, to: over.count, by: Self.streamsAtOnce) {
      let some = Array(over[start..<min(start + Self.streamsAtOnce, over.count)])
      launches += log.packedSummaries(of: some, Self.streamReplay, words, &symbols) { stream in
        entries[Int(stream.rawValue)].spansSources
      }
      log.forget(some)
    }
    leave(over)
    log.packAll()
    // The receiver of the events may still have them.
    events = []
    if log.packed.byteCount >= 2 * log.packed.usedBytes + Self.leastWaste { log.packed = log.packed.compacted() }
    if log.byteCount > limits.mostBytes { leaveOldest() }
    keptStreams = streams.count
    return launches
  }

  private mutating func takeOver(_ isAll: Bool) -> [StreamID] {
    if quiet.resumed * Self.trust > quiet.all {
      quietTime = min(quietTime * 2, Self.longestQuietTime)
      quiet = (0, 0)
    }
    let now = Self.start.duration(to: .now)
    let trustsSuccessors = succeeded.resumed * Self.trust <= succeeded.all
    let most = max(Self.mostStreams, streams.count / Self.shareSummarized)
    var over: [StreamID] = []
    for stream in streams {
      if over.count == most { break }
      let entry = entries[Int(stream.rawValue)]
      let isQuiet = isQuiet(entry, now)
      if isAll || isQuiet || entry.hasExited || entry.isSucceeded && trustsSuccessors { over.append(stream) }
      entries[Int(stream.rawValue)].wasQuiet = isQuiet
      quiet.all += isQuiet ? 1 : 0
    }
    return over
  }

  /// True if a launch is over by this machine's clock.
  func isOneQuiet() -> Bool {
    let now = Self.start.duration(to: .now)
    return streams.contains { now - entries[Int($0.rawValue)].touched >= limits.quietTime }
  }

  private func isQuiet(_ entry: Entry, _ now: Duration) -> Bool {
    if now - entry.touched >= limits.quietTime { return true }
    let clock = clocks[entry.source] ?? lastClock
    if clock == Event.absent || entry.last == Event.absent { return false }
    // Logs need not be in the order of time.
    let (difference, isFar) = clock.subtractingReportingOverflow(entry.last)
    return isFar || Duration.nanoseconds(Int64(clamping: difference.magnitude)) >= quietTime
  }

  /// Lets go of streams, underived: they keep their marks in the store.
  mutating func leave(_ left: [StreamID]) {
    for stream in left where hasBegun(stream) { entries[Int(stream.rawValue)].isHeld = false }
    log.forget(left)
    streams.removeAll { !entries[Int($0.rawValue)].isHeld }
  }

  /// Lets go of the streams that have been silent the longest, until there is room.
  private mutating func leaveOldest() {
    var left: [StreamID] = []
    var bytes = log.byteCount
    for stream in streams.sorted(by: { entries[Int($0.rawValue)].lastCount < entries[Int($1.rawValue)].lastCount }) {
      if bytes <= limits.mostBytes / 4 * 3 { break }
      bytes -= log.byteCount(of: stream)
      left.append(stream)
    }
    leave(left)
  }

  /// True if symbols hold so much beside those of open launches that they should be renewed.
  func areFull(_ symbols: Symbols) -> Bool {
    symbols.texts.byteCount - keptBytes > max(limits.symbolBytes, keptBytes)
      || symbols.streams.count - keptStreams > max(limits.symbolStreams, keptStreams)
  }

  /// True if so much has come since the last commit that the transaction should end.
  func endTransaction(_ symbols: Symbols) -> Bool {
    symbols.streams.count - streamsBefore > max(limits.symbolStreams, keptStreams / Self.shareBegun)
      || events.count >= StreamEvents.transactionEvents || areFull(symbols)
  }

  /// Renews symbols, with those of open launches; returns their new numbers, and the new words.
  mutating func renew(_ symbols: inout Symbols) -> (map: SymbolMap, words: InternedNames) {
    var new = Symbols()
    new.sourceNames = symbols.sourceNames
    let words = InternedNames(&new)
    var transfer = SymbolTransfer(from: symbols, to: new)
    var moved = self
    moved.log = StreamEvents()
    moved.entries = []
    moved.streams = []
    moved.latest = [:]
    for stream in streams {
      log.move(stream, to: &moved.log, &transfer)
      log.forget([stream])  // Its events are not there twice for longer than need be.
      var entry = entries[Int(stream.rawValue)]
      entry.context = transfer.context(entry.context)
      let other = transfer.stream(stream)
      while Int(other.rawValue) >= moved.entries.count { moved.entries.append(Entry()) }
      moved.entries[Int(other.rawValue)] = entry
      moved.streams.append(other)
    }
    for stream in latest.values where entries[Int(stream.rawValue)].isHeld {
      moved.noteLatest(transfer.stream(stream), transfer.symbols)
    }
    self = moved
    symbols = transfer.symbols
    keptBytes = symbols.texts.byteCount
    streamsBefore = symbols.streams.count
    return (transfer.map, words)
  }
}
