import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// A folder of its own for each test, gone with it.
final class Folder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/tracepipeline-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { path + "/store.db" }

  func write(_ name: String, _ lines: [String]) throws -> String {
    let file = path + "/" + name
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Takes logs into the store at `store`.
@discardableResult
func ingest(_ paths: String..., into store: String) throws -> IngestRun.Result {
  var run = IngestRun(into: try EventStore(path: store, mode: .write), options: IngestOptions())
  return try run.run(paths)
}

func lines(_ launches: Int, seed: UInt64, _ options: Options = Options()) -> [String] {
  var simulator = Simulator(seed: seed, options: options)
  return simulator.trace(launches).lines.map(\.jsonLine)
}

@Suite(.tags(.medium)) struct StoredLaunchesTests {
  @Test func `reading summaries meets no event`() throws {
    let folder = Folder()
    let log = try folder.write("a.jsonl", lines(3, seed: 1))
    try ingest(log, into: folder.store)
    let store = try EventStore(path: folder.store, mode: .read)
    for sql in EventStore.reportQueries {
      let plan = try store.connection.prepare("EXPLAIN QUERY PLAN \(sql)")
      var steps: [String] = []
      while try plan.step() { steps.append(plan.string(3)) }
      #expect(!steps.isEmpty)
      #expect(!steps.contains { $0.contains("events") }, "\(steps)")
    }
  }

  /// Each of these is in one transaction with the first event of its stream, and is no event of the store.
  private static let refused = [
    // A launch id of three records that contradict each other, of which two name a version of the app.
    ["\"seq\":0", "\"seq\":0,\"appVersion\":\"1\"", "\"seq\":0,\"appVersion\":\"2\""],
    ["\"seq\":0,\"appVersion\":\"1\"", "\"seq\":0,\"appVersion\":\"2\""],
    ["\"seq\":0", "\"seq\":0"],
  ]

  @Test(arguments: refused.indices)
  func `launches rest on what the store has taken`(_ place: Int) throws {
    let folder = Folder()
    let records = Self.refused[place].enumerated().map { number, fields in
      #"{"event":"app.willFinishLaunching","launch":"1","time":\#(1_760_000_000 + 3 * number),\#(fields)}"#
    }
    try ingest(try folder.write("a.jsonl", records), into: folder.store)
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try store.wrongSums() == [])
    #expect(try store.outdatedStreams() == [])
  }

  @Test func `launches are never stale, whoever wrote`() throws {
    let folder = Folder()
    let all = lines(12, seed: 2)
    let log = try folder.write("a.jsonl", all)
    try ingest(log, into: folder.store)
    let whole = try StoredLaunches.launches(ofStore: folder.store, .all, busyTimeout: 100)
    // Another holds the lock: what is missing is made in memory.
    let other = try EventStore(path: folder.store, mode: .write)
    try other.begin()
    try other.dropProjections()
    try other.commit()
    try other.begin()
    let inMemory = try StoredLaunches.launches(ofStore: folder.store, .all, busyTimeout: 10)
    try other.rollback()
    #expect(inMemory.summaries.count == whole.summaries.count)
    #expect(
      inMemory.summaries.map(\.eventCount).reduce(0, +)
        == whole.summaries.map(\.eventCount).reduce(0, +))
    #expect(try other.outdatedStreams().count == 12)
    _ = try StoredLaunches.launches(ofStore: folder.store, .all, busyTimeout: 100)
    #expect(try other.outdatedStreams().isEmpty)
  }
}

