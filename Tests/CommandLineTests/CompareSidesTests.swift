import Foundation
import Testing

/// What `tracetool compare` takes for a side.
@Suite(.tags(.large)) struct CompareSidesTests {
  private let place = Workplace()

  /// A log of two models on two systems, and of two devices that were updated from one to the other.
  private func writeFleet() throws {
    var lines: [String] = []
    let fleet = [
      ("iPhone16,1", "17.4", 300), ("iPhone16,1", "18.1", 380),
      ("iPhone17,3", "17.4", 260), ("iPhone17,3", "18.1", 340),
    ]
    for (model, system, time) in fleet {
      var launches = MadeLaunches("1.0", start: system == "17.4" ? 0 : 900_000)
      launches.model = model
      launches.addDevices(8, each: 6, around: time)
      lines += launches.lines.map { line in
        line.replacing(#""1.0-"#, with: #""\#(system)-"#)
          .replacing(#""osVersion":"18.1""#, with: #""osVersion":"\#(system)""#)
      }
    }
    try place.write("fleet.jsonl", lines)
  }

  /// The verdicts of warm launches, and the words of the table's heading behind "compared".
  private func compare(_ base: String, _ head: String, _ more: String...) throws -> (verdict: String, how: String) {
    let words = ["compare", base, head, "fleet.jsonl", "--where", "kind=warm", "--percentiles", "none"] + more
    let outcome = try place.run(words + ["--format", "json"])
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    let heading = try place.run(words).output.split(separator: "\n").first ?? ""
    let how = heading.split(separator: ", compared ").last ?? ""
    return (rows.first?["verdict"] as? String ?? outcome.errors, String(how))
  }

  @Test func `the log of two versions may be named before or behind them`() throws {
    try place.write("versions.jsonl.gz", try Built.sample(file: "versions.jsonl.gz"))
    let usual = try place.run("compare", "4.8.0", "4.9.0", "versions.jsonl.gz")
    #expect(usual.code == 1)
    #expect(try place.run("compare", "versions.jsonl.gz", "4.8.0", "4.9.0").output == usual.output)
  }

  @Test func `sides that are selected by system or model are compared across it`() throws {
    try writeFleet()
    #expect(try compare("os=17", "os=18") == ("slower", "device by device"))
    #expect(try compare("os=17,deviceModel=iPhone16,1", "os=18,deviceModel=iPhone17,3").verdict == "slower")
    #expect(try compare("deviceModel=iPhone16,1", "deviceModel=iPhone17,3") == ("faster", "within systems"))
    #expect(try compare("deviceModel=iPhone16,1,os=17", "os=18,deviceModel=iPhone16,1").verdict == "slower")
    let across = try place.run(
      "compare", "os=17,deviceModel=iPhone16,1", "os=18,deviceModel=iPhone17,3", "fleet.jsonl", "--format",
      "json")
    #expect(across.document["comparedAcross"] as? [String] == ["model", "system"])
  }

  @Test func `models and systems that no side is selected by are still kept apart`() throws {
    try writeFleet()
    let words = ["compare", "since=2025-10-09,until=2025-10-15", "since=2025-10-15", "fleet.jsonl"]
    let outcome = try place.run(words + ["--where", "kind=warm", "--format", "json"])
    let rows = outcome.document["rows"] as? [[String: Any]] ?? []
    #expect(rows.first?["reason"] as? String == "tooFewAlike")
    #expect(outcome.document["comparedAcross"] == nil)
    let table = try place.run(words).output
    #expect(table.contains("no model and system has five launches on both sides"))
  }

  @Test func `a build is a side, and an option selects one`() throws {
    for (build, time) in [("71", 400), ("72", 480)] {
      var launches = MadeLaunches("1.0-\(build)", start: build == "71" ? 0 : 900_000)
      launches.addDevices(8, each: 6, around: time)
      let app = #""appVersion":"1.0","appBuild":"\#(build)""#
      let lines = launches.lines.map { $0.replacing(#""appVersion":"1.0-\#(build)""#, with: app) }
      try place.append("fleet.jsonl", lines)
    }
    #expect(try compare("appBuild=71", "appBuild=72").verdict == "slower")
    let same = try place.run(
      "compare", "1.0", "appBuild=72", "fleet.jsonl", "--where", "appBuild=72", "--format", "json")
    #expect(same.document["sharedLaunches"] as? Int == 48)
    let none = try place.run("compare", "appBuild=71", "appBuild=7", "fleet.jsonl")
    #expect(none.errors.contains("none of 96 launches is of 'appBuild=7'"))
  }

  @Test func `standard input and pipes lose no byte`() throws {
    for (version, start) in [("1.0", 0), ("1.1", 900_000)] {
      var launches = MadeLaunches(version, start: start)
      launches.addDevices(8, each: 6, around: 400)
      try place.write("\(version).jsonl", launches.lines)
    }
    func named(_ outcome: Outcome, _ name: String) -> String {
      outcome.output.replacing(#""name":"\#(name)""#, with: #""name":"1.1.jsonl""#)
    }
    let files = try place.run("compare", "1.0.jsonl", "1.1.jsonl", "--format", "json")
    #expect(files.code == 0)
    let piped = try place.run("compare", "1.0.jsonl", "-", "--format", "json", input: place.file("1.1.jsonl"))
    #expect(named(piped, "-") == files.output, "\(piped.errors)")
    let pipe = try place.shell("mkfifo pipe; cat 1.1.jsonl > pipe & $tracetool compare 1.0.jsonl pipe --format json")
    #expect(named(pipe, "pipe") == files.output, "\(pipe.errors)")
  }

  @Test func `a side that leads nowhere or is empty is named`() throws {
    try place.write("base.jsonl", [#"{"time":1760000000000000000,"event":"process.start"}"#])
    try place.write("empty.jsonl", [])
    let nowhere = try place.run("compare", "base.jsonl", "hed")
    #expect(nowhere.code == 4)
    #expect(nowhere.errors.contains("'hed' is no file or folder here, and there is no store 'tracetool.db'"))
    let empty = try place.run("compare", "base.jsonl", "empty.jsonl")
    #expect(empty.code == 3)
    #expect(empty.errors.contains("there is no event in 'empty.jsonl'; check the path"))
  }
}
