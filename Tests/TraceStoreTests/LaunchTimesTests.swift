import Testing
import TraceModel

@testable import TraceStore

/// What `launch_times` holds of a launch is what its row holds.
@Suite(.tags(.medium)) struct LaunchTimesTests {
  @Test func `numbers of any size come back`() {
    let edges = (0..<63).flatMap { [1 << $0, -1 << $0, 1 << $0 - 1] as [Int64] }
    let all = [0, .max, .min] + edges
    for begin in all.indices.dropLast(15) {
      var writer = SizedNumberWriter()
      let part = Array(all[begin..<begin + 15])
      for var number in part { writer.number(&number) }
      var reader = SizedNumberReader(writer.record(7) + [UInt8](repeating: 0xff, count: SizedRecord.padding))
      #expect(reader.isMore && reader.begin { _ in part.count } == 7)
      let back = part.map { _ in
        var number: Int64 = 0
        reader.number(&number)
        return number
      }
      #expect(back == part && !reader.isMore)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `a record holds what launch times rest on`(seed: UInt64) {
    var random = Randomizer(seed: seed)
    for _ in 0..<50 {
      let launch = random.summary(StreamID(rawValue: 0), 0)
      let isKilled = random.number(2) == 0
      var back = LaunchSummary()
      let stream = Int64(random.number(1000))
      let packed = PackedLaunchTimes.packed(launch, of: stream, isKilled: isKilled)
      // Other bytes follow, as in a row of many launches.
      var numbers = SizedNumberReader(packed + (0..<10).map { _ in UInt8(random.number(256)) })
      let found = PackedLaunchTimes.unpack(&numbers, into: &back)
      #expect(found.isKilled == isKilled && found.stream == stream % 32 && numbers.next == packed.count)
      #expect(back == Self.times(of: launch), "seed \(seed)")
    }
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
    try #require(try store.holdsLaunchTimes(&stored))
    let launches = try #require(try store.readLaunchTimes(into: &stored))
    #expect(launches.count == 3)
    #expect(stored.symbols.contexts.count == 1)
    let apps = launches.map { stored.symbols.texts.string(stored.symbols.context($0.context).app) }
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
    "UPDATE launch_times SET times = CAST(substr(times, 1, 12) || x'ff' || substr(times, 14) AS BLOB)",
    "UPDATE launch_times SET contexts = x'031110'",
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

  @Test func `whoever deletes times has the launches derived anew`() throws {
    let store = try filled(Folder())
    try store.connection.execute("DELETE FROM launch_times")
    #expect(try store.outdatedStreams() == [1, 2, 3])
  }

  /// The rows of contexts that are named, each once.
  private static func contexts(in store: EventStore) throws -> Set<Int64> {
    let rows = try store.connection.query("SELECT \(LaunchTimesColumn.list) FROM launch_times")
    var contexts: Set<Int64> = []
    while try rows.step() {
      var reader = LaunchTimesReader(rows)
      contexts.formUnion(reader.entries().map(\.context))
    }
    return contexts
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
    let all = "SELECT block || ' ' || hex(contexts) || ' ' || hex(times) FROM launch_times WHERE times <> x''"
    let wanted = try texts(all, atOnce)
    #expect(try wanted.count > 2 && texts(all, inParts) == wanted, "seed \(seed)")
  }

  /// Writes the launches of streams in one transaction.
  private func write(_ streams: [(offset: Int, element: [LaunchSummary])], to connection: Connection) throws {
    var times = PendingLaunchTimes()
    for (stream, launches) in streams {
      let entries = launches.map { launch in
        let record = PackedLaunchTimes.packed(launch, of: Int64(stream), isKilled: false)
        return LaunchTimesEntry(
          stream: Int64(stream), ordinal: launch.ordinal, context: Int64(stream % 7), record: record[...])
      }
      times.replace(Int64(stream), by: entries)
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
    let rows = try connection.query("SELECT \(LaunchTimesColumn.list) FROM launch_times")
    _ = try rows.step()
    var reader = LaunchTimesReader(rows)
    #expect(reader.entries().count <= 200 / SizedRecord.headSize)
  }
}
