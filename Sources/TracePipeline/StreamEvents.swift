import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

struct StreamEvents: Sendable {
  /// The bytes of a reject without its line, with spare room.
  private static let fillBytes = 2 * MemoryLayout<Reject>.stride
  /// The most shares that are replayed side by side, so that no core waits long for the last one: with 2 a check takes
  /// 1.05 times as long on two cores.
  static let shares = 64
  /// Events a transaction: more are better ordered in the store, and each takes some 250 bytes until it is there.
  static let transactionEvents = 50_000

  /// By `StreamID`, as they came; of a packed stream, only later ones.
  private(set) var events: [[Event]] = []
  var packed = PackedEvents()
  /// Rejected records with `seq`, without their bytes, by stream.
  var fills: [StreamID: [Reject]] = [:]
  /// Streams that began with a rejected line: a store makes their rows before it sees an event.
  var begunByRejects: Set<StreamID> = []
  /// The bytes of events that are not packed, with spare room.
  private(set) var unpackedBytes = 0
  private var rejectBytes = 0
  /// For each source, its number in the order in which a check reads sources; nil if they came in that order.
  private var sourceNumbers: [SourceID]?
  /// By the number of a context in events, its number in the symbols; nil if these are equal.
  var contexts: [ContextID]?

  var byteCount: Int { unpackedBytes + packed.usedBytes + rejectBytes }

  var streams: [StreamID] { events.indices.map { StreamID(rawValue: Int32($0)) }.filter(hasEvents) }

  mutating func append(_ new: [Event], _ rejects: [Reject]) {
    // Mostly a launch's events follow each other: they need room once.
    for run in new.runs { append(new[run], of: new[run.lowerBound].stream) }
    for stream in rejects.lazy.compactMap(\.stream) where !hasEvents(stream) { begunByRejects.insert(stream) }
    appendFills(rejects)
  }

  mutating func append(_ run: ArraySlice<Event>, of stream: StreamID) {
    let index = Int(stream.rawValue)
    while index >= events.count { events.append([]) }
    let room = events[index].capacity
    events[index] += run
    unpackedBytes += (events[index].capacity - room) * MemoryLayout<Event>.stride
  }

  /// Keeps rejected records that have a `seq`: each explains a gap in the numbers.
  mutating func appendFills(_ rejects: [Reject]) {
    for var reject in rejects where reject.seq != Event.absent {
      guard let stream = reject.stream else { continue }
      reject.raw = []
      fills[stream, default: []].append(reject)
      rejectBytes += Self.fillBytes
    }
  }

  mutating func forget(_ streams: [StreamID]) {
    for stream in streams {
      removeEvents(of: stream)
      rejectBytes -= (fills.removeValue(forKey: stream)?.count ?? 0) * Self.fillBytes
      begunByRejects.remove(stream)
    }
  }

  private mutating func removeEvents(of stream: StreamID) {
    let index = Int(stream.rawValue)
    if !events.indices.contains(index) { return }
    unpackedBytes -= events[index].capacity * MemoryLayout<Event>.stride
    events[index] = []
    packed.removeAll(of: stream)
  }

  func move(_ stream: StreamID, to other: inout StreamEvents, _ transfer: inout SymbolTransfer) {
    let moved = transfer.stream(stream)
    other.append(unordered(stream).map { transfer.event($0) }[...], of: moved)
    if !packed.isEmpty(stream) { other.pack(moved) }
    var rejects = fills[stream, default: []]
    for index in rejects.indices { rejects[index].stream = moved }
    other.appendFills(rejects)
    if begunByRejects.contains(stream) { other.begunByRejects.insert(moved) }
  }

  /// Forgets what came from a source; returns the streams that it was in.
  mutating func forget(_ source: SourceID) -> Set<StreamID> {
    var streams: Set<StreamID> = []
    for stream in self.streams {
      let events = unordered(stream)
      let kept = events.filter { $0.source != source }
      if kept.count == events.count { continue }
      removeEvents(of: stream)
      append(kept[...], of: stream)
      streams.insert(stream)
    }
    for (stream, rejects) in fills where rejects.contains(where: { $0.source == source }) {
      fills[stream] = rejects.filter { $0.source != source }
      streams.insert(stream)
    }
    return streams
  }

