import Foundation
import Testing
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// Sources have one number while they are read and another one in the store.
@Suite(.tags(.medium)) struct RunSourcesTests {
  private static let tables = EventStore.streamProjections + [LaunchTimes.table]

  /// All derived rows, as text.
  private func derived(in store: String) throws -> [[String]] {
    let store = try EventStore(path: store, mode: .read)
    return try Self.tables.map { table in
      let columns = try store.connection.statement("SELECT * FROM \(table)")
      let all = (0..<columns.columnCount).map { "quote(\(columns.name($0)))" }.joined(separator: " || ',' || ")
      let rows = try store.connection.prepare("SELECT \(all) FROM \(table) ORDER BY 1")
      var texts: [String] = []
      while try rows.step() { texts.append(rows.string(0)) }
      return texts
    }
  }

  /// The files of runs, one run after the other; each file has a third of each launch's lines, the third `c` of all.
  @Test(arguments: [[["a", "b", "c"]], [["b"], ["a", "c"]], [["c"], ["b", "a"]], [["a"], ["c", "b"]]])
  func `launches that lie in several files are derived as a rebuild does`(runs: [[String]]) throws {
    let folder = Folder()
    let early = lines(6, seed: 11)
    let late = lines(6, seed: 12)
    var parts: [String: [String]] = ["a": [], "b": [], "c": []]
    for (number, line) in early.enumerated() { parts[["a", "b", "c"][number % 3], default: []].append(line) }
    for (name, all) in parts { _ = try folder.write(name + ".jsonl", all) }
    for (number, run) in runs.enumerated() {
      // What the store knows has grown by launches that it does not know.
      if number > 0 {
        for (number, line) in late.enumerated() { parts[["a", "b", "c"][number % 3], default: []].append(line) }
        for (name, all) in parts { _ = try folder.write(name + ".jsonl", all) }
      }
      var ingest = IngestRun(into: try EventStore(path: folder.store, mode: .write), options: IngestOptions())
      let all = run + runs[..<number].joined()
      _ = try ingest.run(all.map { folder.path + "/\($0).jsonl" })
    }
    let before = try derived(in: folder.store)
    try StoredLaunches(try EventStore(path: folder.store, mode: .writeExisting)).rebuild()
    #expect(try derived(in: folder.store) == before)
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try store.integer("SELECT count(*) FROM sources") == 3)
    let lines = try store.integer("SELECT count(DISTINCT file) FROM event")
    #expect(lines == 3)
  }

  @Test func `a copy goes on behind what was read of its original in the same run`() throws {
    let folder = Folder()
    let all = lines(4, seed: 5)
    let half = Array(all.prefix(all.count / 2))
    // A short copy is a source of its own; a longer one is the same source, of which more is there.
    let paths = [
      try folder.write("a.jsonl", half), try folder.write("b.jsonl", half), try folder.write("c.jsonl", all),
      try folder.write("d.jsonl", Array(half.dropLast())),
    ]
    var run = IngestRun(into: try EventStore(path: folder.store, mode: .write), options: IngestOptions())
    let result = try run.run(paths)
    #expect(result.counts.new == Int64(all.count) && result.counts.addsUp)
    #expect(result.counts.lines == Int64(all.count + half.count - 1) && result.sources == 4)
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try store.connection.sources("").map(\.checkpoint.line) == [Int64(all.count), Int64(half.count - 1)])
  }

  @Test func `a source that another process adds meanwhile from the same path is the same one`() throws {
    let folder = Folder()
    let log = try folder.write("a.jsonl", lines(3, seed: 7))
    let store = try EventStore(path: folder.store, mode: .write)
    let head = try SourceReader(SourcePath(log), options: IngestOptions()).head
    var first = StoreIntake(into: store)
    var source = StoreIntake.Source(number: SourceID(rawValue: 1), path: log, head: head, isPipe: false)
    try first.start()
    try ingest(log, into: folder.store)
    first.begin(source)
    first.commit([], Symbols())
    #expect(first.failure == nil)
    // What was there before it was looked for is no such source.
    var second = StoreIntake(into: store)
    source.last = SourceID(rawValue: 1)
    try second.start()
    second.begin(source)
    second.commit([], Symbols())
    #expect(try store.connection.sources("").count == 2)
    #expect([first, second].map { $0.rows[source.number]?.rawValue } == [1, 2])
  }
}
