import Foundation
import Testing

/// What `show` and `explain` say of one launch.
@Suite(.tags(.large)) struct ShowTests {
  /// A log of one launch from lines such as `1.5 scene.didActivate scene=A`.
  static func log(_ text: String, launch: String = "L1") -> [String] {
    text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      let nanos = 1_795_168_800_000_000_000 + Int((Double(words[0]) ?? 0) * 1e9)
      let fields = words.dropFirst(2).map { word in
        let pair = word.split(separator: "=")
        return ",\"\(pair[0])\":\(Int(pair[1]).map(String.init) ?? "\"\(pair[1])\"")"
      }
      return "{\"time\":\(nanos),\"event\":\"\(words[1])\",\"launch\":\"\(launch)\""
        + "\(fields.joined())}"
    }
  }

  static let scenes = log(
    """
    0 process.start seq=0 app=shop appVersion=2.1 deviceModel=iPhone14,5
    0.1 process.main seq=1
    0.3 app.didFinishLaunching phase=begin seq=2
    0.8 app.didFinishLaunching phase=end seq=3
    0.9 scene.willConnect scene=A seq=4
    1 scene.willEnterForeground scene=A seq=5
    1.2 scene.didActivate scene=A seq=6
    4 scene.willDeactivate scene=A seq=8
    5 scene.didEnterBackground scene=A seq=9
    5.1 task.begin task=7 name=save seq=10
    7 task.end task=7 seq=11
    8 scene.didActivate scene=A seq=12
    9 my.event seq=13
    """)

  @Test func `a launch may be named before its log or behind it`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.scenes)
    let usual = try place.run("show", "L1", "a.jsonl")
    #expect(usual.code == 0)
    #expect(try place.run("show", "a.jsonl", "L1").output == usual.output)
    let none = try place.run("show", "a.jsonl", "L2")
    #expect(none.code == 2 && none.errors.contains("begins with 'L2'"), "\(none)")
  }

  @Test func `a value that no launch has is said beside others of its field that some have`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.scenes)
    let outcome = try place.run("report", "--where", "appVersion=2.1", "--where", "appVersion=2.2", "a.jsonl")
    #expect(outcome.code == 0 && outcome.errors.contains("tracetool: no launch has appVersion=2.2\n"), "\(outcome)")
  }

  /// What is printed of the launch that a log holds.
  private func screen(_ lines: [String], _ options: String...) throws -> String {
    let place = Workplace()
    try place.write("a.jsonl", lines)
    let outcome = try place.run(["show", "L1", "a.jsonl"] + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output
  }

  static func expect(_ text: String, as name: String) throws {
    try KeptText.expect(text, in: "Tests/Screens/\(name).txt")
  }

  @Test func `a launch of scenes on a screen`() throws {
    try Self.expect(try screen(Self.scenes), as: "show-scenes")
  }

  @Test func `an app-based launch on a screen`() throws {
    let lines = Self.log(
      """
      0 app.didFinishLaunching source=delegate
      0.5 app.didBecomeActive source=delegate
      3 app.willResignActive source=delegate
      3.1 app.didEnterBackground source=delegate duration=40000000
      63 app.willEnterForeground source=delegate
      63.5 app.didBecomeActive source=delegate
      65 app.didBecomeActive source=delegate
      66 process.exit reason=user
      """)
    try Self.expect(try screen(lines), as: "show-app-based")
  }

  @Test(arguments: ["2s", "2026-11-20T10:00:02Z", "1.2s", "3.99s"])
  func `the states at an instant, and how sure they are`(instant: String) throws {
    #expect(
      try screen(Self.scenes, "--at", instant) == """
        Launch L1
        shop 2.1 on iPhone14,5, 2026-11-20 10:00:00.000 UTC
        unclassified: no device in the log; lived 9.00 s, 13 events, 3 findings

        States after … 1 event lost at 1.20 s
        machine  name  state               how sure
        process  -     running             certain
        scene    A     active or inactive  may be any of them

        """)
  }

  @Test func `task 0 is drawn, as the invalid id`() throws {
    let lines = Self.log(
      """
      0 process.start
      1 task.begin task=0 name=save
      2 task.begin task=7
      3 task.end task=0
      4 task.end task=7
      """)
    let text = try screen(lines)
    let drawn = text.split(separator: "\n").filter { $0.hasPrefix("task ") }
    #expect(drawn.count == 2 && drawn[1].hasPrefix("task 0"), "\(text)")
    #expect(drawn[1].dropFirst(6).filter { $0 != " " } == "00")
    #expect(text.contains("\n0 task 0, the invalid id: UIKit granted no task, or its id was not kept\n"))
    #expect(text.contains("\n1.00 s  task.begin     task 0: invalid id\n"))
    #expect(text.contains("\n3.00 s  task.end       task 0: invalid id\n"))
    #expect(try screen(lines, "--at", "2s").contains("task     0     invalid id  certain\n"))
    // No legend for what is not there.
    #expect(try !screen(Self.scenes).contains("invalid"))
  }

  @Test func `scenes that can't be distinguished are never certain`() throws {
    let lines = Self.log(
      """
      0 app.didFinishLaunching
      1 scene.willConnect
      2 scene.willConnect
      3 scene.willEnterForeground
      """)
    let text = try screen(lines, "--at", "3s")
    #expect(text.contains("scenes without ids can't be distinguished\n"))
    #expect(!text.contains("certain"))
  }

  @Test(arguments: ["shop", "app-based", "interleaved", "odd-lines"])
  func `a store and its logs answer alike`(sample: String) throws {
    let place = Workplace()
    try place.write("\(sample).jsonl", try Built.sample(sample))
    try expectSame(place, ["\(sample).jsonl"])
  }

  @Test(arguments: EndToEndAnswersTests.made.prefix(3) + EndToEndAnswersTests.several.prefix(2))
  func `so they do of a made trace`(logs: EndToEndAnswersTests.Logs) throws {
    let place = Workplace()
    for (name, lines) in logs.files { try place.write(name, lines) }
    try expectSame(place, logs.files.keys.sorted())
  }

  private func expectSame(_ place: Workplace, _ paths: [String]) throws {
    let logs = paths + ["--max-rejects", "100%"]
    let store = ["--store", "s.db", "--max-rejects", "100%"]
    _ = try place.run(["ingest", "--store", "s.db"] + logs)
    let findings = try place.run(["check", "--format", "json"] + logs).document["findings"]
    let prints = (findings as? [[String: Any]] ?? []).compactMap { $0["fingerprint"] as? String }
    let times = try place.run(
      ["report", "--launch-times", "--each", "--format", "json"] + logs
    ).document
    let launches = (times["each"] as? [[String: Any]] ?? []).compactMap { $0["launch"] as? String }
    #expect(!launches.isEmpty)
    var questions = launches.prefix(4).map { ["show", $0, "--format", "json"] }
    questions += launches.suffix(1).flatMap { [["show", $0], ["show", $0, "--at", "0ms"]] }
    questions += Set(prints).sorted().map { ["show", $0] }
    for question in questions {
      let direct = try place.run(question + logs)
      // A command to type next names what was read.
      func alike(_ outcome: Outcome) -> String {
        outcome.output.replacing(/The whole launch: .*|or let 'tracetool baseline .*/, with: "")
      }
      #expect(try alike(direct) == alike(place.run(question + store)), "\(question)")
      #expect(direct.code == 0, "\(question): \(direct.errors)")
    }
  }

  @Test func `a launch is named by the beginning of its id`() throws {
    let place = Workplace()
    try place.write(
      "a.jsonl", ["aa11", "aa12", "aa1"].flatMap { Self.log("0 process.start", launch: $0) })
    #expect(try place.run("show", "aa12", "a.jsonl").code == 0)
    #expect(try place.run("show", "AA1", "a.jsonl").output.hasPrefix("Launch aa1\n"))
    let failures = [
      (
        ["aa"], 2,
        "3 launches begin with 'aa'; name more of one: aa1, aa11, aa12\nSee 'tracetool show --help'."
      ),
      (
        ["ab11"], 2,
        "no launch's id and no finding's fingerprint begins with 'ab11'; did you mean 'aa11'?; "
          + "'tracetool report --launch-times --each a.jsonl' and 'tracetool check --all a.jsonl' list them\n"
          + "See 'tracetool show --help'."
      ),
      (
        ["aa12", "--at", "1s"], 3,
        "'--at' is before the launch, which began at 2026-11-20T10:00:00.000000000Z, or after its end"
      ),
      (
        ["aa12", "--at", "soon"], 2,
        """
        --at: needs a time since the launch's first event or a time of day, as in 3.2s or 2026-11-20T10:00:00Z, not 'soon'
        See 'tracetool show --help'.
        """
      ),
    ]
    for (words, code, text) in failures {
      let outcome = try place.run(["show"] + words + ["a.jsonl"])
      #expect(outcome.code == Int32(code))
      #expect(outcome.errors == "tracetool: \(text)\n")
    }
    #expect(try place.run("show").code == 2)
    let log = try place.run("show", "a.jsonl", "--at", "1s")
    #expect(log.code == 2 && log.errors.contains("'tracetool show a.jsonl' lists its launches"), "\(log)")
  }

  @Test func `a finding is explained by the lines that show it`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.scenes)
    _ = try place.run("ingest", "a.jsonl")
    let fingerprint = "edd0b1233114b761"
    #expect(try place.run("check", "--all").output.contains(fingerprint))
    let page = try place.run("show", fingerprint).output
    try Self.expect(page, as: "show-finding")
    try place.write("a.jsonl", ["{}"])
    let later = try place.run("show", String(fingerprint.prefix(4))).output
    #expect(later.contains("  a.jsonl:9\n  this line is no longer there\n"))
  }

  @Test func `what can't be explained is reported`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.scenes)
    let none = try place.run("show", "0123456789abcdef", "a.jsonl")
    #expect(none.code == 2)
    #expect(
      none.errors == """
        tracetool: no launch's id and no finding's fingerprint begins with '0123456789abcdef'; \
        'tracetool report --launch-times --each a.jsonl' and 'tracetool check --all a.jsonl' list them
        See 'tracetool show --help'.

        """)
    for (words, text) in [
      (["soundnes"], "'soundnes' is no rule, budget, setting, topic or word; did you mean 'soundness'?"),
      (["L1"], "'L1' is no rule, budget, setting, topic or word; 'tracetool explain' lists them"),
      (
        ["L1", "a.jsonl"],
        "'L1' is no rule, budget, setting, topic or word; 'tracetool show' shows launches and findings"
      ),
    ] {
      let outcome = try place.run(["explain"] + words)
      #expect(outcome.code == 2 && outcome.errors.hasPrefix("tracetool: \(text)\n"), "\(outcome)")
    }
    let topic = try place.run("explain", "soundness", "a.jsonl")
    #expect(topic.errors.hasPrefix("tracetool: 'a.jsonl' is more than a topic takes\n"))
    #expect(topic.code == 2)
  }

  @Test(arguments: ["soundness", "following", "launch-times", "exit-codes", "inferences"])
  func `a page can be read`(name: String) throws {
    let outcome = try Workplace().run("explain", name)
    #expect(outcome.code == 0 && outcome.output.count > 400, "\(outcome.errors)")
    #expect(try Workplace().run("explain").output.contains(", \(name)") || name == "soundness")
  }
}
