import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Takes what is read of followed logs into a store, in one transaction a second.
///
/// A log is known by its first 4 KiB, and so are its lines that name neither a launch nor a process. Until these bytes
/// are there, a followed log is read again from its start when it has grown: lines that say to which launch they belong
/// are stored at once, and the store folds them when they are read again; others wait. Its checkpoint stays at the start
/// until then, so that a run after a crash reads what this one would have read.
package struct FollowedIntake {
  /// What the store knows of a followed log, and what became of its lines.
  private struct Entry {
    let source: FollowedSource
    /// Its first bytes, as far as they were there when it was last read from its start.
    var head: SourceHead
    /// Its number in the store; nil until something of it is stored, or was stored by an earlier run.
    var id: SourceID?
    /// Its path at the last commit: it has another one once its file was moved.
    var path: String
    /// Its path in the store, which may be that of an earlier run.
    var storedPath: String
    /// Where an earlier run left it; nil if it is read from its start.
    var checkpoint: Checkpoint?
    /// What names its lines that say nothing else, as the store has it.
    var identity = ""
    var result = IngestRun.Result()
    /// How many of the records that are read again were new when they were first read.
    var newBefore: Int64 = 0

    init(_ source: FollowedSource, _ head: SourceHead) {
      self.source = source
      self.head = head
      path = source.path.name
      storedPath = path
    }
  }

  /// Lines that were read and are to be stored.
  private struct Pending {
    var place: Int
    var batch: EventBatch
    /// True if the log keeps its name from now on, so that it need not be read again.
    var isSettled: Bool
  }

  /// The greatest number of batches that wait for a transaction.
  private static let pendingBatches = 256

  private let options: IngestOptions
  private let interval: Duration
  private var run: IngestRun
  private var entries: [Int: Entry] = [:]
  private var pending: [Pending] = []
  private var pendingEvents = 0
  private var lastCommit = ContinuousClock.now
  /// When it was last looked if the store is still there.
  private var lastLook = ContinuousClock.now
  /// True if the store says that logs are not read to their ends.
  private var isUnreadNoted = false
  /// The launches that are not over.
  private var open: OpenLaunches

  /// An intake into an open store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - options: How logs are read.
  ///   - interval: How long what was read waits for the next transaction.
  ///   - quietTime: After how long a launch without events counts as over.
  /// - Throws: `StoreError` if the store cannot be written.
  package init(
    into store: EventStore, options: IngestOptions, interval: Duration = .seconds(1),
    quietTime: Duration = OpenLaunches.Limits().quietTime
  ) throws(StoreError) {
    var limits = OpenLaunches.Limits()
    limits.quietTime = quietTime
    open = OpenLaunches(limits)
    self.options = options
    self.interval = interval
    run = IngestRun(into: store, options: options)
    try run.begin()
  }

  /// The store's file, which is no log.
  var store: SourcePath { SourcePath(run.store.path) }

  /// Why nothing more is stored; nil as long as all goes well.
  var failure: StoreError? { run.failure }

  /// True if no more lines may wait.
  var isFull: Bool { pendingEvents >= EventLog.transactionEvents || pending.count >= Self.pendingBatches }

  /// Forgets the lines of a log that are not stored yet, as they are read again or are no part of it.
  mutating func clear(_ place: Int) { pending.removeAll { $0.place == place } }

  /// Gets ready for a log that is about to be read from its start: from where an earlier run left it, if the store
  /// knows it.
  mutating func begin(_ place: Int, _ source: FollowedSource) {
    guard let head = source.head, let format = source.formatName else { return }
    var entry = entries[place] ?? Entry(source, head)
    entry.head = head
    entry.newBefore += entry.result.counts.new
    entry.result = IngestRun.Result()
    entry.result.diagnostics.add(format, source.path)
    if entry.id == nil {
      look(for: &entry)
    } else if let checkpoint = entry.checkpoint, !source.resume(at: checkpoint) {
      // It holds something else by now: what was stored of it stays, and it is read from its start.
      entry.checkpoint = nil
    }
    entries[place] = entry
  }

  /// Finds the source in the store that a log is, and goes to where it was left.
  private mutating func look(for entry: inout Entry) {
    let source = entry.source
    let hashes = entry.head.prefixHashes
    let isPipe = source.isPipe
    // Each file that is followed is a source of its own, whatever it begins with.
    let taken = Set(entries.values.compactMap(\.id))
    let found =
      run.attempt { run throws(StoreError) in
        try run.store.findSources(headHashes: hashes, isPipe: isPipe)
      } ?? []
    for stored in found where !taken.contains(stored.id) {
      let isAtStart = isPipe || source.passesOver || stored.checkpoint.offset == 0
      guard isAtStart || source.resume(at: stored.checkpoint) else { continue }
      if !isAtStart { entry.checkpoint = stored.checkpoint }
      entry.id = stored.id
      entry.storedPath = stored.path
      let isReadAnew = options.differ && !isAtStart
      let isForgotten = run.attempt { run throws(StoreError) in
        try run.store.clearUnfinished(of: stored.id)
        if isPipe { try run.store.clearClaims(of: stored.id) }
        return isReadAnew ? try run.store.forget(stored) : false
      }
      if isForgotten == true {
        entry.checkpoint = nil
        source.restart()
      }
      return
    }
  }

  /// Takes lines of a log, unless they wait until more of it is there.
  mutating func take(_ batch: EventBatch, of place: Int, _ source: FollowedSource, _ symbols: Symbols) {
    guard source.isSettled || Self.areNamed(batch, source, symbols) else { return }
    pending.append(Pending(place: place, batch: batch, isSettled: source.isSettled))
    pendingEvents += batch.events.count
  }

  /// True if all lines are events that say to which launch or process they belong, in the project's own format: they
  /// mean the same, whatever follows.
  private static func areNamed(_ batch: EventBatch, _ source: FollowedSource, _ symbols: Symbols) -> Bool {
    source.formatName == LogFormat.canonical && batch.rejects.isEmpty
      && batch.events.allSatisfy { symbols.stream($0.stream).source.isNone }
  }

  /// True if lines wait that have waited long enough or are many, if the store is to be told that none do any more, or a
  /// launch has been silent for long; `isBehind` is true if the logs hold more than was read.
  func isDue(isBehind: Bool) -> Bool {
    if run.isOpen { return true }
    guard !pending.isEmpty || isUnreadNoted && !isBehind || open.isOneQuiet() else { return false }
    return isFull || lastCommit.duration(to: .now) >= interval
  }

  /// Looks once a second if the store is still where it was opened, also while nothing comes.
  mutating func look() {
    if lastLook.duration(to: .now) < .seconds(1) { return }
    lastLook = .now
    run.checkFiles()
  }

  /// Stores the lines that wait, if they have waited long enough or are many.
  ///
  /// - Parameters:
  ///   - names: The logs.
  ///   - isBehind: True if they hold more than was read: then the store says so of all of them.
  ///   - isLast: True to store all, however short it has waited.
  ///   - keepsSymbols: False to begin symbols anew if they hold much.
  ///   - symbols: What the numbers in the lines mean.
  mutating func commit(
    _ names: [String], isBehind: Bool, isLast: Bool = false, keepsSymbols: Bool, _ symbols: inout Symbols
  ) {
    guard isLast || isDue(isBehind: isBehind) else { return }
    let isFull = !keepsSymbols && open.areFull(symbols)
    number(symbols)
    run.symbols = symbols
    storePending()
    storeMovedPaths()
    // One owner, so that learning a word copies nothing.
    run.symbols = Symbols()
    let words = InternedNames(&symbols)
    let launches = open.summaries(ofAll: isLast, words, &symbols)
    run.symbols = symbols
    run.attempt { run throws(StoreError) in
      try run.commit(launches, unread: isBehind ? names : [], finished: isBehind ? [] : names)
    }
    isUnreadNoted = isBehind
    run.symbols = Symbols()
    pending.removeAll()
    pendingEvents = 0
    lastCommit = .now
    if isFull { run.store.startGeneration(movedBy: open.renew(&symbols).map) }
  }

  /// Gives the lines that wait the numbers that their logs have in the store.
  private mutating func number(_ symbols: Symbols) {
    for index in pending.indices {
      guard let id = id(of: pending[index].place) else { continue }
      for event in pending[index].batch.events.indices { pending[index].batch.events[event].source = id }
      for reject in pending[index].batch.rejects.indices { pending[index].batch.rejects[reject].source = id }
      open.take(pending[index].batch.events, pending[index].batch.rejects, symbols)
    }
  }

  /// The number of a log in the store, to which it is added if need be; nil if the store has failed.
  private mutating func id(of place: Int) -> SourceID? {
    guard let entry = entries[place] else { return nil }
    if let id = entry.id { return id }
    let head = entry.head
    let path = entry.source.path.name
    let isPipe = entry.source.isPipe
    let id = run.attempt { run throws(StoreError) in try run.create(path, head, isPipe: isPipe) }
    entries[place]?.id = id
    entries[place]?.path = path
    entries[place]?.storedPath = path
    entries[place]?.identity = head.identity()
    return id
  }

  /// Notes where logs lie that were moved while they were followed: one that is rotated gets another name.
  private mutating func storeMovedPaths() {
    for place in entries.keys.sorted() {
      guard let entry = entries[place], let id = entry.id else { continue }
      let path = entry.source.path.name
      if path == entry.path { continue }
      entries[place]?.path = path
      entries[place]?.storedPath = path
      run.attempt { run throws(StoreError) in try run.store.setPath(path, of: id) }
    }
  }

  /// Stores the lines that wait, those of each log together.
  private mutating func storePending() {
    var gathered: [Int: GatheredBatches] = [:]
    for waiting in pending { gather(waiting, in: &gathered[waiting.place, default: GatheredBatches()]) }
    for place in gathered.keys.sorted() {
      guard var lines = gathered.removeValue(forKey: place), var result = entries[place]?.result else { continue }
      let events = pending.filter { $0.place == place }.flatMap(\.batch.events)
      run.attempt { run throws(StoreError) in try lines.store(events, in: run.store, run.symbols, &result) }
      entries[place]?.result = result
    }
  }

  /// Takes lines, with how far their log is read then.
  private mutating func gather(_ waiting: Pending, in gathered: inout GatheredBatches) {
    guard let entry = entries[waiting.place], let id = entry.id else { return }
    var position = waiting.batch.position
    if !waiting.isSettled || entry.source.passesOver {
      var start = Checkpoint()
      start.headLength = position.headLength
      start.headHash = position.headHash
      position = entry.checkpoint ?? start
    }
    let isNamedAnew = entry.checkpoint == nil && waiting.isSettled
    let identity = isNamedAnew ? entry.head.identity() : entry.identity
    var result = entry.result
    entries[waiting.place]?.result = IngestRun.Result()
    let known = run.attempt { run throws(StoreError) in
      let known = try gathered.add(waiting.batch, to: run.store, run.symbols, &result)
      try run.store.setCheckpoint(position, of: id)
      if identity != entry.identity { try run.store.setIdentity(identity, of: id) }
      return known
    }
    // The store does not take their summaries.
    open.leave(known ?? [])
    entries[waiting.place]?.result = result
    entries[waiting.place]?.identity = identity
  }

  /// Ends the intake, once all is read.
  ///
  /// - Parameters:
  ///   - logs: The sources with their places, in the order of their paths, those that could not be read as well.
  ///   - failures: Paths that led nowhere, or to what cannot be read.
  ///   - paths: What was followed.
  ///   - symbols: What the numbers in the lines mean.
  /// - Returns: What was done; all of it is on disk.
  /// - Throws: `StoreError` if the store cannot be written; what was committed before stays.
  mutating func finish(
    _ logs: [(place: Int, source: FollowedSource)], failures: [(path: SourcePath, failure: IngestError)],
    of paths: [String], _ symbols: inout Symbols
  ) throws(StoreError) -> IngestRun.Result {
    for log in logs where log.source.failure == nil { _ = id(of: log.place) }
    let failed = logs.filter { $0.source.failure.map { !$0.isOfNoLog } ?? false }.map(\.source.path)
    let unopened = failures.filter { !$0.failure.isOfNoLog && !SourceList.isGone($0.path) }.map(\.path)
    let unread = Set((failed + unopened).map(\.name))
    let names = logs.map(\.source.path.name).filter { !unread.contains($0) }
    run.attempt { run throws(StoreError) in
      let settled = SourceList.settled(try run.store.unreadPaths(), paths, logs.map(\.source.path) + unopened)
      try run.store.note(unread: unread.sorted(), finished: settled)
    }
    repeat { commit(names, isBehind: false, isLast: true, keepsSymbols: true, &symbols) } while !open.streams.isEmpty
    if let failure { throw failure }
    run.placed = logs.compactMap { place, source in
      guard !source.isPipe, let entry = entries[place], let id = entry.id else { return nil }
      return PlacedSource(id: id, path: source.path.name, storedPath: entry.storedPath)
    }
    for (place, source) in logs {
      if let failure = source.failure { run.result.diagnostics.add(failure, source.path) }
      if source.formatName != nil {
        run.result.sources += 1
        if source.head?.count == 0 { run.result.emptySources += 1 }
      }
      guard let entry = entries.removeValue(forKey: place) else { continue }
      add(entry)
    }
    // Compressed files that were replaced while they were followed: what was read of them before counts as well.
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { add(entry) }
    for (path, failure) in failures { run.result.diagnostics.add(failure, path) }
    return try run.finish()
  }

  private mutating func add(_ entry: Entry) {
    var counts = entry.result.counts
    counts.new += entry.newBefore
    counts.duplicate -= entry.newBefore
    run.result.counts += counts
    run.result.diagnostics.add(entry.result.diagnostics)
  }
}
