import Foundation
import Testing

@testable import tracemaker

/// `ingest --follow`: the store grows with the logs.
///
/// Whatever happens a program that follows ends after two minutes: none is left behind.
@Suite(.serialized, .tags(.large)) struct IngestFollowTests {
  private static let following = ["ingest", "--follow", "--for", "2min", "--store", "followed.db"]

  /// How many events the store of a run holds by now.
  private static func events(_ place: Workplace) -> Int {
    (try? Database(place.file("followed.db")).number("SELECT count(*) FROM events")) ?? 0
  }

  /// Holds the answers of the store that was followed into against those of an ingest of the same files.
  private static func expectSameAnswers(_ place: Workplace, _ paths: String...) throws {
    let ingested = try place.run(["ingest", "--quiet", "--store", "whole.db", "--max-rejects", "100%"] + paths)
    #expect(ingested.code == 0, "\(ingested)")
    for command in ["export", "report", "check", "report --each --launch-times"] {
      let words = command.split(separator: " ").map(String.init)
      let outcomes = try ["followed.db", "whole.db"].map { try place.run(words + ["--store", $0]) }
      let outputs = outcomes.map { $0.output.replacing("followed.db", with: "whole.db") }
      #expect(outputs[0] == outputs[1] && outcomes[0].code == outcomes[1].code, "\(command)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `what comes is stored each second, and a signal ends it with the result`(_ signal: Int32) throws {
    let place = Workplace()
    let text = String(decoding: try Built.sample("shop"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let run = try place.start(Self.following + ["shop.jsonl"])
    try place.append("shop.jsonl", lines[..<100].joined(separator: "\n").utf8)
    // The last of these lines has no end yet.
    try #require(run.wait { Self.events(place) == 99 })
    try place.append("shop.jsonl", ("\n" + lines[100...].joined(separator: "\n")).utf8)
    try #require(run.wait { Self.events(place) == lines.count - 1 })
    run.signal(signal)
    let outcome = run.wait()
    let whole = try place.run("ingest", "--store", "other.db", "shop.jsonl")
    #expect(outcome.code == 0 && outcome.output == whole.output, "\(outcome)")
    try Self.expectSameAnswers(place, "shop.jsonl")
  }

  @Test func `half a line waits for its end, and is no reject`() throws {
    let place = Workplace()
    let run = try place.start(Self.following + ["a.jsonl"])
    let line = #"{"time":"2025-10-09T10:00:00.000Z","event":"process.start","launch":"f8a1","app":"a.b"}"#
    try place.append("a.jsonl", (line + "\n" + line.dropLast(20)).utf8)
    try #require(run.wait { Self.events(place) == 1 })
    sleep(3)
    #expect(try Database(place.file("followed.db")).number("SELECT count(*) FROM rejects") == 0)
    try place.append("a.jsonl", (line.suffix(20).replacing("a.b", with: "a.c") + "\n").utf8)
    try #require(run.wait { Self.events(place) == 2 })
    run.signal(SIGINT)
    let outcome = run.wait()
    #expect(outcome.code == 0 && !outcome.output.contains("rejected"), "\(outcome)")
  }

  @Test func `findings are printed as they are known, and the result of the ingest last`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let checked = try place.run("check", "--follow", "--for", "500ms", "shop.jsonl").output
    let whole = try place.run("ingest", "--store", "other.db", "shop.jsonl").output
    let live = checked.components(separatedBy: "\n\n")[0]
    #expect(live.contains(" launch: ") && live.contains("  error  "))
    let outcome = try place.run(
      "ingest", "--follow", "--for", "500ms", "--check", "--store", "followed.db", "shop.jsonl")
    #expect(outcome.code == 0 && outcome.output == live + "\n\n" + whole, "\(outcome)")
    try Self.expectSameAnswers(place, "shop.jsonl")
  }

  @Test func `a run that is begun again prints findings of what came since`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let arguments = ["ingest", "--follow", "--for", "500ms", "--check", "--store", "followed.db", "shop.jsonl"]
    _ = try place.run(arguments)
    let again = try place.run(arguments)
    #expect(again.code == 0 && !again.output.contains("first frame"), "\(again)")
  }

  @Test func `the end of a pipe ends it, and the end of the first launch with --until-exit`() throws {
    let place = Workplace()
    try place.write("odd.jsonl", Built.sample("odd-lines"))
    let piped = try place.shell(
      "{ head -c 700 odd.jsonl; sleep 0.3; tail -c +701 odd.jsonl; } | "
        + "$tracetool ingest --follow --for 2min --store followed.db --max-rejects 100% -")
    #expect(piped.code == 0, "\(piped)")
    let plain = try place.shell("$tracetool ingest --store other.db --max-rejects 100% - < odd.jsonl")
    #expect(piped.output == plain.output)
    let events = ["process.start", "app.didFinishLaunching", "app.didBecomeActive", "process.exit"]
    let lines = events.enumerated().map { number, event in
      #"{"time":"2025-10-09T10:00:0\#(number).000Z","event":"\#(event)","launch":"f8a1","app":"a.b"}"#
    }
    try place.write("a.jsonl", lines)
    let outcome = try place.run(Self.following + ["--until-exit", "a.jsonl"])
    #expect(outcome.code == 0 && !outcome.output.contains("unclassified launch"), "\(outcome)")
    #expect(Self.events(place) > 4)
  }

  @Test func `a folder holds the store as well, and logs that come later`() throws {
    let place = Workplace()
    let run = try place.start(Self.following + ["."])
    try place.write("shop.jsonl", Built.sample("shop"))
    try #require(run.wait { Self.events(place) > 0 })
    let packed = URL(fileURLWithPath: "\(Built.project)/Tests/Samples/versions.jsonl.gz")
    try place.write("later/versions.jsonl.gz", Data(contentsOf: packed))
    let known = Self.events(place)
    try #require(run.wait { Self.events(place) > known })
    run.signal(SIGINT)
    let outcome = run.wait()
    #expect(outcome.code == 0 && !outcome.errors.contains("skipped"), "\(outcome)")
    _ = try place.run("ingest", "--store", "whole.db", "shop.jsonl", "later")
    #expect(try Self.events(place) == Database(place.file("whole.db")).number("SELECT count(*) FROM events"))
  }

  /// What becomes of a store that is open; `idle` is without another line after that.
  @Test(
    arguments: [
      "rm followed.db*", "cp followed.db other.db; mv other.db followed.db", ": > followed.db", "rm followed.db-wal",
    ], [false, true])
  func `a store that is removed or replaced is noticed, and nothing is said to be stored`(
    change: String, isIdle: Bool
  ) throws {
    let place = Workplace()
    let lines = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    try place.write("a.jsonl", Array(lines[..<100]))
    let run = try place.start(Self.following + ["a.jsonl"])
    try #require(run.wait { Self.events(place) == 100 })
    // Nothing more is written to it now.
    sleep(2)
    #expect(try place.shell(change).code == 0)
    if !isIdle { try place.append("a.jsonl", Array(lines[100...])) }
    #expect(run.wait { run.hasEnded })
    let outcome = run.wait()
    #expect(outcome.code == 4 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("cannot write to 'followed.db'") && outcome.errors.contains("is not stored"))
  }

  @Test func `a path that never led anywhere is an error`() throws {
    let place = Workplace()
    let outcome = try place.run("ingest", "--follow", "--for", "1ms", "--store", "followed.db", "never.jsonl")
    #expect(outcome.code == 4 && outcome.errors.contains("cannot open 'never.jsonl'"), "\(outcome)")
  }

  @Test func `killed while a program writes on, it goes on to the store of the whole log`() throws {
    let place = Workplace()
    var random = tracemaker.Random(seed: FollowTests.seed)
    let data = try Built.sample("interleaved")
    var start = 0
    while start < data.count {
      let run = try place.start(Self.following + ["a.jsonl"])
      let pause = ContinuousClock.now + .milliseconds(Int(random.number(0, 1_500)))
      while ContinuousClock.now < pause {
        let end = min(start + Int(random.number(1, 1_200)), data.count)
        try place.append("a.jsonl", data[start..<end])
        start = end
        usleep(50_000)
      }
      run.signal(SIGKILL)
      _ = run.wait()
    }
    let outcome = try place.run("ingest", "--follow", "--for", "1ms", "--store", "followed.db", "a.jsonl")
    #expect(outcome.code == 0, "\(outcome), seed \(FollowTests.seed)")
    try Self.expectSameAnswers(place, "a.jsonl")
  }

  @Test(arguments: [
    ("ingest --for 3s a.jsonl", "--for works only with --follow"),
    ("ingest --check a.jsonl", "--check works only with --follow"),
    ("ingest --follow --check --format json a.jsonl", "findings are printed as a table here"),
    ("ingest --follow --check --output x a.jsonl", "--check writes to standard output"),
  ])
  func `options that do not go together are a mistake`(words: String, message: String) throws {
    let place = Workplace()
    let outcome = try place.run(words.split(separator: " ").map(String.init))
    #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome)")
  }
}
