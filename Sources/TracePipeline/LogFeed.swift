import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Reads logs, batch by batch, on a thread of its own, and replays the launches in them once they are over.
struct LogFeed: ~Copyable {
  /// A transaction ends after this time, or after `EventLog.transactionEvents` events.
  private static let transactionTime = Duration.seconds(1)

  private let options: IngestOptions
  private let jobs: Channel<IngestRun.StoreJob>
  /// Batches that the store is done with; nothing once it has failed.
  private let spare = BatchReader.spareBatches()
  private var symbols = Symbols()
  /// How much of `symbols` the owner of the store has.
  private var sentSymbols = SymbolMark()
  private var words: InternedNames
  /// The events of the open transaction, and the launches that are not over.
  private var open: OpenLaunches
  /// What the owner of the store says of streams of `symbols`.
  private var reply = StoreReply()
  private var began = ContinuousClock.now
  /// The launches that the last transaction holds.
  private var sentLaunches: [PackedSummary] = []
  private var progress = RunProgress()
  /// What the store was asked of sources that come next, in their order.
  private var questions: [(source: OpenSource, answer: Channel<IngestRun.KnownSources?>)] = []
  /// The sources to be read, and the place of the one that is being read.
  private var sources: [SourcePath] = []
  private var current = 0
  /// Sources that could not be read to their end; those that were since the last transaction, and whether the store
  /// knows which the others are.
  private var failed: [String] = []
  private var finished: [String]
  private var isUnreadNoted = false

  /// A feed of a run to which the sources `finished` are nothing to be waited for.
  init(
    _ options: IngestOptions, _ jobs: Channel<IngestRun.StoreJob>, finished: [String], _ limits: OpenLaunches.Limits
  ) {
    open = OpenLaunches(limits)
    self.options = options
    self.jobs = jobs
    self.finished = finished
    words = InternedNames(&symbols)
  }

  /// Reads all sources, and says when it has finished.
  consuming func run(_ paths: [SourcePath]) {
    var stoppedAt: String?
    sources = paths
    progress = RunProgress(of: paths)
    var batches = BatchReader(paths, options, spare, isPrepared: true, busyCores: 1)
    while current < sources.count, stoppedAt == nil {
      let path = sources[current]
      var opened: OpenSource?
      var isWhole = true
      do throws(IngestError) {
        opened = try batches.nextSource()
        guard let source = opened else { break }
        jobs.send { [format = source.reader.formatName] in $0.result.diagnostics.add(format, path) }
        guard let id = try id(of: source) else { break }
        if try !feed(&batches, source, id) {
          stoppedAt = path.name
          // A pipe has no end of its own: it is read as far as somebody wanted it to be.
          isWhole = source.reader.isPipe
        }
      } catch {
        isWhole = error.isOfNoLog
        if options.isStopped() {
          // What decompresses a source may be ended with the run: it is read on the next time.
          stoppedAt = path.name
        } else {
          jobs.send { [error] in $0.result.diagnostics.add(error, path) }
        }
      }
      if isWhole { finished.append(path.name) } else { failed.append(path.name) }
      progress.finish(path, opened)
      current += 1
    }
    commit(isLast: true)
    jobs.send { [stoppedAt] in $0.result.stoppedAt = stoppedAt }
    jobs.send(nil)
  }

  /// Asks the thread that owns the store; the answer is nil if the store has failed.
  private func ask<Answer: Sendable>(_ question: @escaping @Sendable (inout IngestRun) throws(StoreError) -> Answer)
    -> Channel<Answer?>
  {
    let answers = Channel<Answer?>(capacity: 1)
    jobs.send { answers.send($0.attempt(question)) }
    return answers
  }

  // MARK: Where a source was left

  /// The number of the present source, which is ready to be cut then; nil if the store has failed.
  private mutating func id(of source: OpenSource) throws(IngestError) -> SourceID? {
    if !source.isReady {
      let answer = questions.first { $0.source === source }?.answer ?? askForNumber(of: source)
      questions.removeAll { $0.source === source }
      guard let known = answer.receive() else { return nil }
      try prepare(source, known)
    }
    if let failure = source.failure, !source.isMore, source.ahead.isEmpty { throw failure }
    return source.id
  }

  /// Asks for the numbers of sources that come next, and begins those of which the answers are there: else the store
  /// and this thread would wait for each other at each of many small files.
  private mutating func prepareUpcoming(_ batches: borrowing BatchReader, after current: OpenSource) {
    var earlier = [current]
    for source in batches.upcoming where !source.isReady {
      if let place = questions.firstIndex(where: { $0.source === source }) {
        // The sources behind one that is waited for can be asked for meanwhile.
        if questions[place].answer.isFilled {
          guard let known = questions.remove(at: place).answer.receive() else { return }
          do throws(IngestError) { try prepare(source, known) } catch { source.fail(error) }
        }
      } else {
        // What the store knows of one that begins like another depends on how far that was read.
        guard !earlier.contains(where: { $0.reader.head.beginsLike(source.reader.head) }) else { return }
        questions.append((source, askForNumber(of: source)))
      }
      earlier.append(source)
    }
  }

