import Testing
import TraceModel

@testable import TraceStore

@Suite(.tags(.medium)) struct TransactionTests {
  @Test func `events, rejects and checkpoint are committed together or not at all`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    maker.source = try store.addSource("a")
    var checkpoint = Checkpoint()
    checkpoint.offset = 100
    checkpoint.line = 2
    checkpoint.tailHash = .max
    checkpoint.headLength = 40
    checkpoint.headHash = 1 << 63
    var process = Checkpoint.Process()
    process.device = "01234567-89ab-cdef-0123-456789abcdef"
    process.app = "app"
    process.pid = 12
    checkpoint.processes = [process, Checkpoint.Process()]
    checkpoint.isLineOpen = true
    checkpoint.pendingLost = 3
    let batch = [maker.event(seq: 0), maker.event(seq: 1)]
    var reject = Reject()
    reject.source = maker.source
    reject.line = 3
    reject.raw = [0, 1]
    for isKept in [false, true] {
      try store.begin()
      #expect(try store.append(batch, symbols: maker.symbols).newEvents == 2)
      #expect(try store.append([reject], symbols: maker.symbols) == 1)
      try store.setCheckpoint(checkpoint, of: maker.source)
      if isKept { try store.commit() } else { try store.rollback() }
      let reader = try EventStore(path: folder.store, mode: .read)
      #expect(try ["events", "rejects"].map(reader.count) == (isKept ? [2, 1] : [0, 0]))
      #expect(try reader.allSources().map(\.checkpoint.offset) == [isKept ? 100 : 0])
    }
    #expect(try store.allSources()[0].checkpoint == checkpoint)
  }

  @Test func `a source is found by its head, also where it has grown`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    try store.begin()
    let short = try store.createSource(
      path: "short", identity: "source:1", isPipe: false, headLength: 2, headHash: 102)
    let long = try store.createSource(
      path: "long", identity: "source:2", isPipe: false, headLength: 4, headHash: 104)
    let pipe = try store.createSource(
      path: "-", identity: "source:2", isPipe: true, headLength: 4, headHash: 104)
    _ = try store.createSource(
      path: "empty", identity: "source:0", isPipe: false, headLength: 0, headHash: 100)
    try store.commit()
    let heads: [UInt64] = [100, 101, 102, 103, 104, 105]
    let known = try SourceLookUp(path: folder.store)
    let files = try known.sources(headHashes: heads, isPipe: false)
    #expect(files.map(\.id) == [long, short])
    #expect(try known.sources(headHashes: heads, isPipe: true).map(\.id) == [pipe])
    #expect(
      try known.sources(headHashes: [100, 101, 102], isPipe: false).map(\.id) == [short])
    #expect(try known.sources(headHashes: [100, 7, 8, 9, 10], isPipe: false).isEmpty)
  }

  @Test func `streams are distinguished as new and changed`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    try store.begin()
    let first = maker.event(launch: "a", seq: 0)
    _ = try store.append([first, maker.event(launch: "b", seq: 0)], symbols: maker.symbols)
    let second = StreamID(rawValue: first.stream.rawValue + 1)
    #expect(store.isNew(first.stream) && store.isNew(second))
    try store.writeSummaries([], of: first.stream, symbols: maker.symbols)
    try store.commit()
    // What got no summaries in its transaction is not forgotten.
    #expect(try store.outdatedStreams() == [2])

    try store.begin()
    store.startGeneration()
    var other = Maker()
    let more = [other.event(launch: "a", seq: 1), other.event(launch: "b", seq: 0)]
    _ = try store.append(more, symbols: other.symbols)
    #expect(!store.isNew(first.stream) && !store.isNew(second))
    try store.commit()
    #expect(try store.outdatedStreams() == [1, 2])
  }

  @Test func `the last summaries written count`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    let event = maker.event(seq: 0)
    _ = try store.add([event], maker.symbols)
    var summary = LaunchSummary()
    summary.stream = event.stream
    summary.context = event.context
    for count in [3, 1] as [Int64] {
      summary.eventCount = count
      summary.stays = Array(repeating: StaySummary(), count: Int(count))
      try store.begin()
      try store.writeSummaries([summary], of: event.stream, symbols: maker.symbols)
      try store.commit()
    }
    var stored = try StoredSymbols(of: store)
    let back = try store.readSummaries(into: &stored, .all)
    #expect(back.map(\.eventCount) == [1] && back.map(\.stays.count) == [1])
    #expect(try store.outdatedStreams().isEmpty)
  }

  @Test func `who writes stops where another program has changed rows meanwhile, or derived them otherwise`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    #expect(try store.add([maker.event(seq: 0)], maker.symbols).newEvents == 1)
    try Connection(folder.store, path: folder.store, flags: 2).execute("UPDATE made_by SET derivation = 'another'")
    let error = #expect(throws: StoreError.self) { try store.begin() }
    #expect(error?.description.contains("another program has changed what it holds") == true)
    #expect(error?.description.contains("run the same command again") == true)
    #expect(try EventStore(path: folder.store, mode: .write).add([maker.event(seq: 1)], maker.symbols).newEvents == 1)
  }

  @Test func `a rejected line fills its place in the stream`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    maker.source = try store.addSource("a")
    let event = maker.event(seq: 0)
    _ = try store.add([event], maker.symbols)
    try store.begin()
    try store.writeSummaries([], of: event.stream, symbols: maker.symbols)
    var reject = Reject()
    reject.source = maker.source
    reject.line = 2
    reject.stream = event.stream
    reject.seq = 5
    _ = try store.append([reject], symbols: maker.symbols)
    try store.commit()
    let rows = try store.outdatedStreams()
    var stored = try StoredSymbols(of: store)
    #expect(try rows.map { try store.readStream($0, into: &stored).fills } == [[5]])
    #expect(try store.count("reject WHERE reason = 'not JSON'") == 1)
    #expect(try store.integer("SELECT count FROM status WHERE which = 'not JSON'") == 1)
  }
}
