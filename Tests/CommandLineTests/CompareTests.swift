import Foundation
import Testing

/// The built `tracetool compare`, from logs to exit codes.
@Suite(.tags(.large)) struct CompareTests {
  private let place = Workplace()

  private func write(_ name: String, _ version: String, start: Int = 0, _ add: (inout MadeLaunches) -> Void) throws {
    var launches = MadeLaunches(version, start: start)
    add(&launches)
    try place.write(name, launches.lines)
  }

  /// The first row of a kind and measure.
  private func row(_ outcome: Outcome, kind: String = "warm", measure: String = "launch") throws -> [String: Any] {
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    return try #require(
      rows.first { $0["kind"] as? String == kind && $0["measure"] as? String == measure }, "\(outcome)")
  }

  private func verdict(_ outcome: Outcome, kind: String = "warm", measure: String = "launch") throws -> String {
    try row(outcome, kind: kind, measure: measure)["verdict"] as? String ?? ""
  }

  @Test func `two logs: slower fails, faster and same do not`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(30, each: 6, around: 400) }
    try write("slow.jsonl", "1.1", start: 900_000) { $0.addDevices(30, each: 6, around: 480) }
    try write("same.jsonl", "1.1", start: 900_000) { $0.addDevices(30, each: 6, around: 402) }
    let slower = try place.run("compare", "base.jsonl", "slow.jsonl", "--format", "json")
    #expect(slower.code == 1)
    #expect(try verdict(slower) == "slower")
    #expect(try row(slower)["differenceNanos"] as? Int == 80_000_000)
    let faster = try place.run("compare", "slow.jsonl", "base.jsonl", "--format", "json")
    #expect(faster.code == 0)
    #expect(try verdict(faster) == "faster")
    #expect(try row(faster)["differenceNanos"] as? Int == -80_000_000)
    let same = try place.run("compare", "base.jsonl", "same.jsonl", "--format", "json")
    #expect(same.code == 0)
    #expect(try verdict(same) == "same")
    let table = try place.run("compare", "base.jsonl", "slow.jsonl")
    #expect(table.output.contains("slower"))
    #expect(table.output.contains("Phases around the median of warm launches, together "))
  }

  @Test func `a store with two versions, the same from its logs, and from two stores`() throws {
    try write("logs/a.jsonl", "1.0") { $0.addDevices(12, each: 8, around: 400) }
    try write("logs/b.jsonl", "1.1", start: 900_000) { $0.addDevices(12, each: 8, around: 500) }
    #expect(try place.run("ingest", "logs").code == 0)
    let stored = try place.run("compare", "1.0", "1.1", "--format", "json")
    #expect(stored.code == 1)
    let logs = try place.run("compare", "1.0", "1.1", "logs", "--format", "json")
    #expect(logs.output == stored.output)
    let named = try place.run("compare", "appVersion=1.0", "appVersion=1.1", "--format", "json")
    #expect(named.output.replacing("appVersion=", with: "") == stored.output)
    for (name, log) in [("a", "logs/a.jsonl"), ("b", "logs/b.jsonl")] {
      #expect(try place.run("ingest", log, "--store", "\(name).db").code == 0)
    }
    let stores = try place.run("compare", "a.db", "b.db", "--format", "json")
    let files = try place.run("compare", "logs/a.jsonl", "logs/b.jsonl", "--format", "json")
    #expect(stores.code == 1)
    #expect(
      stores.output.replacing(".db", with: "")
        == files.output.replacing(".jsonl", with: "").replacing("logs/", with: ""))
    let store = try place.run("compare", "tracetool.db", "logs/b.jsonl", "--app-version", "1.1", "--format", "json")
    #expect(store.code == 0)
    #expect(try verdict(store, kind: "cold") == "undecided" || verdict(store, kind: "cold") == "same")
  }

  @Test func `a difference of about the margin stays undecided, and no more launches are asked for`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(30, each: 8, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(30, each: 8, around: 419) }
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json", "--fail-on", "undecided")
    #expect(outcome.code == 3)
    #expect(try row(outcome, measure: "p90")["reason"] as? String == "nearMargin")
    #expect(try row(outcome, measure: "p90")["neededLaunches"] == nil)
    let table = try place.run("compare", "base.jsonl", "head.jsonl")
    #expect(table.output.contains("it may be less or more than 21.9 ms, the least that matters"))
  }

  @Test func `the order of logs and their copies change no byte`() throws {
    try write("logs/a.jsonl", "1.0") { $0.addDevices(9, each: 7, around: 400) }
    try write("logs/b.jsonl", "1.1", start: 900_000) { $0.addDevices(9, each: 7, around: 470) }
    let once = try place.run("compare", "1.0", "1.1", "logs", "--format", "json")
    let lines = try place.read("logs/a.jsonl").split(separator: "\n").map(String.init)
    let more = try place.read("logs/b.jsonl").split(separator: "\n").map(String.init)
    var groups = Dictionary(grouping: lines + more) { $0.split(separator: "\"launch\":")[1].prefix(20) }.values.map(
      \.self)
    groups.sort { $0[0] > $1[0] }
    try place.write("other/all.jsonl", groups.flatMap(\.self))
    try place.write("other/copy.jsonl", lines)
    let again = try place.run("compare", "1.0", "1.1", "other", "--format", "json")
    #expect(again.output == once.output)
  }

  @Test func `other models in head are no difference of the code`() throws {
    try write("base.jsonl", "1.0") { log in
      log.addDevices(12, each: 6, around: 300)
      log.model = "iPhone10,3"
      log.addDevices(5, each: 6, around: 700)
    }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      log.addDevices(5, each: 6, around: 300)
      log.model = "iPhone10,3"
      log.addDevices(12, each: 6, around: 700)
    }
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json", "--margin", "20%")
    #expect(outcome.code == 0)
    #expect(try row(outcome)["unadjustedNanos"] as? Int ?? 0 > 300_000_000)
    #expect(try ["same", "undecided"].contains(verdict(outcome)))
    let table = try place.run("compare", "base.jsonl", "head.jsonl")
    #expect(table.output.contains("ran on other models and systems"))
  }

  @Test func `models that only one side has are not compared`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(6, each: 6, around: 300) }
    try write("head.jsonl", "1.1") { log in
      log.model = "iPhone10,3"
      log.addDevices(6, each: 6, around: 700)
    }
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json", "--fail-on", "undecided")
    #expect(outcome.code == 3)
    #expect(try row(outcome)["reason"] as? String == "tooFewAlike")
  }

  @Test func `a laboratory: the same devices are compared with themselves`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(3, each: 20, around: 400, spread: 30) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(3, each: 20, around: 440, spread: 30) }
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    #expect(outcome.code == 1)
    let row = try row(outcome)
    #expect(row["comparedBy"] as? String == "devices")
    #expect(row["strata"] as? Int == 3)
    #expect(row["isNotInterleaved"] as? Bool == true)
    let table = try place.run("compare", "base.jsonl", "head.jsonl")
    #expect(table.output.contains("compared device by device"))
    #expect(table.output.contains("On each device one version ran after the other"))
    // Base after head is not in turns, either.
    let back = try place.run("compare", "head.jsonl", "base.jsonl", "--format", "json")
    #expect(try self.row(back)["isNotInterleaved"] as? Bool == true)
  }

  @Test func `few devices, equal times and launches without a device`() throws {
    try write("one.jsonl", "1.0") { $0.add([400, 410, 420, 430, 440, 450], device: "a") }
    try write("other.jsonl", "1.1") { $0.add([500, 510, 520, 530, 540, 550], device: "b") }
    let few = try place.run("compare", "one.jsonl", "other.jsonl", "--format", "json")
    #expect(few.code == 0)
    #expect(try row(few)["reason"] as? String == "tooFewDevices")
    try write("flat.jsonl", "1.0") { $0.add([Int](repeating: 397, count: 9), device: "") }
    try write("flat2.jsonl", "1.1") { $0.add([Int](repeating: 397, count: 9), device: "") }
    let flat = try place.run("compare", "flat.jsonl", "flat2.jsonl", "--format", "json")
    let equal = try row(flat, kind: "unclassified")
    #expect(equal["verdict"] as? String == "same")
    #expect(["differenceNanos", "lowNanos", "highNanos"].map { equal[$0] as? Int } == [0, 0, 0])
    try write("later.jsonl", "1.1") { $0.add((0..<40).map { 500 + $0 % 5 }, device: "") }
    try write("sooner.jsonl", "1.0") { $0.add((0..<40).map { 400 + $0 % 5 }, device: "") }
    let independent = try place.run("compare", "sooner.jsonl", "later.jsonl", "--format", "json")
    #expect(independent.code == 1)
    #expect(try row(independent, kind: "unclassified")["differenceNanos"] as? Int == 100_000_000)
  }

  @Test func `one device with half of the launches counts as one, and an outlier moves little`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(10, each: 6, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      log.addDevices(10, each: 6, around: 400)
      log.add((0..<60).map { 700 + $0 % 7 }, device: "heavy")
    }
    let heavy = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    #expect(heavy.code == 0)
    #expect(try verdict(heavy) != "slower")
    try write("wild.jsonl", "1.1", start: 900_000) { log in
      log.addDevices(10, each: 6, around: 400)
      log.add([400, 19_000, 400, 400], device: "wild")
    }
    let wild = try place.run("compare", "base.jsonl", "wild.jsonl", "--format", "json")
    #expect(try (row(wild)["differenceNanos"] as? Int ?? .max).magnitude < 5_000_000)
  }

  @Test func `findings: new, gone, and not recorded in base`() throws {
    let ended = [
      (millisecond: 10, json: #""event":"task.begin","task":1,"name":"sync""#),
      (millisecond: 20, json: #""event":"task.end","task":1"#),
    ]
    let endedTwice = ended + [(millisecond: 30, json: #""event":"task.end","task":1"#)]
    try write("base.jsonl", "1.0") { $0.add([Int](repeating: 400, count: 12), device: "a", events: ended) }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      log.add([Int](repeating: 400, count: 5), device: "a", events: ended)
      log.add([Int](repeating: 400, count: 7), device: "a", after: 50_000, events: endedTwice)
    }
    try write("bare.jsonl", "1.0") { $0.add([Int](repeating: 400, count: 12), device: "a") }
    func changes(_ base: String, _ head: String) throws -> Set<String> {
      let outcome = try place.run("compare", base, head, "--format", "json")
      let findings = outcome.document["findings"] as? [[String: Any]] ?? []
      return Set(
        findings.filter { $0["rule"] as? String == "order.task" }
          .compactMap { $0["change"] as? String })
    }
    #expect(try changes("base.jsonl", "head.jsonl") == ["new"])
    #expect(try changes("head.jsonl", "base.jsonl") == ["gone"])
    #expect(try changes("bare.jsonl", "head.jsonl") == ["notRecordedInBase"])
    #expect(try changes("head.jsonl", "head.jsonl") == [])
    #expect(try place.run("compare", "base.jsonl", "head.jsonl").code == 0)
    #expect(try place.run("compare", "base.jsonl", "head.jsonl", "--fail-on", "findings").code == 1)
    #expect(try place.run("compare", "bare.jsonl", "head.jsonl", "--fail-on", "findings").code == 0)
  }

  /// An event of a link that opens, so many milliseconds after the first frame.
  private func opened(_ milliseconds: Int...) -> [(millisecond: Int, json: String)] {
    milliseconds.map { (millisecond: $0, json: #""event":"app.openURL""#) }
  }

  @Test func `transitions that only one side has are the same from logs and stores`() throws {
    let times = (0..<40).map { 400 + $0 % 9 }
    try write("logs/a.jsonl", "1.0") { $0.add(times, device: "", events: opened(10)) }
    try write("logs/b.jsonl", "1.1", start: 900_000) { $0.add(times, device: "", events: opened(10, 30)) }
    let files = try place.run("compare", "logs/a.jsonl", "logs/b.jsonl", "--format", "json")
    #expect(files.code == 0)
    let transitions = files.document["transitions"] as? [[String: Any]] ?? []
    let transition = try #require(transitions.first)
    #expect(transitions.count == 1)
    #expect(
      ["only", "machine", "from", "to"].map { transition[$0] as? String } == [
        "head", "app", "app.openURL", "app.openURL",
      ])
    #expect(["baseLaunches", "baseOf", "headLaunches", "headOf"].map { transition[$0] as? Int } == [0, 40, 40, 40])
    #expect(["baseExample", "headExample"].map { transition[$0] as? String } == ["1.0--1", "1.1--1"])
    for name in ["a", "b"] {
      #expect(try place.run("ingest", "logs/\(name).jsonl", "--store", "\(name).db").code == 0)
    }
    func unnamed(_ outcome: Outcome) -> String {
      [".db", ".jsonl", "logs/"].reduce(outcome.output) { $0.replacing($1, with: "") }
    }
    let stores = try place.run("compare", "a.db", "b.db", "--format", "json")
    #expect(unnamed(stores) == unnamed(files))
    #expect(try place.run("ingest", "logs").code == 0)
    let stored = try place.run("compare", "1.0", "1.1", "--format", "json")
    #expect(unnamed(stored).replacing("\"1.0\"", with: "\"a\"").replacing("\"1.1\"", with: "\"b\"") == unnamed(files))
    #expect(try place.run("store", "verify").code == 0)
    let shown = try place.run("show", "1.1--1", "logs/b.jsonl")
    #expect(shown.output.contains("app.openURL"))

    let words = "only in logs/b.jsonl: app.openURL twice in a row, in 40 of 40 unclassified launches"
    let show = "show 1.1--1 of logs/b.jsonl against 1.0--1 of logs/a.jsonl"
    let table = try place.run("compare", "logs/a.jsonl", "logs/b.jsonl").output
    #expect(table.contains("Order: 1 only in logs/b.jsonl\n"))
    #expect(table.contains(show))
    let markdown = try place.run("compare", "logs/a.jsonl", "logs/b.jsonl", "--format", "markdown").output
    #expect(markdown.contains("- `\(words)`: `\(show)`\n"))
    let github = try place.run("compare", "logs/a.jsonl", "logs/b.jsonl", "--format", "github").output
    #expect(github.contains("::notice title=order of events::\(words)"))
    let same = try place.run("compare", "logs/a.jsonl", "logs/a.jsonl")
    #expect(same.output.contains("Order: no transition only in "))
  }

  @Test func `a side that is one device with most of the launches gets no verdict, whichever side it is`() throws {
    try write("heavy.jsonl", "1.0") { $0.add((0..<200).map { 380 + $0 % 41 }, device: "heavy") }
    try write("light.jsonl", "1.1", start: 900_000) { $0.addDevices(20, each: 3, around: 500) }
    for sides in [["heavy.jsonl", "light.jsonl"], ["light.jsonl", "heavy.jsonl"]] {
      let outcome = try place.run(["compare"] + sides + ["--format", "json"])
      #expect(outcome.code == 0)
      for measure in ["launch", "p90"] {
        #expect(try verdict(outcome, measure: measure) == "undecided")
        #expect(try row(outcome, measure: measure)["reason"] as? String == "tooFewDevices")
      }
    }
  }

  @Test func `two devices are too few, and the row says how many are the least`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(2, each: 8, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      for device in 0..<2 { log.add((0..<8).map { 480 + $0 * 7 }, device: "other-\(device)") }
    }
    let table = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(table.contains("2 and 2 devices are too few: three a side"), "\(table)")
  }

  @Test func `where more launches are slow the medians may move far, and that is not the same`() throws {
    func log(_ name: String, _ version: String, slow: Int) throws {
      try write(name, version) { log in
        for device in 0..<40 {
          log.add((0..<25).map { (device * 7 + $0 * 3) % 100 < slow ? 490 + $0 : 290 + $0 }, device: "\(device)")
        }
      }
    }
    try log("base.jsonl", "1.0", slow: 40)
    try log("head.jsonl", "1.1", slow: 56)
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    #expect(try verdict(outcome) != "same")
  }

  @Test func `a finding in one of many launches is not gone from a few launches`() throws {
    let twice = [
      (millisecond: 10, json: #""event":"task.begin","task":1,"name":"sync""#),
      (millisecond: 20, json: #""event":"task.end","task":1"#),
      (millisecond: 30, json: #""event":"task.end","task":1"#),
    ]
    try write("many.jsonl", "1.0") { log in
      log.add([Int](repeating: 400, count: 99), device: "a", events: Array(twice.prefix(2)))
      log.add([400], device: "b", events: twice)
    }
    try write("few.jsonl", "1.1", start: 900_000) { log in
      log.add([Int](repeating: 400, count: 10), device: "a", events: Array(twice.prefix(2)))
    }
    func change(_ base: String, _ head: String) throws -> String? {
      let outcome = try place.run("compare", base, head, "--format", "json", "--fail-on", "findings")
      #expect(outcome.code == 0)
      let findings = outcome.document["findings"] as? [[String: Any]] ?? []
      return findings.first { $0["rule"] as? String == "order.task" }?["change"] as? String
    }
    #expect(try change("many.jsonl", "few.jsonl") == "inBaseOnly")
    #expect(try change("few.jsonl", "many.jsonl") == "inHeadOnly")
  }

  @Test func `slow launches are compared by the rows, not as findings`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 300) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(20, each: 6, around: 3000) }
    let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json")
    let findings = outcome.document["findings"] as? [[String: Any]] ?? []
    #expect(try verdict(outcome) == "slower")
    #expect(!findings.contains { ($0["rule"] as? String ?? "").hasPrefix("launch.slow") })
    let check = try place.run("check", "head.jsonl", "--format", "json", "--fail-on", "never")
    #expect(check.output.contains(#""launch.slow""#))
  }

  @Test func `logs without devices or models say what that means`() throws {
    try write("base.jsonl", "1.0") { $0.add((0..<30).map { 400 + $0 % 7 }, device: "") }
    try write("head.jsonl", "1.1") { $0.add((0..<30).map { 500 + $0 % 7 }, device: "") }
    let table = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(table.contains("name no device: if devices launched several times, the intervals are too narrow"))
    #expect(table.contains("compared within models and systems"))
    for name in ["base", "head"] {
      let text = try place.read("\(name).jsonl").replacing(#""deviceModel":"iPhone14,5","#, with: "")
      try place.write("\(name).jsonl", text.split(separator: "\n").map(String.init))
    }
    let unknown = try place.run("compare", "base.jsonl", "head.jsonl").output
    #expect(unknown.contains("compared as if of one model"))
    #expect(!unknown.contains("model and system") && !unknown.contains("other models"))
  }

  /// Events by which an app leaves for the background twice, and returns in so many milliseconds.
  private func returns(_ milliseconds: Int, _ more: Int) -> [(millisecond: Int, json: String)] {
    [milliseconds, more].enumerated().flatMap { place, time in
      let start = 10_000 + place * 60_000
      return [
        (start, "app.willResignActive"), (start + 500, "app.didEnterBackground"),
        (start + 20_000, "app.willEnterForeground"), (start + 20_000 + time, "app.didBecomeActive"),
      ].map { ($0, #""event":"\#($1)""#) }
    }
  }

  /// Adds devices whose launches take the same on both sides, and whose resumes take so many milliseconds about.
  private func addResumes(_ log: inout MadeLaunches, around time: Int, more: String = "") {
    for device in 0..<12 {
      for launch in 0..<4 {
        var events = returns(time + (device * 37 % 11) * 6 + launch * 5, time + (device * 29 % 13) * 5)
        if !more.isEmpty { events.append((1, more)) }
        log.add([400 + (device * 53 % 17) * 4], device: "d\(device)", after: launch * 7200, events: events)
      }
    }
  }

  @Test func `resumes of all launches, the same from logs and a store`() throws {
    try write("logs/a.jsonl", "1.0") { addResumes(&$0, around: 200) }
    try write("logs/b.jsonl", "1.1", start: 900_000) { addResumes(&$0, around: 260) }
    let words = ["--measure", "launch,resume", "--percentiles", "none", "--format", "json"]
    let logs = try place.run(["compare", "1.0", "1.1", "logs"] + words)
    #expect(logs.code == 1)
    let row = try row(logs, kind: "all", measure: "resume")
    #expect(row["verdict"] as? String == "slower")
    #expect(row["differenceNanos"] as? Int == 60_000_000)
    #expect((row["base"] as? [String: Any])?["launches"] as? Int == 96)
    #expect(try self.row(logs)["differenceNanos"] as? Int == 0, "launches take as long")
    #expect(try place.run("ingest", "logs").code == 0)
    let stored = try place.run(["compare", "1.0", "1.1"] + words)
    #expect(stored.output == logs.output)
    let table = try place.run("compare", "1.0", "1.1", "--measure", "resume")
    #expect(table.output.contains("96 resumes against 96"))
    let github = try place.run("compare", "1.0", "1.1", "--measure", "resume", "--format", "github")
    #expect(github.output.contains("::error title=resume::resume: slower, +60.0 ms"))
  }

  @Test func `resumes on a simulator count only if they are included, and none is said so`() throws {
    let simulated = #""event":"memory.sample","simulator":true,"memory":1"#
    try write("base.jsonl", "1.0") { addResumes(&$0, around: 200, more: simulated) }
    try write("head.jsonl", "1.1", start: 900_000) { addResumes(&$0, around: 260, more: simulated) }
    let left = try place.run("compare", "base.jsonl", "head.jsonl", "--measure", "resume", "--format", "json")
    #expect(left.document["missingMeasures"] as? [String] == ["resume"])
    let table = try place.run("compare", "base.jsonl", "head.jsonl", "--measure", "resume").output
    #expect(table.contains("Not compared, as the logs of neither side show it: resume."))
    let included = try place.run(
      "compare", "base.jsonl", "head.jsonl", "--measure", "resume", "--include", "simulator", "--format", "json")
    #expect(try verdict(included, kind: "all", measure: "resume") == "slower")
    #expect(included.document["missingMeasures"] == nil)
  }

  @Test func `a version whose slow resumes are killed is not faster`() throws {
    func log(_ name: String, _ version: String, limit: Int?) throws {
      try write(name, version, start: limit == nil ? 0 : 900_000) { log in
        for device in 0..<20 {
          for launch in 0..<5 {
            let time = 200 + (device * 37 + launch * 53) % 41 * 2 - (limit == nil ? 0 : 40)
            var events = returns(time, 210)
            if let limit, time > limit {
              events.removeLast(5)
              events.append((40_000, #""event":"process.exit","reason":"watchdog","source":"system""#))
            }
            log.add([400 + launch], device: "d\(device)", after: launch * 7200, events: events)
          }
        }
      }
    }
    try log("base.jsonl", "1.0", limit: nil)
    try log("head.jsonl", "1.1", limit: 215)
    let words = ["compare", "base.jsonl", "head.jsonl", "--measure", "resume"]
    let outcome = try place.run(words + ["--format", "json"])
    #expect(try verdict(outcome, kind: "all", measure: "resume") == "undecided")
    #expect(try row(outcome, kind: "all", measure: "resume")["reason"] as? String == "unfinished")
    #expect(try place.run(words).output.contains("more resumes have no end: it would not hold"))
  }

  @Test func `a version that dies before anything shows what it was launched for is not faster`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 440) }
    var head = MadeLaunches("1.1", start: 900_000)
    head.addDevices(20, each: 6, around: 400)
    // Every second launch ends before its first frame.
    let launches = Dictionary(grouping: head.lines) { $0.split(separator: "\"launch\":\"")[1].prefix { $0 != "\"" } }
    let lines = launches.sorted { $0.key < $1.key }.enumerated().flatMap { place, launch -> [String] in
      if place % 2 > 0 { return launch.value }
      let exit = launch.value[1].replacing("process.main\"", with: "process.exit\",\"reason\":\"watchdog\"")
      return [launch.value[0], launch.value[1], exit]
    }
    try place.write("head.jsonl", lines)
    let words = ["compare", "base.jsonl", "head.jsonl", "--percentiles", "none"]
    let outcome = try place.run(words + ["--format", "json"])
    #expect(try row(outcome)["reason"] as? String == "unfinished", "\(outcome.output)")
    #expect(try place.run(words).output.contains("0 and 60 more launches have no end"))
    // Nothing shows that they were launched in the background.
    #expect(try !place.run(words).output.contains("in the background"))
  }

  @Test(arguments: ["on a simulator", "in a log that begins later"])
  func `launches that died and would not count anyway change no verdict`(_ case: String) throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 480) }
    var head = MadeLaunches("1.1", start: 900_000)
    head.addDevices(20, each: 6, around: 400)
    let died = (0..<200).flatMap { number -> [String] in
      let start = #"{"time":17609\#(10_000 + number)000000000,"launch":"died-\#(number)","device":"d\#(number % 20)","#
      let first =
        `case` == "on a simulator"
        ? #""simulator":true,"event":"process.start"}"# : #""event":"app.didEnterBackground"}"#
      let end = #""event":"process.exit","reason":"watchdog","source":"system"}"#
      return [start + #""app":"com.example.shop","# + first, start.replacing("000000000,", with: "500000000,") + end]
    }
    try place.write("head.jsonl", head.lines + died)
    let outcome = try place.run(
      "compare", "base.jsonl", "head.jsonl", "--percentiles", "none", "--format", "json")
    #expect(try verdict(outcome) == "faster", "\(outcome.output)")
    #expect((try row(outcome)["head"] as? [String: Any])?["unfinished"] == nil)
  }

  @Test func `a clock with steps of 100 ms decides nothing that is finer`() throws {
    try write("fine.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 440) }
    let lines = try place.read("fine.jsonl").split(separator: "\n").map { line -> String in
      let time = line.dropFirst(8).prefix { $0.isNumber }
      return String(line).replacing(time, with: "\((Int(time) ?? 0) / 100_000_000 * 100_000_000)")
    }
    try place.write("coarse.jsonl", lines.map { $0.replacing("\"1.0", with: "\"1.1") })
    for sides in [["fine.jsonl", "coarse.jsonl"], ["coarse.jsonl", "fine.jsonl"], ["coarse.jsonl", "coarse.jsonl"]] {
      let outcome = try place.run(["compare"] + sides + ["--percentiles", "none", "--format", "json"])
      #expect(outcome.code == 0)
      #expect(try row(outcome)["reason"] as? String == "coarseClock", "\(sides)")
      #expect(try row(outcome)["clockSlackNanos"] as? Int == 200_000_000)
    }
  }

  @Test func `two compressed sides that are read at once say nothing of the programs that unpack them`() throws {
    let sides = ["notes-app", "notes-scenes"].map { "\(Built.project)/Tests/Samples/\($0).jsonl.gz" }
    for _ in 0..<12 {
      let outcome = try place.run(["compare"] + sides)
      #expect(outcome.code == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
  }

  @Test func `of copies the fullest one counts`() throws {
    try write("base.jsonl", "1.0") { log in
      for device in 0..<6 { log.add([400, 410, 390, 405, 400], device: "d\(device)", events: returns(197, 197)) }
    }
    let lines = try place.read("base.jsonl").split(separator: "\n").map(String.init)
    let ids = lines.map { $0.replacing("\"launch\":\"1.0", with: "\"launch\":\"0.9") }
    let cut = stride(from: 0, to: ids.count, by: 13).flatMap { ids[$0..<$0 + 9] }
    try place.write("copied.jsonl", cut + lines)
    let outcome = try place.run(
      "compare", "base.jsonl", "copied.jsonl", "--measure", "resume", "--format", "json")
    let row = try row(outcome, kind: "all", measure: "resume")
    #expect((row["head"] as? [String: Any])?["launches"] as? Int == 60)
    #expect(row["verdict"] as? String == "same")
  }

  @Test func `rows of phases, percentiles and dimensions share the error`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(20, each: 6, around: 480) }
    let outcome = try place.run(
      "compare", "base.jsonl", "head.jsonl", "--format", "json", "--percentiles", "50,90", "--measure",
      "launch,phase.launching", "--by", "deviceModel")
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    let measures = rows.filter { $0["kind"] as? String == "warm" }.compactMap { $0["measure"] as? String }
    #expect(measures == ["launch", "p50", "p90", "phase.launching", "launch", "p50", "p90", "phase.launching"])
    let alone = try place.run("compare", "base.jsonl", "head.jsonl", "--format", "json", "--percentiles", "none")
    func width(_ outcome: Outcome) throws -> Int {
      let row = try row(outcome)
      return (row["highNanos"] as? Int ?? 0) - (row["lowNanos"] as? Int ?? 0)
    }
    #expect(try width(alone) < width(outcome))
    #expect(outcome.document["intervals"] as? Int ?? 0 > alone.document["intervals"] as? Int ?? 0)
  }

  @Test func `rows on all launches, on a value and on launches without one are told apart`() throws {
    try write("base.jsonl", "1.0") { log in
      log.addDevices(8, each: 6, around: 400)
      log.model = ""
      log.addDevices(8, each: 6, around: 400)
    }
    try write("head.jsonl", "1.1", start: 900_000) { log in
      log.addDevices(8, each: 6, around: 400)
      log.model = ""
      log.addDevices(8, each: 6, around: 400)
    }
    let words = ["compare", "base.jsonl", "head.jsonl", "--by", "deviceModel", "--percentiles", "none"]
    let table = try place.run(words).output
    let firsts = table.split(separator: "\n").filter { $0.contains(" warm ") }.map { $0.prefix { $0 != " " } }
    #expect(firsts == ["all", "-", "iPhone14,5"])
    let csv = try place.run(words + ["--format", "csv"]).output
    let cells = csv.split(separator: "\r\n").filter { $0.contains(",warm,") }.map { $0.prefix { $0 != "w" } }
    #expect(cells == ["all,", ",", "\"iPhone14,5\","])
    let markdown = try place.run(words + ["--format", "markdown"]).output
    for row in ["| warm | launch |", "| warm, deviceModel unknown | launch |", "| warm `iPhone14,5` | launch |"] {
      #expect(markdown.contains(row), "\(markdown)")
    }
    let github = try place.run(words + ["--format", "github", "--margin", "1%,1ms"]).output
    #expect(github.contains("warm launch, deviceModel unknown: "), "\(github)")
  }

  @Test func `values of a dimension that one side alone has are named`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(8, each: 6, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(8, each: 6, around: 400) }
    let table = try place.run("compare", "base.jsonl", "head.jsonl", "--by", "appVersion").output
    #expect(table.contains("\nOn one side alone, and not compared: appVersion 1.0, appVersion 1.1.\n"), "\(table)")
    let document = try place.run("compare", "base.jsonl", "head.jsonl", "--by", "appVersion", "--format", "json")
      .document
    #expect(
      document["valuesOfOneSide"] as? [[String: String]] == [
        ["dimension": "appVersion", "value": "1.0"], ["dimension": "appVersion", "value": "1.1"],
      ])
    let both = try place.run("compare", "base.jsonl", "head.jsonl", "--by", "os", "--format", "json").document
    #expect(both["rows"] != nil && both["valuesOfOneSide"] == nil)
  }

  @Test(arguments: [
    ("compare 1.0", 2, "HEAD is missing"), ("compare", 2, "BASE is missing"),
    ("compare 1.0 9.9 a.jsonl", 3, "none of 6 launches is of '9.9'\n  appVersion: 1.0 (6 launches)"),
    ("compare 1.0 b/c.jsonl a.jsonl", 4, "cannot open 'b/c.jsonl'"),
    ("compare - -", 2, "only one side can be standard input"),
    ("compare osx=1 1.0 a.jsonl", 2, "'osx' is no field"),
    ("compare a.jsonl a.jsonl a.jsonl", 2, "both sides are paths, so 'a.jsonl' is not read"),
    ("compare a.jsonl a.jsonl --margin 5", 2, "needs a share, a duration or both, as in 5%,10ms, not '5'"),
    ("compare a.jsonl a.jsonl --percentiles 100", 2, "needs a percentile from 1 to 99"),
    ("compare a.jsonl a.jsonl --by kind", 2, "'kind' is none of"),
    ("compare 1.0 1.1 --store nowhere.db", 4, "nowhere.db"),
    ("compare a.jsonl none.jsonl", 3, "neither times nor shares are on both sides: only findings were compared"),
  ])
  func `a wrong command line says what is wrong`(line: String, code: Int, words: String) throws {
    try write("a.jsonl", "1.0") { $0.addDevices(1, each: 6, around: 400) }
    try place.write("none.jsonl", [#"{"time":1760000000000000000,"event":"app.didBecomeActive","launch":"x"}"#])
    let outcome = try place.run(line.split(separator: " ").map(String.init))
    #expect(outcome.code == Int32(code), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `formats for people, programs and CI systems`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(20, each: 6, around: 480) }
    func run(_ format: String) throws -> String {
      let outcome = try place.run("compare", "base.jsonl", "head.jsonl", "--format", format)
      #expect(outcome.code == 1)
      return outcome.output
    }
    let csv = try run("csv")
    #expect(csv.hasPrefix("kind,measure,from,to,baseNanos,headNanos,differenceNanos,"))
    let github = try run("github")
    #expect(github.contains("::error title=launch time::warm launch: slower, +80.0 ms"))
    let markdown = try run("markdown")
    #expect(markdown.hasPrefix("<!-- tracetool:compare -->\n**"))
    #expect(markdown.contains("| warm | launch | "))
    #expect(try run("table").split(separator: "\n").first?.hasPrefix("base.jsonl (120 launches on 20 devices)") == true)
    let also = try place.run("compare", "base.jsonl", "head.jsonl", "--also", "markdown=out.md")
    #expect(also.code == 1)
    #expect(try place.read("out.md") == markdown)
  }

  @Test func `documents of the schema`() throws {
    try write("base.jsonl", "1.0") { $0.addDevices(20, each: 6, around: 400) }
    try write("head.jsonl", "1.1", start: 900_000) { $0.addDevices(20, each: 6, around: 480) }
    try write("lab.jsonl", "1.1") { $0.add([400, 410, 420, 430, 440, 450], device: "a") }
    let times = [Int](repeating: 400, count: 30)
    try write("once.jsonl", "1.0") { $0.add(times, device: "", events: opened(10)) }
    try write("twice.jsonl", "1.1") { $0.add(times, device: "", events: opened(10, 30)) }
    try place.write("shop.jsonl", try Built.sample("shop"))
    let lines: [String: [String]] = [
      "models": ["base.jsonl", "head.jsonl", "--by", "deviceModel"], "few": ["lab.jsonl", "lab.jsonl"],
      "order": ["once.jsonl", "twice.jsonl"],
      "shop": ["4.8.0", "4.9.0", "shop.jsonl", "--measure", "launch,phase.appInit"],
      "resumes": [
        "4.8.0", "4.9.0", "shop.jsonl", "--measure", "resume,phase.appInit", "--percentiles", "none",
      ],
      "none": ["once.jsonl", "twice.jsonl", "--measure", "resume"],
    ]
    let folder = ProcessInfo.processInfo.environment["TRACETOOL_DOCUMENTS"]
    for (name, words) in lines.sorted(by: { $0.key < $1.key }) {
      let outcome = try place.run(["compare"] + words + ["--format", "json"])
      #expect(outcome.document["schema"] as? String == "tracetool.compare/1")
      guard let folder else { continue }
      try Data(outcome.output.utf8).write(to: URL(fileURLWithPath: "\(folder)/compare-\(name).json"))
    }
  }
}
