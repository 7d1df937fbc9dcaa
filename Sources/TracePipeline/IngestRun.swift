import Dispatch
import Synchronization
package import TraceIngest
import TraceModel
package import TraceStore

/// Takes logs into a store: events, rejects and checkpoints in one transaction, launches summarized
/// as they come.
///
/// One thread reads and replays, this one owns the store and writes.
package struct IngestRun {
  /// What an ingest did.
  package struct Result: Sendable {
    package var intake = Intake()
    /// Sources that were opened.
    package var sources = 0
    package var failures: [SourceFailure] = []
    /// The source at which the run was stopped on request; what was read until then is stored.
    package var stoppedAt: String?
  }

  /// What the reading thread has the owner of the store do; nothing when it has finished.
  typealias Errand = (@Sendable (inout IngestRun) -> Void)?

  /// How many batches may wait for the store.
  private static let waitingParcels = 2

  let store: EventStore
  private var options: IngestOptions
  private let report: (RunProgress) -> Void
  private let hasFailed: Flag
  private var failure: StoreError?
  private var isOpen = false
  var result = Result()

  /// A run into an open store; `report` is called after each batch, and `isStopped` asked.
  package init(
    into store: EventStore, options: IngestOptions,
    report: @escaping (RunProgress) -> Void = { _ in },
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    let hasFailed = Flag()
    self.hasFailed = hasFailed
    self.store = store
    self.report = report
    self.options = options
    self.options.isStopped = { hasFailed.isRaised || isStopped() }
  }

  /// Reads all logs in `paths`, each from where it was left.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: What was done; all of it is on disk.
  /// - Throws: `IngestError` if `paths` cannot be listed, `StoreError` if the store cannot be
  ///   written; what was committed before stays.
  package mutating func run(_ paths: [String]) throws -> Result {
    let errands = Channel<Errand>(capacity: Self.waitingParcels)
    let (options, sources) = (options, try SourceList.expand(paths))
    DispatchQueue(label: "feed").async { LogFeed(options, errands).run(sources) }
    while let errand = errands.receive() { errand(&self) }
    if let failure { throw failure }
    try Projector(store).bringUpToDate()
    return result
  }

  /// Does what the store allows; nothing once it has failed.
  mutating func attempt<Answer>(
    _ errand: (inout IngestRun) throws(StoreError) -> Answer
  ) -> Answer? {
    guard failure == nil else { return nil }
    do throws(StoreError) {
      return try errand(&self)
    } catch {
      failure = error
      hasFailed.raise()
      return nil
    }
  }

  /// Which sources begin with these bytes.
  mutating func find(_ head: SourceHead, isPipe: Bool) throws(StoreError) -> [StoredSource] {
    try begin()
    result.sources += 1
    let known = try store.findSources(headHashes: head.prefixHashes, isPipe: isPipe)
    if isPipe, let source = known.first { try store.clearClaims(of: source.id) }
    return known
  }

  private mutating func begin() throws(StoreError) {
    if !isOpen { try store.begin() }
    isOpen = true
  }

  /// Stores one batch.
  mutating func take(_ parcel: Parcel) throws(StoreError) {
    try begin()
    if parcel.startsGeneration { try store.startGeneration() }
    if parcel.startsSource, let source = parcel.source {
      try store.clearUnfinished(of: source.id)
    }
    let counts = try store.append(parcel.batch.events, symbols: parcel.symbols)
    let refused = counts.refused.map { parcel.batch.reject($0.index, $0.reason) }
    _ = try store.append(parcel.batch.rejects + refused, symbols: parcel.symbols)
    result.intake += parcel.batch.counts
    result.intake.new += Int64(counts.newEvents)
    result.intake.duplicate += Int64(counts.duplicates)
    result.intake.rejected += Int64(refused.count)
    if let source = parcel.source {
      if source.isEndOfPipe { try store.clearClaims(of: source.id) }
      try store.setCheckpoint(parcel.batch.position, of: source.id)
    }
    if let launches = parcel.launches {
      for stream in try store.takeChanged() {
        guard let launches = launches[stream] else { continue }
        try store.writeSummaries(launches, of: stream, symbols: parcel.symbols)
      }
      try store.commit()
      isOpen = false
    }
    report(parcel.progress)
  }
}

/// Raised once, seen by every thread.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
