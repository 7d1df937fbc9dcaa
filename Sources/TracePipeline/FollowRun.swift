package import TraceAnalyzer
package import TraceIngest
package import TraceModel
package import TraceStore

/// Reads logs that grow: into memory, where their launches are known at any time, into a store, or into both.
///
/// In memory all events are kept as they come, and moved to a temporary file where there is no room. At the end they
/// are put in the order in which a `CheckRun` would have read them, and analyzed by the same code.
package struct FollowRun {
  /// The most batches that are read from one source before the next has its turn.
  private static let batchesAtOnce = 64
  private static let streamReplay = StreamReplay()

  private let options: IngestOptions
  private let arguments: [String]
  private let paths: [SourcePath]
  private var found: FollowedPaths
  private let isFromEnd: Bool
  private var intake: FollowedIntake?
  private let keepsEvents: Bool
  /// The bytes of memory that events may take before they are moved to a file.
  private let memory: Int64
  /// Events that memory has no room for; nil while there is room, and once the disk is full too.
  private var moved: MovedWords?
  private var isDiskFull = false
  private var isBegun = false
  private var symbols = Symbols()
  private let words: InternedNames
  private(set) var log = StreamEvents()
  private(set) var logs: [FollowedLog] = []
  private var logIndices: [FileID: Int] = [:]
  private var watched: WatchedPaths
  private var replacements: Replacements
  private var unopenable: Set<SourcePath> = []
  private var summaries: [StreamID: [LaunchSummary]] = [:]
  private var changed: Set<StreamID> = []
  var packingLimit = 1 << 25
  /// Notes about the sources since the last `poll`, a sentence each.
  private var notes: [String] = []
  /// True if a source had more to read than was read.
  package private(set) var isBehind = false

  /// Follows files, folders, or `-` for standard input; a path need not exist yet.
  ///
  /// `isFromEnd` skips the lines that files hold at the beginning. `intake` stores what is read. With `keepsEvents`
  /// launches are known before the end; events beyond `memory` bytes are moved to a temporary file.
  package init(
    _ paths: [String], options: IngestOptions, isFromEnd: Bool, into intake: FollowedIntake? = nil,
    keepsEvents: Bool = true, memory: Int64 = 1 << 30
  ) {
    arguments = paths
    self.paths = paths.map { SourcePath($0) }
    found = FollowedPaths(self.paths.filter { !$0.isStandardInput }, besides: intake?.store)
    watched = WatchedPaths(self.paths)
    replacements = Replacements(self.paths)
    self.options = options
    self.isFromEnd = isFromEnd
    self.intake = intake
    self.keepsEvents = keepsEvents
    self.memory = memory
    words = InternedNames(&symbols)
    symbols.sourceNames = [""]  // As in a check, where no source is 0.
  }

  /// True if no more can come: only pipes are followed, and their writers have closed them.
  package var isOver: Bool {
    isBegun && logs.count == Set(arguments).count && logs.allSatisfy { $0.source.isPipe && $0.source.isClosed }
  }

  /// Why no more is stored, or why launches are no longer known; nil as long as all goes well.
  package var failure: (any Error)? { intake?.failure ?? moved?.failure }

  /// The number of events read, without those of packed files that have changed and are read again.
  package var eventCount: Int { logs.reduce(0) { $0 + ($1.isVoid ? 0 : $1.tally.events) } }

  /// Reads what has come since the last call; returns notes about the sources, such as that a file is gone.
  package mutating func poll() -> [String] {
    isBehind = false
    notes = []
    if !isBegun, let path = paths.first(where: \.isStandardInput) { open(path, nil) }
    look()
    notes += watched.notes(missing: found.missing)
    noticeReplacements()
    for file in found.files { notice(file) }
    replacements.noteChanges(found)
    for index in logs.indices where !logs[index].isDone && !logs[index].isVoid {
      if let identity = logs[index].identity { endIfGone(index, isThere: found.identities.contains(identity)) }
      // Few of a thousand files have grown since the last time.
      if logs[index].mayHaveMore { read(index, atMost: Self.batchesAtOnce) }
    }
    unpack { $0.isStill }
    isBegun = true
    intake?.look()
    commit(isBehind: isBehind)
    return notes
  }

  private mutating func look() {
    let logIndices = logIndices
    found.look { logIndices[$0] != nil }
    for (path, error) in found.unread.sorted(by: { $0.key < $1.key }) where !error.isOfNoLog {
      if unopenable.insert(path).inserted { notes.append("\(error); it is tried again") }
    }
  }

  /// Opens a file that a path leads to, or notes what has changed of a followed one.
  private mutating func notice(_ file: FollowedPaths.File) {
    if let index = logIndices[file.identity] {
      logs[index].size = file.size
      if logs[index].source.path != file.path {
        logs[index].source.path = file.path
        symbols.sourceNames[Int(logs[index].id.rawValue)] = file.path.name
      }
      let isTouched = logs[index].modified != file.modified
      if isTouched { logs[index].touch(at: file.modified) }
      if logs[index].source.isPacked {
        if isTouched { readAgain(index) }
        return
      }
      guard logs[index].mayBeRewritten else { return }
      let isDateOutdated = logs[index].isDateOutdated
      guard logs[index].source.isRewritten else {
        logs[index].mayBeRewritten = !isDateOutdated
        return
      }
      notes.append("'\(file.path.name)' was written anew; it is read from its start")
      noticeCopies(of: file.path, readSize: logs[index].readSize)
      logs[index].source.cut()
      read(index, atMost: .max)
      logs[index].isDone = true
    }
    open(file.path, file)
  }

  /// Opens the files that a path led to between two polls.
  private mutating func noticeReplacements() {
    let missed = replacements.missed(found) { file in logIndices[file].map { logs[$0].source.modified ?? .max } }
    for (file, path) in missed {
      notes.append("'\(path.name)' was replaced more than once; '\(file.path.name)', which was there, is read as well")
      open(file.path, file, at: path)
    }
  }

  /// Opens copies, made of a file before it was emptied, that hold more than was read of it.
  private mutating func noticeCopies(of path: SourcePath, readSize: Int64?) {
    let copies = replacements.missedCopies(of: path, readSize: readSize, found) { logIndices[$0] != nil }
    for file in copies {
      notes.append("'\(file.path.name)', a copy of '\(path.name)', has more than was read of it, and is read as well")
      open(file.path, file, at: path)
    }
  }

  /// Begins to follow a source; one that cannot be opened is tried again the next time.
  ///
  /// `named` is the path on the command line that led to it; by default its own, if that is there.
  private mutating func open(_ path: SourcePath, _ file: FollowedPaths.File?, at named: SourcePath? = nil) {
    do throws(IngestError) {
      add(try FollowedSource(following: path, options: options, isFromEnd: isFromEnd && !isBegun))
    } catch {
      if unopenable.insert(path).inserted { notes.append("\(error); it is tried again") }
      return
    }
    unopenable.remove(path)
    guard let file else { return }
    let index = logs.count - 1
    logIndices[file.identity] = index
    logs[index].named = named ?? (replacements.isNamed(path) ? path : nil)
    logs[index].identity = file.identity
    logs[index].size = file.size
    logs[index].touch(at: file.modified)
  }

  /// Drops what was read of a packed file that has changed, to read it again.
  private mutating func readAgain(_ index: Int) {
    logs[index].lastChange = .now
    logs[index].isVoid = false
    for member in logs.indices where logs[member].parent == index {
      clear(member)
      logs[member].isVoid = true
      logs[member].parent = nil
    }
  }

  private mutating func add(_ source: FollowedSource) {
    logs.append(FollowedLog(source, SourceID(rawValue: Int32(symbols.sourceNames.count))))
    symbols.sourceNames.append(source.path.name)
  }

  /// Reads a file without a path to its end, once it has stood still, and stops following it.
  private mutating func endIfGone(_ index: Int, isThere: Bool) {
    if logs[index].isDetached == isThere {
      logs[index].isDetached = !isThere
      logs[index].lastChange = .now
    }
    guard !isThere, logs[index].isStill, !logs[index].source.isPacked else { return }
    logs[index].source.finish()
    read(index, atMost: .max)
    logs[index].isDone = true
    if let identity = logs[index].identity { logIndices[identity] = nil }
  }

  private mutating func read(_ index: Int, atMost limit: Int) {
    let source = logs[index].source
    let id = logs[index].id
    var count = 0
    repeat {
      if source.begin() {
        clear(index)
        intake?.begin(index, source)
      }
      while count < limit, let batch = source.next(&symbols, id) {
        count += 1
        logs[index].lastChange = .now
        logs[index].tally.add(batch, symbols)
        if logs[index].named != nil { logs[index].spans.note(batch, symbols) }
        intake?.add(batch, of: index, source, symbols)
        if intake?.isFull == true { commit(isBehind: true) }
        if keepsEvents { keep(batch) }
      }
    } while source.hasToRestart && count < limit
    isBehind = isBehind || count >= limit
    logs[index].readSize = count < limit ? logs[index].size : nil
  }

  /// Keeps events, packed once they are many, and notes which streams have changed.
  private mutating func keep(_ batch: EventBatch) {
    log.append(batch.events, batch.rejects)
    if log.unpackedBytes > packingLimit { log.packAll() }
    if log.unpackedBytes + log.packed.byteCount > memory, !isDiskFull { makeRoom() }
    for event in batch.events { changed.insert(event.stream) }
    for reject in batch.rejects { if let stream = reject.stream { changed.insert(stream) } }
  }

  /// Moves events in memory to a file; without room there, they stay.
  private mutating func makeRoom() {
    do throws(IngestError) {
      let file = if let moved { moved } else { try MovedWords() }
      moved = file
      log.packAll()
      try log.packed.move(to: file)
    } catch {
      isDiskFull = true
      notes.append("events stay in memory: \(error)")
    }
  }

  private mutating func commit(isBehind: Bool) {
    guard intake?.isDue(isBehind: isBehind) == true else { return }
    let files = logs.filter { !$0.isVoid && !$0.source.isPipe && $0.source.failure == nil }
    let names = files.map(\.source.path.name)
    let keepsSymbols = keepsEvents
    intake?.commit(names, isBehind: isBehind, keepsSymbols: keepsSymbols, &symbols)
  }

  /// Forgets what was read of a source, to read it from its first byte.
  private mutating func clear(_ index: Int) {
    if logs[index].tally.counts != IngestCounts() { changed.formUnion(log.forget(logs[index].id)) }
    logs[index].tally = IntakeTally()
    logs[index].spans = SequenceSpans()
    intake?.clear(index)
    let source = logs[index].source
    if let format = source.formatName { logs[index].tally.diagnostics.add(format, source.path) }
  }

  /// Reads compressed files and archives, each whole, once they are ready.
  private mutating func unpack(_ isReady: (FollowedLog) -> Bool) {
    for index in logs.indices where logs[index].source.isPacked && !logs[index].isVoid && isReady(logs[index]) {
      logs[index].isVoid = true
      for member in SourceList.members(of: logs[index].source.path) {
        add(FollowedSource(whole: member, options: options))
        logs[logs.count - 1].parent = index
        logs[logs.count - 1].named = logs[index].named
        read(logs.count - 1, atMost: .max)
        logs[logs.count - 1].isDone = true
      }
    }
  }

  /// The launches by now; nil without a new event since the last call.
  package mutating func launches() -> FollowedLaunches? {
    if changed.isEmpty { return nil }
    let streams = changed.filter(log.hasEvents).sorted()
    for stream in changed { summaries[stream] = nil }
    changed = []
    for replayed in log.replay(streams, Self.streamReplay, words, symbols).lazy.flatMap(\.0) {
      let summary = replayed.summary(&symbols)
      summaries[summary.stream, default: []].append(summary)
    }
    let keys = streams.flatMap { summaries[$0, default: []] }.map { LaunchKey($0) }
    var unbroken: [LaunchKey: Int64] = [:]
    for stream in streams {
      var counts = IngestCounts()
      let launches = log.launches(of: stream, symbols, &counts)
      for (summary, launch) in zip(summaries[stream, default: []], launches) {
        unbroken[LaunchKey(summary)] = Self.unbrokenEnd(launch)
      }
    }
    var all: [LaunchSummary] = []
    // A growing array is copied and takes three times its room meanwhile.
    all.reserveCapacity(summaries.reduce(0) { $0 + $1.value.count })
    for stream in summaries.keys.sorted() { all += summaries[stream, default: []] }
    return FollowedLaunches(summaries: all, symbols: symbols, changed: Set(keys), unbroken: unbroken)
  }

  private static func unbrokenEnd(_ launch: LaunchEvents) -> Int64? {
    let numbers = launch.events.map(\.seq)
    if numbers.isEmpty || numbers.contains(Event.absent) { return nil }
    let all = Set(numbers + launch.fills).sorted()
    return zip(all, all.dropFirst()).first { $1 != $0 &+ 1 }?.0 ?? all.last
  }

  /// Reads the rest, to the last byte, and ends the run; returns the launches that a `CheckRun` finds, without events.
  package mutating func finish() -> Launches {
    readRest()
    // All launches are made anew, in the order of a check.
    summaries = [:]
    let sources = logs.filter { !$0.isVoid }.sorted(by: FollowedLog.isBefore)
    var run = CheckRun(options: options, keepsEvents: false)
    for log in sources {
      run.tally.add(log.tally)
      if let failure = log.source.failure { run.tally.diagnostics.add(failure, log.source.path) }
    }
    let failures = unopened()
    for (path, failure) in failures + holes() { run.tally.diagnostics.add(failure, path) }
    order(sources.map(\.id))
    run.log = log
    run.launches.symbols = symbols
    log = StreamEvents()
    symbols = Symbols()
    run.analyze()
    run.conclude(sourceCount: sources.count + failures.count)
    return run.launches
  }

  /// Reads the rest, to the last byte, into the store, and ends the run; the result is empty without an intake.
  package mutating func finishIntake() throws(StoreError) -> IngestRun.Result {
    readRest()
    let indices = logs.indices.filter { !logs[$0].isVoid }.sorted { FollowedLog.isBefore(logs[$0], logs[$1]) }
    let sources = indices.map { ($0, logs[$0].source) }
    let failures = unopened()
    let arguments = arguments
    var result = try intake?.finish(sources, failures: failures, of: arguments, &symbols) ?? IngestRun.Result()
    for (path, failure) in holes() { result.diagnostics.add(failure, path) }
    return result
  }

  private mutating func readRest() {
    _ = poll()
    for index in logs.indices where !logs[index].isDone && !logs[index].isVoid && !logs[index].source.isPacked {
      logs[index].source.finish()
      read(index, atMost: .max)
    }
    unpack { _ in true }
    look()
    // Files that could never be opened, so that the result names them with the reason.
    for file in found.files where logIndices[file.identity] == nil {
      add(FollowedSource(whole: file.path, options: options))
      read(logs.count - 1, atMost: .max)
    }
    for index in logs.indices where !logs[index].isVoid {
      if logs[index].source.conclude(events: logs[index].tally.events) { read(index, atMost: .max) }
      if logs[index].source.formatName == nil { clear(index) }
    }
  }

  /// The paths that never existed, and what of folders cannot be read, with the reasons.
  private func unopened() -> [(path: SourcePath, failure: IngestError)] {
    var unread = found.unread.map { (path: $0.key, failure: $0.value) }
    for argument in arguments {
      let path = SourcePath(argument)
      if path.isStandardInput || watched.seen.contains(path) { continue }
      do throws(IngestError) { _ = try SourceList.expand([argument]) } catch { unread.append((path, error)) }
    }
    return unread.sorted { $0.path < $1.path }
  }

  /// The paths with missed records, as they led to files that are gone unread.
  private func holes() -> [(path: SourcePath, failure: IngestError)] {
    // With dropped records, numbers are missing anyway.
    if !options.keepsAll { return [] }
    return Set(logs.compactMap(\.named)).sorted().compactMap { path in
      let files = logs.filter { $0.named == path && !$0.isVoid }
      guard files.count > 1 else { return nil }
      let missing = SequenceSpans.missing(files.map(\.spans), isWhole: files[0].source.isReadWhole)
      return missing > 0 ? (path, IngestError(path, missedRecords: missing)) : nil
    }
  }

  private mutating func order(_ sources: [SourceID]) {
    var numbers = [SourceID](repeating: SourceID(rawValue: 0), count: symbols.sourceNames.count)
    var names = [""]
    for source in sources {
      numbers[Int(source.rawValue)] = SourceID(rawValue: Int32(names.count))
      names.append(symbols.sourceNames[Int(source.rawValue)])
    }
    log.order(bySources: numbers)
    symbols.sourceNames = names
  }
}

