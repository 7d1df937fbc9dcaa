import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// The one way into a store: for an ingest, for followed logs, and for a check that lacks memory.
///
/// Readers number sources in their own way; their rows are found here, in the transaction, so that no thread waits.
///
/// Events are inserted together at the end of a transaction: sorted by launch they fill pages one after the other,
/// where batches of a log sorted by time would touch each page once a batch. Once the store has failed, no more is
/// stored, and `failure` says why.
struct StoreIntake {
  /// A source that is about to be read.
  struct Source: Sendable {
    /// Its number in events and rejects.
    let number: SourceID
    var path: String
    /// Its first bytes; nil if it is not looked for again.
    var head: SourceFingerprint?
    var isPipe = false
    /// The source of the store that it is; nil if unknown there.
    var stored: StoredSource?
    /// True to forget its rejects, if it has no event in the store: it is read in another way.
    var isReadAnew = false
    /// The store's last source when this one was looked for.
    var last = SourceID(rawValue: 0)
  }

  /// What became of events; refused ones contradict others.
  typealias Outcome = (counts: IngestCounts, refused: FileRejects)

  /// Bytes of kept lines above which the transaction should end, so that memory does not grow with their length.
  private static let mostBytes = 8 << 20

  let store: EventStore
  /// False if the bytes of refused records are not needed.
  private let keepsLines: Bool
  private(set) var failure: StoreError?
  private(set) var isOpen = false
  /// True if each commit is synced, as lines of a pipe cannot be read again.
  private var syncsCommits: Bool
  /// Copies the WAL on a thread of its own; nil leaves that to SQLite.
  var checkpointer: WALCheckpointer?
  /// The rows of begun sources, by their numbers here.
  private(set) var rows: [SourceID: SourceID] = [:]
  /// The streams that were there before this run.
  private var earlierStreams = StreamMark()

  // What is to be stored in the open transaction.
  private var eventCount = 0
  private var rejects: [Reject] = []
  /// By batch: the events and rejects up to its end, and the reading that it belongs to.
  private var ends: [(events: Int, rejects: Int, reading: Int)] = []
  /// By batch, the lines of records that the store may refuse: mostly none, as records of a launch have rising numbers.
  private var refusable: [KeptLines] = []
  private var refusableBytes = 0
  private var checkpoints: [SourceID: Checkpoint] = [:]
  private var outcomes: [Int: Outcome] = [:]

  init(into store: EventStore, keepsLines: Bool = true, syncsCommits: Bool = false) {
    self.store = store
    self.keepsLines = keepsLines
    self.syncsCommits = syncsCommits
  }

  mutating func start(_ report: @escaping (RunProgress) -> Void = { _ in }) throws(StoreError) {
    store.holdRun()
    // Outdated summaries of an earlier run are made first, so that they do not count as changed by this run.
    if try !store.outdatedStreams().isEmpty { try StoredLaunches(store, report: report).bringUpToDate() }
    earlierStreams = try store.markStreams()
    store.startGeneration()
    try store.deferSyncs()
  }

