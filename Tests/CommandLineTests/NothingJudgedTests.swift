import Foundation
import Testing

/// A check passes only if it has judged something, and what was left out of a log is said.
@Suite(.tags(.large)) struct NothingJudgedTests {
  /// A log, the options of a check, its verdict, and what it says beside it.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var events: [String]
    var options: [String] = []
    var verdict: String
    var code: Int32
    var says: [String] = []
  }

  private static let nothing = "UNDECIDED: nothing was judged; no findings"

  static let rows = [
    Row(
      testDescription: "a first frame alone says nothing of a life", events: ["0 launch.firstFrame"], verdict: nothing,
      code: 3, says: ["no state was judged, no length was compared with a budget, and no end was read"]),
    Row(
      testDescription: "nor does it if no finding may fail the check", events: ["0 launch.firstFrame"],
      options: ["--fail-on", "never"], verdict: nothing, code: 3),
    Row(
      testDescription: "a dropped start may hide a life", events: ["0 house_word", "1 launch.firstFrame"],
      options: ["--keep", "lifecycle"], verdict: nothing, code: 3,
      says: ["1 record dropped by --keep lifecycle: house_word 1", "leave it out to see the names"]),
    Row(
      testDescription: "a task is work, and no life, where the rest was dropped",
      events: ["0 house_word", "1 task.begin task=t", "2 task.end task=t"], options: ["--keep", "lifecycle"],
      verdict: nothing, code: 3),
    Row(
      testDescription: "a time is compared with its budget", events: ["0 launch.measured duration=300000000"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "an end is read", events: ["0 process.exit reason=user"], verdict: "passed: no findings", code: 0
    ),
    Row(
      testDescription: "a crash alone shows no launch that it came at", events: ["0 process.exit reason=crash"],
      verdict: nothing, code: 3,
      says: [
        "whether the crash came at its launch, whose begin it lacks",
        "not judged: 1 step that is a crash: the begin of its launch is not recorded",
      ]),
    Row(
      testDescription: "nor do crashes under one id, of a session that goes on",
      events: [
        "0 process.exit reason=crash launch=s", "9 process.exit reason=crash launch=s", "9 house_word launch=s",
      ],
      verdict: nothing, code: 3, says: ["judged 0 of 2 steps", "whether crashes came at launches"]),
    Row(
      testDescription: "beside a launch the crash of another one is said",
      events: ["0 process.exit reason=crash launch=a", "5 launch.measured duration=300000000 launch=b"],
      verdict: "passed: no findings", code: 0, says: ["not judged: 1 step that is a crash"]),
    Row(
      testDescription: "an end by the watchdog needs no begin", events: ["0 process.exit reason=watchdog"],
      options: ["--fail-on", "never"],
      verdict: "not failed: --fail-on never; 1 kind of error in 1 launch (100 %)", code: 0),
    Row(
      testDescription: "states are judged", events: ["0 app.didBecomeActive", "9 app.willResignActive"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "what is dropped beside a life is counted, the commonest names first",
      events: ["0 app.didBecomeActive", "9 app.willResignActive"]
        + ["a", "b", "c", "d", "e", "f"].enumerated().flatMap { number, name in
          (0...number).map { "\(10 + $0) \(name)" }
        }, options: ["--keep", "lifecycle"], verdict: "passed: no findings", code: 0,
      says: ["21 records dropped by --keep lifecycle: f 6, e 5, d 4, c 3, b 2 and 1 more name; --verbose lists all"]),
  ]

  private static let untold =
    "UNDECIDED: the events of several launches are mixed: a launch goes on after the next one has begun, and no key of "
    + "an id parts them; --map launch=KEY names one; no findings"

  /// Two launches whose events are mixed, each with these members, where the first and the second launch have other
  /// values of an id.
  private static func two(
    _ first: String, _ second: String, _ names: [String] = ["process.start", "app.didFinishLaunching"]
  ) -> [String] {
    names.enumerated().flatMap { ["\(2 * $0) \($1) \(first)", "\(2 * $0 + 1) \($1) \(second)"] }
  }

  private static func verdict(_ key: String, _ map: String, values: Int = 2) -> String {
    "UNDECIDED: the events of several launches are mixed: '\(key)' has \(values) values, which come back after one "
      + "another; --map \(map) parts them; no findings"
  }

  /// Logs without an id that is read, in which launches are mixed, and such that only look like it.
  static let mixed = [
    Row(
      testDescription: "ids of a boot come back", events: two("boot_id=a", "boot_id=b"),
      verdict: verdict("boot_id", "launch=boot_id"), code: 3, says: ["what looks like 3 launches is not judged"]),
    Row(
      testDescription: "numbers of a process come back, in any spelling, on some of the records",
      events: ["0 app.didBecomeActive"] + two("ProcID=7", "ProcID=8"), verdict: verdict("ProcID", "pid=ProcID"), code: 3
    ),
    Row(
      testDescription: "names of a process come back, no finding may fail the check",
      events: two("processGuid=x", "processGuid=y"), options: ["--fail-on", "never"],
      verdict: verdict("processGuid", "launch=processGuid"), code: 3),
    Row(
      testDescription: "devices come back, and their session parts less",
      events: two("install_key=x sid=m", "install_key=y sid=n"),
      verdict: verdict("install_key", "device=install_key"), code: 3),
    Row(
      testDescription: "sessions come back", events: two("sid=x", "sid=y"), verdict: verdict("sid", "session=sid"),
      code: 3),
    Row(
      testDescription: "a start is followed by two ends of didFinishLaunching",
      events: two("n=1", "n=1"), verdict: untold, code: 3),
    Row(
      testDescription: "a start is followed by two first frames",
      events: two("n=1", "n=2", ["process.start", "launch.firstFrame"]), verdict: untold, code: 3),
    Row(
      testDescription: "a launch goes on after the next one has ended",
      events: ["0 process.start", "1 process.start", "2 process.exit reason=user", "3 app.didFinishLaunching"],
      verdict: untold, code: 3),
    Row(
      testDescription: "one launch follows the other",
      events: ["0 process.start boot_id=a", "1 app.didFinishLaunching boot_id=a", "2 process.start boot_id=b"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "scenes and what is restored of them come back",
      events: [
        "0 scene.didActivate scene=1 sid=a", "1 scene.didActivate scene=2 sid=b",
        "2 scene.willDeactivate scene=1 sid=a",
        "3 scene.willDeactivate scene=2 sid=b",
      ], verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "no value, users, requests and lengths are no launches",
      events: [
        "0 process.start boot_id=-1 user_id=a", "1 app.didFinishLaunching boot_id=0 user_id=b",
        "2 app.didBecomeActive user_id=a", "3 app.willResignActive boot_id=0",
        "4 app.didBecomeActive boot_id=-1 session_request_id=1",
        "5 app.willResignActive boot_id=0 session_request_id=2", "6 app.didBecomeActive session_request_id=1",
        "10 launch.measured duration=300000000 boot_id=a",
        "11 launch.measured duration=300000000 boot_id=b", "12 launch.measured duration=300000000 boot_id=a",
      ],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "an app that is killed without a word, and wakes, are started again",
      events: [0, 1, 2].map { "\($0) process.start" } + ["3 app.didFinishLaunching", "4 launch.firstFrame"]
        + [5, 6].map { "\($0) process.start" } + ["7 app.didFinishLaunching", "8 launch.firstFrame"],
      verdict: "passed: no findings", code: 0),
    Row(
      testDescription: "a start that is not recorded is of no launch long before it",
      events: [
        "0 process.start", "10 process.start", "11 app.didFinishLaunching", "12 app.willTerminate",
        "60 app.didFinishLaunching",
      ], verdict: "passed: no findings", code: 0),
  ]

  /// The lines of a log, as `0 app.didBecomeActive KEY=VALUE`, without ids, and without numbers.
  private static func lines(_ events: [String]) -> [String] {
    events.map { event in
      let words = event.split(separator: " ")
      let members = words.dropFirst(2).map { member in
        let pair = member.split(separator: "=")
        let value = Int(pair[1]).map { String($0) } ?? "\"\(pair[1])\""
        return ",\"\(pair[0])\":\(value)"
      }
      return #"{"time":\#(1_792_500_000 + (Int(words[0]) ?? 0)),"event":"\#(words[1])"\#(members.joined())}"#
    }
  }

  @Test(arguments: rows + mixed)
  func `what a check passes is judged, from a log and from a store`(_ row: Row) throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.lines(row.events))
    let reading = row.options.contains("--keep") ? row.options : []
    _ = try place.run(["ingest", "a.jsonl", "--store", "s.db"] + reading)
    let judging = ["--config", "none", "--baseline", "none", "--max-unknown", "100%"]
    let direct = try place.run(["check", "a.jsonl"] + judging + row.options)
    let stored = try place.run(["check", "--store", "s.db"] + judging + row.options.filter { !reading.contains($0) })
    for said in [direct, stored] {
      #expect(said.code == row.code, "\(said)")
      #expect(said.output.split(separator: "\n").dropFirst().first.map(String.init) == row.verdict, "\(said)")
    }
    for text in row.says { #expect((direct.output + direct.errors).contains(text), "\(direct)") }
    let isDropped = row.says.contains { $0.contains("dropped") }
    #expect(stored.output.contains("a store does not keep their names") == isDropped || !isDropped, "\(stored)")
  }

  @Test func `a report says what it leaves out, in its last line and in its document`() throws {
    let place = Workplace()
    let taps = (0..<3).map { "\($0) tap" } + ["5 scroll"]
    try place.write("a.jsonl", Self.lines(["0 process.start", "1 launch.firstFrame"] + taps) + ["no record"])
    let words = ["report", "--launch-times", "a.jsonl", "--max-rejects", "100%"]
    let all = try place.run(words)
    #expect(all.output.hasSuffix("\n1 record rejected, 4 events with an unknown name\n"), "\(all.output)")
    let kept = try place.run(words + ["--keep", "lifecycle"])
    let last = "\n1 record rejected, 4 records dropped by --keep lifecycle: tap 3, scroll 1\n"
    #expect(kept.output.hasSuffix(last), "\(kept.output)")
    let document = try place.run(words + ["--keep", "lifecycle", "--format", "json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    let reading = object?["reading"] as? [String: Any]
    #expect(reading?["dropped"] as? Int == 4 && reading?["rejected"] as? Int == 1, "\(document)")
  }

  @Test func `launches that are mixed are judged nowhere, and the others are`() throws {
    let place = Workplace()
    try place.write(
      "mixed.jsonl", Self.lines(Self.two("boot_id=a", "boot_id=b") + ["8 process.exit reason=crash boot_id=b"]))
    try place.write("good.jsonl", Self.lines(["0 process.start", "1 launch.firstFrame"]))
    let bad = ["0 process.start launch=L", "1 app.didFinishLaunching launch=L", "3 app.didFinishLaunching launch=L"]
    try place.write("bad.jsonl", Self.lines(bad))
    _ = try place.run(["ingest", "mixed.jsonl", "good.jsonl", "--store", "s.db"])
    let sign = "'boot_id' has 2 values, which come back after one another; --map launch=boot_id parts them"
    let all = ["--config", "none"]
    for (words, code) in [
      (["report", "--launch-times", "mixed.jsonl", "good.jsonl"], 3),
      (["report", "--launch-times", "--store", "s.db"], 3),
      (["report", "--store", "s.db"], 3), (["report", "--background", "mixed.jsonl"], 3),
      (["compare", "good.jsonl", "mixed.jsonl"], 3), (["compare", "mixed.jsonl", "good.jsonl"], 3),
      (["show", "mixed.jsonl"], 3), (["check", "mixed.jsonl", "good.jsonl", "--baseline", "none"], 3),
      (["check", "mixed.jsonl", "bad.jsonl", "--baseline", "none"], 1),
      (["check", "--follow", "--for", "1s", "mixed.jsonl", "--baseline", "none"], 3),
      (["export", "mixed.jsonl", "--output", "copy.jsonl"], 0),
    ] {
      let said = try place.run(words + all)
      #expect(said.code == code && (said.output + said.errors).contains(sign), "\(words): \(said)")
      #expect(!(said.output + said.errors).contains("launch.crashed"), "\(words): \(said)")
    }
    let times = try place.run(["report", "--launch-times", "--store", "s.db"] + all).output
    #expect(times.contains("counted 1 of 4; 3 mixed"), "\(times)")
    let parted = try place.run(["check", "mixed.jsonl", "--map", "launch=boot_id", "--baseline", "none"] + all)
    #expect(parted.code != 3 && parted.output.contains("2 launches"), "\(parted)")
    let document = try place.run(["check", "mixed.jsonl", "--format", "json", "--baseline", "none"] + all).output
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    let mixed = ((object?["coverage"] as? [String: Any])?["mixed"] as? [[String: Any]])?.first
    #expect(mixed?["map"] as? String == "launch=boot_id" && mixed?["launches"] as? Int == 3, "\(document)")
  }
}