/// A source of a run that follows logs, with what became of its lines.
struct FollowedLog {
  let source: FollowedSource
  let id: SourceID
  /// The identity of the file, which a rename keeps; nil for standard input and members of a packed file.
  var identity: FileID?
  /// The path on the command line that led to it; nil for a file in a folder.
  var named: SourcePath?
  /// The numbers of its records, if `named`.
  var spans = SequenceSpans()
  var parent: Int?
  var tally = IntakeTally()
  /// The size of the file at the last look, in bytes.
  var size: Int64?
  /// The size of the file when it was last read to its end, in bytes; nil if it was not.
  var readSize: Int64?
  /// When the file was last changed, in nanoseconds since 1970.
  private(set) var modified: Int64 = 0
  private var touched = ContinuousClock.now
  /// False if it was checked since any change that its date need not show.
  var mayBeRewritten = true
  /// When lines of it were last read, or its last path began to lead elsewhere.
  var lastChange = ContinuousClock.now
  var isDetached = false
  var isDone = false
  /// True if its lines do not count: it is a packed file, or was a member of an earlier state of one.
  var isVoid = false

  init(_ source: FollowedSource, _ id: SourceID) {
    self.source = source
    self.id = id
  }

  /// The order in which a check reads logs: that of their paths.
  static func isBefore(_ a: FollowedLog, _ b: FollowedLog) -> Bool {
    a.source.path == b.source.path ? a.id < b.id : a.source.path < b.source.path
  }