  /// Ends the run, once all is committed; returns what is new in the store, with all launches derived, on disk.
  mutating func finish(
    _ locations: [SourceLocation], _ report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> StoreContents {
    let moved = locations.moved
    if !moved.isEmpty {
      try store.transaction { () throws(StoreError) in
        for source in moved { if let row = rows[source.id] { try store.setPath(source.path, of: row) } }
      }
    }
    try store.noteChanged(&earlierStreams)
    try StoredLaunches(store, report: report).bringUpToDate()
    try store.sync()
    let contents = try store.contents(since: earlierStreams)
    try store.checkFiles(isLast: true)
    return contents
  }

  /// Waits until all that was committed is on the disk; also after a failure, which leaves that in the store.
  mutating func sync() {
    do throws(StoreError) { try store.sync() } catch { failure = failure ?? error }
  }

  /// Fails if the store is not where it was opened.
  mutating func checkFiles() {
    guard failure == nil else { return }
    do throws(StoreError) { try store.checkFiles() } catch { failure = error }
  }

  /// Runs `job` in the open transaction, or begins one.
  @discardableResult private mutating func attempt<Answer>(
    _ job: (inout StoreIntake) throws(StoreError) -> Answer
  ) -> Answer? {
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

  /// Begins a source, or begins it again: finds its row, and forgets its unfinished last line, which is read again.
  mutating func begin(_ source: Source) {
    attempt { intake throws(StoreError) in
      let row = if let row = intake.rows[source.number] { row } else { try intake.findOrAdd(source) }
      intake.rows[source.number] = row
      intake.store.setRow(row, of: source.number)
      if source.isPipe {
        intake.syncsCommits = true
        try intake.store.clearClaims(of: row)
      }
      intake.clearUnfinished(of: source.number)
      try intake.store.clearUnfinished(of: row)
    }
  }

  private func findOrAdd(_ source: Source) throws(StoreError) -> SourceID {
    if let stored = source.stored {
      if source.isReadAnew { try store.forget(stored) }
      return stored.id
    }
    let head = (length: source.head?.count ?? 0, hash: source.head?.hash ?? 0)
    if source.head != nil {
      let added = try store.sourceAdded(source.path, isPipe: source.isPipe, head: head, after: source.last) { row in
        rows.values.contains(row)
      }
      if let added { return added }
    }
    return try store.createSource(
      path: source.path, identity: source.head?.identity() ?? "", isPipe: source.isPipe, headLength: head.length,
      headHash: head.hash)
  }

  /// Forgets the unfinished last line of a source among lines to be stored.
  private mutating func clearUnfinished(of source: SourceID) {
    for index in rejects.indices.reversed()
    where rejects[index].source == source && rejects[index].reason == .unfinished {
      rejects.remove(at: index)
      for batch in ends.indices where ends[batch].rejects > index { ends[batch].rejects -= 1 }
    }
  }

  /// Changes what the store says of a source that has begun.
  mutating func change(_ number: SourceID, _ change: (EventStore, SourceID) throws(StoreError) -> Void) {
    guard let row = rows[number] else { return }
    attempt { intake throws(StoreError) in try change(intake.store, row) }
  }

  mutating func note(failed: [String], finished: [String]) {
    attempt { intake throws(StoreError) in try intake.store.note(unread: [], failed: failed, finished: finished) }
  }

  var isFull: Bool { refusableBytes > Self.mostBytes }

  /// Adds the next batch of a begun source; returns its streams that the store had before, to be derived from there.
  ///
  /// `reading` names the outcome to add to; `checkpoint` is how far the source is read; nil if no run continues there.
  mutating func add(
    _ batch: EventBatch, of source: SourceID, reading: Int, checkpoint: Checkpoint?, _ symbols: Symbols
  ) -> [StreamID] {
    let answer = attempt { intake throws(StoreError) in
      try intake.store.prepare(batch.events, batch.rejects, symbols: symbols)
    }
    guard let (refusableEvents, earlierStreams) = answer else { return [] }
    if keepsLines, !refusableEvents.isEmpty {
      let lines = KeptLines(of: refusableEvents, in: batch, numberedFrom: eventCount)
      refusable.append(lines)
      refusableBytes += lines.byteCount
    }
    eventCount += batch.events.count
    rejects += batch.rejects
    ends.append((eventCount, rejects.count, reading))
    if let checkpoint { checkpoints[source] = checkpoint }
    return earlierStreams
  }

  mutating func store(_ events: [Event], _ symbols: Symbols) {
    if ends.isEmpty { return }
    precondition(failure != nil || events.count == eventCount, "the events are those of the batches")
    attempt { intake throws(StoreError) in try intake.storeAll(events, symbols) }
    eventCount = 0
    rejects.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    refusable.removeAll()
    refusableBytes = 0
    checkpoints.removeAll(keepingCapacity: true)
  }

  private mutating func storeAll(_ events: [Event], _ symbols: Symbols) throws(StoreError) {
    let appended = try store.append(events, symbols: symbols)
    var all: [Reject] = []
    var duplicates = appended.known[...]
    var refused = appended.refused[...]
    var start = (events: 0, rejects: 0)
    // A batch's own rejects precede those of the store, so that their order does not depend on transactions.
    for end in ends {
      var outcome = outcomes[end.reading, default: (IngestCounts(), FileRejects(file: ""))]
      outcome.counts.new += Int64(events[start.events..<end.events].count { !$0.isFurther })
      while let duplicate = duplicates.first, duplicate < end.events {
        outcome.counts.new -= 1
        outcome.counts.duplicate += 1
        duplicates.removeFirst()
      }
      all += rejects[start.rejects..<end.rejects]
      while let (index, reason) = refused.first, index < end.events {
        outcome.counts.new -= events[index].isFurther ? 0 : 1
        outcome.counts.rejected += 1
        let reject = reject(events[index], index, reason)
        outcome.refused.rejected += 1
        outcome.refused.note((reject.line, reject.reason))
        all.append(reject)
        refused.removeFirst()
      }
      outcomes[end.reading] = outcome
      start = (end.events, end.rejects)
    }
    _ = try store.append(all, symbols: symbols)
    for (source, checkpoint) in checkpoints.sorted(by: { $0.key < $1.key }) {
      if let row = rows[source] { try store.setCheckpoint(checkpoint, of: row) }
    }
  }

  /// An event that the store refuses, with its bytes.
  private func reject(_ event: Event, _ number: Int, _ reason: Reject.Reason) -> Reject {
    if !keepsLines { return Reject(event, reason) }
    for lines in refusable { if let reject = lines.reject(event, number: number, reason) { return reject } }
    // The bytes of what `EventStore.prepare` calls refusable are kept; no other program writes in this transaction.
    preconditionFailure("the store refuses an event of which it said before that it would not")
  }

  /// Ends the transaction with the launches that are over, by stream; `pipe` is at its end.
  mutating func commit(
    _ launches: [PackedSummary], unread: [String] = [], failed: [String] = [], finished: [String] = [],
    endingPipe pipe: SourceID? = nil, _ symbols: Symbols
  ) {
    attempt { intake throws(StoreError) in
      if let pipe, let row = intake.rows[pipe] { try intake.store.clearClaims(of: row) }
      try intake.store.note(unread: unread, failed: failed, finished: finished)
      try intake.store.writeNewSummaries(launches, symbols: symbols)
      try intake.store.commit()
      intake.isOpen = false
      if intake.syncsCommits { try intake.store.sync() }
      intake.checkpointer?.noteCommit(intake.store)
    }
  }

  /// What became of the events stored since the last call, by reading.
  mutating func takeOutcomes() -> [Int: Outcome] {
    defer { outcomes.removeAll(keepingCapacity: true) }
    return outcomes
  }
}

/// Where a run has found a source of the store.
struct SourceLocation: Sendable {
  let id: SourceID
  let path: String
  let storedPath: String
  /// True if it holds events there that the store did not have.
  var hasNewEvents = false
}

extension [SourceLocation] {
  /// The sources whose paths in the store must change, as the file at the stored path is gone or another.
  ///
  /// A rotated log leaves its path to another one. Of a log and its copy, the first path stays unless the copy is
  /// longer. A path without a file is given up only if its folder exists: else it may be relative to another one.
  var moved: [SourceLocation] {
    let renamed = filter { $0.path != $0.storedPath }
    if renamed.isEmpty { return [] }
    let sources = Dictionary(map { ($0.path, $0.id) }) { $1 }
    var seen: Set<SourceID> = []
    return renamed.filter { location in
      let other = sources[location.storedPath]
      let isElsewhere = other.map { $0 != location.id } ?? SourceList.isGone(SourcePath(name: location.storedPath))
      return (isElsewhere || location.hasNewEvents) && seen.insert(location.id).inserted
    }
  }
}
