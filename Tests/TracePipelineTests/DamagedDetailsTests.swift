import Testing
import TraceModel

@testable import TracePipeline
@testable import TraceStore

/// A store in which somebody has changed what is packed of launches answers as it did before.
@Suite(.tags(.medium)) struct DamagedDetailsTests {
  @Test(arguments: [
    "UPDATE launch_parts SET parts = x''", "UPDATE launch_parts SET parts = x'ffffffffffffffffffffff00'",
    "UPDATE launch_parts SET parts = substr(parts, 1, length(parts) - 1)",
    "UPDATE launch_parts SET parts = CAST(parts || x'01' AS BLOB) WHERE stream % 2",
    "UPDATE launch_parts SET parts = CAST(x'0103ffffffffffffffff7f' || parts AS BLOB)",
    "UPDATE launch_parts SET parts = zeroblob(999999)",
  ])
  func `launches whose blob was changed are derived anew`(_ change: String) throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", lines(20, seed: 7)), into: folder.store)
    for parts in [SummaryScope.all, .judged(JudgedDetails(leastNanos: 0))] {
      let whole = try Self.launches(folder, parts)
      #expect(whole.contains { !$0.stays.isEmpty })
      let changed = Folder()
      try ingest(changed.write("a.jsonl", lines(20, seed: 7)), into: changed.store)
      try Self.run(change, on: changed)
      let all = try Self.launches(changed, .all)
      #expect(all == (try Self.launches(folder, .all)))
      // Of these all details are read where the launch is derived anew.
      let found = try Self.launches(changed, parts)
      #expect(found.map(\.order) == whole.map(\.order) && found.map(\.use) == whole.map(\.use))
      let verification = try StoreVerification(EventStore(path: changed.store, mode: .read))
      #expect(!verification.isSound && verification.isMendable)
    }
  }

  @Test(arguments: [
    "UPDATE launch_times SET times = x''", "UPDATE launch_times SET times = x'', contexts = x''",
    "UPDATE launch_times SET times = substr(times, 1, length(times) - 9)",
    "UPDATE launch_times SET times = CAST(x'ff' || times AS BLOB)", "UPDATE launch_times SET times = zeroblob(999999)",
    "UPDATE launch_times SET contexts = x''", "UPDATE launch_times SET contexts = x'02'",
    "UPDATE launch_times SET contexts = x'feffffffffffffffff01'",
  ])
  func `launch times that were changed are read from their columns`(_ change: String) throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", lines(20, seed: 7)), into: folder.store)
    let before = try StoredLaunches.launches(ofStore: folder.store, .times, busyTimeout: 100)
    #expect(before.times != nil)
    let whole = try Self.launches(folder, .launches)
    try Self.run(change, on: folder)
    let after = try StoredLaunches.launches(ofStore: folder.store, .times, busyTimeout: 100)
    #expect(after.times == nil && after.summaries.count == whole.count)
  }

  @Test(arguments: [
    "UPDATE held_kinds SET count = count + 9", "UPDATE held_kinds SET count = -count",
    "UPDATE held_kinds SET count = 9223372036854775807", "DELETE FROM held_kinds",
    "UPDATE launch_times SET contexts = zeroblob(99)", "UPDATE launch_times SET times = substr(times, 2)",
  ])
  func `beside launch times that were changed a launch is judged among all`(_ change: String) throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", lines(20, seed: 7)), into: folder.store)
    let whole = try StoredLaunches.launches(ofStore: folder.store, .all, busyTimeout: 100)
    let id = whole.symbols.launchID(whole.summaries[0])
    #expect(try StoredLaunches.launches(ofStore: folder.store, .named(id: id), busyTimeout: 100).sample != nil)
    try Self.run(change, on: folder)
    let after = try StoredLaunches.launches(ofStore: folder.store, .named(id: id), busyTimeout: 100)
    #expect(after.sample == nil && after.summaries == whole.summaries)
  }

  private static func run(_ change: String, on folder: Folder) throws {
    let store = try EventStore(path: folder.store, mode: .writeExisting)
    try store.connection.execute(change)
  }

  private static func launches(_ folder: Folder, _ parts: SummaryScope) throws -> [LaunchSummary] {
    try StoredLaunches.launches(ofStore: folder.store, parts, busyTimeout: 100).summaries.sorted {
      $0.stream < $1.stream
    }
  }
}
