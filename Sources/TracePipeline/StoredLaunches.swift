import Dispatch
import TraceAnalyzer
import TraceModel
package import TraceStore

/// Keeps the launch summaries of a store up to date with its events.
package struct StoredLaunches {
  /// The fewest events whose summaries one transaction holds.
  private static let transactionEvents = 100_000
  private static let streamReplay = StreamReplay()
  /// The size of the pieces in which the events of a longer stream are packed.
  var pieceEvents = 50_000
  private let store: EventStore
  private let report: (RunProgress) -> Void

  /// A projector of an open store; `report` learns how many of the streams to be summarized are done.
  package init(_ store: EventStore, report: @escaping (RunProgress) -> Void = { _ in }) {
    self.store = store
    self.report = report
  }

  /// Summarizes every stream anew; if the store fails it is unchanged, or the next run brings all of it up to date.
  package func rebuild() throws(StoreError) {
    try store.transaction { () throws(StoreError) in try store.dropProjections() }
    try bringUpToDate()
  }

  /// Summarizes changed streams, read in turn and replayed on all cores; if the store fails, the others stay marked.
  package func bringUpToDate() throws(StoreError) {
    var rows = try store.outdatedStreams()[...]
    let total = rows.count
    while !rows.isEmpty { try store.transaction { () throws(StoreError) in try summarize(&rows, of: total) } }
  }

  /// Summarizes the changed streams in a read transaction, for this connection alone.
  private func deriveAside() throws(StoreError) {
    var rows = try store.outdatedStreams()[...]
    let total = rows.count
    do throws(StoreError) {
      try store.beginAside()
      while !rows.isEmpty {
        try summarize(&rows, of: total)
        try store.flushSummaries()
      }
    } catch var error {
      error.operation = "derive the launches of"
      error.hint =
        "they are stale, and the store cannot be written now: run 'tracetool store rebuild' where it can, or set TMPDIR to "
        + "a folder with more room"
      throw error
    }
  }

  /// Takes the streams of one transaction from `rows`, and summarizes them.
  private func summarize(_ rows: inout ArraySlice<Int64>, of total: Int) throws(StoreError) {
    var stored = try StoredSymbols(of: store)
    var streams: [ReadStream] = []
    var count = 0
    while count < Self.transactionEvents, let row = rows.popFirst() {
      streams.append(try ReadStream(row, of: store, into: &stored, piecesOf: pieceEvents))
      count += streams[streams.count - 1].events.count + 1
    }
    var launches = replay(streams, &stored.symbols)
    let ids = streams.map(\.id)
    let before = Int64(total - rows.count - ids.count)
    store.startGeneration(of: stored)
    // A long launch has much of each, so it is freed as soon as possible.
    streams = []
    for (index, stream) in ids.enumerated() {
      var own: [LaunchSummary] = []
      swap(&own, &launches[index])
      try store.writeSummaries(consume own, of: stream, symbols: stored.symbols)
      report(RunProgress(.summarizing(done: before + Int64(index) + 1, total: Int64(total))))
    }
  }

  private func replay(_ streams: [ReadStream], _ symbols: inout Symbols) -> [[LaunchSummary]] {
    let words = InternedNames(&symbols)
    let shared = symbols
    let count = min(streams.count, StreamEvents.shares)
    let replayed = concurrently(count, in: { ReplayStorage() }) { share, storage in
      let lexicon = Lexicon(words, shared)
      return (share * streams.count / count..<(share + 1) * streams.count / count).map { index in
        var launches: [ReplayedLaunch] = []
        let stream = streams[index]
        Self.streamReplay.add(stream.id, stream.events, stream.fills, lexicon, to: &launches, in: &storage)
        return launches
      }
    }
    return replayed.joined().map { launches in launches.map { $0.summary(&symbols) } }
  }

  func summaries(_ row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> (StreamID, [LaunchSummary]) {
    let stream = try ReadStream(row, of: store, into: &stored, piecesOf: pieceEvents)
    return (stream.id, replay([stream], &stored.symbols)[0])
  }

  /// The launches of a store, never stale, as `openUpToDate` has them; `scope` is how much of each is wanted.
  package static func launches(
    ofStore path: String, _ scope: SummaryScope, busyTimeout: Int32,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> Launches {
    let store = try openUpToDate(path, busyTimeout: busyTimeout, report: report)
    var launches = try StoredLaunches(store).read(scope).launches
    launches.diagnostics.add(try store.rejectedLines().map { FileRejects($0) })
    launches.rejected = try store.countRejects()
    launches.dropped = try store.countDropped()
    launches.unread = (Int64(try store.unreadPaths().count), try store.countSources())
    return launches
  }

  /// Opens a store to read as it is now, with no stale launch.
  ///
  /// Stale launches are brought up to date first, for this connection alone where the store cannot be written.
  package static func openUpToDate(
    _ path: String, busyTimeout: Int32, report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> EventStore {
    var store = try EventStore(path: path, mode: .read, busyTimeout: busyTimeout)
    if try !store.outdatedStreams().isEmpty {
      // If another process writes or the disk is full, launches are made aside.
      if let writable = try? EventStore(path: path, mode: .writeExisting, busyTimeout: busyTimeout) {
        try? StoredLaunches(writable, report: report).bringUpToDate()
      }
      // Its tables may be others now.
      store = try EventStore(path: path, mode: .read, busyTimeout: busyTimeout)
    }
    try store.beginReading()
    if try !store.outdatedStreams().isEmpty { try StoredLaunches(store, report: report).deriveAside() }
    return store
  }

  /// Opens a store, up to date, for statements that people write.
  ///
  /// With `hasKinds` its view `launch` has kinds and launch times; with `hasStays` it has a view `stay`.
  package static func storeForQueries(
    at path: String, busyTimeout: Int32, hasKinds: Bool, hasStays: Bool,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> EventStore {
    let store = try openUpToDate(path, busyTimeout: busyTimeout, report: report)
    guard hasKinds || hasStays else { return store }
    // One transaction: the statement sees the launches as they are read here.
    let (launches, stored) = try StoredLaunches(store).read(hasStays ? .all : .launches)
    let all = Launch.all(launches.summaries, launches.symbols)
    if hasKinds { try store.addLaunchKinds(all.map { kindRow($0, stored) }) }
    if hasStays { try store.addStays(of: all.map(\.summary), stored) }
    return store
  }

  private static func kindRow(_ launch: Launch, _ stored: StoredSymbols) -> LaunchKindRow {
    let time = launch.time
    return (
      stream: stored.row(of: launch.summary.stream), ordinal: Int64(launch.summary.ordinal), kind: launch.kind.name,
      kindReason: launch.kindReason, nanos: time.nanos, from: time.anchors?.from.name ?? "",
      to: time.anchors?.to.name ?? "", notCounted: time.notCounted?.name ?? ""
    )
  }

  /// The launches of this store, which is only read from now on, with the streams and texts that were read.
  ///
  /// Without `joinsLaunches`, launches of several streams that are of one process stay apart.
  func read(
    _ scope: SummaryScope, joinsLaunches: Bool = true
  ) throws(StoreError) -> (launches: Launches, stored: StoredSymbols) {
    var stored = try StoredSymbols(of: store)
    if scope == .times, let launches = try readTimes(&stored) { return (launches, stored) }
    if case .named(let id) = scope, let launches = try readSample(id, &stored) { return (launches, stored) }
    stored = try StoredSymbols(of: store)
    var list = try readApart(scope, &stored)
    stored.symbols.noteSharedIDs(list)
    let joins = LaunchJoins(joinsLaunches ? list : [], stored.symbols)
    for index in joins.apply(to: &list) {
      let events = try store.events(of: joins.launchAndOthers(of: list[index]), &stored)
      let words = InternedNames(&stored.symbols)
      list[index] = Self.streamReplay.summary(of: list[index], events, words, &stored.symbols)
    }
    return (launches(list, joins, stored), stored)
  }

  /// The summaries of all launches, those of several streams apart; with `mayJoin`, launches of other stores may be of
  /// one process with these.
  func readApart(
    _ scope: SummaryScope, mayJoin: Bool = false, _ stored: inout StoredSymbols
  ) throws(StoreError) -> [LaunchSummary] {
    var list = try store.readSummaries(into: &stored, scope, mayJoin: mayJoin)
    var fresh: [StreamID: [LaunchSummary]] = [:]
    for row in stored.damaged.sorted() {
      let (stream, launches) = try summaries(row, &stored)
      fresh[stream] = launches
    }
    if !fresh.isEmpty { list.removeAll { fresh[$0.stream] != nil } }
    return list + fresh.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The times for reports of launch times; nil if these take whole summaries.
  private func readTimes(_ stored: inout StoredSymbols) throws(StoreError) -> Launches? {
    guard try store.launchTimesAreEnough(&stored), let times = try timedSummaries(&stored) else { return nil }
    // One of several apps may be the extension of another, which launch times do not show.
    if times.areOfSeveralApps(stored.symbols) { return nil }
    var launches = launches([], LaunchJoins([], stored.symbols), stored)
    launches.times = times
    return launches
  }

  /// What kinds and times of launches rest on, in the order in which `note` gets streams; nil if that is not enough.
  private func timedSummaries(
    _ stored: inout StoredSymbols, note: (Int64) -> Void = { _ in }
  ) throws(StoreError) -> TimedSummaries? {
    var times = TimedSummaries()
    let isWhole = try store.forEachLaunchTime(
      into: &stored,
      take: { launch, stream, isKilled in
        times.add(launch, isKilled: isKilled)
        note(stream)
      })
    return isWhole && times.isEnough && times.sort(stored.symbols) ? times : nil
  }

  /// The sample behind the findings of launches whose id begins with `id`; nil if these take all launches.
  private func readSample(_ id: String, _ stored: inout StoredSymbols) throws(StoreError) -> Launches? {
    guard let rows = try store.streams(namedLike: id), !rows.isEmpty, try store.launchTimesAreEnough(&stored)
    else { return nil }
    let named = try store.readSummaries(ofStreams: rows, into: &stored)
    if named.count != rows.count || named.contains(where: \.isEarlier) { return nil }
    // Whether a device was unlocked before shows in the other launches of all its apps.
    if named.contains(where: { $0.candidates.contains { $0.doubts.contains(.unlockedBefore) } }) { return nil }
    let symbols = stored.symbols
    var counter = HeldKinds.Counter(symbols)
    let isCounted = try store.forEachHeldKinds(&stored) { counter.add($0, earlier: $1, $2, areDue: $3, $4) }
    guard isCounted else { return nil }
    let held = counter.counted()
    var previous = LaunchSample.PreviousFinder(named, rows, symbols)
    // Mostly they are found a few thousand launches before.
    let isFound = try store.forEachLaunchTime(backFrom: rows[rows.count - 1], into: &stored) { launch, stream in
      previous.look(at: launch, stream)
      return previous.isComplete ? .noMore : .nothing
    }
    if !isFound { return nil }
    var collector = LaunchSample.Collector(named, rows, after: previous, symbols, held)
    var times = try collect(&collector, &stored)
    var streams: [Int64] = []
    if !collector.isInOrder, let all = try timedSummaries(&stored, note: { streams.append($0) }) {
      let kinds = LaunchSample.Kinds(rows, among: all, streams, symbols, held)
      collector = LaunchSample.Collector(named, rows, of: kinds, symbols, held)
      times = try collect(&collector, &stored)
    }
    guard let times, collector.isComplete else { return nil }
    let (sample, members) = collector.sample(times)
    let whole = try store.readSummaries(ofStreams: members, into: &stored)
    if !stored.damaged.isEmpty || whole.count != members.count { return nil }
    var read = self.launches(whole, LaunchJoins([], stored.symbols), stored)
    read.sample = sample
    return read
  }

  /// Collects a sample from launches until one is out of order; returns its times, nil if another program wrote.
  ///
  /// Times are added on another thread, which takes two fifths of the work.
  private func collect(_ collector: inout LaunchSample.Collector, _ stored: inout StoredSymbols) throws(StoreError)
    -> ComparedTimes?
  {
    let batches = Channel<[ComparedTimes.Addition]?>(capacity: 4)
    let added = Channel<ComparedTimes>(capacity: 1)
    DispatchQueue(label: "times").async { [none = collector.times] in
      var times = none
      while let batch = batches.receive() { times.add(batch) }
      added.send(times)
    }
    let isWhole: Bool
    do {
      defer { batches.send(nil) }
      isWhole = try store.forEachLaunchTime(into: &stored) { launch, stream in
        let isAskedFor = collector.begin(launch, stream)
        return collector.isInOrder ? isAskedFor ? .times : .nothing : .noMore
      } take: { launch, _, isKilled in
        if let batch = collector.add(launch, isKilled: isKilled) { batches.send(batch) }
      }
      batches.send(collector.takePending())
    }
    return isWhole ? added.receive() : nil
  }

  private func launches(_ list: [LaunchSummary], _ joins: LaunchJoins, _ stored: StoredSymbols) -> Launches {
    var launches = Launches(events: RecordedEvents(store, joins: joins, symbols: stored))
    launches.summaries = list
    launches.symbols = stored.symbols
    return launches
  }
}

/// A stream read from a store; all pieces of a long one but the last are packed.
private struct ReadStream: Sendable {
  let id: StreamID
  let fills: [Int64]
  let events: EventPieces

  init(_ row: Int64, of store: EventStore, into stored: inout StoredSymbols, piecesOf size: Int) throws(StoreError) {
    var pieces: [ArraySlice<UInt32>] = []
    let stream = try store.readStream(row, into: &stored, piecesOf: size) { pieces.append(PackedEvents.words(of: $0)) }
    id = stream.id
    fills = stream.fills
    events = EventPieces(of: size, count: pieces.count * size + stream.events.count) { [pieces] number in
      number < pieces.count ? PackedEvents.events(in: pieces[number]) : stream.events
    }
  }
}

extension FileRejects {
  init(_ lines: RejectedLines) {
    let first = (Int32(clamping: lines.firstLine), Reject.Reason(rawValue: lines.firstReason) ?? .notJSON)
    self.init(file: lines.path, records: lines.lines, rejected: lines.rejected, first: first)
  }
}
