import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Reads logs, batch by batch, on a thread of its own, and replays the launches in them once they are over.
struct IngestReader: ~Copyable {
  /// A transaction ends after this time, or after `StreamEvents.transactionEvents` events.
  private static let transactionTime = Duration.seconds(1)

  private let options: IngestOptions
  private let steps: Channel<IngestRun.Step>
  /// Batches that the store is done with; nil once it has failed.
  private let spare: Channel<EventBatch?>
  private var ending = IngestRun.Ending()
  private var symbols = Symbols()
  /// How much of `symbols` the owner of the store has.
  private var sentSymbols = SymbolMark()
  private var words: InternedNames
  /// The events of the open transaction, and the launches that are not over.
  private var open: OpenLaunches
  /// What the owner of the store says of streams of `symbols`.
  private var reply = StoreReply()
  private var began = ContinuousClock.now
  private var progress = RunProgress()
  private var runSources: RunSources?
  /// The sources to be read, and the index of the present one.
  private var sources: [SourcePath] = []
  private var current = 0
  /// Sources that failed or were finished since the last transaction, the one at which the run was stopped, and whether
  /// the store knows the unread ones.
  private var failed: [String] = []
  private var finished: [String]
  private var stopped: [String] = []
  private var isUnreadNoted = false

  /// A feed of a run that does not wait for the sources `finished`.
  init(
    _ options: IngestOptions, _ steps: Channel<IngestRun.Step>, _ spare: Channel<EventBatch?>, finished: [String],
    _ limits: OpenLaunches.Limits
  ) {
    open = OpenLaunches(limits)
    self.options = options
    self.steps = steps
    self.spare = spare
    self.finished = finished
    words = InternedNames(&symbols)
  }

  consuming func run(_ paths: [SourcePath], intoStore store: String) {
    sources = paths
    progress = RunProgress(of: paths)
    do throws(StoreError) { runSources = try RunSources(ofStore: store, isReadAnew: options.differ) } catch {
      ending.failure = error
    }
    var batches = BatchReader(paths, options, spare, isPrepared: true, busyCores: 1)
    while current < sources.count, ending.result.stoppedAt == nil, ending.failure == nil, !batches.isEnded {
      read(sources[current], &batches)
      current += 1
      ending.failure = runSources?.failure
    }
    commit(isLast: true)
    // Closed before the store: the last connection removes SQLite's files.
    runSources = nil
    steps.send { [ending] run in run.ending = ending }
  }

  private mutating func read(_ path: SourcePath, _ batches: inout BatchReader) {
    var opened: OpenSource?
    var isWhole = true
    do throws(IngestError) {
      opened = try batches.nextSource()
      if let source = opened {
        ending.result.diagnostics.add(source.reader.formatName, path)
        ending.result.sources += 1
        if source.reader.head.count == 0 { ending.result.emptySources += 1 }
        if !source.isReady { try runSources?.prepare(source) }
        if let failure = source.failure, !source.isMore, source.ahead.isEmpty { throw failure }
        if let number = source.id, try !feed(&batches, source, number) {
          ending.result.stoppedAt = path.name
          // A pipe has no end of its own: it is read until the run is stopped.
          isWhole = source.reader.isPipe
        }
      }
    } catch {
      isWhole = error.isOfNoLog
      if options.isStopped() {
        // A stopped decompressor: the source is read on the next time.
        ending.result.stoppedAt = path.name
      } else {
        ending.result.diagnostics.add(error, path)
      }
    }
    if isWhole {
      finished.append(path.name)
    } else if ending.result.stoppedAt == nil {
      failed.append(path.name)
    } else {
      stopped.append(path.name)
    }
    progress.finish(path, opened)
  }

  /// Finds where upcoming sources were left, so that they can be cut and scanned ahead.
  private mutating func prepareUpcoming(_ batches: borrowing BatchReader, after current: OpenSource) {
    var earlier = [current]
    for source in batches.upcoming {
      if !source.isReady {
        // A source that begins like an earlier one must wait to know how far that was read.
        guard !earlier.contains(where: { $0.reader.head.beginsLike(source.reader.head) }) else { return }
        do throws(IngestError) { try runSources?.prepare(source) } catch {
          source.failure = error
          source.isMore = false
          source.isReady = true
        }
      }
      earlier.append(source)
    }
  }

  /// Reads the present source to its end; false if the run is stopped.
  private mutating func feed(_ batches: inout BatchReader, _ source: OpenSource, _ id: SourceID) throws(IngestError)
    -> Bool
  {
    var events = 0
    if let begun = runSources?.source(id) { steps.send { $0.intake.begin(begun) } }
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
      let stored = source.storedPath ?? path
      ending.locations.append(SourceLocation(id: id, path: path, storedPath: stored, hasNewEvents: events > 0))
    }
    return source.isFinished
  }

  private mutating func send(_ batch: EventBatch, _ source: OpenSource, _ id: SourceID) {
    open.add(batch.events, batch.rejects, symbols)
    progress.events += Int64(batch.events.count)
    ending.result.counts += batch.counts
    ending.result.diagnostics.add(batch)
    runSources?.note(batch.position, of: id)
    let reading = ending.result.diagnostics.present ?? 0
    steps.send { [additions = takeNewSymbols(), now = progress.during(source), reply, spare] run in
      run.add(batch, of: id, reading: reading, additions, reply)
      run.report(now)
      spare.send(run.intake.failure == nil ? batch : nil)
    }
    let isOld = began.duration(to: .now) >= Self.transactionTime
    let isFull = open.endTransaction(symbols) || reply.isFull
    let endsPipe = source.reader.isPipe && source.isFinished
    if isOld || isFull || endsPipe { commit(endingPipe: endsPipe ? id : nil) }
  }

  private mutating func takeNewSymbols() -> SymbolAdditions {
    let additions = symbols.additions(after: sentSymbols)
    sentSymbols = symbols.mark
    return additions
  }

  /// Ends the transaction; `isSilent` if a pipe holds no more by now, `isLast` at the end of the run.
  private mutating func commit(isSilent: Bool = false, isLast: Bool = false, endingPipe pipe: SourceID? = nil) {
    let isFull = open.areFull(symbols)
    // The store inserts these while launches are replayed.
    steps.send { [events = open.events] run in run.intake.store(events, run.symbols) }
    open.leave(reply.removeAll())
    let launches = open.summaries(ofAll: isSilent || isLast, words, &symbols)
    let additions = takeNewSymbols()
    var map: SymbolMap?
    if isFull {
      let renewed = open.renew(&symbols)
      map = renewed.map
      words = renewed.words
      sentSymbols = SymbolMark()
      reply = StoreReply()
    }
    // A run of one transaction is in the store whole, or not at all.
    let rest = sources[current...].dropFirst(isSilent ? 1 : 0).map(\.name)
    let unread = isUnreadNoted ? [] : stopped + rest
    let read = finished + (isSilent ? [sources[current].name] : [])
    isUnreadNoted = !isSilent
    steps.send { [map, failed] run in
      run.commit(
        launches, additions, movedBy: map, unread: unread, failed: failed, finished: read, endingPipe: pipe,
        isLast: isLast)
    }
    failed = []
    finished = []
    began = .now
    if isSilent || isLast, !open.streams.isEmpty { commit(isSilent: isSilent, isLast: isLast) }
  }
}
