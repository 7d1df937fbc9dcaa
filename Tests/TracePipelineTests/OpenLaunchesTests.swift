import Dispatch
import Foundation
import Synchronization
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// Launches that are open at once are derived as they end, and are those that their rows give.
@Suite(.tags(.medium)) struct OpenLaunchesTests {
  private static let seed = FollowRunTests.seed

  /// The lines of some launches, as a server that sorts by time exports them.
  private static func sortedLines(_ launches: Int, seed: UInt64) -> [String] {
    let all = lines(launches, seed: seed)
    let timed = all.map { line in (Self.time(of: line), line) }
    return timed.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  private static func time(of line: String) -> String {
    guard let range = line.range(of: #""time":"#) else { return "" }
    let value = line[range.upperBound...].prefix { $0 != "," && $0 != "}" }
    return String(value)
  }

  /// All that a store says of launches, without the numbers of its rows.
  private static func launches(_ path: String) throws -> [String] {
    let store = try EventStore(path: path, mode: .read)
    return try ["launch", "phase", "task", "scene", "candidate", "metric"].flatMap { view in
      let rows = try store.query("SELECT * FROM \(view)", as: { String(describing: $0) })
      let kept = rows.columns.indices.filter { !["source_id", "stream_id", "launch_id"].contains(rows.columns[$0]) }
      return rows.rows.map { row in "\(view) " + kept.map { row[$0] }.joined(separator: " | ") }.sorted()
    }
  }

  /// Ingests a file; how many streams were derived from rows when all was read.
  private static func ingest(_ path: String, into store: String, _ limits: OpenLaunches.Limits) throws -> Int64 {
    let rederived = Mutex<Int64>(0)
    var run = IngestRun(into: try EventStore(path: store, mode: .write), options: IngestOptions()) { progress in
      if case .summarizing(_, let total) = progress.work { rederived.withLock { $0 = total } }
    }
    run.limits = limits
    _ = try run.run([path])
    return rederived.withLock { $0 }
  }

  @Test func `launches of a log sorted by time are derived once, as their rows give them`() throws {
    print("seed \(Self.seed)")
    let folder = Folder()
    let sorted = try folder.write("a.jsonl", Self.sortedLines(150, seed: Self.seed))
    #expect(try Self.ingest(sorted, into: folder.store, OpenLaunches.Limits()) == 0, "seed \(Self.seed)")
    let derived = try Self.launches(folder.store)
    try StoredLaunches(try EventStore(path: folder.store, mode: .writeExisting)).rebuild()
    #expect(try Self.launches(folder.store) == derived, "seed \(Self.seed)")
  }

  @Test func `limits change when launches are derived, and not what they are`() throws {
    print("seed \(Self.seed)")
    var random = SeededRandom(state: Self.seed)
    let folder = Folder()
    let seed = Self.seed
    let sorted = try folder.write("a.jsonl", Self.sortedLines(120, seed: seed))
    try TracePipelineTests.ingest(sorted, into: folder.store)
    let expected = try Self.launches(folder.store)
    for turn in 0..<8 {
      var limits = OpenLaunches.Limits()
      limits.quietTime = .seconds(Int64([1, 60, 600].randomElement(using: &random) ?? 1))
      limits.mostBytes = Int.random(in: 0...1 << 20, using: &random)

      limits.symbolStreams = Int.random(in: 1...40, using: &random)
      limits.symbolBytes = Int.random(in: 200...1 << 16, using: &random)
      let store = folder.path + "/\(turn).db"
      let note = Comment(rawValue: "\(limits), seed \(seed)")
      _ = try Self.ingest(sorted, into: store, limits)
      try #require(Self.launches(store) == expected, note)
      #expect(try StoreVerification(try EventStore(path: store, mode: .read)).isSound, note)
    }
  }

  @Test func `a silent launch is let go of, however many went on after a silence`() {
    var symbols = Symbols()
    let words = InternedNames(&symbols)
    var event = Event()
    event.source = SourceID(rawValue: 1)
    event.context = ContextID(rawValue: symbols.contexts.intern(Context()))
    event.signature = SignatureID(rawValue: symbols.signatures.intern(Signature()))
    let day: Int64 = 86_400_000_000_000
    var open = OpenLaunches()
    for month in 0..<100 as Range<Int64> {
      var key = StreamKey()
      key.launch = symbols.texts.intern("\(month)")
      let launch = StreamID(rawValue: symbols.streams.intern(key))
      key.launch = symbols.texts.intern("after \(month)")
      let other = StreamID(rawValue: symbols.streams.intern(key))
      // The other launch shows that the log goes on; then the first one does, too.
      for (stream, dayOfMonth) in [(launch, 0), (other, 28), (launch, 29)] as [(StreamID, Int64)] {
        event.stream = stream
        event.time = (month * 30 + dayOfMonth) * day
        open.add([event], [], symbols)
        _ = open.summaries(ofAll: false, words, &symbols)
        #expect(open.streams.contains(launch) == (dayOfMonth == 0), "month \(month), day \(dayOfMonth)")
      }
    }
  }

  @Test func `events keep their meaning under symbols that are begun anew`() throws {
    let folder = Folder()
    var limits = OpenLaunches.Limits()
    limits.symbolStreams = 3
    // With so few streams symbols are begun anew with nearly each batch.
    let sorted = try folder.write("a.jsonl", Self.sortedLines(60, seed: Self.seed))
    _ = try Self.ingest(sorted, into: folder.store, limits)
    let whole = folder.path + "/whole.db"
    try TracePipelineTests.ingest(sorted, into: whole)
    func events(_ path: String) throws -> [String] {
      let store = try EventStore(path: path, mode: .read)
      return try store.query("SELECT * FROM event", as: { String(describing: $0) }).rows.map { "\($0)" }.sorted()
    }
    #expect(try events(folder.store) == events(whole), "seed \(Self.seed)")
  }

  private static func outdated(_ path: String) throws -> Int {
    try EventStore(path: path, mode: .read).outdatedStreams().count
  }

  @Test(arguments: [true, false])
  func `launches of a log that is followed and falls silent are derived after a time`(_ isLong: Bool) throws {
    let folder = Folder()
    // The last event is no end: nothing shows that a launch is over.
    let lines = (0..<3).map { seq in
      #"{"event":"app.didBecomeActive","launch":"1","time":\#(1_760_000_000 + seq),"seq":\#(seq)}"#
    }
    let path = try folder.write("a.jsonl", lines)
    let store = try EventStore(path: folder.store, mode: .write)
    let quietTime = isLong ? Duration.seconds(3600) : .milliseconds(200)
    let intake = try FollowedIntake(into: store, options: IngestOptions(), interval: .zero, quietTime: quietTime)
    var run = FollowRun([path], options: IngestOptions(), isFromEnd: false, into: intake, keepsEvents: false)
    _ = run.poll()
    #expect(try Self.outdated(folder.store) == 1)
    Thread.sleep(forTimeInterval: 0.4)
    _ = run.poll()
    #expect(try Self.outdated(folder.store) == (isLong ? 1 : 0))
    _ = try run.finishIntake()
    #expect(try Self.outdated(folder.store) == 0)
    #expect(try StoreVerification(store).isSound)
  }

  @Test func `launches of a pipe that falls silent are derived, and go on when more comes`() throws {
    let folder = Folder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let all = Self.sortedLines(20, seed: Self.seed).map { $0 + "\n" }
    let store = folder.store
    let finished = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = try? Self.ingest(path, into: store, OpenLaunches.Limits())
      finished.signal()
    }
    let pipe = try #require(FileHandle(forWritingAtPath: path))
    let half = all.count / 2
    try pipe.write(contentsOf: Data(all[..<half].joined().utf8))
    var isDerived = false
    for _ in 0..<200 where !isDerived {
      Thread.sleep(forTimeInterval: 0.1)
      // There may be no store yet.
      guard let reader = try? EventStore(path: store, mode: .read) else { continue }
      isDerived = try reader.integer("SELECT count(*) FROM events") == half && reader.outdatedStreams().isEmpty
    }
    #expect(isDerived)
    try pipe.write(contentsOf: Data(all[half...].joined().utf8))
    try pipe.close()
    finished.wait()
    #expect(try EventStore(path: store, mode: .read).integer("SELECT count(*) FROM events") == all.count)
    let derived = try Self.launches(store)
    try StoredLaunches(try EventStore(path: store, mode: .writeExisting)).rebuild()
    #expect(try Self.launches(store) == derived, "seed \(Self.seed)")
  }
}