  /// Asks which sources the store knows by this head; one that it does not know gets a number.
  private func askForNumber(of source: OpenSource) -> Channel<IngestRun.KnownSources?> {
    let head = source.reader.head
    let isPipe = source.reader.isPipe
    let path = source.path.name
    return ask { run throws(StoreError) in try run.findOrCreate(path, head, isPipe: isPipe) }
  }

  /// Puts the reader at the place where the source was left.
  private func prepare(_ source: OpenSource, _ known: IngestRun.KnownSources) throws(IngestError) {
    source.isReady = true
    source.id = known.created
    for stored in known.found {
      if source.reader.isPipe {
        source.id = stored.id
        return
      }
      guard try source.reader.resume(at: stored.checkpoint) else { continue }
      if options.differ, ask({ run throws(StoreError) in try run.store.forget(stored) }).receive() == true {
        try source.reader.restart()
      }
      source.id = stored.id
      source.storedPath = stored.path
      return
    }
    if source.id != nil { return }
    let head = source.reader.head
    let path = source.path.name
    source.id = ask { run throws(StoreError) in try run.create(path, head, isPipe: false) }.receive() ?? nil
  }

  // MARK: What is read

  /// Reads the present source to its end, or until the run is stopped: then `false`.
  private mutating func feed(_ batches: inout BatchReader, _ source: OpenSource, _ id: SourceID) throws(IngestError)
    -> Bool
  {
    var events = 0
    jobs.send { run in run.attempt { run throws(StoreError) in try run.clearUnfinished(of: id) } }
    while true {
      prepareUpcoming(batches, after: source)
      guard let batch = try batches.next(&symbols, id) else { break }
      events += batch.events.count
      if batch.counts.lines == 0, !source.isFinished {
        spare.send(batch)  // A pipe is silent: others may write.
        commit(isSilent: true)
      } else {
        send(batch, source, id)
      }
      if options.isStopped() { return false }
    }
    open.end(id)
    if events == 0, let error = source.reader.nonLogError { throw error }
    if !source.reader.isPipe {
      let path = source.path.name
      let place = PlacedSource(
        id: id, path: path, storedPath: source.storedPath ?? path, hasNewEvents: events > 0)
      jobs.send { $0.placed.append(place) }
    }
    return source.isFinished
  }

  private mutating func send(_ batch: EventBatch, _ source: OpenSource, _ id: SourceID) {
    open.take(batch.events, batch.rejects, symbols)
    progress.events += Int64(batch.events.count)
    jobs.send { [batch, spare, reply, additions = takeNewSymbols(), progress = progress.during(source)] run in
      run.symbols.add(additions)
      run.attempt { run throws(StoreError) in try run.take(batch, of: id, reply) }
      run.report(progress)
      spare.send(run.failure == nil ? batch : nil)
    }
    let isOld = began.duration(to: .now) >= Self.transactionTime
    let isFull = open.areFull(symbols) || open.events.count >= EventLog.transactionEvents || reply.isFull
    let endsPipe = source.reader.isPipe && source.isFinished
    if isOld || isFull || endsPipe { commit(endingPipe: endsPipe ? id : nil) }
  }

  /// The symbols that the owner of the store does not have yet.
  private mutating func takeNewSymbols() -> SymbolAdditions {
    let additions = symbols.additions(after: sentSymbols)
    sentSymbols = symbols.mark
    return additions
  }

  /// - Parameters:
  ///   - isSilent: True if the source is a pipe, and all that it holds so far is read.
  ///   - isLast: No more is read in this run.
  ///   - pipe: A pipe that is at its end.
  private mutating func commit(isSilent: Bool = false, isLast: Bool = false, endingPipe pipe: SourceID? = nil) {
    let isFull = open.areFull(symbols)
    // While the store puts these in, launches are replayed.
    jobs.send { [events = open.events] run in
      if run.isOpen { run.attempt { run throws(StoreError) in try run.store(events) } }
    }
    open.leave(reply.take())
    let launches = open.summaries(ofAll: isSilent || isLast, words, &symbols)
    // The owner of the store is done with the ones before: this thread, which has less to do, frees them.
    sentLaunches = launches
    let additions = takeNewSymbols()
    let map = isFull ? renewSymbols() : nil
    // A run of one transaction is in the store whole, or not at all.
    let rest = sources[current...].dropFirst(isSilent ? 1 : 0).map(\.name)
    let unread = isUnreadNoted ? [] : failed + rest
    let read = finished + (isSilent ? [sources[current].name] : [])
    finished = []
    isUnreadNoted = !isSilent
    jobs.send { [additions, map] run in
      run.symbols.add(additions)
      if run.isOpen || isLast || !launches.isEmpty {
        run.attempt { run throws(StoreError) in
          if let pipe { try run.store.clearClaims(of: pipe) }
          try run.commit(launches, unread: unread, finished: read)
          if let map { run.store.startGeneration(movedBy: map) }
        }
      }
      if map != nil { run.symbols = Symbols() }
    }
    began = .now
    if isSilent || isLast, !open.streams.isEmpty { commit(isSilent: isSilent, isLast: isLast) }
  }

  /// Begins symbols anew, with those of the launches that are open.
  private mutating func renewSymbols() -> SymbolMap {
    let renewed = open.renew(&symbols)
    words = renewed.words
    sentSymbols = SymbolMark()
    reply = StoreReply()
    return renewed.map
  }
}
