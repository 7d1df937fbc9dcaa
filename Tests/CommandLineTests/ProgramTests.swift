import Foundation
import Testing

/// Runs the built program as a person does.
@Suite(.tags(.large)) struct ProgramTests {
  /// A launch that goes to the foreground, into the background and away; `extra` comes at its end.
  static func launch(_ id: String, millis: Int = 300, extra: [String] = []) -> String {
    let events: [(Int, String)] = [
      (0, "process.start"), (100, "app.didFinishLaunching"), (150, "scene.willConnect"),
      (160, "scene.willEnterForeground"), (millis, "launch.firstFrame"), (900, "scene.didActivate"),
      (2000, "scene.willDeactivate"), (2100, "scene.didEnterBackground"),
    ]
    let all = events.map(\.1) + extra
    return all.enumerated().map { seq, name in
      let nanos = (seq < events.count ? events[seq].0 : 3000 + seq) * 1_000_000
      let time = 1_795_168_800_000_000_000 + nanos
      let scene = name.hasPrefix("scene") ? #","scene":"s""# : ""
      return
        #"{"launch":"\#(id)","seq":\#(seq),"time":\#(time),"event":"\#(name)","app":"a","device":"d"\#(scene)}"#
        + "\n"
    }.joined()
  }

  @Test func `logs that are fine are fine`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    let outcome = try folder.run("check", "a.jsonl")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let screen = "a: 1 launch on 1 device, 20 Nov 2026\npassed: no findings\n\njudged "
    #expect(outcome.output.hasPrefix(screen), "\(outcome.output)")
  }

  @Test func `a certain error is exit code 1, in every format, unless never is asked for`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1", extra: ["scene.didActivate"]))
    for format in ["table", "json", "ndjson", "csv"] {
      let outcome = try folder.run("check", "a.jsonl", "--format", format)
      #expect(outcome.code == 1 && outcome.output.contains("order.scene"), "\(format) \(outcome)")
    }
    #expect(try folder.run("check", "--fail-on", "never", "a.jsonl").code == 0)
    let json = try folder.run("check", "a.jsonl", "--format", "json").output
    #expect(json.hasPrefix(#"{"schema":"tracetool.check/1","coverage":{"#))
  }

  @Test func `a store answers as its logs do`() throws {
    let folder = Workplace()
    try folder.write(
      "a.jsonl", Self.launch("l1") + Self.launch("l2", millis: 500, extra: ["app.willTerminate"]))
    let ingest = try folder.run("ingest", "a.jsonl")
    #expect(ingest.code == 0, "\(ingest)")
    #expect(ingest.output.hasPrefix("17 events of 2 launches: "), "\(ingest)")
    #expect(ingest.errors == "tracetool: next: tracetool report --launch-times\n")
    let again = try folder.run("ingest", "-", "--quiet", input: folder.file("a.jsonl"))
    #expect(again.output == "no new event in 1 source: 17 events were there before\n", "\(again)")
    #expect(again.errors.isEmpty)
    for part in ["--launch-times", "--launch-phases", "--background"] {
      let stored = try folder.run("report", part, "--format", "json")
      let direct = try folder.run("report", part, "--format", "json", "a.jsonl")
      #expect(stored.code == 0 && stored == direct, "\(part)")
    }
    let summary = try folder.run("report")
    #expect(
      summary.code == 0
        && summary.output.hasPrefix("Launch times of a, start to firstFrame: counted 2 of 2"))
    let query = try folder.run("query", "SELECT count(*) AS n FROM event", "--format", "csv")
    #expect(query == Outcome(code: 0, output: "n\r\n17\r\n", errors: ""))
    #expect(try folder.run("store", "rebuild").code == 0)
    #expect(try folder.run("report") == summary)
  }

  @Test func `the store is the one that is named, or the environment's`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    #expect(
      try folder.run("ingest", "a.jsonl", "--store", "s.db").errors.hasSuffix("--store s.db\n"))
    #expect(try folder.run("report", environment: ["TRACETOOL_STORE": "s.db"]).code == 0)
    let outcome = try folder.run("report")
    #expect(
      outcome.code == 4
        && outcome.errors.hasPrefix("tracetool: cannot open the store 'tracetool.db'"))
  }

  @Test func `lines that are no events are kept, counted and shown`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1") + "not JSON \u{1B}[31m\n")
    let ingest = try folder.run("ingest", "a.jsonl")
    #expect(ingest.code == 3 && ingest.output.contains("1 rejected"), "\(ingest)")
    let rejects = try folder.run("store", "rejects")
    #expect(rejects.output.contains(#"not JSON \u{1B}[31m"#), "\(rejects)")
    #expect(try folder.run("check", "a.jsonl").code == 3)
    #expect(try folder.run("check", "a.jsonl", "--max-rejects", "50%").code == 0)
  }

  @Test func `data that cannot answer say why`() throws {
    let folder = Workplace()
    try folder.write("empty.jsonl", "")
    let empty = try folder.run("check", "empty.jsonl")
    #expect(empty.code == 3 && empty.errors.contains("there is no event"))
    try folder.write(
      "odd.jsonl", #"{"time":1795168800,"event":"aplicationDidBecomeActive"}"# + "\n")
    let odd = try folder.run("check", "odd.jsonl")
    #expect(odd.code == 3 && odd.output.isEmpty)
    #expect(
      odd.errors == """
        tracetool: no event has a known name; --rename OLD=NAME gives one a meaning:
        count  name
            1  aplicationDidBecomeActive
          --rename aplicationDidBecomeActive=applicationDidBecomeActive
        try: tracetool check --rename aplicationDidBecomeActive=applicationDidBecomeActive odd.jsonl
        of 1 record it reads 1: 1 launch, 0 with a time
        add --write-config to keep these options in .tracetool.json

        """)
    try folder.write("a.jsonl", Self.launch("l1"))
    let nothing = try folder.run("report", "--where", "app=other", "a.jsonl")
    #expect(nothing.code == 3 && nothing.errors.contains("none of 1 launch is selected"))
  }

  @Test(arguments: [("l", 2), ("L1", 1), ("l12", 1), ("2", nil)])
  func `a launch is selected by its id or a beginning of it`(id: String, count: Int?) throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l12") + Self.launch("l2"))
    let outcome = try folder.run("report", "--launch", id, "a.jsonl")
    #expect(outcome.code == (count == nil ? 3 : 0))
    #expect(outcome.output.contains("of \(count ?? 0)") == (count != nil))
  }

  /// Where there are fewer, what is opened later crashes the program.
  @Test(arguments: [4, 6, 9, 10, 11, 20, 64]) func `too small a limit of open files is named`(limit: Int) throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    for command in ["check a.jsonl", "ingest a.jsonl"] {
      let outcome = try folder.shell("ulimit -n \(limit); exec $tracetool \(command)")
      #expect(outcome.code == (limit < 64 ? 4 : 0), "\(outcome)")
      #expect(outcome.errors.contains("ulimit -n 256") == (limit < 64), "\(outcome)")
    }
  }

  @Test func `a wrong command line is exit code 2 and names its help`() throws {
    let folder = Workplace()
    #expect(
      try folder.run("check", "--fail-onn", "x")
        == Outcome(
          code: 2, output: "",
          errors: """
            tracetool: unknown option '--fail-onn' of 'check'; did you mean '--fail-on'?
            See 'tracetool check --help'.

            """))
    #expect(try folder.run("--version").output == "tracetool 0.1.0\n")
    #expect(
      try folder.run("report", "--launch-times", "--background", "--format", "json").code == 2)
  }

  @Test func `a result goes to a file whole, or the error says why not`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    let outcome = try folder.run("check", "a.jsonl", "--output", "out.txt")
    #expect(outcome == Outcome(code: 0, output: "", errors: ""))
    #expect(try folder.read("out.txt").contains("\npassed: no findings\n"))
    #expect(try folder.run("check", "a.jsonl", "--output", "/dev/null").code == 0)
    let piped = try folder.shell("$tracetool check a.jsonl --output /dev/stdout | cat")
    #expect(piped.output == (try folder.read("out.txt")))
    let failed = try folder.run("check", "a.jsonl", "--output", "no/folder")
    #expect(
      failed
        == Outcome(
          code: 4, output: "",
          errors: "tracetool: cannot write 'no/folder': no such file or directory; "
            + "check its folder, or name another with --output\n"))
  }

  @Test func `where the disk is full the file stays what it was, and nothing else is left`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    try folder.write("out.json", "before")
    let lines = "ulimit -f 0; trap '' XFSZ; $tracetool explain --output out.json 2>err || code=$?"
    // What the limit lets through is not needed: only files of no length.
    let outcome = try folder.shell("(\(lines); exit $code)")
    #expect(outcome.code == 4)
    #expect(try folder.read("out.json") == "before")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasSuffix(".part") })
    #expect(try folder.shell("chmod 600 out.json; $tracetool explain --output out.json").code == 0)
    #expect(try folder.shell("ls -l out.json | cut -c 1-10").output == "-rw-------\n")
    #expect(try folder.read("out.json").hasPrefix("Rules"))
  }

  @Test func `unknown names are listed, each with the option that may give it a meaning`() throws {
    let folder = Workplace()
    let names = ["sceneDidBecomeActve", "a b's"] + (1...10).map { "custom\($0)" }
    try folder.write("a.jsonl", Self.launch("l1", extra: names + ["a b's"]))
    let outcome = try folder.run("check", "a.jsonl")
    #expect(
      outcome.output == """
        a: 1 launch on 1 device, 20 Nov 2026
        UNDECIDED: more unknown names than --max-unknown; no findings

        judged 7 of 7 steps in 1 launch, 62 % unknown names

        Unknown event names
        count  name
            2  a b's
            1  custom1
            1  custom10
            1  custom2
            1  custom3
            1  custom4
            1  custom5
            1  custom6
            1  custom7
            1  custom8
        10 of 12 names; --verbose lists all

        """)
    let verbose = try folder.run("check", "a.jsonl", "--verbose").output
    #expect(
      verbose.hasSuffix(
        "  sceneDidBecomeActve\n  --rename sceneDidBecomeActve=sceneDidBecomeActive\n"))
    let json = try folder.run("check", "a.jsonl", "--format", "json").output
    #expect(json.contains(#""unknownNames":[{"count":2,"name":"a b's"},{"count":1,"name":"cust"#))
    #expect(try folder.run("ingest", "a.jsonl").code == 0)
    let stored = try folder.run("check").output
    #expect(stored.hasSuffix("unknown names\n'tracetool store status' lists the unknown names\n"))
  }

  @Test func `an event with an unknown phase is reported and judged by nobody`() throws {
    let folder = Workplace()
    let line = #"{"launch":"l1","time":"2025-11-20T10:00:09Z","event":"app.didBecomeActive","phase":"did"}"#
    try folder.write("a.jsonl", Self.launch("l1") + line + "\n")
    let outcome = try folder.run("check", "a.jsonl")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("\npassed: no findings\n"))
    #expect(outcome.output.contains("    1  app.didBecomeActive (phase did)\n"))
    #expect(try folder.run("ingest", "a.jsonl").code == 0)
    #expect(try folder.run("store", "status").output.contains("app.didBecomeActive (phase did)"))
  }

  @Test(arguments: [
    "--background", "--each", "--slowest 3", "--launch-times --background",
  ])
  func `what cannot be grouped says which parts can`(parts: String) throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    let outcome = try folder.shell("$tracetool report --by kind a.jsonl \(parts)")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains("'--by' groups only --launch-times, --launch-phases and the summary"))
  }

  @Test(arguments: [
    ("--launch-times", "no launch has a time that counts"),
    ("--launch-phases", "no launch has a time that counts"),
    ("--slowest 3", "no launch has a time that counts"),
    ("--background", "no stay, task or handler in the background"),
  ])
  func `a part without rows says so`(part: String, line: String) throws {
    let folder = Workplace()
    try folder.write("a.jsonl", #"{"time":1760000000,"event":"scene.willEnterForeground"}"# + "\n")
    let outcome = try folder.shell("$tracetool report a.jsonl \(part)")
    #expect(outcome.output.split(separator: "\n").dropFirst().first == line[...], "\(outcome)")
  }

  @Test(arguments: [
    "SELEC 1", "SELECT x FROM event", "SELECT json('{')", "SELECT 1; SELECT 2",
    "DELETE FROM events",
  ])
  func `a wrong statement is a wrong command line`(sql: String) throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    #expect(try folder.run("ingest", "a.jsonl").code == 0)
    #expect(try folder.run("query", sql).code == 2)
    #expect(try folder.run("query", sql, "--store", "a.jsonl").code == 4)
  }

  @Test func `a statement that fails says nothing of what is stored`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("private"))
    #expect(try folder.run("ingest", "a.jsonl").code == 0)
    let outcome = try folder.run("query", "SELECT '{}' ->> ('$[' || launch) FROM launch")
    #expect(outcome.code == 2 && outcome.errors.contains("the statement fails: JSON path error\n"))
    #expect(!outcome.errors.contains("private"))
  }

  @Test func `a summary fits a terminal and says what does not count`() throws {
    let folder = Workplace()
    let launches = ["4.8", "4.9"].map { version in
      Self.launch("l\(version)").replacing(
        #""app":"a""#, with: #""app":"a","appVersion":"\#(version)""#)
    }
    let other =
      #"{"launch":"x","time":1795168800,"event":"process.start","app":"a","appVersion":"4.9","reason":"location"}"#
    try folder.write("a.jsonl", launches.joined() + other + "\n")
    #expect(
      try folder.run("report", "a.jsonl").output == """
        Launch times of a, start to firstFrame: counted 2 of 3; 1 background
        appVersion  kind          count     p50  p90  longest  not counted
        4.8         unclassified      1  300 ms    -   300 ms  -
        4.9         background        0       -    -        -  1 background
        4.9         cold              1  300 ms    -   300 ms  -

        Findings: none
        judged 15 of 15 steps in 3 launches

        """)
  }

  @Test func `a check begins with what it is about, its verdict, and a block for each kind of finding`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1", extra: ["scene.didActivate"]) + Self.launch("l2"))
    #expect(
      try folder.run("check", "a.jsonl").output == """
        a: 2 launches on 1 device, 20 Nov 2026
        FAILED: 1 kind of error in 1 launch (50 %)

        error  order.scene  in 1 launch (50 %)
          scene.didActivate came while the scene was background (scene 's')
          cause: the scene id is not recorded and two scenes are merged, or scene.willEnterForeground was lost
          tracetool show b9d26caa a.jsonl  a.jsonl:9

        judged 15 of 15 steps in 2 launches
        'tracetool check --all' lists the finding with its place

        """)
    let shown = try folder.run("show", "b9d26caa", "a.jsonl")
    #expect(shown.code == 0 && shown.output.hasPrefix("order.scene: error, certain\n"), "\(shown)")
    #expect(try folder.run("show", "0123abcd", "a.jsonl").code == 2)
  }

  @Test(arguments: [
    ("order.*", 1, "selects 1 of 2 findings"), ("order.scene,trace.gap", 1, "selects 2 of 2 findings"),
    ("trace.gap", 0, "selects 1 of 2 findings"), ("launch.*", 0, "selects 0 of 2 findings"),
  ])
  func `--rule selects findings, and the exit code rests on these`(_ rules: String, _ code: Int, _ words: String) throws
  {
    let folder = Workplace()
    let other = Self.launch("l2").replacing(#""seq":7"#, with: #""seq":9"#)
    try folder.write("a.jsonl", Self.launch("l1", extra: ["scene.didActivate"]) + other)
    let outcome = try folder.run("check", "--rule", rules, "a.jsonl")
    #expect(Int(outcome.code) == code && outcome.output.contains("--rule \(rules) \(words)"), "\(outcome)")
    let report = try folder.run("report", "--rule", rules, "a.jsonl").output
    #expect(report.contains("order.scene") == rules.contains("order"), "\(report)")
    let shown = try folder.run("show", "l1", "--rule", rules, "a.jsonl").output
    #expect(shown.contains("order.scene") == rules.contains("order"), "\(shown)")
    let wrong = try folder.run("check", "--rule", "order.scenes", "a.jsonl")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean 'order.scene'?"), "\(wrong)")
  }

  @Test func `each finding stands whole below its rule`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1", extra: ["scene.didActivate"]))
    #expect(
      try folder.run("check", "--all", "a.jsonl").output == """
        a: 1 launch on 1 device, 20 Nov 2026
        FAILED: 1 kind of error in 1 launch (100 %)

        Findings: 1 error
        severity  confidence  rule         fingerprint
        error     certain     order.scene  b9d26caa1ed4b736
          l1
          2026-11-20T10:00:03.008000000Z
          a.jsonl:9
          scene.didActivate came while the scene was background (scene 's')
          the scene id is not recorded and two scenes are merged, or scene.willEnterForeground was lost

        judged 8 of 8 steps in 1 launch

        """)
  }

  @Test(arguments: [
    ("launch", "launch  400 ms  warning"),
    ("background.memory", "background.memory  50 MB  warning"),
    ("phase.preMain", "a phase has none until it is set"), ("exit-codes", "141  the program"),
    ("inferences", "folded      1.00 s  Two sources that report"),
    ("order.scene", "Why it matters: Apps save state"),
    ("launch.watchdog", "Found at ▸:\n  0 s process.start\n"),
    ("launch.watchdog", "▸ 21 s process.exit reason=watchdog source=system\n\nNot found:\n  0 s"),
  ])
  func `a rule, a budget or a topic is explained`(_ name: String, _ text: String) throws {
    let outcome = try Workplace().run("explain", name)
    #expect(outcome.code == 0 && outcome.output.contains(text), "\(outcome)")
    #expect(outcome.output.hasSuffix("\n") && !outcome.output.hasSuffix("\n\n"))
  }

  @Test func `a budget for memory is set in megabytes`() throws {
    let folder = Workplace()
    let events = [
      "app.didFinishLaunching", "app.didBecomeActive", "app.willResignActive",
      "app.didEnterBackground", "task.begin", "task.end",
    ]
    let lines = events.enumerated().map { index, event in
      #"{"launch":"l","time":\#(1_760_000_000 + index * 3),"event":"\#(event)","memory":70000000,"#
        + #""source":"delegate","task":1}"#
    }
    try folder.write("a.jsonl", lines.joined(separator: "\n") + "\n")
    for (limit, isFound) in [("60MB", true), ("80MB", false)] {
      let outcome = try folder.run("check", "a.jsonl", "--budget", "background.memory=\(limit)")
      #expect(outcome.output.contains("memory-not-released") == isFound, "\(outcome)")
    }
  }

  @Test func `a reader that goes away is no error to speak of`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    let outcome = try folder.shell("{ $tracetool explain; echo $? >&2; } | true")
    // Whether the pipe is closed before it is written to is a race; nothing is said either way.
    #expect(["0\n", "141\n"].contains(outcome.errors), "\(outcome)")
  }

  @Test func `a file that is named like an option is read after two dashes`() throws {
    let folder = Workplace()
    try folder.write("--all", Self.launch("l1"))
    #expect(try folder.run("check", "--", "--all").code == 0)
    #expect(try folder.run("check", "./--all").code == 0)
  }

  @Test func `colour is there only when it is asked for`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    #expect(!(try folder.run("check", "a.jsonl").output.contains("\u{1B}")))
    #expect(try folder.run("check", "a.jsonl", "--color", "always").output.contains("\u{1B}[1m"))
  }

  @Test func `a result never overwrites what it was made from`() throws {
    let folder = Workplace()
    let line = #"{"time":1760000000,"event":"process.start"}"#
    try folder.write("trace.jsonl", line)
    for arguments in [["check", "trace.jsonl"], ["report", "./trace.jsonl"]] {
      let outcome = try folder.run(arguments + ["--output", "trace.jsonl"])
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("would overwrite what is read"))
      #expect(try folder.read("trace.jsonl") == line)
    }
    #expect(try folder.run("ingest", "trace.jsonl", "--store", "s.db").code == 0)
    #expect(try folder.run("check", "--store", "s.db", "--output", "s.db").code == 2)
    #expect(try folder.run("check", "--store", "s.db").code == 0)
    // The shell may have opened it, too; a new file in a folder that is read is no input.
    for command in ["check trace.jsonl >> trace.jsonl", "check trace.jsonl 1<> trace.jsonl", "export 1<> tracetool.db"]
    {
      _ = try folder.run("ingest", "trace.jsonl")
      #expect(try folder.shell("$tracetool \(command)").errors.contains("would overwrite what is read"), "\(command)")
      #expect(try folder.read("trace.jsonl") == line)
      #expect(try folder.run("store", "status").code == 0)
    }
    #expect(try folder.shell("mkdir logs && cp trace.jsonl logs && $tracetool check logs > logs/answer").code == 0)
  }

  @Test func `the run ends with its reader though the log is still`() throws {
    let folder = Workplace()
    try folder.write("a.jsonl", Self.launch("l1"))
    let outcome = try folder.shell("{ $tracetool check --follow a.jsonl --for 1min; echo $? >&2; } | sleep 1")
    #expect(outcome.errors.hasSuffix("141\n"), "\(outcome)")
  }

  @Test func `a judgement that rejects stop says where the first one is`() throws {
    let folder = Workplace()
    try folder.write("typo.jsonl", "{\"time\":1760000000,\"event\":\"process.start\"}\n{,}\n")
    let outcome = try folder.run("check", "typo.jsonl")
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("the first is typo.jsonl:2: not JSON"))
  }

  @Test func `a store among the logs of a folder is no log`() throws {
    let folder = Workplace()
    try folder.write("trace.jsonl", #"{"time":1760000000,"event":"process.start"}"#)
    #expect(try folder.shell("mkdir logs; mv trace.jsonl logs").code == 0)
    for said in ["1 event of 1 launch", "nothing new in 1 source"] {
      let outcome = try folder.run("ingest", "logs", "--store", "logs/s.db")
      #expect(outcome.output.hasPrefix(said))
    }
  }
}
