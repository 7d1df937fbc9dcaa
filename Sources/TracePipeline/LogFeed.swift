import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Reads logs, batch by batch, on a thread of its own, and replays the launches that begin in them.
struct LogFeed: ~Copyable {
  /// A transaction ends after so many events as one takes, or so long.
  private static let transactionTime = Duration.seconds(1)
  /// Symbols are begun anew, with a transaction, when their texts have so many bytes or there are so many streams.
  ///
  /// So memory does not grow with the input; 30,000 streams are not faster, and take 15 MB more.
  private static let symbolBytes = 1 << 20
  private static let symbolStreams = 4_000

  private let options: IngestOptions
  private let jobs: Channel<IngestRun.StoreJob>
  /// Batches that the store is done with; nothing once it has failed.
  private let spare = BatchReader.spareBatches()
  private let analyzer = Analyzer()
  private var symbols = Symbols()
  private var words: InternedNames
  /// The events of the open transaction, and how many streams there were before it.
  private var window = EventLog()
  private var knownStreams = 0
  private var began = ContinuousClock.now
  private var progress = RunProgress()
  /// The sources to be read, and the place of the one that is being read.
  private var sources: [SourcePath] = []
  private var current = 0
  /// Sources that could not be read to their end; those that were since the last transaction, and whether the store
  /// knows which the others are.
  private var failed: [String] = []
  private var finished: [String]
  private var isUnreadNoted = false

  /// A feed of a run to which the sources `finished` are nothing to be waited for.
  init(_ options: IngestOptions, _ jobs: Channel<IngestRun.StoreJob>, finished: [String] = []) {
    self.options = options
    self.jobs = jobs
    self.finished = finished
    words = InternedNames(&symbols)
  }

  /// Reads all sources, and says when it has finished.
  consuming func run(_ paths: [SourcePath]) {
    var stoppedAt: String?
    sources = paths
    while current < sources.count, stoppedAt == nil {
      let path = sources[current]
      var isWhole = true
      do throws(IngestError) {
        var reader = try SourceReader(path, options: options)
        // A pipe has no end of its own: it is read as far as somebody wanted it to be.
        let isPipe = reader.isPipe
        jobs.send { [format = reader.formatName] in $0.result.diagnostics.add(format, path) }
        guard let source = try source(&reader, path) else { break }
        if try !feed(BatchReader(reader, options, spare, busyCores: 1), source) {
          stoppedAt = path.name
          isWhole = isPipe
        }
      } catch {
        isWhole = error.isOfNoLog
        jobs.send { [error] in $0.result.diagnostics.add(error, path) }
      }
      if isWhole { finished.append(path.name) } else { failed.append(path.name) }
      current += 1
    }
    commit(isLast: true)
    jobs.send { [stoppedAt] in $0.result.stoppedAt = stoppedAt }
    jobs.send(nil)
  }

  /// The answer of the owner of the store; `nil` if the store has failed: read no more.
  private func ask<Answer: Sendable>(_ question: @escaping @Sendable (inout IngestRun) throws(StoreError) -> Answer)
    -> Answer?
  {
    let answers = Channel<Answer?>(capacity: 1)
    jobs.send { answers.send($0.attempt(question)) }
    return answers.receive()
  }

  /// The source's number, and the reader at the place where that source was left.
  private mutating func source(_ reader: inout SourceReader, _ path: SourcePath) throws(IngestError) -> SourceID? {
    let head = reader.head
    let isPipe = reader.isPipe
    let known = ask { run throws(StoreError) in try run.find(head, isPipe: isPipe) }
    guard let known else { return nil }
    for source in known {
      if isPipe { return source.id }
      guard try reader.resume(at: source.checkpoint) else { continue }
      if options.differ, ask({ run throws(StoreError) in try run.store.forget(source) }) == true {
        try reader.restart()
      }
      return source.id
    }
    return ask { run throws(StoreError) in
      try run.store.createSource(
        path: path.name, identity: head.identity(), isPipe: isPipe, headLength: head.count, headHash: head.hash)
    }
  }

  /// Reads a source to its end, or until the run is stopped: then `false`.
  private mutating func feed(_ batches: consuming BatchReader, _ source: SourceID) throws(IngestError) -> Bool {
    let before = progress.bytes
    var events = 0
    progress.totalBytes += batches.source.size ?? 0
    jobs.send { run in run.attempt { run throws(StoreError) in try run.store.clearUnfinished(of: source) } }
    while let batch = try batches.next(&symbols, source) {
      progress.bytes = before + batches.source.bytesRead
      events += batch.events.count
      if batch.counts.lines == 0, !batches.isFinished {
        spare.send(batch)  // A pipe is silent: others may write.
        commit(isSilent: true)
      } else {
        send(batch, source, endsPipe: batches.source.isPipe && batches.isFinished)
      }
      if options.isStopped() { return false }
    }
    if events == 0, let error = batches.source.nonLogError { throw error }
    return batches.isFinished
  }

  private mutating func send(_ batch: EventBatch, _ source: SourceID, endsPipe: Bool) {
    window.append(batch.events, batch.rejects)
    progress.events += Int64(batch.events.count)
    jobs.send { [batch, spare, symbols = symbols.snapshot, progress] run in
      run.attempt { run throws(StoreError) in
        try run.take(batch, symbols, of: source)
        if endsPipe { try run.store.clearClaims(of: source) }
      }
      run.report(progress)
      spare.send(run.failure == nil ? batch : nil)
    }
    let isOld = began.duration(to: .now) >= Self.transactionTime
    if isOld || areSymbolsFull || window.count >= EventLog.transactionEvents { commit() }
  }

  private var areSymbolsFull: Bool {
    symbols.texts.byteCount > Self.symbolBytes || symbols.streams.count > Self.symbolStreams
  }

  /// - Parameters:
  ///   - isSilent: True if the source is a pipe, and all that it holds so far is read.
  ///   - isLast: No more is read in this run.
  private mutating func commit(isSilent: Bool = false, isLast: Bool = false) {
    let launches = replayWindow()
    let isFull = areSymbolsFull
    // A run of one transaction is in the store whole, or not at all.
    let rest = sources[current...].dropFirst(isSilent ? 1 : 0).map(\.name)
    let unread = isUnreadNoted ? [] : failed + rest
    let read = finished + (isSilent ? [sources[current].name] : [])
    finished = []
    isUnreadNoted = !isSilent
    jobs.send { [symbols = symbols.snapshot] run in
      guard run.isOpen || isLast else { return }
      run.attempt { run throws(StoreError) in
        try run.commit(launches, symbols, unread: unread, finished: read)
        if isFull { run.store.startGeneration() }
      }
    }
    window = EventLog()
    began = .now
    if isFull {
      symbols = Symbols()
      words = InternedNames(&symbols)
      knownStreams = 0
    }
  }

  /// The launches of the streams that came first in this transaction.
  private mutating func replayWindow() -> [StreamID: [LaunchSummary]] {
    let streams = window.streams.filter { Int($0.rawValue) >= knownStreams }
    knownStreams = symbols.streams.count
    return window.summaries(of: streams, analyzer, words, &symbols)
  }
}