  mutating func touch(at modified: Int64) {
    self.modified = modified
    touched = .now
    mayBeRewritten = true
  }

  /// True if a change by now would show in its date: some file systems count seconds, others at least hundredths.
  var isDateOutdated: Bool {
    let clockStep = modified % 1_000_000_000 == 0 ? Duration.seconds(3) : .milliseconds(100)
    return touched.duration(to: .now) >= clockStep
  }

  /// True if it has not changed for two seconds: then it is taken for complete.
  var isStill: Bool { lastChange.duration(to: .now) >= .seconds(2) }

  /// True if it may have unread lines; a file read to its end that has kept its size has none.
  var mayHaveMore: Bool {
    source.isPipe || source.failure != nil || isDetached || readSize == nil || readSize != size
  }
}

/// The launches of followed logs, as far as the logs show them by now.
package struct FollowedLaunches {
  /// All launches.
  package var summaries: [LaunchSummary]
  /// The texts, contexts and streams that numbers in `summaries` stand for.
  package var symbols: Symbols
  /// Launches with events that came since the last call of `FollowRun.launches`.
  package var changed: Set<LaunchKey>
  /// The `seq` up to which no event is missing, for launches whose events all have one.
  package var unbroken: [LaunchKey: Int64]
}

struct WatchedPaths {
  private static let patience = Duration.seconds(5)

  private let paths: [SourcePath]
  private var missing: [SourcePath: (since: ContinuousClock.Instant, isNoted: Bool)] = [:]
  private(set) var seen: Set<SourcePath> = []

  init(_ paths: [SourcePath]) { self.paths = paths }

  /// Notes about paths that have come to lead nowhere, or somewhere again, a sentence each.
  mutating func notes(missing gone: Set<SourcePath>) -> [String] {
    var notes: [String] = []
    for path in paths where !gone.contains(path) {
      if missing.removeValue(forKey: path)?.isNoted == true { notes.append("'\(path.name)' is there") }
      seen.insert(path)
    }
    for path in paths where gone.contains(path) {
      let state = missing[path, default: (.now, false)]
      missing[path] = state
      if state.isNoted || state.since.duration(to: .now) < Self.patience { continue }
      missing[path] = (state.since, true)
      notes.append("'\(path.name)' is \(seen.contains(path) ? "gone" : "not there yet"); it is waited for")
    }
    return notes
  }
}
