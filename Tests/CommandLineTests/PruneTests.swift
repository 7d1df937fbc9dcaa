import Foundation
import Testing

@testable import tracemaker

/// What stays of a store that was pruned, or of an export, gives the answers that it gave among all.
@Suite(.tags(.large)) struct PruneTests {
  static let sorts: [String: tracemaker.Options] = [
    "launch ids": .init(),
    "no launch ids": with(.init()) { options in
      options.hasLaunch = false
      options.hasSeq = false
    },
  ]

  /// A store of made launches on several devices and days.
  private func filled(_ sort: String, seed: UInt64 = 1801) throws -> Workplace {
    let place = Workplace()
    try place.write("a.jsonl", madeLines(40, seed: seed, Self.sorts[sort] ?? .init()))
    #expect(try place.run("ingest", "--store", "s.db", "a.jsonl").code == 0)
    return place
  }

  /// What a report says of each launch, by its id.
  private func launches(_ place: Workplace, _ store: String) throws -> [String: [String]] {
    let report = try place.run("report", "--launch-times", "--each", "--format", "csv", "--store", store)
    let rows = report.output.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
  }

  /// The days on which launches began, rising.
  private func days(_ place: Workplace) throws -> [String] {
    let database = try Database(place.file("s.db"))
    return try database.run("SELECT DISTINCT substr(first, 1, 10) FROM launch ORDER BY 1").map { $0[0] }
  }

  @Test(arguments: sorts.keys.sorted())
  func `launches that stay keep their kind and their time`(sort: String) throws {
    let place = try filled(sort)
    let before = try launches(place, "s.db")
    let days = try days(place)
    try #require(days.count > 2)
    var lost = before.count
    for day in [days[1], days[days.count / 2], days[days.count - 1]] {
      let pruned = try place.run("store", "prune", "--before", day, "--yes", "--store", "s.db")
      #expect(pruned.code == 0, "\(pruned.errors)")
      let after = try launches(place, "s.db")
      #expect(!after.isEmpty && after.count <= lost)
      lost = after.count
      for (id, row) in after { #expect(row == before[id], "after \(day)") }
      #expect(try place.run("store", "verify", "--store", "s.db").code == 0)
    }
    #expect(lost < before.count)
  }

  @Test(arguments: ["store prune --keep-launches 7 --yes", "store rebuild", "ingest b.jsonl"])
  func `another writer is waited for as long as was asked, and named then`(command: String) throws {
    let place = try filled("launch ids")
    try place.write("b.jsonl", madeLines(2, seed: 1802))
    let words = command.split(separator: " ").map(String.init) + ["--store", "s.db"]
    let writer = try Database(place.file("s.db"))
    try writer.run("BEGIN IMMEDIATE")
    try place.write(".tracetool.json", #"{"store": {"busyTimeout": "100ms"}}"#)
    let refused = try place.run(words)
    #expect(refused.code == 4 && refused.errors.contains("another process is writing to it"), "\(refused)")
    try place.write(".tracetool.json", #"{"store": {"busyTimeout": "60s"}}"#)
    let run = try place.start(words)
    sleep(1)
    #expect(!run.hasEnded)
    try writer.run("ROLLBACK")
    #expect(run.wait().code == 0)
    #expect(try place.run("store", "verify", "--store", "s.db").code == 0)
  }

  @Test func `launches that are stale are counted by a check of the store`() throws {
    let place = try filled("launch ids")
    #expect(!(try place.run("store", "verify", "--store", "s.db").output.contains("derived again")))
    try Database(place.file("s.db")).run("DELETE FROM launch_times WHERE block = 1")
    let verified = try place.run("store", "verify", "--store", "s.db")
    #expect(verified.code == 0)
    #expect(verified.output.contains("launches of 40 streams have to be derived again: the next report does that"))
  }

  @Test func `without a confirmation nothing goes, and the same is said as with it`() throws {
    let place = try filled("launch ids")
    let before = try launches(place, "s.db")
    let rule = ["--keep-launches", "7"]
    let asked = try place.run(["store", "prune", "--store", "s.db"] + rule)
    #expect(asked.code == 0 && asked.output.hasPrefix("Would remove 33 launches with "))
    #expect(asked.output.contains("nothing was removed yet: run it again with --yes"))
    #expect(try launches(place, "s.db") == before)
    let done = try place.run(["store", "prune", "--store", "s.db", "--yes"] + rule)
    #expect(done.output.hasPrefix("Removed 33 launches with "))
    #expect(try launches(place, "s.db").count == 7)
    let again = try place.run(["store", "prune", "--store", "s.db", "--yes"] + rule)
    #expect(again.output.hasPrefix("Nothing to remove") && again.code == 0)
    #expect(try place.run("store", "status", "--store", "s.db").output.contains(" of 7 launches"))
  }

  @Test func `two devices of which a launch has the same id keep the kinds of the launches after`() throws {
    let place = Workplace()
    for (device, hour) in [("A", 10), ("B", 11)] {
      let lines = [(1, 1), (2, 2)].flatMap { launch, day in
        ["process.start", "app.didFinishLaunching", "app.didBecomeActive"].enumerated().map { index, event in
          #"{"event":"\#(event)","time":"2026-11-0\#(day)T\#(hour):00:0\#(index)Z","seq":\#(index),"launch":"\#(launch)","#
            + #""device":"\#(device)","app":"com.example.shop","appVersion":"1","boot":"B"}"#
        }
      }
      try place.write("\(device).jsonl", lines)
    }
    #expect(try place.run("ingest", "--store", "s.db", "A.jsonl", "B.jsonl").code == 0)
    let before = try launches(place, "s.db")
    let log = try place.run("export", "--store", "s.db", "--since", "2026-11-02", "--output", "rest.jsonl")
    #expect(log.code == 0)
    #expect(try place.run("ingest", "--store", "rest.db", "rest.jsonl").code == 0)
    #expect(try place.run("store", "prune", "--before", "2026-11-02", "--yes", "--store", "s.db").code == 0)
    for store in ["s.db", "rest.db"] {
      let after = try launches(place, store)
      #expect(after.count == 2)
      for (id, row) in after { #expect(row == before[id] && row.contains("warm"), "\(store)") }
      #expect(try place.run("store", "verify", "--store", store).code == 0)
    }
  }

  @Test func `a file that was read brings nothing back, and the next launch has its kind`() throws {
    let place = Workplace()
    func lines(_ launch: Int, day: Int) -> [String] {
      ["process.start", "app.didFinishLaunching", "app.didBecomeActive"].enumerated().map { index, event in
        #"{"event":"\#(event)","time":"2026-11-0\#(day)T10:00:0\#(index)Z","seq":\#(index),"launch":"L\#(launch)","#
          + #""device":"D","app":"com.example.shop","appVersion":"1","boot":"B"}"#
      }
    }
    try place.write("a.jsonl", lines(1, day: 1) + lines(2, day: 2))
    try place.write("b.jsonl", lines(3, day: 3))
    #expect(try place.run("ingest", "a.jsonl").code == 0)
    #expect(try place.run("store", "prune", "--before", "2026-11-09", "--yes").output.hasPrefix("Removed 2 launches"))
    #expect(try Database(place.file("tracetool.db")).number("SELECT count(*) FROM launch") == 0)
    #expect(try place.run("ingest", "a.jsonl").output.hasPrefix("nothing new"))
    #expect(try place.run("ingest", "b.jsonl").code == 0)
    #expect(try launches(place, "tracetool.db")["L3"]?.contains("warm") == true)
    // The events of the last removed launch come back in another file: they stand for themselves then.
    try place.write("c.jsonl", lines(2, day: 2) + lines(1, day: 1))
    #expect(try place.run("ingest", "c.jsonl").code == 0)
    let kinds = try launches(place, "tracetool.db").mapValues { row in
      ["warm", "cold", "unclassified"].first(where: row.contains)
    }
    #expect(kinds == ["L1": "unclassified", "L2": "warm", "L3": "warm"])
    #expect(try place.run("store", "verify").code == 0)
  }

  @Test func `a report of Apple's goes with its launch`() throws {
    let place = Workplace()
    try place.write("a.jsonl", try Built.sample("shop"))
    #expect(try place.run("ingest", "a.jsonl").code == 0)
    let database = try Database(place.file("tracetool.db"))
    let joined = try database.number("SELECT count(*) FROM streams")
    #expect(try place.run("store", "prune", "--before", "2100-01-01", "--yes").code == 0)
    #expect(try database.number("SELECT count(*) FROM streams") < joined)
    #expect(try database.number("SELECT count(*) FROM events") == database.number("SELECT count(*) FROM launches"))
    #expect(try database.number("SELECT count(*) FROM launches WHERE nature <> 4") == 0)
  }

  @Test(arguments: [
    (["store", "prune"], "'store prune' needs --before DAY or --keep-launches N"),
    (["store", "prune", "--before", "2026-01-01", "--keep-launches", "3"], "are two rules: give one of them"),
    (["store", "status", "--yes"], "--yes is only for 'tracetool store prune'"),
    (["store", "prune", "--keep-launches", "0"], "--keep-launches"),
  ])
  func `options that make no rule are refused`(arguments: [String], message: String) throws {
    let outcome = try filled("launch ids").run(arguments + ["--store", "s.db"])
    #expect(outcome.code == 2 && outcome.errors.contains(message))
  }

  // MARK: Verifying

  /// A change of launches as a damaged disk makes it, which no trigger sees.
  private static func unnoticed(_ change: String) -> String {
    "CREATE TEMP TABLE kept AS SELECT derivation FROM made_by; \(change); "
      + "UPDATE made_by SET derivation = (SELECT derivation FROM kept)"
  }

  @Test(arguments: [
    (unnoticed("UPDATE launches SET steps_seen = steps_seen + 1 WHERE stream = 1"), "'tracetool store rebuild' makes"),
    (
      "DELETE FROM events WHERE stream = 2 AND position = (SELECT max(position) FROM events WHERE stream = 2)",
      "damaged"
    ),
    ("DELETE FROM signatures WHERE id = 1", "damaged"),
    (unnoticed("DELETE FROM tasks"), "'tracetool store rebuild' makes"),
    (
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'context_keys')
        WHERE name = 'stream_keys'
      """, "damaged"
    ),
  ])
  func `'store verify' finds each damage and advises what helps`(change: String, advice: String) throws {
    let place = try filled("launch ids")
    let sound = try place.run("store", "verify", "--store", "s.db")
    #expect(sound.code == 0 && sound.output.contains("sound: the summaries of 40 launches"))
    let database = try Database(place.file("s.db"))
    for statement in change.split(separator: ";") { try database.run(String(statement)) }
    let outcome = try place.run("store", "verify", "--store", "s.db")
    #expect(outcome.code == 4 && outcome.output.contains(advice), "\(outcome.output)")
  }

  @Test func `a store of a log without its last newline is sound, and one with a line behind it is not`() throws {
    let place = Workplace()
    let lines = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").prefix(40)
    try Data((lines.joined(separator: "\n") + "\n{\"event\":\"process.st").utf8).write(
      to: URL(fileURLWithPath: place.file("a.jsonl")))
    #expect(try place.run("ingest", "a.jsonl").code == 0)
    let database = try Database(place.file("tracetool.db"))
    #expect(try database.number("SELECT count(*) FROM rejects") == 1)
    let sound = try place.run("store", "verify")
    #expect(sound.code == 0, "\(sound.output)")
    try database.run("UPDATE rejects SET line = line + 1")
    #expect(try place.run("store", "verify").code == 4)
  }

  // MARK: Exporting a selection

  @Test(arguments: sorts.keys.sorted())
  func `an export of a selection keeps the kinds of its launches`(sort: String) throws {
    let place = try filled(sort)
    let whole = try launches(place, "s.db")
    let days = try days(place)
    let middle = days[days.count / 2]
    let some = try #require(whole.keys.sorted().last)
    let selections = [
      ["--since", middle], ["--until", middle], ["--where", "kind=warm"], ["--where", "kind=cold"], ["--launch", some],
    ]
    for (number, selection) in selections.enumerated() {
      let store = "part-\(number).db"
      let export = try place.run(["export", "--store", "s.db", "--output", "x.jsonl"] + selection)
      #expect(export.code == 0, "\(export.errors)")
      let intake = try place.run("ingest", "--store", store, "x.jsonl")
      #expect(intake.code == 0, "\(intake.errors)")
      let part = try launches(place, store)
      #expect(!part.isEmpty)
      for (id, row) in part { #expect(row == whole[id], "\(selection)") }
      let asked = try place.run(
        ["report", "--launch-times", "--each", "--format", "csv", "--store", "s.db"] + selection)
      #expect(part.count == asked.output.split(whereSeparator: \.isNewline).count - 1)
      // The part of a part is the same.
      let again = try place.run(["export", "--store", store] + selection)
      #expect(
        again.output.split(separator: "\n").sorted() == (try place.read("x.jsonl")).split(separator: "\n").sorted())
    }
  }
}
