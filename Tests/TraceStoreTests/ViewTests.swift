import Testing
import TraceModel

@testable import TraceStore

@Suite(.tags(.medium)) struct ViewTests {
  /// A store with one launch of two events, its summary with one part of each, and a reject.
  private func filled(_ folder: Folder) throws {
    let store = try EventStore(path: folder.store, mode: .write)
    var maker = Maker()
    maker.source = try store.addSource("a.jsonl")
    let id = "01234567-89AB-CDEF-0123-456789ABCDEF"
    maker.line = 4
    var first = maker.event(
      .sceneDidActivate, launch: id, time: 1_760_000_000_123_456_789, seq: 0, scene: id.lowercased()
    )
    first.task = maker.symbols.texts.intern("7")
    let second = maker.event(.taskEnd, launch: id, time: 1_760_000_001_000_000_000, seq: 1)
    try store.begin()
    _ = try store.append([first, second], symbols: maker.symbols)
    var summary = LaunchSummary()
    summary.stream = first.stream
    summary.context = first.context
    summary.firstInstant = first.time
    summary.model = .scenes
    for (name, offset) in [
      (Milestones.Name.start, 0), (.initializers, 10), (.main, 30), (.launchEnd, 60),
      (.active, 100),
    ] as [(Milestones.Name, Int64)] {
      summary.milestones[name] = first.time + offset
    }
    var task = TaskSummary()
    task.task = first.task
    task.outcome = .leaked
    task.begin = second.location
    var covered = TaskSummary()
    covered.task = maker.symbols.texts.intern("8")
    covered.outcome = .ended
    covered.begin = first.location
    covered.end = second.location
    covered.backgroundNanos = second.time - first.time
    covered.longestStayNanos = covered.backgroundNanos
    var scene = SceneSummary()
    scene.scene = first.scene
    scene.firstInstant = first.time
    var candidate = Candidate()
    candidate.rule = .`order.scene`
    candidate.kind = .sceneDidActivate
    candidate.doubts = [.sameInstant, .hole]
    candidate.location = first.location
    candidate.scene = first.scene
    candidate.explanations = [KindSet([.sceneWillConnect]), KindSet([.appDidFinishLaunching])]
    summary.scenes = [scene]
    summary.tasks = [task, covered]
    summary.stays = [StaySummary()]
    summary.candidates = [candidate]
    try store.writeSummaries([summary], of: first.stream, symbols: maker.symbols)
    var reject = Reject()
    reject.source = maker.source
    reject.line = 9
    reject.raw = Array("bad".utf8)
    _ = try store.append([reject], symbols: maker.symbols)
    try store.commit()
  }

  /// Queries on the views and what they must answer, columns joined with a space.
  static let questions: [(String, [String])] = [
    (
      "SELECT launch, seq, time, event, scene, task, file, line FROM event",
      [
        "01234567-89AB-CDEF-0123-456789ABCDEF 0 2025-10-09T08:53:20.123456789Z scene.didActivate "
          + "01234567-89ab-cdef-0123-456789abcdef 7 a.jsonl 5",
        "01234567-89AB-CDEF-0123-456789ABCDEF 1 2025-10-09T08:53:21.000000000Z task.end "
          + "NULL NULL a.jsonl 6",
      ]
    ),
    (
      "SELECT ordinal, first, model, nature, clock, main_nanos - start_nanos FROM launch",
      ["0 2025-10-09T08:53:20.123456789Z scenes foreground time 30"]
    ),
    (
      "SELECT phase, \"from\", \"to\", nanos FROM phase ORDER BY rank",
      [
        "systemInterface start initializers 10", "staticInitializers initializers main 20",
        "launching main launchEnd 30", "firstFrame launchEnd active 40",
      ]
    ),
    (
      "SELECT task, outcome, begin, begin_seq, file, line FROM task",
      [
        "7 leaked 2025-10-09T08:53:21.000000000Z 1 a.jsonl 6", "8 ended 2025-10-09T08:53:20.123456789Z 0 a.jsonl 5",
      ]
    ),
    (
      "SELECT task, background_nanos, longest_stay_nanos FROM task",
      ["7 0 0", "8 876543211 876543211"]
    ),
    (
      "SELECT n, scene, first FROM scene",
      ["0 01234567-89ab-cdef-0123-456789abcdef 2025-10-09T08:53:20.123456789Z"]
    ),
    (
      "SELECT rule, confidence, doubts, event, seq, explanations, file, line FROM candidate",
      [
        "order.scene possible sameInstant+hole scene.didActivate 0 scene.willConnect|app.didFinishLaunching "
          + "a.jsonl 5"
      ]
    ),
    (
      "SELECT a.seq, b.seq, c.event FROM event AS a JOIN event AS b ON b.seq = a.seq + 1 "
        + "JOIN event AS c ON c.launch = b.launch AND c.seq = b.seq "
        + "JOIN launch ON launch.launch = c.launch JOIN candidate ON candidate.launch = a.launch",
      ["0 1 task.end"]
    ),
    ("SELECT file, identity, is_pipe FROM source", ["a.jsonl source:a.jsonl 0"]),
    ("SELECT file, line, reason, CAST(raw AS TEXT) FROM reject", ["a.jsonl 9 not JSON bad"]),
    (
      "SELECT what, which, count FROM status ORDER BY rank, count DESC, which",
      [
        "events  2", "launches  1", "sources  1", "rejects  1", "rejects not JSON 1",
        "events scene.didActivate 1", "events task.end 1",
      ]
    ),
    ("SELECT count(*), typeof(1.5), x'00ff', NULL FROM event", ["2 real 00ff NULL"]),
    (
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) "
        + "SELECT sum(i), upper('a') FROM n", ["6 A"]
    ),
  ]

  @Test(arguments: questions)
  func `views say in text what tables say in numbers`(sql: String, answer: [String]) throws {
    let folder = Folder()
    try filled(folder)
    #expect(try rows(sql, folder) == answer)
  }

  /// When a prewarmed launch was asked for, in nanoseconds after its start; and its phases.
  static let prewarmed: [(Int64?, [String])] = [
    (500, ["launching request launchEnd 100", "firstFrame launchEnd active 40"]),
    (nil, ["launching resumed launchEnd 50", "firstFrame launchEnd active 40"]),
  ]

  @Test(arguments: prewarmed)
  func `what a prewarmed launch waited for is none of its phases`(
    _ asked: Int64?, _ phases: [String]
  ) throws {
    let folder = Folder()
    do {
      let store = try EventStore(path: folder.store, mode: .write)
      var maker = Maker()
      let event = maker.event()
      var summary = LaunchSummary()
      summary.stream = event.stream
      summary.context = event.context
      summary.firstInstant = event.time
      summary.nature = .prewarmed
      let before: [(Milestones.Name, Int64)] = [(.start, 0), (.initializers, 10), (.main, 30)]
      let request = asked.map { [(Milestones.Name.request, $0)] } ?? []
      for (name, offset) in before + request + [(.launchEnd, 600), (.active, 640)] {
        summary.milestones[name] = event.time + offset
      }
      summary.milestones.resumed = event.time + 550
      try store.begin()
      _ = try store.append([event], symbols: maker.symbols)
      try store.writeSummaries([summary], of: event.stream, symbols: maker.symbols)
      try store.commit()
    }
    #expect(try rows("SELECT phase, \"from\", \"to\", nanos FROM phase ORDER BY rank", folder) == phases)
  }

  private func rows(_ sql: String, _ folder: Folder) throws -> [String] {
    let store = try EventStore(path: folder.store, mode: .read)
    return try store.query(sql, as: spelled).rows.map { $0.joined(separator: " ") }
  }

  private func spelled(_ value: StoreValue) -> String {
    value.map { "\($0)" } ?? "NULL"
  }

  @Test(arguments: [
    "DELETE FROM events", "UPDATE streams SET changed = 1", "DROP TABLE events",
    "INSERT INTO texts (value) VALUES ('x')", "CREATE TABLE t (x)", "CREATE TEMP TABLE t (x)",
    "ATTACH '/tmp/other.db' AS other", "PRAGMA user_version = 9", "PRAGMA page_size",
    "SELECT * FROM pragma_table_info('events')", "VACUUM INTO '/tmp/copy.db'", "BEGIN", "ANALYZE",
    "SELECT load_extension('x')", "SELECT 1; DELETE FROM events", "SELECT 1; SELECT 2", "", "--",
    "SELECT readfile('/etc/passwd')", "SELEC 1",
    "SELECT nothing FROM event", "REINDEX", "DETACH main", "SAVEPOINT s",
  ])
  func `a query that does more than read is refused`(sql: String) throws {
    let folder = Folder()
    try filled(folder)
    let error = #expect(throws: StoreError.self) { try rows(sql, folder) }
    #expect(error?.description.contains("; ") == true)
    #expect(try rows("SELECT count(*) FROM event", folder) == ["2"])
  }

  @Test(arguments: ["SELECT seq, event FROM event", "SELECT seq, event FROM event WHERE FALSE"])
  func `columns are named, with rows and without`(sql: String) throws {
    let folder = Folder()
    try filled(folder)
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try store.query(sql, as: spelled).columns == ["seq", "event"])
  }

  @Test func `a query that never ends is stopped on request`() throws {
    let folder = Folder()
    try filled(folder)
    let store = try EventStore(path: folder.store, mode: .read)
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let error = #expect(throws: StoreError.self) {
      _ = try store.query(endless, as: spelled, until: { true })
    }
    #expect(error?.message == "interrupted")
  }

  @Test(arguments: EventStore.reportQueries)
  func `no query of a report meets the events`(sql: String) throws {
    let folder = Folder()
    try filled(folder)
    let store = try EventStore(path: folder.store, mode: .read)
    let plan = try store.connection.prepare("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.string(3)) }
    #expect(!steps.isEmpty)
    #expect(!steps.contains { $0.contains("events") || $0.contains("TEMP B-TREE") }, "\(steps)")
  }

  /// A look-up by launch takes milliseconds in a store of any size, since no table is read from its beginning.
  @Test(arguments: ["event", "launch", "task", "scene", "candidate"])
  func `the rows of one launch are searched for`(view: String) throws {
    let store = try EventStore()
    let plan = try store.connection.prepare("EXPLAIN QUERY PLAN SELECT * FROM \(view) WHERE launch = 'L'")
    var steps: [String] = []
    while try plan.step() { steps.append(plan.string(3)) }
    #expect(steps.contains { $0.contains("SEARCH streams USING INDEX stream_keys (launch=?)") }, "\(steps)")
    #expect(!steps.contains { $0.contains("SCAN") && $0 != "SCAN CONSTANT ROW" }, "\(steps)")
  }

  @Test func `the words in views are those of the model`() throws {
    let folder = Folder()
    let store = try EventStore(path: folder.store, mode: .write)
    for (view, column, words) in [
      ("launch", "model", LifecycleModel.allCases.map { "\($0)" }),
      ("launch", "nature", LaunchNature.allCases.map { "\($0)" }),
      ("task", "outcome", TaskOutcome.allCases.map(\.name)),
    ] {
      let statement = try store.connection.prepare(
        "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = '\(view)'")
      #expect(try statement.step())
      let sql = statement.string(0)
      for (value, word) in words.enumerated() {
        let isSaid =
          sql.contains("WHEN \(value) THEN '\(word)'") || sql.contains("ELSE '\(word)' END AS")
        #expect(isSaid || sql.contains("ELSE '\(word)'"), "\(column) \(value) \(word)")
      }
    }
  }
}
