import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Reads logs into launch summaries, in memory as long as there is room, then in a temporary store.
package struct CheckRun {
  /// Streams replayed at once: fewer save little memory, and each time a core waits for the last launch.
  private static let streamsAtOnce = 4_000
  /// The fewest events to move to the store at once: each move first searches all symbols.
  private static let eventsMovedAtOnce = 10_000

  private let options: IngestOptions
  private let memory: Int64
  private let keepsEvents: Bool
  private let wanted: SummaryScope
  /// Takes events once memory has no room for them.
  private var intake: StoreIntake?
  private var open = OpenLaunches()
  var launches = Launches(events: RecordedEvents())
  var log = StreamEvents()
  private var progress = RunProgress()
  var tally = IntakeTally()
  private let report: (RunProgress) -> Void
  /// False leaves launches of several streams apart that are of one process.
  var joinsLaunches = true
  /// Bytes of events above which they are packed; mostly they are of launches that have ended.
  var packingLimit = 1 << 23

  /// A run that keeps at most `memory` bytes of events beside all summaries; `report` is called after each batch.
  ///
  /// Without `keepsEvents` launches have summaries alone, and details that `wanted` leaves out are dropped.
  package init(
    options: IngestOptions, memory: Int64 = 1 << 30, keepsEvents: Bool = true, wanted: SummaryScope = .all,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.options = options
    self.memory = memory
    self.keepsEvents = keepsEvents
    self.wanted = wanted
    self.report = report
    launches.symbols.sourceNames = [""]  // As in a store, where no source is 0.
  }

  /// The launches of all logs in `paths`, files, directories, or `-` for standard input; if stopped, of those read.
  package mutating func run(_ paths: [String]) throws -> Launches {
    try run(SourceList.expand(paths))
  }

  mutating func run(_ sources: [SourcePath]) throws -> Launches {
    do {
      progress = RunProgress(of: sources)
      try readAll(sources)
      if intake != nil { try recall() } else { analyze() }
      conclude(sourceCount: sources.count)
    } catch var error as StoreError {
      error.operation = "keep events in"
      error.hint = "make room there, set TMPDIR to a folder that has some, or give --memory more"
      throw error
    }
    return launches
  }

  private mutating func readAll(_ sources: [SourcePath]) throws {
    let spare = BatchReader.spareBatches()
    var batches = BatchReader(sources, options, spare)
    for path in sources where !options.isStopped() {
      do { try read(&batches, path, spare) } catch let error as IngestError { tally.diagnostics.add(error, path) }
    }
  }

  private mutating func read(
    _ batches: inout BatchReader, _ path: SourcePath, _ spare: Channel<EventBatch?>
  ) throws {
    var opened: OpenSource?
    defer { progress.finish(path, opened) }
    opened = try batches.nextSource()
    guard let source = opened else { return }
    tally.diagnostics.add(source.reader.formatName, path)
    var events = 0
    let id = SourceID(rawValue: Int32(launches.symbols.sourceNames.count))
    launches.symbols.sourceNames.append(path.name)
    intake?.begin(StoreIntake.Source(number: id, path: path.name))
    while !options.isStopped(), let batch = try batches.next(&launches.symbols, id) {
      events += batch.events.count
      try add(batch)
      report(progress.during(source))
      spare.send(batch)
    }
    open.end(id)
    if events == 0, let error = source.reader.nonLogError { throw error }
  }

  private mutating func add(_ batch: EventBatch) throws(StoreError) {
    tally.add(batch, launches.symbols)
    progress.events += Int64(batch.events.count)
    if intake != nil { return try store(batch) }
    log.append(batch.events, batch.rejects)
    if log.unpackedBytes > packingLimit { log.packAll() }
    if byteCount > memory { try moveOut() }
  }

  mutating func conclude(sourceCount: Int) {
    launches.counts += tally.counts
    launches.diagnostics = tally.diagnostics
    launches.firstReject = tally.firstReject
    launches.unknownNames = tally.unknownNames
    launches.dropped = tally.counts.passedOver
    launches.droppedNames = tally.droppedNames
    launches.knownKinds = tally.knownKinds
    launches.rejected = launches.counts.rejected - tally.copiedRejects
    launches.unread.count = Int64(tally.diagnostics.failures.count { !$0.isOfNoLog })
    launches.unread.all = Int64(sourceCount - tally.diagnostics.nonLogCount)
  }

  /// The bytes of events and symbols: a text has bytes and slots in tables, a stream its key and context.
  private var byteCount: Int {
    let texts = launches.symbols.texts
    let streams = launches.symbols.streams
    return log.byteCount + texts.byteCount + 32 * texts.count + 512 * streams.count
  }

  /// Makes room: all events go to a store from now on, earlier ones stream by stream.
  ///
  /// Events move in new symbols, renewed as often as for later events: the store holds half a kilobyte a stream.
  private mutating func moveOut() throws(StoreError) {
    let store = try EventStore()
    store.startGeneration()
    intake = StoreIntake(into: store, keepsLines: false)
    for (number, name) in launches.symbols.sourceNames.enumerated().dropFirst() {
      intake?.begin(StoreIntake.Source(number: SourceID(rawValue: Int32(number)), path: name))
    }
    let symbols = launches.symbols
    launches.symbols = Symbols()
    launches.symbols.sourceNames = symbols.sourceNames
    var streams = log.streams[...]
    while !streams.isEmpty, !options.isStopped() {
      var batch = EventBatch()
      var transfer = SymbolTransfer(from: symbols, to: launches.symbols)
      while batch.events.count < Self.eventsMovedAtOnce, let stream = streams.popFirst() {
        batch.events += log.received(stream).map { transfer.event($0) }
        for var reject in log.fills[stream, default: []] {
          reject.stream = transfer.stream(stream)
          batch.rejects.append(reject)
        }
        log.forget([stream])
      }
      launches.symbols = transfer.symbols
      try self.store(batch)
    }
    log = StreamEvents()
  }

  private mutating func store(_ batch: EventBatch) throws(StoreError) {
    open.add(batch.events, batch.rejects, launches.symbols)
    let source = batch.events.last?.source ?? SourceID(rawValue: 0)
    let earlier = intake?.add(batch, of: source, reading: 0, checkpoint: nil, launches.symbols)
    open.leave(earlier ?? [])
    if open.endTransaction(launches.symbols) { try commit(renewsSymbols: open.areFull(launches.symbols)) }
  }

  private mutating func commit(renewsSymbols: Bool = false, isLast: Bool = false) throws(StoreError) {
    intake?.store(open.events, launches.symbols)
    let words = InternedNames(&launches.symbols)
    let over = open.summaries(ofAll: isLast, words, &launches.symbols)
    intake?.commit(over, launches.symbols)
    if let failure = intake?.failure { throw failure }
    for (_, outcome) in intake?.takeOutcomes() ?? [:] { launches.counts += outcome.counts }
    if renewsSymbols { intake?.store.startGeneration(movedBy: open.renew(&launches.symbols).map) }
  }

  private mutating func recall() throws(StoreError) {
    guard let store = intake?.store else { return }
    repeat { try commit(isLast: true) } while !open.streams.isEmpty
    intake = nil
    open = OpenLaunches()
    if options.isStopped() { return }
    try StoredLaunches(store).bringUpToDate()
    var all = try StoredLaunches(store).read(wanted.kept.map { .judged($0) } ?? .all, joinsLaunches: joinsLaunches)
      .launches
    swap(&launches.summaries, &all.summaries)
    swap(&launches.symbols, &all.symbols)
    if keepsEvents { return launches.events = all.events }
    // The other owners of the symbols go first, so that a change copies nothing.
    all.events = RecordedEvents(notKept: Symbols())
    _ = InternedNames(&launches.symbols)
    if wanted.kept != nil { launches.symbols.keepContexts(of: &launches.summaries) }
    launches.events = RecordedEvents(notKept: launches.symbols)
  }

  mutating func analyze() {
    var symbols = launches.symbols
    launches.symbols = Symbols()  // One owner, so that adding a word makes no copy.
    // Mostly all are known.
    symbols.streams.endInterning()
    symbols.contexts.endInterning()
    let words = InternedNames(&symbols)
    let streams = log.streams
    launches.summaries.reserveCapacity(streams.count)
    // Apple's reports, and other logs of a process, are joined with the events of their launches.
    let mayJoin = !joinsLaunches || symbols.mayJoinLaunches
    // A joined launch is made anew of all its events.
    let details = mayJoin ? nil : wanted.kept
    let streamReplay = StreamReplay(wanted: details)
    // Keeps once what launches of several shares have in common.
    var reducer = details.map { DetailReducer($0) }
    // Streams are known by now; process ids matter only where launches may be joined.
    if !keepsEvents, details != nil { log.contexts = symbols.forgetProcesses() }
    // In steps: else all launches are there twice, replayed and kept.
    for start in stride(from: 0, to: streams.count, by: Self.streamsAtOnce) {
      let some = Array(streams[start..<min(start + Self.streamsAtOnce, streams.count)])
      var shares = log.replay(some, streamReplay, words, symbols, leaving: details)
      for share in shares.indices {
        launches.counts += shares[share].1
        // Moved out in place, which counts no references to details that another core has made.
        for index in shares[share].0.indices {
          var summary = shares[share].0[index].takeSummary(&symbols)
          reducer?.reduceStays(&summary)
          launches.summaries.append(summary)
        }
        shares[share].0 = []
      }
      if !keepsEvents, !mayJoin { log.forget(some) }
    }
    symbols.noteSharedIDs(launches.summaries)
    if !keepsEvents, details != nil { symbols.keepContexts(of: &launches.summaries) }
    let joins = LaunchJoins(joinsLaunches ? launches.summaries : [], symbols)
    for index in joins.apply(to: &launches.summaries) {
      let events = joins.launchAndOthers(of: launches.summaries[index]).map { log.events(of: $0, symbols) }
      launches.summaries[index] = streamReplay.summary(of: launches.summaries[index], events, words, &symbols)
    }
    launches.symbols = symbols
    if keepsEvents {
      launches.events = RecordedEvents(log, joins: joins, symbols: symbols)
    } else {
      launches.events = RecordedEvents(notKept: symbols)
      log = StreamEvents()
    }
  }
}
