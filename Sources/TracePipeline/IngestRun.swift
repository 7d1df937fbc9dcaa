import Dispatch
package import TraceIngest
package import TraceModel
package import TraceStore

/// Takes logs into a store: events, rejects and checkpoints in one transaction, launches summarized
/// as they come.
///
/// One thread reads and replays, this one owns the store and writes.
package struct IngestRun {
  /// The outcome of an ingest.
  package struct Result: Sendable {
    /// The numbers of lines and records, and what became of them.
    package var counts = IngestCounts()
    /// The number of sources that were opened.
    package var sources = 0
    /// Those of them that were empty.
    package var emptySources = 0
    /// The formats of the sources, and whatever in them was not understood.
    package var diagnostics = IngestDiagnostics()
    /// The versions of apps whose launches got new events.
    package var versions: [VersionContents] = []
    /// The number of launches that an event `launch.earlier` stands for, without events of their own.
    package var earlierLaunches: Int64 = 0
    /// The source at which the run was stopped on request; what was read until then is stored.
    package var stoppedAt: String?
  }

  /// The sources in the store that begin with the same bytes as a source.
  struct KnownSources: Sendable {
    /// The sources that an earlier run has stored.
    var found: [StoredSource]
    /// The number of a new source, if there were none.
    var created: SourceID?
  }

  /// A job that the reading thread gives to the owner of the store; `nil` when it has finished.
  typealias StoreJob = (@Sendable (inout IngestRun) -> Void)?

  /// How many jobs may wait for the store: as many as there are batches, as it must not wait while launches are
  /// replayed.
  private static let waitingJobs = BatchReader.batchCount

  let store: EventStore
  private let options: IngestOptions
  let report: (RunProgress) -> Void
  private(set) var failure: StoreError?
  private(set) var isOpen = false
  var result = Result()
  /// The streams that were there before this run.
  private var earlierStreams = StreamMark()
  /// Where the sources of this run were found.
  var placed: [PlacedSource] = []
  private var checkpointer: WALCheckpointer?
  /// Told true before logs are read, and false once all that was read of them is stored.
  package var isReading: (Bool) -> Void = { _ in }
  /// How many events of open launches are held.
  var limits = OpenLaunches.Limits()
  /// What the numbers in batches mean, as the reading thread has sent it.
  var symbols = Symbols()
  /// What was read in the open transaction and is not in the store yet.
  private var gathered = GatheredBatches()

  /// A run into an open store; `report` is called after each batch.
  package init(into store: EventStore, options: IngestOptions, report: @escaping (RunProgress) -> Void = { _ in }) {
    self.store = store
    self.options = options
    self.report = report
  }

  /// Reads all logs in `paths`, each from where it was left.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: What was done; all of it is on disk.
  /// - Throws: `IngestError` if `paths` cannot be listed, `StoreError` if the store cannot be
  ///   written; what was committed before stays.
  package mutating func run(_ paths: [String]) throws -> Result {
    try begin()
    let checkpointer = try WALCheckpointer(store)
    self.checkpointer = checkpointer
    let jobs = Channel<StoreJob>(capacity: Self.waitingJobs)
    let options = options
    let sources = try SourceList.expand(paths, besides: SourcePath(store.path))
    let settled = SourceList.settled(try store.unreadPaths(), paths, sources)
    isReading(true)
    let limits = limits
    DispatchQueue(label: "feed").async { LogFeed(options, jobs, finished: settled, limits).run(sources) }
    while let job = jobs.receive() { job(&self) }
    isReading(false)
    checkpointer.release(store)
    // Its last pages are copied while the rest is done.
    defer { checkpointer.close(store) }
    if let failure { throw failure }
    // Who asked it to end does not wait for what the next run makes anyway.
    if result.stoppedAt != nil { return result }
    return try finish()
  }

  /// Gets the store ready for what is read.
  mutating func begin() throws(StoreError) {
    // Summaries that an earlier run left outdated are made first, so that they do not count as changed by this run.
    if try !store.outdatedStreams().isEmpty { try Projector(store, report: report).bringUpToDate() }
    earlierStreams = try store.markStreams()
    store.startGeneration()
  }

  /// Ends the run, once all that was read is committed.
  ///
  /// - Returns: What was done; all of it is on disk, and all launches are derived.
  mutating func finish() throws(StoreError) -> Result {
    try storeMovedPaths()
    try store.noteChanged(&earlierStreams)
    try Projector(store, report: report).bringUpToDate()
    let contents = try store.contents(since: earlierStreams)
    result.versions = contents.versions
    result.earlierLaunches = contents.earlierLaunches
    try store.checkFiles(isLast: true)
    return result
  }

  /// Notes in the store where sources lie by now.
  private func storeMovedPaths() throws(StoreError) {
    let moved = placed.moved
    if moved.isEmpty { return }
    try store.begin()
    for source in moved { try store.setPath(source.path, of: source.id) }
    try store.commit()
  }

  /// Runs a job on the store in the open transaction, which it begins if need be; does nothing once the store has
  /// failed.
  @discardableResult mutating func attempt<Answer>(_ job: (inout IngestRun) throws(StoreError) -> Answer) -> Answer? {
    guard failure == nil else { return nil }
    do throws(StoreError) {
      if !isOpen { try store.begin() }
      isOpen = true
      return try job(&self)
    } catch {
      failure = error
      return nil
    }
  }

  /// Notes as a failure that the store is not where it was opened.
  mutating func checkFiles() {
    guard failure == nil else { return }
    do throws(StoreError) { try store.checkFiles() } catch { failure = error }
  }

  /// The sources in the store that begin with these bytes; if there is none, a new one.
  mutating func findOrCreate(_ path: String, _ head: SourceHead, isPipe: Bool) throws(StoreError) -> KnownSources {
    result.sources += 1
    if head.count == 0 { result.emptySources += 1 }
    let found = try store.findSources(headHashes: head.prefixHashes, isPipe: isPipe)
    if isPipe, let source = found.first { try store.clearClaims(of: source.id) }
    return KnownSources(found: found, created: found.isEmpty ? try create(path, head, isPipe: isPipe) : nil)
  }

  /// Adds a source to the store.
  func create(_ path: String, _ head: SourceHead, isPipe: Bool) throws(StoreError) -> SourceID {
    try store.createSource(
      path: path, identity: head.identity(), isPipe: isPipe, headLength: head.count, headHash: head.hash)
  }

  /// Takes one batch, whose events go into the store with the others of the transaction; says in `reply` which of their
  /// streams the store had before.
  mutating func take(_ batch: EventBatch, of source: SourceID, _ reply: StoreReply) throws(StoreError) {
    let known = try gathered.add(batch, to: store, symbols, &result)
    reply.note(known, isFull: gathered.isFull)
    try store.setCheckpoint(batch.position, of: source)
  }

  /// Puts the events of all batches that were taken since the last commit into the store.
  mutating func store(_ events: [Event]) throws(StoreError) {
    try gathered.store(events, in: store, symbols, &result)
  }

  /// Forgets the unfinished last line of a source, which is read again.
  mutating func clearUnfinished(of source: SourceID) throws(StoreError) {
    gathered.clearUnfinished(of: source)
    try store.clearUnfinished(of: source)
  }

  /// Ends the transaction, with what is still to be read and with the launches that are over, by stream.
  mutating func commit(
    _ launches: [PackedSummary], unread: [String], finished: [String]
  ) throws(StoreError) {
    try store.note(unread: unread, finished: finished)
    try store.writeNewSummaries(launches, symbols: symbols)
    try store.commit()
    isOpen = false
    checkpointer?.noteCommit(store)
  }
}
