import Testing
import TraceModel

@testable import TracePipeline
@testable import TraceStore

/// The kinds of events that a store has counted are those of its launches, whatever was added, replaced or removed.
@Suite(.tags(.medium)) struct HeldKindsTests {
  private static func problems(_ folder: Folder) throws -> [String] {
    let verification = try StoreVerification(EventStore(path: folder.store, mode: .read))
    return verification.checks.filter { !$0.problems.isEmpty }.map { "\($0.name): \($0.problems)" }
  }

  private static func rows(_ folder: Folder) throws -> [String] {
    let store = try EventStore(path: folder.store, mode: .read)
    let rows = try store.rows(of: "SELECT * FROM held_kinds ORDER BY 1, 2, 3, 4, 5, 6, 7, 8")
    var texts: [String] = []
    while let row = try rows.next() { texts.append("\(row)") }
    return texts
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `what is counted stays right as launches come in parts, change and go`(seed: UInt64) throws {
    let folder = Folder()
    let lines = TracePipelineTests.lines(30, seed: seed)
    // Each part has lines of many launches, and all but the first change launches that were counted.
    for part in 0..<3 {
      let some = lines.enumerated().filter { ($0.offset * 7 + Int(seed)) % 3 == part }.map(\.element)
      try ingest(folder.write("\(part).jsonl", some), into: folder.store)
      #expect(try Self.problems(folder) == [], "seed \(seed), part \(part)")
    }
    let inParts = try Self.rows(folder)
    #expect(inParts.count > 1)
    try StoredLaunches(EventStore(path: folder.store, mode: .writeExisting)).rebuild()
    #expect(try Self.rows(folder) == inParts, "seed \(seed)")
    let store = try EventStore(path: folder.store, mode: .writeExisting)
    try StorePruning(store, .keepLaunches(9), removes: true).run()
    #expect(try Self.problems(folder) == [] && Self.rows(folder) != inParts, "seed \(seed), pruned")
  }

  @Test(arguments: [
    "UPDATE held_kinds SET count = count + 1", "DELETE FROM held_kinds WHERE is_due = 0",
    "UPDATE held_kinds SET format = app", "UPDATE launches SET kinds = 0 WHERE stream = 1",
  ])
  func `a count that somebody has changed is found, and a rebuild mends it`(_ change: String) throws {
    let folder = Folder()
    try ingest(folder.write("a.jsonl", TracePipelineTests.lines(8, seed: 5)), into: folder.store)
    #expect(try Self.problems(folder) == [])
    try EventStore(path: folder.store, mode: .writeExisting).connection.execute(change)
    #expect(try Self.problems(folder).contains { $0.hasPrefix("counts of kinds agree with the launches") })
    try StoredLaunches(EventStore(path: folder.store, mode: .writeExisting)).rebuild()
    #expect(try Self.problems(folder) == [])
  }
}
