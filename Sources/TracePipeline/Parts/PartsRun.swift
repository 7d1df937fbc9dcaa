import TraceAnalyzer
package import TraceIngest
import TraceModel
package import TraceStore

/// Reads several stores, and logs, as the store would be into which one ingest took all of their logs.
///
/// A launch whose stream lies in one part alone is the one that the part has derived. Streams that lie in several, as a
/// launch that goes on across midnight, are replayed from the events of all, source after source in the order of
/// their paths, where `StreamIdentity` tells repeats. Launches of one process are joined across parts.
package struct PartsRun {
  /// The most stores that are kept open, as each takes three file descriptors.
  ///
  /// Others are opened again for each step.
  private static let mostOpen = 32
  /// The fewest events to be moved at once: each move first makes room for all numbers.
  private static let eventsAtOnce = 50_000
  /// Streams replayed at once.
  private static let streamsAtOnce = 4_000
  /// Bytes of events above which they are packed.
  private static let packingLimit = 1 << 23

  private let options: IngestOptions
  private let memory: Int64
  private let asked: SummaryScope
  private let wanted: SummaryScope
  private let busyTimeout: Int32
  private let report: (RunProgress) -> Void

  private var launches = Launches(events: RecordedEvents())
  private var symbols = Symbols()
  private var parts: [Part] = []
  private var owners = PartOwners()
  private var shared = StreamEvents()
  private var file: MovedWords?
  /// The launches of logs, those of several streams apart.
  private var logs: Launches?
  private var sources: [(part: Int, source: PartSource)] = []
  private var rejects: Set<RejectedLine> = []
  /// Rejected records of which there is no line, as records of two parts contradict each other.
  private var refused: Int64 = 0
  private var rejectedFiles: [(part: Int, lines: RejectedLines)] = []
  private var unread: Set<String> = []

  /// A run that keeps about `memory` bytes of events beside all summaries; `wanted` is how much of each launch is read.
  package init(
    options: IngestOptions, memory: Int64 = 1 << 30, wanted: SummaryScope = .all, busyTimeout: Int32 = 5000,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) {
    self.options = options
    self.memory = memory
    asked = wanted
    switch wanted {
    case .times: self.wanted = .launches
    case .named: self.wanted = .all
    case .launches, .judged, .all: self.wanted = wanted
    }
    self.busyTimeout = busyTimeout
    self.report = report
  }

  /// The launches in `paths`: stores, which must be whole, and logs, in files, folders, or `-` for standard input.
  package mutating func run(_ paths: [String]) throws -> Launches {
    let stores = SourceList.stores(among: paths)
    // Before a store is open: closing a file drops the locks that SQLite holds on it.
    let others = paths.filter { !SourceList.isStore($0) }
    for path in stores { try EventStore.checkIsWhole(path, busyTimeout: busyTimeout) }
    // One store alone is read as it is.
    if stores.count == 1, others.isEmpty {
      return try StoredLaunches.launches(ofStore: stores[0], asked, busyTimeout: busyTimeout, report: report)
    }
    if !others.isEmpty { try read(logs: others) }
    for path in stores { try readFacts(of: path) }
    numberSources()
    let mayJoin = symbols.mayJoinLaunches
    for number in parts.indices { try readLaunches(of: number, mayJoin: mayJoin) }
    try replayShared(mayJoin: mayJoin)
    try finish()
    return launches
  }

  // MARK: What each part holds

  private mutating func read(logs paths: [String]) throws {
    var run = CheckRun(options: options, memory: memory, wanted: wanted, report: report)
    run.joinsLaunches = false
    var read = try run.run(paths)
    for reject in run.tally.rejects {
      rejects.insert(
        RejectedLine(line: Int64(reject.line), offset: reject.offset, digest: Int64(bitPattern: reject.digest)))
    }
    refused = read.rejected - Int64(rejects.count)
    for (number, name) in read.symbols.sourceNames.enumerated().dropFirst() {
      let source = PartSource(id: SourceID(rawValue: Int32(number)), path: name, identity: "", dropped: 0)
      sources.append((parts.count, source))
    }
    parts.append(Part(.logs(read.events), busyTimeout: busyTimeout))
    launches.counts = read.counts
    launches.diagnostics = read.diagnostics
    launches.firstReject = read.firstReject
    launches.unknownNames = read.unknownNames
    launches.dropped = read.dropped
    launches.droppedNames = read.droppedNames
    launches.knownKinds = read.knownKinds
    launches.unread = read.unread
    read.events = RecordedEvents()
    logs = read
    let streams = 0..<Int64(read.symbols.streams.count)
    noteNames(read.symbols, rows: Array(streams), of: 0)
  }

  private mutating func readFacts(of path: String) throws(StoreError) {
    let store = try StoredLaunches.openUpToDate(path, busyTimeout: busyTimeout, report: report)
    let number = parts.count
    var part = Part(.store(path: path), busyTimeout: busyTimeout)
    if number < Self.mostOpen { part.open = store }
    parts.append(part)
    for source in try store.partSources() { sources.append((number, source)) }
    rejects.formUnion(try store.rejectedLineKeys())
    rejectedFiles += try store.rejectedLines().map { (number, $0) }
    unread.formUnion(try store.unreadPaths())
    var stored = try StoredSymbols(of: store)
    try store.readNames(into: &stored)
    let rows = (0..<Int32(stored.symbols.streams.count)).map { stored.row(of: StreamID(rawValue: $0)) }
    noteNames(stored.symbols, rows: rows, of: number)
  }

  /// Notes in which part streams lie, each with its row there, and learns all contexts of the part.
  private mutating func noteNames(_ own: Symbols, rows: [Int64], of number: Int) {
    parts[number].streamCount = rows.count
    var transfer = SymbolTransfer(from: own, movingInto: &symbols)
    for (stream, row) in rows.enumerated() {
      owners.note(transfer.stream(StreamID(rawValue: Int32(stream))), in: number, row: row)
    }
    for context in own.contexts.values.indices { _ = transfer.context(ContextID(rawValue: Int32(context))) }
    symbols = transfer.symbols
  }

  /// Numbers the sources of all parts in the order in which one ingest reads them; a log that lies in several parts is
  /// one source.
  private mutating func numberSources() {
    let order = sources.indices.map { (index: $0, path: SourcePath(name: sources[$0].source.path)) }.sorted { a, b in
      a.path == b.path
        ? (sources[a.index].source.identity, a.index) < (sources[b.index].source.identity, b.index) : a.path < b.path
    }
    var dropped: [Int64] = [0]
    var last: PartSource?
    symbols.sourceNames = [""]
    for (index, _) in order {
      let (part, source) = sources[index]
      let isKnown = last?.path == source.path && last?.identity == source.identity && !source.identity.isEmpty
      if !isKnown {
        symbols.sourceNames.append(source.path)
        dropped.append(0)
      }
      last = source
      dropped[dropped.count - 1] = max(dropped[dropped.count - 1], source.dropped)
      while parts[part].sources.count <= source.id.rawValue { parts[part].sources.append(SourceID(rawValue: 0)) }
      parts[part].sources[Int(source.id.rawValue)] = SourceID(rawValue: Int32(symbols.sourceNames.count - 1))
    }
    for number in parts.indices where parts[number].sources.isEmpty {
      parts[number].sources = [SourceID(rawValue: 0)]
    }
    launches.dropped += dropped.reduce(0, +)
    let known = Set(symbols.sourceNames)
    let ownLogs = launches.unread
    let inStores = symbols.sourceNames.count - 1 - (logs.map { $0.symbols.sourceNames.count - 1 } ?? 0)
    launches.unread.count = ownLogs.count + Int64(unread.count)
    launches.unread.all = ownLogs.all + Int64(inStores) + Int64(unread.count { !known.contains($0) })
    var files: [SourceID: FileRejects] = [:]
    for (part, lines) in rejectedFiles {
      let file = FileRejects(lines)
      let number = parts[part].sources[Int(lines.source.rawValue)]
      if files[number].map({ $0.rejected < file.rejected }) ?? true { files[number] = file }
    }
    launches.diagnostics.add(files.sorted { $0.key < $1.key }.map(\.value))
    sources = []
  }

  // MARK: Launches

  private mutating func readLaunches(of number: Int, mayJoin: Bool) throws {
    guard let store = try parts[number].store() else {
      guard let logs else { return }
      let streams = add(logs.summaries, logs.symbols, of: number)
      self.logs = nil
      guard case .logs(let events) = parts[number].place else { return }
      return try events.received(streams, atOnce: Self.eventsAtOnce) { try add($0, $1, $2, of: number) }
    }
    var stored = try parts[number].symbols(of: store)
    let list = try StoredLaunches(store).readApart(wanted, mayJoin: mayJoin, &stored)
    if stored.symbols.streams.count != parts[number].streamCount { throw Part.hasChanged(store) }
    let streams = add(list, stored.symbols, of: number)
    var events: [Event] = []
    var rejects: [Reject] = []
    for stream in streams {
      let row = stored.row(of: stream)
      events += try store.readStream(row, into: &stored, claims: true).events
      for var reject in try store.readFills(row) {
        reject.stream = stream
        rejects.append(reject)
      }
      if events.count < Self.eventsAtOnce { continue }
      try add(events, rejects, stored.symbols, of: number)
      events = []
      rejects = []
    }
    try add(events, rejects, stored.symbols, of: number)
  }

  /// Adds the launches that lie in one part alone; returns the streams of the part that others hold too.
  private mutating func add(_ list: [LaunchSummary], _ own: Symbols, of number: Int) -> [StreamID] {
    var transfer = SymbolTransfer(from: own, movingInto: &symbols)
    let sources = parts[number].sources
    for var summary in list where !owners.isShared(transfer.stream(summary.stream)) {
      transfer.move(&summary, sources: sources)
      launches.summaries.append(summary)
    }
    let streams = (0..<Int32(own.streams.count)).map { StreamID(rawValue: $0) }
    let shared = streams.filter { owners.isShared(transfer.stream($0)) }
    symbols = transfer.symbols
    return shared
  }

  /// Adds events of streams that lie in several parts.
  private mutating func add(_ events: [Event], _ rejects: [Reject], _ own: Symbols, of number: Int) throws {
    if events.isEmpty, rejects.isEmpty { return }
    let sources = parts[number].sources
    var transfer = SymbolTransfer(from: own, movingInto: &symbols)
    let moved = events.map { transfer.event($0, sources: sources) }
    let movedRejects = rejects.map { reject in
      var reject = reject
      reject.stream = reject.stream.map { transfer.stream($0) }
      reject.source = sources[Int(reject.source.rawValue)]
      return reject
    }
    symbols = transfer.symbols
    shared.append(moved, movedRejects)
    if shared.unpackedBytes > Self.packingLimit { shared.packAll() }
    if shared.byteCount > memory {
      let file = if let file { file } else { try MovedWords() }
      self.file = file
      shared.packAll()
      try shared.packed.move(to: file)
    }
  }

  private mutating func replayShared(mayJoin: Bool) throws {
    shared.order(bySources: symbols.sourceNames.indices.map { SourceID(rawValue: Int32($0)) })
    let streams = shared.streams
    if streams.isEmpty { return }
    let words = InternedNames(&symbols)
    // A joined launch is made anew of all its events.
    let details = mayJoin ? nil : wanted.kept
    let streamReplay = StreamReplay(wanted: details)
    var reducer = wanted.judged.map { DetailReducer($0) }
    for start in stride(from: 0, to: streams.count, by: Self.streamsAtOnce) {
      let some = Array(streams[start..<min(start + Self.streamsAtOnce, streams.count)])
      for (replayed, counts) in shared.replay(some, streamReplay, words, symbols, leaving: details) {
        refused += counts.rejected
        for launch in replayed {
          var summary = launch.summary(&symbols)
          reducer?.reduceStays(&summary)
          launches.summaries.append(summary)
        }
      }
      if let failure = file?.failure { throw failure }
    }
  }

  private mutating func finish() throws {
    var summaries: [LaunchSummary] = []
    swap(&summaries, &launches.summaries)
    summaries.rearrange(Self.order(of: summaries, symbols))
    symbols.noteSharedIDs(summaries)
    var events = PartEvents(parts: parts, owners: owners, shared: shared, file: file)
    let joins = LaunchJoins(summaries, symbols)
    let streamReplay = StreamReplay()
    let words = InternedNames(&symbols)
    for index in joins.apply(to: &summaries) {
      let lists = try events.events(of: joins.launchAndOthers(of: summaries[index]), &symbols)
      summaries[index] = streamReplay.summary(of: summaries[index], lists, words, &symbols)
    }
    launches.rejected = Int64(rejects.count) + refused
    launches.summaries = summaries
    launches.symbols = symbols
    events.forgetNumbers()
    launches.events = RecordedEvents(events, joins: joins, symbols: symbols)
  }

  /// The indices of summaries by their first instants, then by the names of their streams: whatever the parts.
  private static func order(of summaries: [LaunchSummary], _ symbols: Symbols) -> [Int] {
    // Summaries are large: none is copied.
    let keys = summaries.map { (first: $0.firstInstant, stream: $0.stream, ordinal: $0.ordinal) }
    return summaries.indices.sorted { first, second in
      let a = keys[first]
      let b = keys[second]
      if a.first != b.first { return a.first < b.first }
      if a.stream == b.stream { return a.ordinal < b.ordinal }
      return symbols.streamName(a.stream) < symbols.streamName(b.stream)
    }
  }
}