  /// Orders events as if sources had been read one after the other, in the order of `numbers`; no more may come.
  mutating func order(bySources numbers: [SourceID]) {
    // Events are numbered when they are asked for: they may be in a file.
    sourceNumbers = numbers
    for (stream, rejects) in fills {
      var rejects = rejects
      for index in rejects.indices { rejects[index].source = numbers[Int(rejects[index].source.rawValue)] }
      fills[stream] = rejects.sorted { $0.source.rawValue < $1.source.rawValue }
    }
  }

  func hasEvents(_ stream: StreamID) -> Bool {
    let index = Int(stream.rawValue)
    return events.indices.contains(index) && (!events[index].isEmpty || !packed.isEmpty(stream))
  }

  /// The events of a stream as they came, or as a check would have read them.
  func received(_ stream: StreamID) -> [Event] {
    var events = unordered(stream)
    if let contexts {
      for index in events.indices { events[index].context = contexts[Int(events[index].context.rawValue)] }
    }
    guard let sourceNumbers else { return events }
    for index in events.indices { events[index].source = sourceNumbers[Int(events[index].source.rawValue)] }
    // The sort is stable: events of one source stay in their order.
    events.sort { $0.source.rawValue < $1.source.rawValue }
    return events
  }

  func first(of stream: StreamID) -> Event? {
    packed.isEmpty(stream) ? events[Int(stream.rawValue)].first : packed.first(of: stream)
  }

  /// The events of a stream, as they came.
  func unordered(_ stream: StreamID) -> [Event] {
    let later = events[Int(stream.rawValue)]
    if packed.isEmpty(stream) { return later }
    let earlier = packed.events(of: stream)
    return later.isEmpty ? earlier : earlier + later
  }

  func byteCount(of stream: StreamID) -> Int {
    events[Int(stream.rawValue)].capacity * MemoryLayout<Event>.stride + packed.byteCount(of: stream)
  }

  mutating func packAll() {
    for index in events.indices where !events[index].isEmpty { pack(StreamID(rawValue: Int32(index))) }
  }

  mutating func pack(_ stream: StreamID) {
    let index = Int(stream.rawValue)
    if events[index].isEmpty { return }
    let room = events[index].capacity * MemoryLayout<Event>.stride
    unpackedBytes -= room
    packed.append(events[index], to: stream)
    events[index] = []
  }

  /// The events of a stream, or of one launch of it, each once, in the order in which they came.
  ///
  /// `counts` counts new, repeated and contradicting ones.
  static func distinct(_ events: [Event], isLaunch: Bool, _ symbols: Symbols, _ counts: inout IngestCounts) -> [Event] {
    let positions = events.map { IdentityRecord.position(of: $0, isLaunch: isLaunch) }
    // Rising positions: no event repeats another.
    if zip(positions, positions.dropFirst()).allSatisfy(<) {
      counts.new += Int64(events.count { !$0.isFurther })
      return events
    }
    var identity = StreamIdentity()
    var isKept = [Bool](repeating: false, count: events.count)
    var contradicted: Set<Int64> = []
    for index in positions.risingIndices().lazy.map(Int.init) {
      let record = IdentityRecord(events[index], isLaunch: isLaunch, symbols)
      identity.begin(record)
      let number: Int64 = events[index].isFurther ? 0 : 1
      switch identity.outcome(of: record) {
      case .new:
        isKept[index] = true
        counts.new += number
      case .duplicate:
        counts.duplicate += number
      case .refused:
        counts.rejected += 1
        if record.isNumbered { contradicted.insert(events[index].seq) }
      }
    }
    var kept = events.indices.filter { isKept[$0] }.map { events[$0] }
    if contradicted.isEmpty { return kept }
    for index in kept.indices where contradicted.contains(kept[index].seq) { kept[index].isContradicted = true }
    return kept
  }

