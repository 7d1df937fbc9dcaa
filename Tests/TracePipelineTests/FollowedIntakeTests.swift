import Foundation
import Testing
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// A log that is followed into a store makes the store that an ingest makes of all of it, however it grew and whatever
/// ended the runs that followed it.
@Suite(.serialized, .tags(.medium)) struct FollowedIntakeTests {
  static let seed = FollowRunTests.seed
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The views of a store that answers are made of; a reject's own number says nothing.
  private static let queries = [
    "SELECT * FROM event", "SELECT * FROM launch", "SELECT * FROM phase", "SELECT * FROM task", "SELECT * FROM scene",
    "SELECT * FROM candidate", "SELECT * FROM metric", "SELECT * FROM status", "SELECT * FROM source",
    "SELECT file, line, offset, length, reason, raw, stream, seq, source_id FROM reject",
  ]

  /// All that a store says.
  private static func contents(_ path: String) throws -> [String] {
    let launches = try StoredLaunches.launches(ofStore: path, .all, busyTimeout: 1000)
    let store = try EventStore(path: path, mode: .read)
    return try [FollowRunTests.words(launches)]
      + queries.flatMap { query in
        let rows = try store.query(query, as: { String(describing: $0) }).rows
        return rows.map { "\(query) \($0.joined(separator: " | "))" }.sorted()
      }
  }

  /// A run into the store at `path`, which commits whenever it has read something.
  private static func run(_ paths: [String], into path: String, isFromEnd: Bool = false) throws -> FollowRun {
    let options = IngestOptions()
    let store = try EventStore(path: path, mode: .write)
    let intake = try FollowedIntake(into: store, options: options, interval: .zero)
    return FollowRun(paths, options: options, isFromEnd: isFromEnd, into: intake, keepsEvents: false)
  }

  private static func number(_ sql: String, in path: String) throws -> Int64 {
    try EventStore(path: path, mode: .read).integer(sql)
  }

  private static func append(_ bytes: some Sequence<UInt8>, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// How a run that follows ends in the middle of a log.
  enum End: String, CaseIterable, Sendable {
    /// It goes on.
    case none
    /// All that is not committed is lost, as with SIGKILL.
    case lost
    /// As with Ctrl-C.
    case finished
  }

  @Test(arguments: End.allCases) func `a log that grew in any pieces gives the store of the whole log`(_ end: End)
    throws
  {
    print("seed \(Self.seed)")
    var random = SeededRandom(state: Self.seed)
    for sample in FollowRunTests.samples {
      let data = try Data(contentsOf: Self.project.appendingPathComponent(sample))
      let isPacked = data.starts(with: [0x1F, 0x8B]) || data.starts(with: [0x50, 0x4B])
      // A run that ends takes a last line of text for whole, and a log of less than 4 KiB for all of it.
      if isPacked || end == .finished && !sample.hasPrefix("Tests/Samples") { continue }
      let folder = Folder()
      let path = folder.path + "/" + (sample as NSString).lastPathComponent
      try data.write(to: URL(fileURLWithPath: path))
      let whole = try ingest(path, into: folder.store)
      let expected = try Self.contents(folder.store)
      for turn in 0..<(sample.hasPrefix("Tests/Samples") ? 4 : 1) {
        let cuts = FollowRunTests.cuts(of: data, [5, 1, 3, 20][turn], &random).filter { end != .finished || $0 >= 4096 }
        let note = Comment(rawValue: "\(sample) cut at \(cuts), \(end), seed \(Self.seed)")
        let store = folder.path + "/\(turn).db"
        try FileManager.default.removeItem(atPath: path)
        let result = try Self.follow(data, path, cuts, end, into: store)
        try #require(Self.contents(store) == expected, note)
        if end == .none { #expect(result.counts == whole.counts && result.sources == whole.sources, note) }
        #expect(result.counts.addsUp, note)
      }
    }
  }

  /// The last of the runs that followed a file that was written in pieces, each ended at a cut.
  private static func follow(_ data: Data, _ path: String, _ cuts: [Int], _ end: End, into store: String) throws
    -> IngestRun.Result
  {
    var run = try run([path], into: store)
    var place = 0
    for cut in cuts {
      try append(data[place..<cut], to: path)
      place = cut
      _ = run.poll()
      if end == .finished { _ = try run.finishIntake() }
      if end != .none { run = try Self.run([path], into: store) }
    }
    try append(data[place...], to: path)
    return try run.finishIntake()
  }

  @Test(arguments: Rotation.allCases, [false, true])
  func `a log that is rotated is stored once, also by several runs`(_ rotation: Rotation, isEndedMeanwhile: Bool) throws
  {
    let folder = Folder()
    let all = lines(40, seed: 31)
    try FileManager.default.createDirectory(atPath: folder.path + "/logs", withIntermediateDirectories: true)
    let path = folder.path + "/logs/x.log"
    var run = try Self.run([folder.path + "/logs"], into: folder.store)
    var rest = all[...]
    try rotation.write(rest.prefix(10), to: path, isNew: true)
    rest = rest.dropFirst(10)
    _ = run.poll()
    for count in [100, 3, 250, all.count] {
      // What nobody follows while it is moved away or emptied is gone.
      if isEndedMeanwhile { run = try Self.run([folder.path + "/logs"], into: folder.store) }
      _ = run.poll()
      try rotation.turn(path, number: all.count - rest.count)
      try rotation.write(rest.prefix(count), to: path, isNew: true)
      rest = rest.dropFirst(count)
      _ = run.poll()
      try rotation.write(rest.prefix(2), to: path, isNew: false)
      rest = rest.dropFirst(2)
      _ = run.poll()
    }
    let result = try run.finishIntake()
    #expect(try Self.number("SELECT count(*) FROM events", in: folder.store) == all.count)
    #expect(isEndedMeanwhile || result.counts.new == all.count, "\(result.counts)")
    #expect(result.counts.rejected == 0 && result.diagnostics.failures.isEmpty)
    let whole = folder.path + "/whole.db"
    try ingest(folder.write("whole.jsonl", all), into: whole)
    let launches = "SELECT launch, first, last_nanos, events, steps_judged, kinds FROM launch ORDER BY 1, 2"
    let stores = try [folder.store, whole].map { path in
      try EventStore(path: path, mode: .read).query(launches, as: { String(describing: $0) }).rows
    }
    #expect(stores[0] == stores[1])
    guard rotation == .rename else { return }
    // Also after another ingest of the folder.
    try Self.expectPlaces(in: folder.store, count: all.count)
    try ingest(folder.path + "/logs", into: folder.store)
    try Self.expectPlaces(in: folder.store, count: all.count)
  }

  /// Where an event is said to stand it stands: each line has its `seq` and its launch.
  private static func expectPlaces(in store: String, count: Int) throws {
    let places = try EventStore(path: store, mode: .read).query(
      "SELECT seq, launch, line, file FROM event", as: { $0.map { "\($0)" } ?? "" })
    #expect(places.rows.count == count)
    for row in places.rows {
      let text = try String(contentsOfFile: row[3], encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(Int(row[2]).flatMap { $0 <= lines.count ? lines[$0 - 1] : nil }, "\(row)")
      #expect(line.contains("\"seq\":\(row[0]),") && line.contains(row[1]), "\(row)")
    }
  }

  /// What happens to a folder of logs between two ingests: files are moved in this order, then lines are written to files.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var moves: [(from: String, to: String)] = []
    var copies: [(from: String, to: String)] = []
    var added: [String] = []
  }

  private static let changes = [
    Change(testDescription: "moved", moves: [("a.log", "c.log")]),
    Change(testDescription: "rotated", moves: [("a.log", "a.log.0")], added: ["a.log"]),
    Change(
      testDescription: "rotated, as a log before it was", moves: [("a.log.1", "a.log.2"), ("a.log", "a.log.1")],
      added: ["a.log"]),
    Change(testDescription: "swapped", moves: [("a.log", "c"), ("a.log.1", "a.log"), ("c", "a.log.1")]),
    Change(testDescription: "replaced by a longer copy", copies: [("a.log", "c.log")], added: ["c.log"]),
    Change(testDescription: "copied", copies: [("a.log", "A.log")]),
  ]

  @Test(arguments: changes)
  func `an ingest names the files in which events stand by now`(change: Change) throws {
    let folder = Folder()
    let logs = folder.path + "/logs/"
    let files = FileManager.default
    try files.createDirectory(atPath: logs, withIntermediateDirectories: true)
    var seed: UInt64 = 70
    var count = 0
    func add(to name: String) throws {
      seed += 1
      let new = lines(3, seed: seed)
      count += new.count
      try Self.append(new.map { $0 + "\n" }.joined().utf8, to: logs + name)
    }
    for name in ["a.log", "a.log.1"] { try add(to: name) }
    try ingest(logs, into: folder.store)
    for turn in 0..<2 {
      for (from, to) in change.copies where turn == 0 {
        try files.copyItem(atPath: logs + from, toPath: logs + to)
      }
      for (from, to) in change.moves where turn == 0 {
        try files.moveItem(atPath: logs + from, toPath: logs + to)
      }
      for name in change.added where turn == 0 { try add(to: name) }
      try ingest(logs, into: folder.store)
      try Self.expectPlaces(in: folder.store, count: count)
    }
    guard change.testDescription == "copied" else { return }
    let store = try EventStore(path: folder.store, mode: .read)
    let sources = try store.query("SELECT DISTINCT file FROM event", as: { $0.map { "\($0)" } ?? "" }).rows
    #expect(!sources.contains { $0[0].hasSuffix("A.log") })
  }

  @Test func `half a line is no reject, and is stored once its newline is there`() throws {
    let folder = Folder()
    let all = lines(3, seed: 5)
    let path = folder.path + "/a.jsonl"
    try Self.append(all.dropLast().map { $0 + "\n" }.joined().utf8, to: path)
    var run = try Self.run([path], into: folder.store)
    for byte in ((all.last ?? "") + "\n").utf8 {
      _ = run.poll()
      #expect(try Self.number("SELECT count(*) FROM events", in: folder.store) == all.count - 1)
      try Self.append([byte], to: path)
    }
    _ = run.poll()
    #expect(try Self.number("SELECT count(*) FROM events", in: folder.store) == all.count)
    #expect(try Self.number("SELECT count(*) FROM rejects", in: folder.store) == 0)
  }

  @Test func `a line that is cut off at the end is unfinished, and read again by the next run`() throws {
    let folder = Folder()
    let all = lines(3, seed: 5)
    let text = Array(all.map { $0 + "\n" }.joined().utf8)
    let path = folder.path + "/a.jsonl"
    try Self.append(text.dropLast(10), to: path)
    var run = try Self.run([path], into: folder.store)
    _ = run.poll()
    let first = try run.finishIntake()
    #expect(first.counts.unfinished == 1 && first.counts.rejected == 0)
    #expect(try Self.number("SELECT count(*) FROM rejects", in: folder.store) == 1)
    try Self.append(text.suffix(10), to: path)
    run = try Self.run([path], into: folder.store)
    let second = try run.finishIntake()
    #expect(second.counts.new == 1 && second.counts.unfinished == 0)
    #expect(try Self.number("SELECT count(*) FROM events", in: folder.store) == all.count)
    #expect(try Self.number("SELECT count(*) FROM rejects", in: folder.store) == 0)
  }

  /// Programs write their buffers when these are full, and not at the end of a line.
  @Test(arguments: ["Shop[512]", "[INFO]"])
  func `a text log that was read while half of a line was written gives all of its events`(_ mark: String) throws {
    let names = ["applicationDidBecomeActive", "applicationWillResignActive", "applicationDidEnterBackground"]
    let lines = names.enumerated().map { "2026-10-31 10:00:0\($0.offset).000 \(mark) \($0.element)\n" }
    let log = Array((lines.joined() + "2026-10-31 10:00:09.000 \(mark) saved\n").utf8)
    for end in stride(from: 60, to: log.count, by: 5) {
      let folder = Folder()
      let path = folder.path + "/app.log"
      try Self.append(log[..<end], to: path)
      _ = try ingest(path, into: folder.store)
      try Self.append(log[end...], to: path)
      let rest = try ingest(path, into: folder.store)
      let known = "SELECT count(*) FROM event WHERE event LIKE 'app.%'"
      #expect(try Self.number(known, in: folder.store) == names.count, "cut at byte \(end)")
      #expect(rest.counts.unfinished == 0)
    }
  }

  @Test func `a short log is stored at once if its lines name their launches, else when its head is there`() throws {
    let folder = Folder()
    func line(_ seq: Int, _ more: String) -> String {
      #"{"time":"2025-10-09T10:00:0\#(seq).000Z","event":"memory.sample"\#(more)}"# + "\n"
    }
    let count = "SELECT count(*) FROM events"
    let named = folder.path + "/named.jsonl"
    try Self.append((line(1, #","launch":"1""#) + line(2, #","launch":"1""#)).utf8, to: named)
    let unnamed = folder.path + "/unnamed.jsonl"
    try Self.append((line(1, "") + line(2, "")).utf8, to: unnamed)
    var run = try Self.run([named, unnamed], into: folder.store)
    _ = run.poll()
    #expect(try Self.number(count, in: folder.store) == 2)
    // A run that is lost leaves the log where it would have been found without it.
    run = try Self.run([named, unnamed], into: folder.store)
    _ = run.poll()
    #expect(try Self.number(count, in: folder.store) == 2)
    for _ in 0..<100 { try Self.append(line(3, "").utf8, to: unnamed) }
    _ = run.poll()
    #expect(try Self.number(count, in: folder.store) == 104)
    let whole = folder.path + "/whole.db"
    try ingest(named, unnamed, into: whole)
    _ = try run.finishIntake()
    #expect(try Self.contents(folder.store) == Self.contents(whole))
  }

  @Test func `lines that are skipped are read by the next ingest`() throws {
    let folder = Folder()
    let all = lines(6, seed: 8)
    let path = try folder.write("a.jsonl", Array(all[..<50]))
    var run = try Self.run([path], into: folder.store, isFromEnd: true)
    _ = run.poll()
    try Self.append(all[50...].map { $0 + "\n" }.joined().utf8, to: path)
    _ = run.poll()
    #expect(try run.finishIntake().counts.new == all.count - 50)
    try ingest(path, into: folder.store)
    #expect(try Self.number("SELECT count(*) FROM events", in: folder.store) == all.count)
  }

  @Test func `a store that another writer holds ends the run with the reason`() throws {
    let folder = Folder()
    let path = try folder.write("a.jsonl", lines(2, seed: 8))
    let intake = try FollowedIntake(
      into: EventStore(path: folder.store, mode: .write, busyTimeout: 10), options: IngestOptions(), interval: .zero)
    let other = try EventStore(path: folder.store, mode: .write)
    try other.begin()
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false, into: intake, keepsEvents: false)
    _ = run.poll()
    #expect(run.failure != nil)
    #expect(throws: StoreError.self) { try run.finishIntake() }
  }
}
