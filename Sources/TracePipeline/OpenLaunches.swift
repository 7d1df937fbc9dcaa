import TraceAnalyzer
import TraceModel
import TraceStore

/// The launches of an intake that have begun and are not known to be over, with all of their events: so that each is
/// derived once, and from memory.
///
/// It knows nothing of what the store had before. That takes the summaries of streams alone all of whose events came in
/// this run; any other one keeps its mark (`streams.changed`) and is derived from its rows when the run ends.
///
///     open.take(batch.events, batch.rejects, symbols)
///     …                                                          // the transaction ends
///     let launches = open.summaries(ofAll: false, words, &symbols)   // of those that are over by now
struct OpenLaunches {
  /// What is known of a stream.
  private struct Entry {
    /// True as long as its events are held.
    var isHeld = false
    /// What its first event says of its device and app.
    var context = ContextID(rawValue: 0)
    /// The process has ended.
    var hasExited = false
    /// The next launch of its app and device has begun, and it has had no event since.
    var isSucceeded = false
    /// It was taken for over, since it was silent.
    var wasQuiet = false
    /// The instant of its last event, and the log that this is from.
    var last = Event.absent
    var source = SourceID(rawValue: 0)
    /// How many events had come when its last one did.
    var lastCount = 0
    /// When its last event was read.
    var touched = ContinuousClock.now
  }

  /// How much is held, and for how long.
  struct Limits: Sendable {
    /// A launch counts as over if so much time passes without an event of it, in the clock of its log or in that of this
    /// machine; longer where launches go on after that.
    var quietTime = Duration.seconds(600)
    /// More bytes of events than this are not held.
    var mostBytes = 16 << 20
    /// Events are packed once they take more than this number of bytes: more than those of a transaction take.
    var packingBytes = 8 << 20
    /// Symbols are begun anew when their texts have more bytes than this or there are more streams, beside those of
    /// launches that are open.
    ///
    /// So memory does not grow with the input. With 4,000 streams an ingest takes 5 MB more, and as long.
    var symbolBytes = 1 << 20
    var symbolStreams = 3_000
  }

  /// What counts as a sign that a launch is over is none in a log in which more than one of so many launches goes on.
  private static let trust = 16
  private static let analyzer = Analyzer()

  private let limits: Limits
  private var quietTime: Duration
  private var log = EventLog()
  /// By `StreamID`.
  private var entries: [Entry] = []
  /// The streams that are held, in the order in which they began.
  private(set) var streams: [StreamID] = []
  /// The last launch of an app on a device, by these.
  private var latest: [[TextID]: StreamID] = [:]
  /// The instant of the last event of each log that is being read, and of all.
  private var clocks: [SourceID: Int64] = [:]
  private var lastClock = Event.absent
  private var count = 0
  /// How many launches were taken for over since they were silent, and how many of them went on; and the same of those
  /// whose app was launched again.
  private var quiet = (all: 0, resumed: 0)
  private var succeeded = (all: 0, resumed: 0)
  /// How many bytes of texts there were when symbols were begun anew, and how many streams were open at the last commit.
  private var keptBytes = 0
  private var keptStreams = 0

  init(_ limits: Limits = Limits()) {
    self.limits = limits
    quietTime = limits.quietTime
  }

  /// Takes what was read, in the order in which it came.
  mutating func take(_ events: [Event], _ rejects: [Reject], _ symbols: Symbols) {
    let now = ContinuousClock.now
    var rest = events[...]
    while let stream = rest.first?.stream {
      let run = rest.prefix { $0.stream == stream }
      rest = rest.dropFirst(run.count)
      count += run.count
      if note(run, stream, symbols, now) { log.append(run, of: stream) }
    }
    if let last = events.last(where: { $0.time != Event.absent }) {
      lastClock = last.time
      clocks[last.source] = last.time
    }
    log.append(rejects.filter { $0.stream.map { !isKnown($0) || entries[Int($0.rawValue)].isHeld } ?? false })
    if log.unpackedBytes > limits.packingBytes { log.packAll() }
    if log.byteCount > limits.mostBytes { leaveOldest() }
  }

  /// Notes that a log is read to its end: the clock of those that are read goes on for its launches.
  mutating func end(_ source: SourceID) { clocks[source] = nil }

  private func isKnown(_ stream: StreamID) -> Bool { Int(stream.rawValue) < entries.count }