  /// The distinct events of each launch of a stream, and the `seq` of its rejects; `counts` counts what became of them.
  func launches(of stream: StreamID, _ symbols: Symbols, _ counts: inout IngestCounts) -> [LaunchEvents] {
    var received = received(stream)
    let rejects = fills[stream, default: []]
    let fills = Set(rejects.lazy.map(\.seq)).sorted()
    guard symbols.stream(stream).isLaunch else {
      let kept = Self.distinct(received, isLaunch: false, symbols, &counts)
      return StreamReplay.eventsByLaunch(of: stream, kept, fills, symbols)
    }
    Self.markContradicted(&received, by: rejects)
    // Records of two launches are never copies of each other, even under one launch id.
    var launches = StreamReplay.eventsByLaunch(of: stream, received, fills, symbols)
    for index in launches.indices {
      launches[index].events = Self.distinct(launches[index].events, isLaunch: true, symbols, &counts)
    }
    if launches.count > 1 { shareContradictions(&launches) }
    return launches
  }

  /// Marks events that records contradict which a store has refused.
  private static func markContradicted(_ events: inout [Event], by rejects: [Reject]) {
    let refused = rejects.filter { $0.reason == .conflict || $0.reason == .duplicateWithOtherFields }
    if refused.isEmpty { return }
    let numbers = Set(refused.map(\.seq))
    for index in events.indices where numbers.contains(events[index].seq) { events[index].isContradicted = true }
  }

  /// Marks events with the `seq` of a contradicted record: a store does not know in which launch that was.
  private func shareContradictions(_ launches: inout [LaunchEvents]) {
    let contradicted = Set(launches.lazy.flatMap(\.events).filter(\.isContradicted).map(\.seq))
    if contradicted.isEmpty { return }
    for launch in launches.indices {
      for event in launches[launch].events.indices
      where contradicted.contains(launches[launch].events[event].seq) {
        launches[launch].events[event].isContradicted = true
      }
    }
  }

  func events(of launch: LaunchKey, _ symbols: Symbols) -> LaunchEvents {
    var counts = IngestCounts()
    return launches(of: launch.stream, symbols, &counts)[Int(launch.ordinal)]
  }

  /// Replays streams on all cores, in shares; with `details` drops details of launches that no finding needs.
  func replay(
    _ streams: [StreamID], _ streamReplay: StreamReplay, _ words: InternedNames, _ symbols: Symbols,
    leaving details: JudgedDetails? = nil
  ) -> [([ReplayedLaunch], IngestCounts)] {
    let count = min(streams.count, Self.shares)
    return concurrently(count, in: { ReplayStorage() }) { share, storage in
      var launches = [ReplayedLaunch]()
      launches.reserveCapacity(streams.count / count + 1)
      var counts = IngestCounts()
      // One for each share: two cores that count references to one object wait for each other.
      let lexicon = Lexicon(words, symbols)
      for stream in streams[share * streams.count / count..<(share + 1) * streams.count / count] {
        let events = self.launches(of: stream, symbols, &counts)
        streamReplay.add(stream, events, lexicon, to: &launches, in: &storage)
      }
      if var reducer = details.map({ DetailReducer($0) }) {
        for index in launches.indices { launches[index].reduce(by: &reducer, words) }
      }
      return (launches, counts)
    }
  }

  /// The packed summaries of streams, in order, for a store in which these events will be their first.
  ///
  /// `spansSources` says whether a stream's events come from several sources.
  func packedSummaries(
    of streams: [StreamID], _ streamReplay: StreamReplay, _ words: InternedNames, _ symbols: inout Symbols,
    spansSources: (StreamID) -> Bool
  ) -> [PackedSummary] {
    replay(streams, streamReplay, words, symbols).flatMap(\.0).map { replayed in
      let summary = replayed.summary(&symbols)
      let first = begunByRejects.contains(summary.stream) ? nil : first(of: summary.stream)
      return PackedSummary(summary, first: first, spansSources: spansSources(summary.stream), symbols.texts)
    }
  }
}
