import Foundation
import Testing

@testable import tracemaker

/// What signals, closed pipes and other processes do to a run.
@Suite(.serialized, .tags(.large)) struct EndToEndProcessTests {
  @Test(arguments: [(SIGINT, "interrupted"), (SIGTERM, "terminated")])
  func `a run that was asked to stop can be gone on with`(signal: Int32, word: String) throws {
    let place = Workplace()
    try KillTests.writeLogs(place)
    #expect(try place.run(KillTests.arguments + ["whole.db"]).code == 0)
    let run = try place.start(KillTests.arguments + ["s.db"])
    while !run.hasEnded, !FileManager.default.fileExists(atPath: place.file("s.db-wal")) {
      usleep(1000)
    }
    run.signal(signal)
    let stopped = run.wait()
    #expect(stopped.code == 128 + signal)
    #expect(stopped.errors.contains("\(word); stopped in 'logs/"), "\(stopped.errors)")
    #expect(
      stopped.errors.contains("to go on: tracetool ingest --max-rejects 100% logs --store s.db\n"))
    #expect(stopped.output.contains(" lines = "), "\(stopped.output)")
    // What was found in the part that was read holds; that nothing was found there says nothing.
    let checked = try place.run("check", "--fail-on", "never", "--max-rejects", "100%", "--store", "s.db")
    #expect(checked.code == 3)
    #expect(checked.errors.contains("not read to"), "\(checked.errors)")
    #expect(try place.run(KillTests.arguments + ["s.db"]).code == 0)
    let whole = place.file("whole.db")
    #expect(try StoreComparison.difference(whole, place.file("s.db")) == [])
  }

  @Test func `a check that was asked to stop judges nothing`() throws {
    let place = Workplace()
    mkfifo(place.file("pipe"), 0o600)
    // Open for both: the pipe has no end.
    let pipe = try #require(FileHandle(forUpdatingAtPath: place.file("pipe")))
    let run = try place.start(["check", "pipe"])
    // More than a pipe holds: it is written once the run has read some of it.
    try pipe.write(contentsOf: Data(String(repeating: " \n", count: 200_000).utf8))
    run.signal(SIGINT)
    let stopped = run.wait()
    #expect(stopped.code == 130 && stopped.output == "" && stopped.errors.contains("interrupted"))
    try pipe.close()
  }

  @Test(arguments: [
    "check --quiet --format json --store s.db", "report --store s.db", "store rejects --store s.db",
    "query 'SELECT * FROM event' --format csv --store s.db", "check --quiet --list a.jsonl", "--help",
  ])
  func `nothing is said where the reader has gone`(words: String) throws {
    let place = Workplace()
    let options = with(Options()) { $0.faults = Fault.allCases }
    try place.write("a.jsonl", madeLines(30, seed: 501, options) + ["no event"])
    _ = try place.run("ingest", "--store", "s.db", "a.jsonl", "--max-rejects", "9")
    let words = words.replacing(" --list", with: " --format ndjson")
    let outcome = try place.shell("$tracetool \(words) | head -c1 >head; echo ${PIPESTATUS[0]}")
    #expect(outcome.errors == "")
    #expect(["0\n", "1\n", "141\n"].contains(outcome.output))
    let closed = try place.shell(
      "{ sleep 0.2; $tracetool \(words); echo $? >&2; } | true; echo done")
    #expect(closed.errors == "141\n")
  }

  @Test func `what a pipe gave is stored while it is silent, and a silent pipe can be stopped`()
    throws
  {
    let place = Workplace()
    mkfifo(place.file("pipe"), 0o600)
    // Open for both, so that nobody waits for the other, and the pipe has no end.
    let pipe = try #require(FileHandle(forUpdatingAtPath: place.file("pipe")))
    let lines = madeLines(8, seed: 502)
    let run = try place.start(["ingest", "--store", "s.db", "pipe"])
    for part in [lines[..<(lines.count / 2)], lines[(lines.count / 2)...]] {
      try pipe.write(contentsOf: Data(part.map { $0 + "\n" }.joined().utf8))
      while !run.hasEnded, Self.events(in: place) < part.endIndex { usleep(20_000) }
    }
    #expect(!run.hasEnded && Self.events(in: place) == lines.count)
    run.signal(SIGINT)
    let stopped = run.wait()
    #expect(stopped.code == 130 && stopped.errors.contains("stopped in 'pipe'"))
    try pipe.close()
    // Stopped before the pipe has given what it is known by.
    let silent = try #require(FileHandle(forUpdatingAtPath: place.file("pipe")))
    let other = try place.start(["ingest", "--store", "t.db", "pipe"])
    usleep(200_000)
    other.signal(SIGINT)
    #expect(other.wait().code == 130)
    try silent.close()
  }

  private static func events(in place: Workplace) -> Int {
    let store = place.file("s.db")
    guard FileManager.default.fileExists(atPath: store) else { return 0 }
    return (try? Database(store).number("SELECT count(*) FROM events")) ?? 0
  }

  @Test func `two runs at once lose nothing and double nothing`() throws {
    let place = Workplace()
    // Small: a writer waits five seconds for the other, also on a loaded machine.
    try KillTests.writeLogs(place, lines: 8000)
    let ingest = ["ingest", "--max-rejects", "100%", "--store"]
    #expect(try place.run(ingest + ["whole.db", "logs"]).code == 0)
    for paths in [["logs/a.jsonl", "logs/b.jsonl"], ["logs", "logs"]] {
      let runs = try paths.map { try place.start(ingest + ["s.db", $0]) }
      var readings: [Int32] = []
      while runs.contains(where: { !$0.hasEnded }) {
        readings.append(
          try place.run("query", "--store", "s.db", "SELECT count(*) FROM launch").code)
      }
      let outcomes = runs.map { $0.wait() }
      #expect(outcomes.map(\.code) == [0, 0], "\(outcomes.map(\.errors))")
      // Before the store is made there is nothing to read.
      #expect(readings.drop { $0 == 4 }.allSatisfy { $0 == 0 }, "\(readings)")
      let columns = "stream, seq, time, event, scene, task, duration_nanos, view, attributes"
      let database = try Database(place.file("s.db"))
      let whole = try Database(place.file("whole.db"))
      let sql = "SELECT \(columns) FROM event ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9"
      #expect(try database.run(sql) == whole.run(sql))
      #expect(try database.number("SELECT count(*) FROM streams WHERE changed") == 0)
      #expect(try database.run("PRAGMA integrity_check") == [["ok"]])
      let report = ["report", "--launch-times", "--each", "--format", "json", "--store"]
      #expect(try place.run(report + ["s.db"]).output == place.run(report + ["whole.db"]).output)
      for suffix in ["", "-wal", "-shm"] { unlink(place.file("s.db") + suffix) }
    }
  }
}
