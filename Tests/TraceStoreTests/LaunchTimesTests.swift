import Testing
import TraceModel

@testable import TraceStore

/// What `launch_times` holds of a launch is what its row holds.
@Suite(.tags(.medium)) struct LaunchTimesTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `a blob holds what launch times rest on`(seed: UInt64) {
    var random = Randomizer(seed: seed)
    for _ in 0..<50 {
      let launch = random.summary(StreamID(rawValue: 0), 0)
      let isKilled = random.number(2) == 0
      var back = LaunchSummary()
      // Other bytes follow, as in a list of blobs.
      let packed = PackedLaunchTimes.packed(launch, isKilled: isKilled)
      let bytes = packed + (0..<10).map { _ in UInt8(random.number(256)) }
      var numbers = NumberUnpacker(bytes, after: StreamBase())
      numbers.begin(0..<packed.count)
      #expect(PackedLaunchTimes.unpack(&numbers, into: &back) == isKilled)
      #expect(back == Self.times(of: launch), "seed \(seed)")
    }
  }

  /// A launch with nothing but what its launch time rests on.
  private static func times(of launch: LaunchSummary) -> LaunchSummary {
    var times = LaunchSummary()
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
    #expect(try store.integer("SELECT count(DISTINCT context) FROM launch_times") == 1)
    #expect(try store.integer("SELECT count(DISTINCT pid) FROM launch") == 3)
    var stored = try StoredSymbols(of: store)
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
    #expect(try store.integer("SELECT count(DISTINCT context) FROM launch_times") == 2)
  }

  @Test(arguments: [
    "UPDATE launch_times SET times = x'00' WHERE stream = 2",
    "UPDATE launch_times SET context = 9 WHERE stream = 2",
    "UPDATE launch_times SET ordinal = 1 WHERE stream = 2",
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

  @Test func `whoever deletes times has the launch derived anew`() throws {
    let store = try filled(Folder())
    try store.connection.execute("DELETE FROM launch_times WHERE stream = 2")
    #expect(try store.outdatedStreams() == [2])
  }
}
