import Foundation
import Testing

@testable import tracemaker

/// What a store answers must be what its events say, whatever became of the rest of it.
@Suite(.tags(.large)) struct EndToEndStoreTests {
  static let projections = [
    "launches", "scenes", "tasks", "launch_parts", "launch_times", "held_kinds", "candidates", "metrics",
  ]
  static let sorts: [String: Options] = [
    "faults": with(Options()) { $0.faults = Fault.allCases },
    "no seq": with(Options()) { ($0.hasSeq, $0.clock) = (false, .milliseconds) },
    "no launch": with(Options()) { ($0.hasLaunch, $0.hasSeq) = (false, false) },
    "holes": with(Options()) { ($0.holes, $0.cutFront) = (0.5, 0.5) },
  ]

  private func filled(_ sort: String) throws -> Workplace {
    let place = Workplace()
    let lines = madeLines(30, seed: 401, Self.sorts[sort] ?? .init())
    try place.write("a.jsonl", Array(lines[..<(lines.count / 2)]))
    try place.write("b.jsonl", Array(lines[(lines.count / 3)...]) + ["no event"])
    for name in ["a", "b"] {
      #expect(
        try place.run("ingest", "--store", "s.db", "\(name).jsonl", "--max-rejects", "9").code == 0)
    }
    return place
  }

  private func answers(_ place: Workplace) throws -> [Outcome] {
    try EndToEndAnswersTests.questions.map { try place.run($0 + ["--store", "s.db"]) }
  }

  /// The rows of the projections, as they are, or with their texts.
  private func rows(_ place: Workplace) throws -> [[[String]]] {
    let database = try Database(place.file("s.db"))
    return try Self.projections.map { table in
      // The numbers in `contexts` depend on when transactions ended.
      let columns = table == "launch_times" ? "block, 0, hex(times)" : "*"
      return try database.run("SELECT \(columns) FROM \(table) ORDER BY 1, 2, 3")
    }
  }

  @Test(arguments: sorts.keys.sorted())
  func `a rebuild gives the same rows`(sort: String) throws {
    let place = try filled(sort)
    let before = try rows(place)
    #expect(!before[0].isEmpty)
    #expect(try place.run("store", "rebuild", "--store", "s.db").code == 0)
    #expect(try rows(place) == before)
  }

  @Test(arguments: sorts.keys.sorted())
  func `a report makes projections that are missing`(sort: String) throws {
    let place = try filled(sort)
    let (before, reported) = try (rows(place), answers(place))
    for table in Self.projections {
      try Database(place.file("s.db")).run("DELETE FROM \(table)")
    }
    #expect(try answers(place) == reported)
    #expect(try rows(place) == before)
  }

  @Test func `a stream with rejected lines alone has no launches and is not looked for again`()
    throws
  {
    let place = Workplace()
    try place.write("a.jsonl", [#"{"seq":3,"launch":"L","event":"app.didBecomeActive"}"#])
    try place.write("b.jsonl", madeLines(2, seed: 402))
    _ = try place.run("ingest", "--store", "s.db", "a.jsonl", "b.jsonl", "--max-rejects", "9")
    let database = try Database(place.file("s.db"))
    #expect(try database.number("SELECT count(*) FROM streams") == 3)
    #expect(try database.number("SELECT count(*) FROM streams WHERE changed") == 0)
    #expect(try place.run("check", "--store", "s.db", "--max-rejects", "9").code <= 1)
    #expect(try database.number("SELECT count(*) FROM launches") == 2)
  }

  @Test func `a store in a folder that may only be read is read`() throws {
    // The superuser may write everywhere.
    let isRoot = geteuid() == 0
    let prefix = isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
    let place = try filled("faults")
    if isRoot, try place.shell("\(prefix) test -x $tracetool").code != 0 { return }
    let reported = try answers(place)
    let database = try Database(place.file("s.db"))
    #expect(try database.run("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == "0")
    try database.run("PRAGMA journal_mode = DELETE")
    func readOnly() throws -> [Outcome] {
      try EndToEndAnswersTests.questions.map { question in
        let words = question.joined(separator: " ")
        return try place.shell("cd closed && \(prefix)$tracetool \(words) --store s.db")
      }
    }
    try FileManager.default.createDirectory(
      atPath: place.file("closed"), withIntermediateDirectories: true)
    func close() throws {
      try? FileManager.default.removeItem(atPath: place.file("closed/s.db"))
      try FileManager.default.copyItem(
        atPath: place.file("s.db"), toPath: place.file("closed/s.db"))
      _ = chmod(place.file("closed/s.db"), 0o444)
      _ = chmod(place.file("closed"), 0o555)
    }
    try close()
    #expect(try readOnly() == reported)
    _ = chmod(place.file("closed"), 0o755)
    // Stale, and nothing can be made: it is answered from memory.
    let stale = try Database(place.file("s.db"))
    for table in Self.projections { try stale.run("DELETE FROM \(table)") }
    try close()
    #expect(try readOnly() == reported)
    _ = chmod(place.file("closed"), 0o755)
    try stale.run("UPDATE streams SET changed = 1 WHERE id % 2")
    try close()
    #expect(try readOnly() == reported)
    _ = chmod(place.file("closed"), 0o755)
  }

  @Test func `status counts the sources that the view lists`() throws {
    let place = Workplace()
    for launch in ["one", "two", "three"] {
      try place.write("a.jsonl", [#"{"event":"process.start","time":1760000000000000000,"launch":"\#(launch)"}"#])
      #expect(try place.run("ingest", "--store", "s.db", "a.jsonl").code == 0)
    }
    #expect(try place.run("query", "--store", "s.db", "SELECT count(*) AS n FROM source").output.contains("3"))
    let status = try place.run("store", "status", "--store", "s.db").output
    #expect(status.contains("\n3 sources (canonical), each read to its end"), "\(status)")
  }

  /// `store status` counts events by the summaries of their launches, which may be stale.
  @Test func `status counts the events and the unknown names that there are, whatever the summaries are`() throws {
    let place = try filled("faults")
    let unknown = ["cart.opened", "cart.opened", "cart.closed"].map { name in
      #"{"event":"\#(name)","time":1760000000000000000,"launch":"cart"}"#
    }
    try place.write("c.jsonl", [#"{"event":"process.start","time":1760000000000000000,"launch":"cart"}"#] + unknown)
    #expect(try place.run("ingest", "--store", "s.db", "c.jsonl").code == 0)
    let database = try Database(place.file("s.db"))
    let count = try database.run("SELECT count(*) FROM events")[0][0]
    for change in [
      "SELECT 1", "UPDATE streams SET changed = 1 WHERE id % 2", "UPDATE streams SET changed = 1",
      "DELETE FROM launches",
    ] {
      try database.run(change)
      let rows = try place.run("store", "status", "--store", "s.db", "--format", "csv").output.split(
        whereSeparator: \.isNewline)
      #expect(rows.contains("events,,\(count)"), "after \(change)")
      let names = rows.filter { $0.hasPrefix("unknown") }
      #expect(names == ["unknown events,cart.opened,2", "unknown events,cart.closed,1"])
    }
  }
}