@Suite(.tags(.medium)) struct TellingTests {
  /// How often each of several files holds one record without `seq`, and how many events that makes.
  @Test(arguments: [([1, 1], 1), ([2, 1], 2), ([1, 2], 2), ([2, 3, 1], 3), ([3, 3], 3), ([300, 2, 400], 400)])
  func `files hold as many equals as the fullest one`(counts: [Int], total: Int) throws {
    let folder = Folder()
    let line = #"{"event":"app.didBecomeActive","time":1763632800,"device":"D","pid":7}"#
    let logs = try counts.enumerated().map { number, count in
      // Each begins otherwise: a copy of a file is not read.
      try folder.write("\(number).jsonl", Array(repeating: "", count: number) + Array(repeating: line, count: count))
    }
    var check = CheckRun(options: IngestOptions())
    var ingest = IngestRun(into: try EventStore(path: folder.store, mode: .write), options: IngestOptions())
    for intake in try [check.run(logs).counts, ingest.run(logs).counts] {
      #expect([intake.new, intake.duplicate] == [total, counts.reduce(0, +) - total].map { Int64($0) })
    }
  }

  /// Each compared with all others would take minutes.
  @Test func `any number of events may have one time and one seq`() throws {
    let folder = Folder()
    let lines = (0..<20_000).map { #"{"event":"unknown\#($0)","time":1763632800,"seq":0,"device":"D","pid":7}"# }
    let log = try folder.write("log.jsonl", lines + lines.prefix(5))
    var check = CheckRun(options: IngestOptions())
    var ingest = IngestRun(into: try EventStore(path: folder.store, mode: .write), options: IngestOptions())
    for intake in try [check.run([log]).counts, ingest.run([log]).counts] {
      #expect([intake.new, intake.duplicate] == [20_000, 5])
    }
  }

  @Test func `what repeats an event that was contradicted is still its repetition`() throws {
    let folder = Folder()
    func line(_ name: String) -> String { #"{"event":"\#(name)","time":1763632800,"seq":0,"launch":"L"}"# }
    let log = try folder.write("a.jsonl", ["process.start", "process.main", "process.start"].map(line))
    var run = CheckRun(options: IngestOptions())
    let direct = try run.run([log]).counts
    #expect([direct.new, direct.rejected, direct.duplicate] == [1, 1, 1])
    let stored = try ingest(log, into: folder.store).counts
    #expect([stored.new, stored.rejected, stored.duplicate] == [1, 1, 1])
  }
}

@Suite(.tags(.medium)) struct TwoWritersTests {
  @Test(arguments: [true, false])
  func `two open stores write in turn and lose nothing`(hasSeq: Bool) throws {
    let folder = Folder()
    var options = Options()
    options.hasSeq = hasSeq
    options.windows = 3
    let all = lines(3, seed: 3, options)
    let stores = try (0..<2).map { _ in try EventStore(path: folder.store, mode: .write) }
    var symbols = [Symbols(), Symbols()]
    var events: [[Event]] = [[], []]
    // Each writes a part of each launch, and both write some of it.
    for number in 0..<2 {
      let log = try folder.write("\(number).jsonl", all)
      var reader = try SourceReader(SourcePath(log), options: IngestOptions())
      try stores[number].begin()
      let source = try stores[number].createSource(
        path: "\(number)", identity: "\(number)", isPipe: false, headLength: number, headHash: 0)
      try stores[number].commit()
      var batch = EventBatch()
      _ = try reader.cut(into: &batch, limit: all.count + 1)
      batch.scan(IngestOptions())
      reader.settle(&batch, &symbols[number], source: source)
      events[number] = batch.events
    }
    var new = 0
    var duplicates = 0
    for start in stride(from: 0, to: all.count, by: 20) {
      for number in 0..<2 {
        // The second goes over half of what the first has reported, and goes on from there.
        let first = number == 0 ? start : max(0, start - 10)
        let part = events[number][first..<min(all.count, start + (number == 0 ? 20 : 30))]
        try stores[number].begin()
        let counts = try stores[number].append(Array(part), symbols: symbols[number])
        try stores[number].commit()
        new += counts.newEvents
        duplicates += counts.known.count
        #expect(counts.refused.isEmpty)
      }
    }
    #expect(new == all.count && duplicates > 0)
    #expect(try stores[0].integer("SELECT count(*) FROM events") == Int64(all.count))
    let log = try folder.write("all.jsonl", all)
    let result = try ingest(log, into: folder.store)
    #expect(result.counts.new == 0 && result.counts.addsUp)
  }
}
