package import TraceIngest
import TraceAnalyzer
import TraceModel
package import TraceStore

/// Takes logs into a store: events, rejects and checkpoints in one transaction, launches summarized
/// as they come.
package struct IngestRun: ~Copyable {
  /// A transaction ends after so many events, or so long.
  private static let commitEvents = 100_000
  private static let commitTime = Duration.seconds(1)
  /// Symbols are begun anew when they hold so much: memory does not grow with the input.
  private static let symbolBytes = 8 << 20

  /// What an ingest did.
  package struct Result: Sendable {
    package var intake = Intake()
    /// Sources that were opened.
    package var sources = 0
    package var failures: [SourceFailure] = []
    /// Stopped on request; what was read until then is stored.
    package var isStopped = false
    /// The source at which it stopped.
    package var stoppedAt: String?
  }

  private let store: EventStore
  private let options: IngestOptions
  private let report: (RunProgress) -> Void
  private let isStopped: () -> Bool
  private var projector: Projector
  private var symbols = Symbols()
  private var words: Words
  private var result = Result()
  private var progress = RunProgress()
  /// What the open transaction holds: launches that begin in it are replayed from here.
  private var window = EventLog()
  private var began: ContinuousClock.Instant?

  /// A run into an open store; `report` is called after each batch, and `isStopped` asked.
  package init(
    into store: EventStore, options: IngestOptions,
    report: @escaping (RunProgress) -> Void = { _ in }, isStopped: @escaping () -> Bool = { false }
  ) {
    self.store = store
    self.options = options
    self.report = report
    self.isStopped = isStopped
    words = Words(&symbols)
    projector = Projector(store)
  }

  /// Reads all logs in `paths`, each from where it was left.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: What was done; all of it is on disk.
  /// - Throws: `IngestError` if `paths` cannot be listed, `StoreError` if the store cannot be
  ///   written; what was committed before stays.
  package mutating func run(_ paths: [String]) throws -> Result {
    for path in try SourceList.expand(paths) where !result.isStopped {
      do {
        var reader = try SourceReader(path, options: options)
        try takeIn(&reader, path)
      } catch let error as IngestError {
        result.failures.append(SourceFailure(source: path.name, error: error))
      }
    }
    try commit()
    try projector.bringUpToDate()
    return result
  }

  private mutating func takeIn(_ reader: inout SourceReader, _ path: SourcePath) throws {
    try begin()
    let source = try source(&reader, path)
    let before = progress.bytes
    result.sources += 1
    progress.totalBytes += reader.size ?? 0
    var batch = EventBatch()
    var isMore = true
    while isMore, !result.isStopped {
      batch.clear()
      // What was read before a failure counts.
      let outcome = Swift.Result { () throws(IngestError) in
        try reader.read(
          into: &batch, symbols: &symbols, source: source, limit: CheckRun.batchLines)
      }
      try begin()
      try append(batch)
      progress.bytes = before + reader.bytesRead
      report(progress)
      isMore = try outcome.get()
      if isMore, isStopped() {
        result.isStopped = true
        result.stoppedAt = path.name
      }
      if !isMore, reader.isPipe { try store.clearClaims(of: source) }
      try store.setCheckpoint(checkpoint(batch.position, reader.head), of: source)
      if isFull { try commit() }
      if symbols.texts.byteCount > Self.symbolBytes { try startGeneration(&reader) }
    }
  }

  /// The source's number, and the reader at the place where that source was left.
  private mutating func source(
    _ reader: inout SourceReader, _ path: SourcePath
  ) throws -> SourceID {
    let known = try store.findSources(
      headHashes: reader.head.prefixHashes, isPipe: reader.isPipe)
    for source in known {
      if source.isPipe {
        try store.clearClaims(of: source.id)
        return source.id
      }
      if try reader.resume(at: position(source.checkpoint)) { return source.id }
    }
    return try store.createSource(
      path: path.name, identity: reader.head.identity(), isPipe: reader.isPipe,
      headLength: reader.head.count, headHash: reader.head.hash)
  }

  private mutating func position(_ checkpoint: Checkpoint) -> ReadPosition {
    var position = ReadPosition()
    position.offset = checkpoint.offset
    position.line = checkpoint.line
    position.tailHash = checkpoint.tailHash
    position.isLineOpen = checkpoint.isLineOpen
    position.headLength = Int32(checkpoint.headLength)
    position.device = symbols.texts.intern(checkpoint.device)
    position.app = symbols.texts.intern(checkpoint.app)
    position.boot = symbols.texts.intern(checkpoint.boot)
    position.pid = checkpoint.pid
    position.pendingLost = Int32(checkpoint.pendingLost)
    return position
  }

  private func checkpoint(_ position: ReadPosition, _ head: SourceHead) -> Checkpoint {
    var checkpoint = Checkpoint()
    checkpoint.offset = position.offset
    checkpoint.line = position.line
    checkpoint.tailHash = position.tailHash
    checkpoint.isLineOpen = position.isLineOpen
    checkpoint.headLength = Int(position.headLength)
    checkpoint.headHash = head.prefixHashes[checkpoint.headLength]
    checkpoint.device = symbols.texts.string(position.device)
    checkpoint.app = symbols.texts.string(position.app)
    checkpoint.boot = symbols.texts.string(position.boot)
    checkpoint.pid = position.pid
    checkpoint.pendingLost = Int64(position.pendingLost)
    return checkpoint
  }

  private mutating func append(_ batch: EventBatch) throws {
    let counts = try store.append(batch.events, symbols: symbols)
    let refused = counts.refused.map { batch.reject($0.index, $0.reason) }
    _ = try store.append(batch.rejects + refused, symbols: symbols)
    result.intake.add(batch.counts)
    result.intake.new += Int64(counts.newEvents)
    result.intake.duplicate += Int64(counts.duplicates)
    result.intake.rejected += Int64(refused.count)
    progress.events += Int64(batch.events.count)
    window.append(batch.events, batch.rejects)
  }

  // MARK: Transactions

  private var isFull: Bool {
    guard let began else { return false }
    return window.count >= Self.commitEvents || began.duration(to: .now) >= Self.commitTime
  }

  private mutating func begin() throws {
    guard began == nil else { return }
    try store.begin()
    began = .now
  }

  /// Summarizes the launches that began in this transaction and makes all of it durable.
  private mutating func commit() throws {
    guard began != nil else { return }
    let new = Set(try store.takeChanged().new)
    var summaries: [(StreamID, [LaunchSummary])] = []
    var ignored = Intake()
    window.forEachStream(symbols, &ignored) { stream, events, fills in
      guard new.contains(stream) else { return }
      let launches = projector.analyzer.summaries(
        of: stream, events: events, fills: fills, words: words, symbols: &symbols)
      summaries.append((stream, launches))
    }
    for (stream, launches) in summaries {
      try store.writeSummaries(launches, of: stream, symbols: symbols)
    }
    try store.commit()
    window = EventLog()
    began = nil
  }

  private mutating func startGeneration(_ reader: inout SourceReader) throws {
    try commit()
    var fresh = Symbols()
    reader.startGeneration(from: symbols, to: &fresh)
    symbols = fresh
    words = Words(&symbols)
    try store.startGeneration()
  }
}
