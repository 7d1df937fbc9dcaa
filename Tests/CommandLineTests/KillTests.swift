import Foundation
import Testing

@testable import tracemaker

/// A run that is killed at any moment, and run again, ends with the store of an undisturbed one.
@Suite(.serialized, .tags(.large)) struct KillTests {
  /// `Tests/Faults/killed.py` kills many more, of the release build.
  static let kills = Built.isSanitized ? 3 : 6
  static let seed = UInt64(ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? "") ?? 4711

  /// Two logs that overlap, with lines that are no events, doubled records and an unfinished end.
  ///
  /// Texts fill the program's memory of them, so that it commits with each batch.
  static func writeLogs(_ place: Workplace, lines size: Int = 12_000) throws {
    let sorts: [tracemaker.Options] = [
      with(.init()) { ($0.repeatsContext, $0.devices) = (true, 50) },
      with(.init()) { ($0.hasSeq, $0.hasLaunch, $0.interleaves) = (false, false, true) },
    ]
    var lines = sorts.enumerated().flatMap { number, options in
      madeLines(size / 70, seed: seed + UInt64(number), options)
    }
    let part = lines
    let text = String(repeating: "x", count: 500)
    while lines.count < size { lines += part[..<min(part.count, size - lines.count)] }
    // A record that is doubled keeps its text.
    for index in lines.indices {
      lines[index] = "\(lines[index].dropLast()),\"viewInstance\":\"\(index % part.count)\(text)\"}"
    }
    for index in stride(from: 500, to: lines.count, by: 701) { lines[index] = "no event \(index)" }
    let first = lines[..<(lines.count * 3 / 5)]
    let second = lines[(lines.count * 2 / 5)...] + [#"{"time":1760000000000000000,"eve"#]
    try place.write("logs/a.jsonl", first.joined(separator: "\n").utf8)
    try place.write("logs/b.jsonl", second.joined(separator: "\n").utf8)
  }

  static let arguments = ["ingest", "--max-rejects", "100%", "logs", "--store"]

  @Test func `killed at any instant it goes on to the same store`() throws {
    let place = Workplace()
    var (size, between) = try Self.undisturbed(place)
    var random = tracemaker.Random(seed: Self.seed)
    let clock = ContinuousClock()
    var hits = 0
    var kills = 0
    var runs = 0
    while kills < Self.kills, runs < 2 * Self.kills {
      runs += 1
      let store = place.file("\(runs).db")
      let run = try place.start(Self.arguments + [store])
      _ = Self.nextCommit(store, run, after: 0)
      let delay = between * Double(random.number(0, 800)) / 1000
      let until = clock.now + delay
      while clock.now < until, !run.hasEnded { usleep(500) }
      run.signal(SIGKILL)
      let ended = run.wait()
      let stored = Self.storedBytes(store)
      if ended.code == 128 + SIGKILL, stored < size {
        kills += 1
        if stored > 0 {
          hits += 1
          #expect(try Database(store).number("SELECT count(*) FROM unread") > 0)
        }
      } else {
        // The machine has become faster: the last commit was over before the kill.
        between = between * 0.7
      }
      let again = try place.start(Self.arguments + [store]).wait()
      #expect(again.code == 0, "\(again.errors)")
      let difference = try StoreComparison.difference(place.file("whole.db"), store)
      #expect(difference == [], "kill \(kills) after \(delay) at byte \(stored), seed \(Self.seed)")
      for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
    }
    print(
      "\(hits) of \(kills) kills fell between the first and the last commit,",
      "seed \(Self.seed)")
    #expect(hits >= Self.kills * 3 / 4)
  }

  /// A whole store of logs that are large enough for several commits: the bytes that it has taken
  /// in, and the time from the first to the last of them.
  private static func undisturbed(_ place: Workplace) throws -> (size: Int, between: Duration) {
    let store = place.file("whole.db")
    let clock = ContinuousClock()
    var lines = 12_000
    while true {
      try writeLogs(place, lines: lines)
      let run = try place.start(arguments + [store])
      var last = nextCommit(store, run, after: 0)
      let began = clock.now
      var between = Duration.zero
      while case let next = nextCommit(store, run, after: last), next > 0 {
        last = next
        between = began.duration(to: clock.now)
      }
      #expect(run.wait().code == 0)
      if between > .milliseconds(200) || lines > 1_000_000 { return (storedBytes(store), between) }
      for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
      lines *= 2
    }
  }

  /// Waits until a run has committed more than `known` bytes; how many, or 0 if it ended before.
  static func nextCommit(_ store: String, _ run: RunningProgram, after known: Int) -> Int {
    while !run.hasEnded {
      let stored = storedBytes(store)
      if stored > known { return stored }
      usleep(4000)
    }
    return 0
  }

  /// How many bytes of its sources a store has taken in, as its last commit says.
  private static func storedBytes(_ store: String) -> Int {
    guard FileManager.default.fileExists(atPath: store) else { return 0 }
    return (try? Database(store).number("SELECT sum(offset) FROM sources")) ?? 0
  }
}

/// Two stores, row for row.
enum StoreComparison {
  /// The tables that are compared row for row.
  ///
  /// Columns that refer to texts are compared by the text, as those of summaries are numbered when
  /// a transaction ends, which takes as long as it takes; so are contexts. Texts that no row
  /// refers to are of summaries that were made anew.
  private static let tables = [
    "streams", "stream_texts", "sources", "subjects", "events", "event_details", "rejects", "claims", "launches",
    "scenes", "tasks", "launch_parts", "launch_times", "held_kinds", "candidates", "metrics", "unread",
  ]

  /// What is in one of the stores and not in the other; nothing if they are the same.
  static func difference(_ one: String, _ other: String) throws -> [String] {
    let database = try Database(one, attached: other)
    var differences: [String] = []
    for table in tables {
      let mine = try rows(database, "main", table)
      let others = try rows(database, "other", table)
      let rows = try database.run("\(mine) EXCEPT \(others) LIMIT 3")
      if !rows.isEmpty { differences.append("\(table): \(rows)") }
      let counts = try ["main", "other"].map {
        try database.number("SELECT count(*) FROM \($0).\(table)")
      }
      if counts[0] != counts[1] { differences.append("\(table): \(counts) rows") }
    }
    for table in ["signatures", "contexts"] {
      let values = try ["main", "other"].map { schema in
        let columns = try columns(database, schema, table).filter { $0 != "id" }
        let list = columns.map { "CAST(\(value($0, schema, table, database)) AS TEXT)" }
        return "SELECT \(list.joined(separator: ",")) FROM \(schema).\(table) AS row"
      }
      let rows = try database.run("\(values[0]) EXCEPT \(values[1])")
      let reverse = try database.run("\(values[1]) EXCEPT \(values[0])")
      if !(rows + reverse).isEmpty { differences.append("\(table): \((rows + reverse).prefix(4))") }
    }
    return differences
  }

  private static func columns(
    _ database: Database, _ schema: String, _ table: String
  ) throws -> [String] {
    try database.run("SELECT name FROM pragma_table_info('\(table)', '\(schema)')").map { $0[0] }
  }

  private static func rows(
    _ database: Database, _ schema: String, _ table: String
  ) throws -> String {
    let list = try columns(database, schema, table).map { value($0, schema, table, database) }
    return "SELECT \(list.joined(separator: ",")) FROM \(schema).\(table) AS row"
  }

  /// What a column says, with the texts that it refers to.
  private static func value(
    _ column: String, _ schema: String, _ table: String, _ database: Database
  ) -> String {
    let sql = """
      SELECT "table" FROM pragma_foreign_key_list('\(table)', '\(schema)') WHERE "from" = '\(column)'
      """
    // Numbers of contexts, which depend on when transactions ended; `store verify` holds them against the launches.
    if table == "launch_times", column == "contexts" { return "NULL" }
    switch (try? database.run(sql))?.first?.first {
    case "texts": return "(SELECT value FROM \(schema).texts WHERE id = row.\(column))"
    case "contexts": return text(of: "contexts", schema, database, "id = row.\(column)")
    default: return "row.\(column)"
    }
  }

  /// All that a row says, as one text.
  private static func text(
    of table: String, _ schema: String, _ database: Database, _ condition: String
  ) -> String {
    let names = ((try? columns(database, schema, table)) ?? []).filter { $0 != "id" }
    let numbers = ["simulator", "debugger"]
    let parts = names.map { name in
      numbers.contains(name)
        ? "coalesce(c.\(name), '')"
        : "coalesce((SELECT hex(value) FROM \(schema).texts WHERE id = c.\(name)), '')"
    }
    let joined = parts.joined(separator: " || '|' || ")
    return "(SELECT \(joined) FROM \(schema).\(table) AS c WHERE \(condition))"
  }
}
