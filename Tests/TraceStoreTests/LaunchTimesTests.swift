import Testing
import TraceModel

@testable import TraceStore

/// What `launch_times` holds of a launch is what its row holds.
@Suite(.tags(.medium)) struct LaunchTimesTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `a row holds what launch times rest on`(seed: UInt64) throws {
    var random = Randomizer(seed: seed)
    for _ in 0..<50 {
      let launch = random.summary(StreamID(rawValue: 0), 0)
      var signs = LaunchTimes.Signs()
      signs.isKilled = random.number(2) == 0
      signs.hasKeptReason = random.number(2) == 0
      let stream = Int64(random.number(1000))
      let connection = try EventStore().connection
      var times = LaunchTimes()
      // Another one follows.
      for stream in [stream, stream | 31] {
        times.replace(stream, by: [Self.entry(stream, launch, signs, context: 7)])
      }
      try times.flush(on: connection)
      var reader = try #require(try Self.readers(on: connection).first)
      var back = LaunchSummary()
      #expect(reader.readStart(into: &back) == signs && reader.stream == stream && reader.context == 7)
      var skipping = reader
      reader.readTimes(into: &back)
      #expect(back == Self.times(of: launch), "seed \(seed)")
      skipping.skipTimes()
      for reader in [reader, skipping] { #expect(reader.isMore == (stream % 32 != 31) && !reader.isDamaged) }
      if skipping.isMore {
        var next = LaunchSummary()
        #expect(skipping.readStart(into: &next) == signs && next.firstInstant == launch.firstInstant, "seed \(seed)")
      }
    }
  }

  private static func entry(
    _ stream: Int64, _ launch: LaunchSummary, _ signs: LaunchTimes.Signs = LaunchTimes.Signs(), context: Int64
  ) -> LaunchTimes.Entry {
    LaunchTimes.Entry(
      stream: stream, ordinal: launch.ordinal, context: context, record: LaunchTimes.packed(launch, signs)[...])
  }

  /// A launch with nothing but what its launch time rests on.
  private static func times(of launch: LaunchSummary) -> LaunchSummary {
    var times = LaunchSummary()
    times.ordinal = launch.ordinal
    times.nature = launch.nature
    times.eventCount = launch.eventCount
    times.unknownCount = launch.unknownCount
    times.watchdogNanos = launch.watchdogNanos
    times.firstInstant = launch.firstInstant
    times.marks = launch.marks
    for name in Milestones.Name.allCases where name != .fullyDrawn { times.milestones[name] = launch.milestones[name] }
    times.milestones.resumed = launch.milestones.resumed
    times.milestones.approximate = launch.milestones.approximate
    times.clockSlack = launch.clockSlack
    return times
  }

  /// A store with three launches of one app on one device, each in a process of its own.
  private func filled(
    _ folder: Folder, _ change: (inout Context, inout Maker) -> Void = { _, _ in }
  ) throws -> EventStore {
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    maker.source = try store.addSource("a.jsonl")
    try store.begin()
    for pid in 1...3 as ClosedRange<Int64> {
      var event = maker.event(.processStart, launch: "launch \(pid)", time: pid, seq: 0)
      var context = Context()
      context.device = maker.symbols.texts.intern("device")
      context.app = maker.symbols.texts.intern("app")
      context.pid = pid
      if pid == 3 { change(&context, &maker) }
      event.context = ContextID(rawValue: maker.symbols.contexts.intern(context))
      _ = try store.append([event], symbols: maker.symbols)
      var launch = LaunchSummary()
      launch.stream = event.stream
      launch.context = event.context
      launch.firstInstant = event.time
      launch.eventCount = 1
      try store.writeSummaries([launch], of: event.stream, symbols: maker.symbols)
    }
    try store.commit()
    return store
  }

  @Test func `contexts that differ by their process id are one row`() throws {
    let store = try filled(Folder())
    #expect(try store.integer("SELECT count(*) FROM contexts") == 1)
    #expect(try store.integer("SELECT count(*) FROM launch_times") == 1)
    #expect(try store.integer("SELECT count(DISTINCT pid) FROM launch") == 3)
    #expect(try Self.contexts(in: store).count == 1)
    var stored = try StoredSymbols(of: store)
    var contexts: [ContextID] = []
    #expect(try store.launchTimesAreEnough(&stored))
    let isWhole = try store.forEachLaunchTime(
      into: &stored, take: { launch, _, _ in contexts.append(launch.context) })
    #expect(isWhole && contexts.count == 3 && stored.symbols.contexts.count == 1)
    let apps = contexts.map { stored.symbols.texts.string(stored.symbols.context($0).app) }
    #expect(apps == ["app", "app", "app"])
  }

  /// Changes of a context by which its launch may be of another kind, or not be counted.
  private static let changes: [@Sendable (inout Context, inout Maker) -> Void] =
    Context.texts.map { text in
      { @Sendable context, maker in context[keyPath: text] = maker.symbols.texts.intern("other") }
    } + [{ context, _ in context.simulator = true }, { context, _ in context.debugger = false }]

  @Test(arguments: changes.indices)
  func `contexts that differ in anything else are kept apart`(_ change: Int) throws {
    let store = try filled(Folder(), Self.changes[change])
    #expect(try Self.contexts(in: store).count == 2)
  }

  @Test(arguments: [
    // How many events the second launch has, and the second context.
    "UPDATE launch_times SET times = CAST(substr(times, 1, 10) || x'05' || substr(times, 12) AS BLOB)",
    "UPDATE launch_times SET contexts = x'030504'",
    "UPDATE launches SET main = 5 WHERE stream = 2",
  ])
  func `times that somebody has changed are found`(_ change: String) throws {
    let store = try filled(Folder())
    var stored = try StoredSymbols(of: store)
    #expect(try store.streamsWithOtherTimes(than: store.readSummaries(into: &stored, .all), stored) == [])
    try store.connection.execute(change)
    stored = try StoredSymbols(of: store)
    let wrong = try store.streamsWithOtherTimes(than: store.readSummaries(into: &stored, .all), stored)
    #expect(Set(wrong.map { stored.row(of: $0) }) == [2])
  }

  /// The rows of contexts that are named, each once.
  private static func contexts(in store: EventStore) throws -> Set<Int64> {
    var contexts: Set<Int64> = []
    for var reader in try readers(on: store.connection) { contexts.formUnion(reader.entries().map(\.context)) }
    return contexts
  }

  /// A reader of each row.
  private static func readers(on connection: Connection) throws -> [LaunchTimes.Reader] {
    let rows = try connection.query("SELECT \(LaunchTimes.columns) FROM launch_times ORDER BY block")
    var readers: [LaunchTimes.Reader] = []
    while try rows.step() { readers.append(LaunchTimes.Reader(rows)) }
    return readers
  }

  @Test(arguments: [1, 2, 3, 4])
  func `rows hold the same, in whatever transactions their streams are written`(seed: UInt64) throws {
    var random = Randomizer(seed: seed)
    let streams = (0..<100).map { _ in
      (0..<Int32(random.number(3))).map { random.summary(StreamID(rawValue: 0), $0) }
    }
    let atOnce = try EventStore().connection
    try write(Array(streams.enumerated()), to: atOnce)
    let inParts = try EventStore().connection
    // Some come with other launches first.
    try write((0..<40).map { _ in (random.number(100), streams[random.number(100)]) }, to: inParts)
    var rest = Array(streams.enumerated()).shuffled(using: &random.generator)
    while !rest.isEmpty {
      let count = min(rest.count, 1 + random.number(30))
      try write(Array(rest.suffix(count)), to: inParts)
      rest.removeLast(count)
    }
    let all = """
      SELECT block || ' ' || hex(contexts) || ' ' || hex(times) FROM launch_times WHERE times <> x''
      """
    let wanted = try texts(all, atOnce)
    #expect(try wanted.count > 2 && texts(all, inParts) == wanted, "seed \(seed)")
  }

  /// Writes the launches of streams in one transaction.
  private func write(_ streams: [(offset: Int, element: [LaunchSummary])], to connection: Connection) throws {
    var times = LaunchTimes()
    for (stream, launches) in streams {
      times.replace(Int64(stream), by: launches.map { Self.entry(Int64(stream), $0, context: Int64(stream % 7)) })
    }
    try times.flush(on: connection)
    #expect(times.count == 0)
  }

  private func texts(_ sql: String, _ connection: Connection) throws -> [String] {
    let rows = try connection.query(sql)
    var texts: [String] = []
    while try rows.step() { texts.append(rows.string(0)) }
    return texts.sorted()
  }

  /// Bytes that somebody has changed give some launches or none, and end.
  @Test(arguments: 1...20) func `no bytes are read beyond their end`(seed: UInt64) throws {
    var random = Randomizer(seed: seed)
    let connection = try EventStore().connection
    try connection.run(
      "INSERT INTO launch_times VALUES (?, ?, ?)", Int64(random.number(9)) - 4,
      (0..<random.number(20)).map { _ in UInt8(random.number(256)) },
      (0..<random.number(200)).map { _ in UInt8(random.number(256)) })
    var reader = try #require(try Self.readers(on: connection).first)
    // A launch takes three bytes at least.
    #expect(reader.entries().count <= 200 / 3)
  }

  @Test func `a changed row beside which more is written has its launches derived anew`() throws {
    let folder = Folder()
    let store = try filled(folder)
    try store.connection.execute("UPDATE launch_times SET times = CAST(times || x'ff' AS BLOB)")
    try store.begin()
    try store.writeSummaries([], of: StreamID(rawValue: 1), symbols: Self.named("launch 2"))
    try store.commit()
    #expect(try store.outdatedStreams() == [1, 2, 3])
  }

  /// Symbols of which stream 1 is that of a launch.
  private static func named(_ launch: String) -> Symbols {
    var symbols = Symbols()
    for name in ["", launch] {
      var key = StreamKey()
      key.launch = symbols.texts.intern(name)
      _ = symbols.streams.intern(key)
    }
    return symbols
  }
}
