import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Stores what is read of followed logs, in one transaction a second.
///
/// A log, and its lines that name neither a launch nor a process, are identified by its first 4 KiB. Until these are
/// there, a log that has grown is read again from its start: lines that name their launch are stored at once, others
/// wait. Its checkpoint stays at the start until then, so that a run after a crash reads the same.
package struct FollowedIntake {
  /// What the store has of a followed log, and what became of its lines.
  private final class Entry {
    let log: FollowedSource
    /// Has the head of the last reading from the start, and the path at the last commit.
    var source: StoreIntake.Source
    var isBegun = false
    /// Its path in the store, perhaps of an earlier run.
    var storedPath: String
    /// Where an earlier run left it; nil if it is read from its start.
    var checkpoint: Checkpoint?
    /// What names its lines without launch and process, as the store has it.
    var identity = ""
    var result = IngestRun.Result()
    /// How many of the records that are read again were new at first.
    var newBefore: Int64 = 0

    init(_ log: FollowedSource, _ number: SourceID) {
      self.log = log
      storedPath = log.path.name
      source = StoreIntake.Source(number: number, path: storedPath, isPipe: log.isPipe)
    }
  }

  /// Lines to be stored; `isSettled` if the log keeps its identity from now on, and need not be read again.
  private typealias Pending = (log: Int, batch: EventBatch, isSettled: Bool)

  private static let pendingBatches = 256

  private let options: IngestOptions
  private let interval: Duration
  private var intake: StoreIntake
  private var lookUpFailure: StoreError?
  /// Finds the sources of the store; nil once the run has ended.
  private var lookUp: SourceLookUp?
  private var entries: [Int: Entry] = [:]
  private var pending: [Pending] = []
  private var pendingEvents = 0
  private var lastCommit = ContinuousClock.now
  private var lastLook = ContinuousClock.now
  /// True if the store says that logs are not read to their ends.
  private var isUnreadNoted = false
  private var open: OpenLaunches

  /// An intake into a store: lines wait for `interval`; a launch without events for `quietTime` counts as over.
  package init(
    into store: EventStore, options: IngestOptions, interval: Duration = .seconds(1),
    quietTime: Duration = OpenLaunches.Limits().quietTime
  ) throws(StoreError) {
    open = OpenLaunches(OpenLaunches.Limits(quietTime: quietTime))
    self.options = options
    self.interval = interval
    intake = StoreIntake(into: store, syncsCommits: true)
    try intake.start()
    lookUp = try SourceLookUp(path: store.path)
  }

  /// The store's file, which is no log.
  var store: SourcePath { SourcePath(intake.store.path) }

  /// Why no more is stored; nil as long as all goes well.
  var failure: StoreError? { intake.failure ?? lookUpFailure }

  var isFull: Bool { pendingEvents >= StreamEvents.transactionEvents || pending.count >= Self.pendingBatches }

  /// Forgets the waiting lines of a log, which are read again or do not belong to it.
  mutating func clear(_ index: Int) {
    pending.removeAll { $0.log == index }
    pendingEvents = pending.reduce(0) { $0 + $1.batch.events.count }
  }

  /// Prepares a log to be read from its start, or from where an earlier run left it.
  mutating func begin(_ index: Int, _ source: FollowedSource) {
    guard let head = source.head, let format = source.formatName else { return }
    // The numbers of logs in events and rejects are those of `FollowRun`, which begin at 1.
    let entry = entries[index] ?? Entry(source, SourceID(rawValue: Int32(index + 1)))
    entries[index] = entry
    entry.source.head = head
    entry.newBefore += entry.result.counts.new
    entry.result = IngestRun.Result()
    entry.result.diagnostics.add(format, source.path)
    if entry.source.stored == nil, !entry.isBegun {
      do throws(StoreError) { try look(for: entry, head) } catch { lookUpFailure = error }
    } else if let checkpoint = entry.checkpoint, !source.resume(at: checkpoint) {
      // The file has other contents by now: stored events stay, and it is read from its start.
      entry.checkpoint = nil
    }
  }

  private func look(for entry: Entry, _ head: SourceFingerprint) throws(StoreError) {
    guard let lookUp else { return }
    let log = entry.log
    entry.source.last = try lookUp.last()
    // Each followed file is a source of its own, whatever it begins with.
    let taken = Set(entries.values.compactMap { intake.rows[$0.source.number] ?? $0.source.stored?.id })
    for stored in try lookUp.sources(headHashes: head.prefixHashes, isPipe: log.isPipe)
    where !taken.contains(stored.id) {
      let isAtStart = log.isPipe || log.passesOver || stored.checkpoint.offset == 0
      guard isAtStart || log.resume(at: stored.checkpoint) else { continue }
      if !isAtStart { entry.checkpoint = stored.checkpoint }
      entry.source.stored = stored
      entry.storedPath = stored.path
      if options.differ, !isAtStart, try lookUp.isRejected(stored.id) {
        entry.source.isReadAnew = true
        entry.checkpoint = nil
        log.restart()
      }
      return
    }
  }

  /// Adds lines of a log, unless they must wait for more of it.
  mutating func add(_ batch: EventBatch, of index: Int, _ source: FollowedSource, _ symbols: Symbols) {
    // Canonical events that name their launch or process mean the same, whatever follows.
    guard
      source.isSettled
        || source.formatName == LogFormat.canonical && batch.rejects.isEmpty
          && batch.events.allSatisfy({ symbols.stream($0.stream).source.isNone })
    else { return }
    pending.append((index, batch, source.isSettled))
    pendingEvents += batch.events.count
  }

  /// True if lines wait long enough or are many, the note of unread logs is outdated, or a launch is long silent.
  ///
  /// `isBehind` is true if the logs hold more than was read.
  func isDue(isBehind: Bool) -> Bool {
    guard !pending.isEmpty || isUnreadNoted && !isBehind || open.isOneQuiet() else { return false }
    return isFull || lastCommit.duration(to: .now) >= interval
  }

  /// Checks once a second that the store is where it was opened, even without new lines.
  mutating func look() {
    if lastLook.duration(to: .now) < .seconds(1) { return }
    lastLook = .now
    intake.checkFiles()
  }

  /// Stores waiting lines; with `isLast` all of them.
  ///
  /// If `isBehind`, the store notes that the logs `names` hold more than was read. Large symbols are renewed, unless
  /// `keepsSymbols`.
  mutating func commit(
    _ names: [String], isBehind: Bool, isLast: Bool = false, keepsSymbols: Bool, _ symbols: inout Symbols
  ) {
    let isFull = !keepsSymbols && open.areFull(symbols)
    let events = takePending(symbols)
    storeMovedPaths()
    intake.store(events, symbols)
    let words = InternedNames(&symbols)
    let launches = open.summaries(ofAll: isLast, words, &symbols)
    intake.commit(launches, unread: isBehind ? names : [], finished: isBehind ? [] : names, symbols)
    for (index, outcome) in intake.takeOutcomes() {
      entries[index]?.result.counts += outcome.counts
      if outcome.refused.rejected > 0 { entries[index]?.result.diagnostics.add(refused: outcome.refused, ofSource: 0) }
    }
    isUnreadNoted = isBehind
    lastCommit = .now
    if isFull { intake.store.startGeneration(movedBy: open.renew(&symbols).map) }
  }

  /// Begins a log, of which lines are to be stored, in the store.
  private mutating func begin(_ index: Int) {
    guard let entry = entries[index], !entry.isBegun else { return }
    entry.isBegun = true
    entry.source.path = entry.log.path.name
    if entry.source.stored == nil {
      entry.storedPath = entry.source.path
      entry.identity = entry.source.head?.identity() ?? ""
    }
    intake.begin(entry.source)
  }

  private mutating func storeMovedPaths() {
    for (_, entry) in entries.sorted(by: { $0.key < $1.key })
    where entry.isBegun && entry.source.path != entry.log.path.name {
      entry.source.path = entry.log.path.name
      entry.storedPath = entry.source.path
      let path = entry.storedPath
      intake.change(entry.source.number) { store, row throws(StoreError) in try store.setPath(path, of: row) }
    }
  }

  /// Hands waiting lines to the store, by log; returns their events.
  private mutating func takePending(_ symbols: Symbols) -> [Event] {
    for waiting in pending { open.add(waiting.batch.events, waiting.batch.rejects, symbols) }
    pending.sort { $0.log < $1.log }
    var events: [Event] = []
    events.reserveCapacity(pendingEvents)
    for waiting in pending {
      guard let entry = entries[waiting.log] else { continue }
      begin(waiting.log)
      add(waiting, to: entry, symbols)
      events += waiting.batch.events
    }
    pending.removeAll()
    pendingEvents = 0
    return events
  }

  private mutating func add(_ waiting: Pending, to entry: Entry, _ symbols: Symbols) {
    let number = entry.source.number
    var position = waiting.batch.position
    if !waiting.isSettled || entry.log.passesOver {
      var start = Checkpoint()
      start.headLength = position.headLength
      start.headHash = position.headHash
      position = entry.checkpoint ?? start
    }
    let earlier = intake.add(waiting.batch, of: number, reading: waiting.log, checkpoint: position, symbols)
    // Their summaries are derived from the store's rows.
    open.leave(earlier)
    entry.result.counts += waiting.batch.counts
    entry.result.diagnostics.add(waiting.batch)
    let identity = entry.source.head?.identity() ?? ""
    if entry.checkpoint == nil, waiting.isSettled, identity != entry.identity {
      entry.identity = identity
      intake.change(number) { store, row throws(StoreError) in try store.setIdentity(identity, of: row) }
    }
  }

  /// Ends the intake, once all is read; all is on disk then.
  ///
  /// `logs` are in the order of their paths, with those that could not be read; `failures` are paths that led nowhere,
  /// or to what cannot be read.
  mutating func finish(
    _ logs: [(index: Int, source: FollowedSource)], failures: [(path: SourcePath, failure: IngestError)],
    of paths: [String], _ symbols: inout Symbols
  ) throws(StoreError) -> IngestRun.Result {
    for log in logs where log.source.failure == nil { begin(log.index) }
    let failed = logs.filter { $0.source.failure.map { !$0.isOfNoLog } ?? false }.map(\.source.path)
    let unopened = failures.filter { !$0.failure.isOfNoLog && !SourceList.isGone($0.path) }.map(\.path)
    let unread = Set((failed + unopened).map(\.name))
    let names = logs.map(\.source.path.name).filter { !unread.contains($0) }
    let settled = SourceList.settled(try intake.store.unreadPaths(), paths, logs.map(\.source.path) + unopened)
    intake.note(failed: unread.sorted(), finished: settled)
    repeat { commit(names, isBehind: false, isLast: true, keepsSymbols: true, &symbols) } while !open.streams.isEmpty
    // The last connection that closes the store removes SQLite's files.
    lookUp = nil
    if let failure { throw failure }
    let locations: [SourceLocation] = logs.compactMap { index, source in
      guard !source.isPipe, let entry = entries[index], entry.isBegun else { return nil }
      return SourceLocation(id: entry.source.number, path: source.path.name, storedPath: entry.storedPath)
    }
    var result = IngestRun.Result()
    for (index, source) in logs {
      if let failure = source.failure { result.diagnostics.add(failure, source.path) }
      if source.formatName != nil {
        result.sources += 1
        if source.head?.count == 0 { result.emptySources += 1 }
      }
      if let entry = entries.removeValue(forKey: index) { Self.add(entry, to: &result) }
    }
    // Earlier states of packed files that have changed count too.
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { Self.add(entry, to: &result) }
    for (path, failure) in failures { result.diagnostics.add(failure, path) }
    result.add(try intake.finish(locations))
    return result
  }

  private static func add(_ entry: Entry, to result: inout IngestRun.Result) {
    var counts = entry.result.counts
    counts.new += entry.newBefore
    counts.duplicate -= entry.newBefore
    result.counts += counts
    result.diagnostics.add(entry.result.diagnostics)
  }
}
