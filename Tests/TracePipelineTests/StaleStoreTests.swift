import Foundation
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel

@testable import TracePipeline
@testable import TraceStore
@testable import tracemaker

/// A store answers as its events say, whoever has derived its launches, and whatever somebody has changed by hand.
@Suite(.tags(.medium)) struct StaleStoreTests {
  private static let project = SampleLogs.project
  private static let views = ["launch", "phase", "task", "scene", "candidate", "metric", "status", "stay", "event"]

  /// What a store answers: its launches, and the rows of its views.
  private struct Answer: Equatable {
    var summaries: [LaunchSummary]
    var times: [String]
    var rows: [String: [String]]
  }

  /// A store with rows in every table.
  private func filled() throws -> Folder {
    let folder = Folder()
    var options = Options()
    options.faults = Fault.allCases
    try ingest(
      folder.write("a.jsonl", lines(30, seed: 3601, options)), "\(Self.project)/Tests/Formats/metrickit/english.json",
      "\(Self.project)/Tests/Samples/odd-lines.jsonl", into: folder.store)
    let store = try EventStore(path: folder.store, mode: .read)
    for table in EventStore.projections { #expect(try store.integer("SELECT count(*) FROM \(table)") > 0, "\(table)") }
    return folder
  }

  /// What the store at a path answers; while somebody else writes, if that is asked for.
  private func answer(_ path: String, isBusy: Bool = false) throws -> Answer {
    let writer = isBusy ? try Connection(path, path: path, flags: 2) : nil
    try writer?.execute("BEGIN IMMEDIATE")
    let wait: Int32 = isBusy ? 1 : 5000
    let all = try StoredLaunches.launches(ofStore: path, .all, busyTimeout: wait)
    let timed = try StoredLaunches.launches(ofStore: path, .times, busyTimeout: wait)
    var rows: [String: [String]] = [:]
    let store = try StoredLaunches.storeForQueries(at: path, busyTimeout: wait, hasKinds: true, hasStays: true)
    for view in Self.views {
      rows[view] = try store.query("SELECT * FROM \(view)", as: { "\($0 as Any)" }).rows.map {
        $0.joined(separator: "|")
      }
      .sorted()
    }
    let times = Launch.all(timed.summaries, timed.symbols).map { "\($0.time.nanos ?? -1) \($0.kind)" }.sorted()
    return Answer(summaries: all.summaries, times: times, rows: rows)
  }

  /// Statements that somebody runs in another program.
  private static let changesOfDerived: [String] =
    EventStore.projections.map { "DELETE FROM \($0)" }
    + EventStore.streamProjections.map {
      "DELETE FROM \($0) WHERE (stream, ordinal) = (SELECT stream, ordinal FROM \($0) LIMIT 1)"
    } + [
      "UPDATE launches SET main = main + 1", "UPDATE launches SET nature = 1",
      "UPDATE launches SET ordinal = ordinal + 9",
      "UPDATE launch_times SET times = zeroblob(20)", "UPDATE launch_times SET block = block + 100",
      "UPDATE held_kinds SET count = count + 1",
      "UPDATE scenes SET first = first + 1", "UPDATE tasks SET outcome = 0, marks = 0",
      "UPDATE candidates SET doubts = rule", "UPDATE metrics SET count = count + 1",
      "UPDATE launch_parts SET parts = x''", "UPDATE streams SET changed = 1", "UPDATE streams SET changed = 0",
      "UPDATE made_by SET derivation = 'of other rules'",
      // What other rules have derived may have stood in other tables.
      """
      DROP VIEW phase; DROP TABLE scenes; DROP VIEW scene; CREATE VIEW scene AS SELECT 'other' AS scene;
      CREATE TABLE stays (stream INTEGER, nanos INTEGER); INSERT INTO stays SELECT id, 5 FROM streams;
      CREATE TRIGGER later AFTER INSERT ON stays BEGIN DELETE FROM events; END; CREATE INDEX long ON stays (nanos);
      UPDATE made_by SET derivation = 'of other rules', derived = json_insert(derived, '$[#]', 'stays')
      """,
    ]

  @Test(arguments: changesOfDerived, [false, true])
  func `whatever is changed of what is derived, the store answers as before`(sql: String, isBusy: Bool) throws {
    let folder = try filled()
    let before = try answer(folder.store)
    try change(sql, folder)
    #expect(try answer(folder.store, isBusy: isBusy) == before)
    if !isBusy { try expectSound(folder) }
  }

  /// Rows of derived tables for streams that have none, and for those that have.
  @Test(arguments: EventStore.projections, ["+ 100000", "+ 1"])
  func `rows that somebody adds count for nothing`(table: String, difference: String) throws {
    let folder = try filled()
    let before = try answer(folder.store)
    let connection = try Connection(folder.store, path: folder.store, flags: 2)
    let names = try connection.prepare("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
    var columns: [String] = []
    while try names.step() { columns.append(names.string(0)) }
    let rest = columns.dropFirst().map { ", \($0)" }.joined()
    try change("INSERT OR REPLACE INTO \(table) SELECT \(columns[0]) \(difference)\(rest) FROM \(table)", folder)
    #expect(try answer(folder.store, isBusy: true) == before)
    #expect(try answer(folder.store) == before)
    try expectSound(folder)
  }

  /// Statements that change what was recorded, and so what a rebuild gives.
  private static let changesOfRecorded = [
    "DELETE FROM events WHERE stream = 1", "DELETE FROM events WHERE position % 2",
    "UPDATE events SET time = time + 77777",
    "INSERT INTO events SELECT stream, position + 5000, time, uptime, signature, subject, line FROM events",
    "UPDATE event_details SET lost = lost + 3", "DELETE FROM event_details",
    "UPDATE stream_texts SET value = value || 'x'",
    "UPDATE streams SET base = base + 1000000000", "UPDATE streams SET base = base + 1000000000, changed = 0",
    "DELETE FROM streams WHERE id = 2", "DELETE FROM rejects", "UPDATE rejects SET stream = 1, seq = 3",
    "UPDATE signatures SET phase = 0", "UPDATE OR REPLACE subjects SET task = 0",
    "UPDATE OR REPLACE subjects SET scene = 0",
    "UPDATE contexts SET app_version = 0", "UPDATE texts SET value = value || '.1' WHERE typeof(value) = 'text'",
    "REPLACE INTO texts SELECT id, value || '.2' FROM texts WHERE typeof(value) = 'text'",
    "DELETE FROM texts WHERE id % 3 = 0",
  ]

  @Test(arguments: changesOfRecorded)
  func `whatever is changed of what was recorded, the store answers as one made anew`(sql: String) throws {
    let folder = try filled()
    let before = try answer(folder.store)
    try change(sql, folder)
    let aside = try answer(folder.store, isBusy: true)
    let brought = try answer(folder.store)
    try StoredLaunches(EventStore(path: folder.store, mode: .writeExisting)).rebuild()
    let rebuilt = try answer(folder.store)
    #expect(aside == rebuilt && brought == rebuilt)
    let verification = try StoreVerification(EventStore(path: folder.store, mode: .read, schema: .any))
    let isNoticed = verification.checks.contains { $0.name.hasPrefix("what was recorded") && !$0.problems.isEmpty }
    #expect(isNoticed != sql.hasPrefix("UPDATE streams"))
    #expect(sql.contains("rejects") || sql.contains("UPDATE signatures") || rebuilt != before)
  }

  /// A process that is killed leaves what its last transaction has made.
  @Test(arguments: [0, 1, 5]) func `a store that was brought up to date in part answers as before`(count: Int) throws {
    let folder = try filled()
    let before = try answer(folder.store)
    try change("UPDATE made_by SET derivation = 'of other rules'; UPDATE launches SET main = 0", folder)
    do {
      let store = try EventStore(path: folder.store, mode: .writeExisting)
      #expect(try store.outdatedStreams() == store.streamRows())
      #expect(try store.integer("SELECT count(*) FROM launches") == 0)
      var stored = try StoredSymbols(of: store)
      try store.begin()
      for row in try store.streamRows().prefix(count) {
        let (stream, launches) = try StoredLaunches(store).summaries(row, &stored)
        try store.writeSummaries(launches, of: stream, symbols: stored.symbols)
      }
      try store.commit()
    }
    #expect(try answer(folder.store, isBusy: true) == before)
    #expect(try answer(folder.store) == before)
    try expectSound(folder)
  }

  @Test func `a name that somebody has taken is not tracetool's to drop`() throws {
    let folder = try filled()
    try change(
      """
      DROP VIEW phase; CREATE TABLE phase (mine);
      UPDATE made_by SET derivation = 'of other rules', derived = replace(derived, '"phase",', '')
      """, folder)
    let error = #expect(throws: StoreError.self) { _ = try EventStore(path: folder.store, mode: .writeExisting) }
    #expect(error?.description.contains("phase already exists") == true)
    #expect(error?.description.contains("drop or rename it") == true)
    #expect(try EventStore(path: folder.store, mode: .read).integer("SELECT count(*) FROM launches") > 0)
  }

  @Test func `what the file holds of stale launches cannot be asked for`() throws {
    let folder = try filled()
    try change("UPDATE made_by SET derivation = 'of other rules'", folder)
    let writer = try Connection(folder.store, path: folder.store, flags: 2)
    try writer.execute("BEGIN IMMEDIATE")
    for sql in ["SELECT * FROM main.launch", "SELECT count(*) FROM main.launches", "SELECT main FROM main.launches"] {
      let store = try StoredLaunches.storeForQueries(at: folder.store, busyTimeout: 1, hasKinds: true, hasStays: false)
      let error = #expect(throws: StoreError.self) { _ = try store.rows(of: sql) }
      #expect(error?.hint.plain.contains("leave it out") == true, "\(sql)")
    }
    let store = try StoredLaunches.storeForQueries(at: folder.store, busyTimeout: 1, hasKinds: true, hasStays: false)
    #expect(try store.query("SELECT count(*) FROM main.event", as: { $0 }).rows.count == 1)
  }

  /// Runs statements as another program does.
  private func change(_ sql: String, _ folder: Folder) throws {
    try Connection(folder.store, path: folder.store, flags: 2).execute(sql)
  }

  /// The store holds what a new one would: nothing is stale, and its schema is that of this program.
  private func expectSound(_ folder: Folder) throws {
    let verification = try StoreVerification(EventStore(path: folder.store, mode: .read, schema: .any))
    #expect(verification.isSound && verification.outdatedStreams == 0, "\(verification.checks)")
    #expect(verification.foreignParts == [])
    let store = try EventStore(path: folder.store, mode: .read)
    #expect(try StoreSchema.isAsMade(store.connection))
  }
}
