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

  /// How many batches may wait for the store.
  private static let waitingParcels = 2

  private let store: EventStore
  private let options: IngestOptions
  private let report: (RunProgress) -> Void
  private let isStopped: @Sendable () -> Bool
  private var result = Result()
  private var isOpen = false

  /// A run into an open store; `report` is called after each batch, and `isStopped` asked.
  package init(
    into store: EventStore, options: IngestOptions,
    report: @escaping (RunProgress) -> Void = { _ in },
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.store = store
    self.options = options
    self.report = report
    self.isStopped = isStopped
  }

  /// Reads all logs in `paths`, each from where it was left.
  ///
  /// - Parameter paths: Files, directories, or `-` for standard input.
  /// - Returns: What was done; all of it is on disk.
  /// - Throws: `IngestError` if `paths` cannot be listed, `StoreError` if the store cannot be
  ///   written; what was committed before stays.
  package mutating func run(_ paths: [String]) throws -> Result {
    let messages = Channel<FeedMessage>(capacity: Self.waitingParcels)
    let answers = Channel<FeedAnswer>(capacity: 1)
    let hasFailed = Flag()
    let (options, isStopped, sources) = (options, isStopped, try SourceList.expand(paths))
    DispatchQueue(label: "feed").async {
      LogFeed(options, messages, answers) { hasFailed.isRaised || isStopped() }.run(sources)
    }
    var failure: StoreError?
    while true {
      let message = messages.receive()
      if case .finished(let stoppedAt) = message {
        result.stoppedAt = failure == nil ? stoppedAt : nil
        break
      }
      do throws(StoreError) {
        if failure == nil {
          try take(message, answers)
        } else {
          refuse(message, answers)
        }
      } catch {
        failure = error
        hasFailed.raise()
        refuse(message, answers)
      }
    }
    if let failure { throw failure }
    try Projector(store).bringUpToDate()
    return result
  }

  private mutating func take(
    _ message: FeedMessage, _ answers: Channel<FeedAnswer>
  ) throws(StoreError) {
    switch message {
    case .find(let head, let isPipe):
      try begin()
      result.sources += 1
      let known = try store.findSources(headHashes: head.prefixHashes, isPipe: isPipe)
      if isPipe, let source = known.first { try store.clearClaims(of: source.id) }
      answers.send(.known(known))
    case .create(let path, let head, let isPipe):
      let id = try store.createSource(
        path: path, identity: head.identity(), isPipe: isPipe, headLength: head.count,
        headHash: head.hash)
      answers.send(.source(id))
    case .parcel(let parcel): try store(parcel)
    case .failed(let failure): result.failures.append(failure)
    case .finished: break
    }
  }

  /// Answers a question that the store can't.
  private func refuse(_ message: FeedMessage, _ answers: Channel<FeedAnswer>) {
    switch message {
    case .find, .create: answers.send(.stop)
    case .parcel, .failed, .finished: break
    }
  }

  private mutating func begin() throws(StoreError) {
    if !isOpen { try store.begin() }
    isOpen = true
  }

  private mutating func store(_ parcel: Parcel) throws(StoreError) {
    try begin()
    if parcel.startsGeneration { try store.startGeneration() }
    let counts = try store.append(parcel.batch.events, symbols: parcel.symbols)
    let refused = counts.refused.map { parcel.batch.reject($0.index, $0.reason) }
    _ = try store.append(parcel.batch.rejects + refused, symbols: parcel.symbols)
    result.intake.add(parcel.batch.counts)
    result.intake.new += Int64(counts.newEvents)
    result.intake.duplicate += Int64(counts.duplicates)
    result.intake.rejected += Int64(refused.count)
    if let source = parcel.source {
      if source.isEndOfPipe { try store.clearClaims(of: source.id) }
      try store.setCheckpoint(source.checkpoint, of: source.id)
    }
    if parcel.endsTransaction {
      for stream in try store.takeChanged().new {
        guard let launches = parcel.launches[stream] else { continue }
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
