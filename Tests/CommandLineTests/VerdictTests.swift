import Foundation
import Testing

/// Nothing that a check says is falsely reassuring.
@Suite(.tags(.large)) struct VerdictTests {
  private func launch(_ id: String, _ names: [String]) -> [String] {
    let start = ["process.start", "app.didFinishLaunching", "app.didBecomeActive"]
    return (start + names).enumerated().map { seq, name in
      #"{"launch":"\#(id)","seq":\#(seq),"time":\#(1_760_000_000 + seq),"event":"\#(name)"}"#
    }
  }

  /// What a check says of a log, and of a store that has taken it in.
  private func answers(_ place: Workplace, _ options: [String] = []) throws -> [Outcome] {
    _ = try place.run("ingest", "--store", "s.db", "--max-rejects", "100%", "a.jsonl")
    return try [["a.jsonl"], ["--store", "s.db"]].map { try place.run(["check"] + options + $0) }
  }

  private func coverage(_ outcome: Outcome) -> [String: Any] { outcome.document["coverage"] as? [String: Any] ?? [:] }

  @Test func `a log that was understood passes`() throws {
    let place = Workplace()
    try place.write("a.jsonl", launch("l1", []))
    for outcome in try answers(place) {
      let end = "\npassed: no findings\n\njudged 3 of 3 steps in 1 launch\n"
      #expect(outcome.code == 0 && outcome.output.hasSuffix(end), "\(outcome)")
    }
  }

  @Test(arguments: [("--max-rejects", "rejects"), ("--max-unknown", "unknownNames")])
  func `too much that is no event, or unknown, is exit code 3, and a finding is 1 beside it`(
    _ option: String, _ doubt: String
  ) throws {
    let place = Workplace()
    let odd = doubt == "rejects" ? ["no event"] : ["l1", "l3"].map { launch($0, ["checkout.paid"])[3] }
    for (names, code) in [([], 3), (["app.didFinishLaunching"], 1)] {
      for file in ["s.db", "s.db-wal", "s.db-shm"] { try? FileManager.default.removeItem(atPath: place.file(file)) }
      try place.write("a.jsonl", launch("l2", names) + odd)
      for outcome in try answers(place) {
        #expect(Int(outcome.code) == code, "\(outcome)")
        let verdict = code == 1 ? "\nFAILED: 1 kind of error in 1 launch (" : "\nUNDECIDED: more"
        #expect(outcome.output.contains(verdict), "\(outcome)")
        #expect(outcome.errors.contains("more than \(option) allows"))
      }
      for outcome in try answers(place, ["--format", "json"]) {
        let verdict = outcome.document["verdict"] as? [String: Any] ?? [:]
        #expect(verdict["outcome"] as? String == (code == 1 ? "failed" : "undecided"))
        #expect(verdict["doubts"] as? [String] == [doubt])
      }
      for outcome in try answers(place, [option, "50%"]) { #expect(Int(outcome.code) == (code == 3 ? 0 : 1)) }
    }
  }

  @Test func `logs that were not read to their end leave the answer open`() throws {
    let place = Workplace()
    try place.write("logs/a.jsonl", launch("l1", []))
    let file = try place.write("logs/b.jsonl", launch("l2", []))
    let cut = try place.shell("gzip \(file) && head -c 40 \(file).gz > x && mv x \(file).gz && $tracetool check logs")
    #expect(cut.code == 3 && cut.errors.contains("logs/b.jsonl.gz"))
    let verdict = "\nUNDECIDED: 1 of 2 sources was not read to its end: the errors name them; no findings\n"
    #expect(cut.output.contains(verdict), "\(cut.output)")
    let document = try place.run("check", "--format", "json", "logs").document
    let doubts = (document["verdict"] as? [String: Any])?["doubts"] as? [String]
    #expect(doubts == ["unreadSources"])
    let reading = coverage(try place.run("check", "--format", "json", "logs"))["reading"] as? [String: Any]
    #expect(reading?["unreadSources"] as? Int == 1 && reading?["sources"] as? Int == 2 && reading?.count == 4)
  }

  @Test func `a name that tracetool made is not unknown`() throws {
    let place = Workplace()
    let messages = (0..<40).map { number in
      #"{"timestamp":"2026-08-21 10:15:\#(number + 10).000000+0000","machTimestamp":\#(number),"#
        + #""processID":7,"processImagePath":"/a/Shop","eventMessage":"number \#(number)","subsystem":""}"#
    }
    try place.write("m.ndjson", messages)
    let nothing = try place.run("check", "m.ndjson")
    #expect(nothing.code == 3 && nothing.errors.contains("none of 40 records is about an app's life cycle"))
    try place.write("prints.txt", ["2026-10-06 09:00:00.300000+0200 Shop[512:51207] [life] App is active"])
    let prints = try place.run(["check", "prints.txt"])
    #expect(prints.code == 3 && prints.errors.contains("begin with a callback's name, as 'applicationDidBecomeActive'"))
    try place.write("logs/m.ndjson", messages)
    try place.write("logs/a.jsonl", launch("l1", []))
    _ = try place.run("ingest", "--store", "s.db", "logs")
    for paths in [["logs"], ["--store", "s.db"]] {
      let known = try place.run(["check", "--format", "json"] + paths)
      #expect(known.code == 0 && coverage(known)["unknownEvents"] as? Int == 0)
      #expect(coverage(known)["unknownNames"] == nil)
    }
    let log = "\(ForeignLogsTests.folder)/unified-log/task.ndjson"
    let device = coverage(try place.run("check", "--format", "json", log))
    #expect(device["unmappedEvents"] as? Int == 4 && device["unknownEvents"] as? Int == 0)
    // The same name said by a log of one's own is.
    try place.write("a.jsonl", launch("l1", ["log.message"]))
    for outcome in try answers(place, ["--format", "json"]) {
      #expect(outcome.code == 3 && coverage(outcome)["unknownEvents"] as? Int == 1)
    }
  }

  @Test func `what was not judged says why, and adds up`() throws {
    let place = Workplace()
    let kinds = [
      #""event":"view.didAppear","view":"Cart""#, #""event":"task.begin","task":0"#, #""event":"task.end","task":0"#,
      #""event":"task.begin""#,
    ]
    let lines = kinds.enumerated().map { #"{"launch":"l1","seq":\#($0 + 3),"time":\#(1_760_000_003 + $0),\#($1)}"# }
    let watch = launch("l2", []).map { String($0.dropLast()) + #","platform":"watchOS"}"# }
    try place.write("a.jsonl", launch("l1", []) + lines + watch)
    for outcome in try answers(place) {
      #expect(
        outcome.output.hasSuffix(
          """
          judged 3 of 10 steps in 2 launches
          not judged: 3 steps of launches on watchOS
            2 steps of task 0, the invalid id
            1 step of tasks without an id
            1 step for other causes

          """), "\(outcome.output)")
    }
    for outcome in try answers(place, ["--format", "json"]) {
      let causes = coverage(outcome)["notJudged"] as? [[String: Any]] ?? []
      let steps = causes.reduce(0) { $0 + ($1["steps"] as? Int ?? 0) }
      let seen = coverage(outcome)["stepsSeen"] as? Int ?? 0
      #expect(steps == seen - (coverage(outcome)["stepsJudged"] as? Int ?? 0) && steps == 7)
    }
  }

  @Test(arguments: ["shop", "app-based", "interleaved"])
  func `the causes add up in any log`(_ sample: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", try Built.sample(sample))
    for outcome in try answers(place, ["--format", "json", "--max-unknown", "100%"]) {
      let causes = coverage(outcome)["notJudged"] as? [[String: Any]] ?? []
      let steps = causes.reduce(0) { $0 + ($1["steps"] as? Int ?? 0) }
      let judged = coverage(outcome)["stepsJudged"] as? Int ?? 0
      #expect(steps + judged == coverage(outcome)["stepsSeen"] as? Int && judged > 0)
    }
  }

  @Test func `a store that lacks a part of its logs is not passed until that is read, or gone`() throws {
    let place = Workplace()
    try place.write("logs/a.jsonl", launch("l1", []))
    let whole = launch("l2", []).map { $0 + "\n" }.joined()
    try place.write("b.jsonl", Data(whole.utf8))
    #expect(try place.shell("gzip -c b.jsonl > b.gz && head -c 60 b.gz > logs/b.gz").code == 0)
    for repair in ["cp b.gz logs/b.gz", "rm logs/b.gz"] {
      _ = try place.shell("head -c 60 b.gz > logs/b.gz")
      #expect(try place.run("ingest", "--store", "s.db", "logs").code == 3)
      let checked = try place.run("check", "--store", "s.db")
      #expect(checked.code == 3)
      let reported = "1 of 2 sources was not read to its end: run 'tracetool ingest' again"
      #expect(checked.output.contains(reported) && checked.errors.contains(reported), "\(checked)")
      let timeline = ["export", "--format", "chrome", "--output", "e.json"]
      for command in [["report"], ["report", "--launch-times"], ["show", "l1"], timeline] {
        let answered = try place.run(command + ["--store", "s.db"])
        #expect(answered.code == 3 && answered.errors.contains(reported), "\(command): \(answered)")
      }
      let json = try place.run("check", "--store", "s.db", "--format", "json")
      #expect(json.output.contains(#""unreadSources":1"#) && json.output.contains(#""sources":2"#))
      #expect(try place.shell(repair).code == 0)
      #expect(try place.run("ingest", "--store", "s.db", "logs").code == 0)
      let passed = try place.run("check", "--store", "s.db")
      #expect(passed.code == 0 && passed.output.contains("\npassed: no findings\n"), "\(passed)")
      let shown = try place.run("show", "l1", "--store", "s.db")
      #expect(shown.code == 0 && !shown.errors.contains("not read"), "\(shown)")
      for file in ["s.db", "s.db-wal", "s.db-shm"] { try? FileManager.default.removeItem(atPath: place.file(file)) }
    }
  }
}
