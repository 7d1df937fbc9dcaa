import Dispatch
import Synchronization
package import TraceIngest
package import TraceModel
package import TraceStore

/// Takes logs into a store: events, rejects and checkpoints in one transaction, launches summarized as they come.
///
/// One thread reads and replays (`IngestReader`), this one owns the store and writes what it is sent.
package struct IngestRun {
  /// The outcome of an ingest.
  package struct Result: Sendable {
    /// The numbers of lines and records, and what became of them.
    package var counts = IngestCounts()
    /// The number of opened sources.
    package var sources = 0
    /// The number of empty ones.
    package var emptySources = 0
    /// The formats of the sources, and whatever in them was not understood.
    package var diagnostics = IngestDiagnostics()
    /// The versions of apps whose launches got new events.
    package var versions: [VersionContents] = []
    /// The number of launches of which only an event `launch.earlier` is known.
    package var earlierLaunches: Int64 = 0
    /// The source at which the run was stopped on request; what was read until then is stored.
    package var stoppedAt: String?

    mutating func add(_ contents: StoreContents) {
      versions = contents.versions
      earlierLaunches = contents.earlierLaunches
    }
  }

  /// A step of an ingest: the reading thread makes it, and the owner of the store runs it.
  typealias Step = @Sendable (inout IngestRun) -> Void

  struct Ending: Sendable {
    var result = Result()
    var locations: [SourceLocation] = []
    var failure: StoreError?
  }

  /// How many steps may wait for the store: as many as batches, as the store must not wait while launches are replayed.
  private static let waitingSteps = BatchReader.batchCount

  private let options: IngestOptions
  let report: (RunProgress) -> Void
  var intake: StoreIntake
  /// Called with true before logs are read, and with false once all that was read is stored.
  package var isReading: (Bool) -> Void = { _ in }
  var limits = OpenLaunches.Limits()
  /// What the numbers in batches mean, as the reading thread has sent it.
  private(set) var symbols = Symbols()
  private var counts = IngestCounts()
  private var refused: [Int: FileRejects] = [:]
  var ending: Ending?

  /// A run into an open store; `report` is called after each batch.
  package init(into store: EventStore, options: IngestOptions, report: @escaping (RunProgress) -> Void = { _ in }) {
    self.options = options
    self.report = report
    intake = StoreIntake(into: store)
  }

  /// Reads all logs in `paths`, files, directories, or `-` for standard input, each from where it was left; if the
  /// store cannot be written, what was committed before stays.
  package mutating func run(_ paths: [String]) throws -> Result {
    let store = intake.store
    try intake.start(report)
    let checkpointer = try WALCheckpointer(store)
    intake.checkpointer = checkpointer
    let sources = try SourceList.expand(paths, besides: SourcePath(store.path))
    let settled = SourceList.settled(try store.unreadPaths(), paths, sources)
    isReading(true)
    var ending = read(sources, settled)
    // What is said to be stored, by a summary or an error, is on the disk.
    intake.sync()
    isReading(false)
    checkpointer.release(store)
    // The WAL's last pages are copied meanwhile.
    defer { checkpointer.close(store) }
    if let failure = intake.failure ?? ending.failure { throw failure }
    counts += ending.result.counts
    ending.result.counts = counts
    for (reading, rejects) in refused { ending.result.diagnostics.add(refused: rejects, ofSource: reading) }
    // A stopped run leaves to the next what that makes anyway.
    if ending.result.stoppedAt == nil { ending.result.add(try intake.finish(ending.locations, report)) }
    return ending.result
  }

  /// Reads and stores sources; does not wait for those in `settled`.
  private mutating func read(_ sources: [SourcePath], _ settled: [String]) -> Ending {
    let steps = Channel<Step>(capacity: Self.waitingSteps)
    let spare = BatchReader.spareBatches()
    DispatchQueue(label: "feed").async { [options, limits, path = intake.store.path] in
      IngestReader(options, steps, spare, finished: settled, limits).run(sources, intoStore: path)
    }
    while true {
      if let ending { return ending }
      steps.receive()(&self)
    }
  }

  /// Takes in a batch with its new symbols; `reading` is the index of its source in the diagnostics.
  mutating func add(
    _ batch: EventBatch, of source: SourceID, reading: Int, _ additions: SymbolAdditions, _ reply: StoreReply
  ) {
    symbols.add(additions)
    let earlier = intake.add(batch, of: source, reading: reading, checkpoint: batch.position, symbols)
    reply.note(earlier, isFull: intake.isFull)
  }

  /// Ends a transaction with the launches that are over, by stream.
  ///
  /// `map` says what was moved to the symbols that come next; `pipe` is at its end.
  mutating func commit(
    _ launches: [PackedSummary], _ additions: SymbolAdditions, movedBy map: SymbolMap?, unread: [String],
    failed: [String], finished: [String], endingPipe pipe: SourceID?, isLast: Bool
  ) {
    symbols.add(additions)
    if intake.isOpen || isLast || !launches.isEmpty {
      intake.commit(launches, unread: unread, failed: failed, finished: finished, endingPipe: pipe, symbols)
      for (reading, outcome) in intake.takeOutcomes() {
        counts += outcome.counts
        if outcome.refused.rejected > 0 { refused[reading, default: FileRejects(file: "")] += outcome.refused }
      }
    }
    guard let map else { return }
    if intake.failure == nil { intake.store.startGeneration(movedBy: map) }
    symbols = Symbols()
  }
}

/// What the store's owner tells the reading thread; neither waits for the other.
final class StoreReply: Sendable {
  private let state = Mutex<(earlier: [StreamID], isFull: Bool)>(([], false))

  /// Adds streams that the store had before, whose events need not be held; `isFull` asks to end the transaction.
  func note(_ earlier: [StreamID], isFull: Bool) {
    if earlier.isEmpty, !isFull { return }
    state.withLock { state in
      state.earlier += earlier
      state.isFull = isFull
    }
  }

  var isFull: Bool { state.withLock { $0.isFull } }

  func removeAll() -> [StreamID] {
    state.withLock { state in
      defer { state = ([], false) }
      return state.earlier
    }
  }
}