  /// Notes events of one stream; false if they are not to be held.
  private mutating func note(
    _ run: ArraySlice<Event>, _ stream: StreamID, _ symbols: Symbols, _ now: ContinuousClock.Instant
  ) -> Bool {
    let place = Int(stream.rawValue)
    while place >= entries.count { entries.append(Entry()) }
    if entries[place].lastCount == 0, let first = run.first { begin(stream, first, symbols) }
    entries[place].lastCount = count
    guard entries[place].isHeld else {
      if entries[place].wasQuiet { quiet.resumed += 1 }
      entries[place].wasQuiet = false
      return false
    }
    entries[place].touched = now
    if entries[place].isSucceeded { succeeded.resumed += 1 }
    entries[place].isSucceeded = false
    let isProcess = symbols.stream(stream).isLaunch || symbols.stream(stream).pid != Event.absent
    for event in run {
      if event.time != Event.absent { entries[place].last = event.time }
      entries[place].source = event.source
      if isProcess, symbols.signature(event).kind == .processExit { entries[place].hasExited = true }
    }
    return true
  }

  /// Holds a stream from its first event on; the launch before it of its app and device may be over then.
  private mutating func begin(_ stream: StreamID, _ event: Event, _ symbols: Symbols) {
    entries[Int(stream.rawValue)].isHeld = true
    entries[Int(stream.rawValue)].context = event.context
    streams.append(stream)
    noteLatest(stream, symbols)
  }

  private mutating func noteLatest(_ stream: StreamID, _ symbols: Symbols) {
    let context = symbols.context(entries[Int(stream.rawValue)].context)
    if context.device.isNone, context.app.isNone { return }
    guard let before = latest.updateValue(stream, forKey: [context.device, context.app]) else { return }
    if !entries[Int(before.rawValue)].isHeld { return }
    entries[Int(before.rawValue)].isSucceeded = true
    succeeded.all += 1
  }

  // MARK: What is over

  /// The summaries of the launches of streams that are over, or of all, packed for the store; they are held no more.
  mutating func summaries(ofAll isAll: Bool, _ words: InternedNames, _ symbols: inout Symbols) -> [PackedSummary] {
    if quiet.resumed * Self.trust > quiet.all {
      quietTime *= 2
      quiet = (0, 0)
    }
    let now = ContinuousClock.now
    var over: [StreamID] = []
    for stream in streams {
      let entry = entries[Int(stream.rawValue)]
      let isQuiet = isQuiet(entry, now)
      if isAll || isQuiet || isEnded(entry) { over.append(stream) }
      entries[Int(stream.rawValue)].wasQuiet = isQuiet
      quiet.all += isQuiet ? 1 : 0
    }
    let launches = log.packedSummaries(of: over, Self.analyzer, words, &symbols)
    leave(over)
    keptStreams = streams.count
    return launches
  }

  /// True if a launch is over by this machine's clock, so that it need not wait until more is read.
  func isOneQuiet() -> Bool {
    let now = ContinuousClock.now
    return streams.contains { entries[Int($0.rawValue)].touched.duration(to: now) >= limits.quietTime }
  }

  private func isEnded(_ entry: Entry) -> Bool {
    entry.hasExited || entry.isSucceeded && succeeded.resumed * Self.trust <= succeeded.all
  }

  private func isQuiet(_ entry: Entry, _ now: ContinuousClock.Instant) -> Bool {
    if entry.touched.duration(to: now) >= limits.quietTime { return true }
    let clock = clocks[entry.source] ?? lastClock
    if clock == Event.absent || entry.last == Event.absent { return false }
    // Logs need not be in the order of time.
    let (difference, isFar) = clock.subtractingReportingOverflow(entry.last)
    return isFar || Duration.nanoseconds(Int64(clamping: difference.magnitude)) >= quietTime
  }

  /// Lets go of streams, underived: they keep their marks in the store.
  mutating func leave(_ left: [StreamID]) {
    for stream in left where isKnown(stream) { entries[Int(stream.rawValue)].isHeld = false }
    log.forget(left)
    streams.removeAll { !entries[Int($0.rawValue)].isHeld }
  }

  /// Lets go of the streams that have been without events the longest, until there is some room.
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

  // MARK: Other symbols

  /// True if symbols hold so much beside what is said of open launches that they are to be begun anew.
  func areFull(_ symbols: Symbols) -> Bool {
    symbols.texts.byteCount - keptBytes > limits.symbolBytes
      || symbols.streams.count - keptStreams > limits.symbolStreams
  }

  /// Begins symbols anew, with what is said of the launches that are open.
  ///
  /// - Returns: The numbers that these have from now on, and the words of the new symbols.
  mutating func renew(_ symbols: inout Symbols) -> (map: SymbolMap, words: InternedNames) {
    var new = Symbols()
    new.sourceNames = symbols.sourceNames
    let words = InternedNames(&new)
    var transfer = SymbolTransfer(from: symbols, to: new)
    move(to: &transfer)
    symbols = transfer.symbols
    keptBytes = symbols.texts.byteCount
    return (transfer.map, words)
  }

  private mutating func move(to transfer: inout SymbolTransfer) {
    var moved = self
    moved.log = EventLog()
    moved.entries = []
    moved.streams = []
    moved.latest = [:]
    for stream in streams {
      log.move(stream, to: &moved.log, &transfer)
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
  }
}
