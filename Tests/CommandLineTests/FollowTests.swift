import Foundation
import Testing

@testable import tracemaker

/// `check --follow`: a person, or a test in CI, watches a log that another program writes.
///
/// Whatever happens a program that follows ends after two minutes: none is left behind.
@Suite(.serialized, .tags(.large)) struct FollowTests {
  static let seed = UInt64(ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? "") ?? UInt64.random(in: 1...99_999)
  static let following = ["check", "--follow", "--for", "2min"]

  /// Holds the end of what a followed check prints against the result of a check.
  private static func expectSame(_ followed: Outcome, _ checked: Outcome, _ note: String) {
    #expect(followed.output.hasSuffix("\n\n" + checked.output), "\(note): \(followed.output)")
    #expect(followed.code == checked.code, "\(note)")
  }

  private static func line(_ seq: Int, _ second: String, _ event: String, _ more: String = "") -> String {
    #"{"time":"2025-10-09T10:00:\#(second)Z","event":"\#(event)","launch":"f8a1","seq":\#(seq),"app":"a.b"\#(more)}"#
  }

  @Test func `what a program writes with pauses is judged as the whole log`() throws {
    let place = Workplace()
    var random = tracemaker.Random(seed: Self.seed)
    for name in ["shop", "interleaved", "odd-lines"] {
      let data = try Built.sample(name)
      try place.write("whole.jsonl", data)
      // As `log stream` writes into a pipe: 4 KiB at a time, wherever a line ends; the last part is what is left.
      var script = "{ "
      var start = 0
      while start < data.count {
        let size = random.number(0, 3) == 0 ? Int(random.number(1, 9_000)) : 4_096
        script += "tail -c +\(start + 1) whole.jsonl | head -c \(size); "
        if random.number(0, 3) == 0 { script += "sleep 0.\(random.number(0, 3)); " }
        start += size
      }
      let followed = try place.shell(script + "} | $tracetool check --follow -; exit ${PIPESTATUS[1]}")
      let checked = try place.run("check", "-", input: place.file("whole.jsonl"))
      Self.expectSame(followed, checked, "\(name), seed \(Self.seed)")
    }
  }

  @Test func `a line is printed before the next one is written, also into a pipe`() throws {
    let place = Workplace()
    let start = ["process.start", "app.didFinishLaunching", "app.didBecomeActive", "launch.firstFrame"]
    try place.write("a.jsonl", start.enumerated().map { Self.line($0 + 1, "0\($0).000", $1) })
    let script = "$tracetool check --follow --until-exit --for 2min a.jsonl | cat; exit ${PIPESTATUS[0]}"
    let run = try RunningProgram(["/bin/bash", "-c", script], in: place, environment: ["tracetool": Built.tracetool])
    try #require(run.wait { run.outputSoFar.contains("10:00:03  f8a1  unclassified launch: ") })
    try place.append("a.jsonl", [Self.line(5, "10.000", "app.willResignActive")])
    try place.append("a.jsonl", [Self.line(6, "11.000", "app.didEnterBackground")])
    try #require(run.wait { run.outputSoFar.contains("10:00:11  f8a1  background\n") })
    try place.append("a.jsonl", [Self.line(7, "12.000", "process.exit")])
    let outcome = run.wait()
    #expect(outcome.code == 0 && outcome.output.contains("10:00:12  f8a1  ended\n"), "\(outcome)")
  }

  @Test func `each return is printed, also after so long a silence that iOS has suspended the app`() throws {
    let place = Workplace()
    var events = [("00", "app.didFinishLaunching"), ("01", "app.willEnterForeground"), ("02", "app.didBecomeActive")]
    for (left, back) in [("10", "15"), ("20", "35"), ("40", "55")] {
      events += [(left, "app.willResignActive"), (left, "app.didEnterBackground"), (back, "app.willEnterForeground")]
    }
    try place.write("a.jsonl", events.enumerated().map { Self.line($0 + 1, "\($1.0).000", $1.1) })
    let output = try place.run("check", "--follow", "--for", "300ms", "a.jsonl").output
    let states = output.split(separator: "\n").filter { $0.hasSuffix("ground") }.map { $0.split(separator: " ") }
    let expected = [
      ["10:00:10", "f8a1", "background"], ["10:00:15", "f8a1", "foreground"], ["10:00:20", "f8a1", "background"],
      ["10:00:35", "f8a1", "foreground"], ["10:00:40", "f8a1", "background"], ["10:00:55", "f8a1", "foreground"],
    ]
    #expect(states.map { $0.map(String.init) } == expected, "\(output)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends with the check and its exit code`(_ signal: Int32) throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let run = try place.start(Self.following + ["shop.jsonl"])
    try #require(run.wait { run.outputSoFar.contains(" launch: ") })
    run.signal(signal)
    Self.expectSame(run.wait(), try place.run("check", "shop.jsonl"), "signal \(signal)")
  }

  @Test func `what a person reads of a task that runs for too long`() throws {
    let place = Workplace()
    let line = Self.line
    let start = [
      line(1, "00.000", "process.start", ""), line(2, "00.100", "app.didFinishLaunching", ""),
      line(3, "00.200", "app.didBecomeActive", ""), line(4, "00.300", "launch.firstFrame", ""),
      line(5, "10.000", "app.willResignActive", ""), line(6, "10.100", "app.didEnterBackground", ""),
      line(7, "10.200", "task.begin", #","task":"1""#), line(8, "20.000", "memory.sample", ""),
    ]
    let parts = [
      (start, "background\n"),
      ([line(9, "40.000", "memory.sample", ""), line(10, "40.300", "memory.sample", "")], "runs on"),
      ([line(11, "41.000", "memory.sample", ""), line(12, "47.100", "task.end", #","task":"1""#)], "corrected"),
    ]
    let run = try place.start(Self.following + ["a.jsonl"])
    for (lines, text) in parts {
      #expect(!run.outputSoFar.contains(text))
      try place.append("a.jsonl", lines)
      try #require(run.wait { run.outputSoFar.contains(text) })
    }
    run.signal(SIGINT)
    #expect(
      run.wait().output.split(separator: "\n").prefix(5).map(String.init) == [
        "9 Oct 2025, UTC",
        "10:00:00  f8a1  unclassified launch: 300 ms to first frame (budget 400 ms)",
        "10:00:10  f8a1  background",
        "10:00:40  f8a1  error (possible, because the task still runs)  background.task-overrun  "
          + "task '1' has run 30.1 s in the background and runs on, budget 30.0 s",
        "10:00:47  f8a1  corrected: task '1' ended after 36.9 s in the background",
      ])
  }

  @Test func `a second Ctrl-C ends it at once, though nobody reads what it prints`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    // One finding fills the pipe, which holds 64 KiB: the program waits for a reader.
    try place.append("a.jsonl", Self.longTask(text: String(repeating: "x", count: 70_000)))
    let script = "mkfifo pipe; exec 3<>pipe; exec $tracetool check --follow --for 2min shop.jsonl a.jsonl >pipe"
    let run = try RunningProgram(["/bin/bash", "-c", script], in: place, environment: ["tracetool": Built.tracetool])
    try #require(run.wait { run.errorsSoFar.contains("following") })
    while !run.hasEnded {
      run.signal(SIGINT)
      usleep(50_000)
    }
    #expect(run.wait().code == 130)
  }

  /// The seconds for which a reader of its output pauses: many times what a busy machine needs for an answer.
  private static let pauseOfReader = 10

  /// A launch in which a task of this id runs for too long.
  private static func longTask(text: String) -> [String] {
    [
      line(1, "00.000", "process.start"), line(2, "00.100", "app.didFinishLaunching"),
      line(3, "00.200", "app.didBecomeActive"), line(4, "10.000", "app.willResignActive"),
      line(5, "10.100", "app.didEnterBackground"), line(6, "10.200", "task.begin", #","task":"\#(text)""#),
      line(7, "50.000", "memory.sample"),
    ]
  }

  @Test func `a reader that pauses does not make it slow`() throws {
    let place = Workplace()
    let line = Self.line
    // One finding fills the pipe, which holds 64 KiB.
    let text = String(repeating: "x", count: 70_000)
    let task = #","task":"\#(text)""#
    try place.append("a.jsonl", Self.longTask(text: text))
    let command = "$tracetool check --follow --for 2min --until-exit --format ndjson a.jsonl"
    let words = "grep --line-buffered --only-matching -e 'runs on' -e correction"
    let script = "\(command) | { sleep \(Self.pauseOfReader); \(words); }"
    let run = try RunningProgram(["/bin/bash", "-c", script], in: place, environment: ["tracetool": Built.tracetool])
    try #require(run.wait { run.outputSoFar.contains("runs on") })
    let appended = ContinuousClock.now
    try place.append("a.jsonl", [line(8, "51.000", "task.end", task)])
    try #require(run.wait { run.outputSoFar.contains("correction") })
    // Had it taken the pause for work, it would rest for four times as long. On a busy machine an answer takes seconds.
    #expect(appended.duration(to: .now) < .seconds(3 * Self.pauseOfReader))
    try place.append("a.jsonl", [line(9, "52.000", "process.exit", "")])
    #expect(run.wait().code == 0)
  }

  @Test func `programs read a line of JSON each, and the document of the check last`() throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let outcome = try place.run("check", "--follow", "--for", "500ms", "--format", "ndjson", "shop.jsonl")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let kinds = lines.compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["kind"] as? String
    }
    #expect(kinds.count == lines.count)
    #expect(Set(kinds) == ["launch", "state", "finding", "summary"] && kinds.last == "summary")
    let check = try place.run("check", "--format", "json", "shop.jsonl").output.dropLast()
    #expect(lines.last == #"{"schema":"tracetool.follow/1","kind":"summary","check":\#(check)}"#)
  }

  @Test func `a path that leads nowhere is named, waited for and read once it is there`() throws {
    let place = Workplace()
    let run = try place.start(Self.following + ["later.jsonl"])
    try #require(run.wait { run.errorsSoFar.contains("'later.jsonl' is not there yet; it is waited for") })
    try place.write("later.jsonl", Built.sample("shop"))
    try #require(run.wait { run.errorsSoFar.contains("'later.jsonl' is there") })
    run.signal(SIGINT)
    Self.expectSame(run.wait(), try place.run("check", "later.jsonl"), "a path that was waited for")
    let never = try place.run("check", "--follow", "--for", "1ms", "never.jsonl")
    #expect(never.code == 4 && never.errors.contains("cannot open 'never.jsonl'"), "\(never)")
  }

  @Test func `following ends with the first launch that was seen to begin`() throws {
    let place = Workplace()
    let events = ["process.start", "app.didFinishLaunching", "app.didBecomeActive", "process.exit"]
    try place.write("a.jsonl", events.enumerated().map { Self.line($0 + 1, "0\($0).000", $1) })
    let outcome = try place.run(Self.following + ["--until-exit", "a.jsonl"])
    #expect(outcome.code == 0 && outcome.output.contains("10:00:03  f8a1  ended"), "\(outcome)")
    // An app that a test kills and launches again writes nothing about its end.
    let device = #","device":"phone""#
    let start = Self.line(1, "00.000", "process.start", device)
    try place.write("b.jsonl", [start, start.replacing("f8a1", with: "09b2").replacing(":00.000Z", with: ":09.000Z")])
    let began = ContinuousClock.now
    let killed = try place.run(Self.following + ["--until-exit", "b.jsonl"])
    #expect(killed.code == 0, "\(killed)")
    #expect(began.duration(to: .now) < .seconds(50), "it waited until the launch was silent for 60 s")
  }

  /// What no log can be is refused, however much of it comes; nobody waits for its end.
  @Test(arguments: [
    (#"printf '\037\213'"#, "data compressed with gzip; unpack it on its way: gzip -dc FILE | tracetool"),
    (#"printf '\211PNG'"#, "it is not a log but an image"),
  ])
  func `a pipe that is no log is refused at once`(start: String, message: String) throws {
    let place = Workplace()
    for command in ["check --follow", "check", "ingest --follow", "ingest"] {
      let pipe = "{ \(start); head -c 300000 /dev/zero; } | timeout 20 $tracetool \(command) -; exit ${PIPESTATUS[1]}"
      let outcome = try place.shell(pipe)
      #expect(outcome.code == 4 && outcome.errors.contains(message), "\(command): \(outcome)")
    }
  }

  @Test(arguments: [
    ("check --for 3s a.jsonl", "--for works only with --follow"),
    ("check --follow --format json a.jsonl", "--follow writes 'table' and 'ndjson', not 'json'"),
    ("check --follow --output x a.jsonl", "--follow writes to standard output"),
    ("check --follow", "name them, too"),
    (
      "ingest $sample --store s.db; $tracetool check --follow s.db",
      "'s.db' is a store; follow the logs that go into it"
    ),
  ])
  func `options that do not go together are a mistake`(words: String, message: String) throws {
    let place = Workplace()
    try place.write("shop.jsonl", Built.sample("shop"))
    let outcome = try place.shell("sample=shop.jsonl; $tracetool \(words)")
    #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome)")
  }
}
