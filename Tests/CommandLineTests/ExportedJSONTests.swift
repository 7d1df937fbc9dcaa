import Foundation
import Testing

/// Logs as people export them: JSON documents, archives, keys of their own.
@Suite(.tags(.large)) struct ExportedJSONTests {
  /// The lines of the sample of a shop, and the same in another shape.
  private static func shaped(_ shape: String) throws -> [UInt8] {
    let lines = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    let pretty = try lines.map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let bytes = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys])
      return String(decoding: bytes, as: UTF8.self)
    }
    switch shape {
    case "one line": return Array("[\(lines.joined(separator: ","))]".utf8)
    case "lines": return Array("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)
    case "pretty": return Array("[\(pretty.joined(separator: ", "))]".utf8)
    case "documents": return Array(pretty.joined(separator: "\n").utf8)
    case "wrapped":
      return Array(#"{"page":1,"data":{"logs":[\#(lines.joined(separator: ",\n"))],"next":null}}"#.utf8)
    default: return Array(lines.map { "shop-1  | \($0)\n" }.joined().utf8)
    }
  }

  /// A result without the places that it names.
  private static func unplaced(_ text: String) -> String { withoutInput(text).replacing(/[a-z.\/]+:\d+/, with: "") }

  /// The text without what the commands in it name as their input.
  private static func withoutInput(_ text: String) -> String {
    text.replacing(/(tracetool show [0-9a-f]+) [^ \n]+/) { "\($0.1)" }
  }

  @Test(arguments: ["one line", "lines", "pretty", "documents", "wrapped", "compose"])
  func `a document is judged as its lines are, and taken in once`(shape: String) throws {
    let place = Workplace()
    try place.write("a.jsonl", Built.sample("shop"))
    try place.write("b.json", Self.shaped(shape))
    let expected = try place.run("check", "a.jsonl")
    let outcome = try place.run("check", "b.json")
    #expect(Self.unplaced(outcome.output) == Self.unplaced(expected.output) && outcome.code == 1)
    let said = ["wrapped": "canonical in 'data.logs'", "compose": "canonical after a prefix"][shape]
    #expect(outcome.errors == said.map { "tracetool: b.json: read as \($0)\n" } ?? "")
    #expect(try place.run("ingest", "b.json").output.hasPrefix("517 events of 20 launches: "))
    #expect(try Self.unplaced(place.run("check").output) == Self.unplaced(expected.output))
    #expect(try place.run("ingest", "b.json").output.hasPrefix("nothing new in 1 source\n"))
    #expect(try place.run("ingest", "a.jsonl").output == "no new event in 1 source: 517 events were there before\n")
  }

  /// The fingerprint of the sample's task that ran too long.
  private static func overrun(_ outcome: Outcome) throws -> String {
    let findings = outcome.document["findings"] as? [[String: Any]]
    let found = findings?.first { $0["rule"] as? String == "background.task-overrun" }
    return try #require(found?["fingerprint"] as? String)
  }

  @Test func `a finding names the line on which its record begins, and shows it`() throws {
    let place = Workplace()
    let bytes = try Self.shaped("documents")
    try place.write("b.json", bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let outcome = try place.run("check", "--all", "--format", "json", "b.json")
    let findings = try #require(outcome.document["findings"] as? [[String: Any]])
    let places = findings.compactMap { ($0["source"] as? [String: Any])?["line"] as? Int }
    #expect(places.count > 5 && places.allSatisfy { lines[$0 - 1] == "{" }, "\(places)")
    let shown = try place.run("show", try Self.overrun(outcome), "b.json").output
    #expect(shown.contains("{ \"event\" : \"task.end\", ") && !shown.contains("no longer there"), "\(shown)")
  }

  @Test func `an array that was exported again, with more in it, is gone on with`() throws {
    let place = Workplace()
    let lines = String(decoding: try Built.sample("shop"), as: UTF8.self).split(separator: "\n").map(String.init)
    for count in [100, 101, 517] {
      try place.write("b.json", Array("[\n\(lines[..<count].joined(separator: ",\n"))\n]\n".utf8))
      #expect(try place.run("ingest", "b.json").code == 0)
    }
    try place.write("all.jsonl", Built.sample("shop"))
    #expect(try Database(place.file("tracetool.db")).number("SELECT count(*) FROM sources") == 1)
    #expect(try Self.unplaced(place.run("check").output) == Self.unplaced(place.run("check", "all.jsonl").output))
  }

  @Test(arguments: ["tar -cf all.tar", "tar -czf all.tgz", "tar -cJf all.tar.xz"])
  func `an archive answers as its folder does`(command: String) throws {
    let place = Workplace()
    try place.write("logs/a.jsonl", Built.sample("shop"))
    try place.write("logs/deep/b.jsonl", Built.sample("app-based"))
    try place.write("logs/letter.txt", Data("Dear Sir,\nhello".utf8))
    #expect(try place.shell("cd logs && \(command.replacing("all", with: "../all")) -- *").code == 0)
    let archive = String(command.split(separator: " ").last ?? "")
    let answer = try place.run("check", archive)
    let expected = try place.run("check", "logs")
    let renamed = Self.withoutInput(answer.output.replacing("\(archive)/", with: "logs/"))
    #expect(renamed == Self.withoutInput(expected.output) && answer.code == expected.code)
    #expect(answer.errors.replacing("\(archive)/", with: "logs/") == expected.errors)
    #expect(answer.output.contains("\(archive)/a.jsonl:391"))
    #expect(try place.run("ingest", archive).output.hasPrefix("621 events of "))
    for again in [archive, "logs"] {
      #expect(try place.run("ingest", again).output == "nothing new in 2 sources\n1 file was skipped\n")
    }
    let shown = try place.run("show", try Self.overrun(place.run("check", "--format", "json")), archive)
    #expect(shown.output.contains("\(archive)/a.jsonl:310") && !shown.output.contains("no longer there"), "\(shown)")
  }

  @Test func `an archive that breaks off is exit code 3, and what came before is stored`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Built.sample("shop"))
    for (make, cause) in [
      ("tar -cf c.tar a.jsonl; head -c 60000 c.tar > cut.tar", "cannot read 'cut.tar': it ends within the archive"),
      ("tar -czf c.tgz a.jsonl; head -c 4000 c.tgz > cut.tgz", "cannot decompress 'cut.tgz': 'gzip' ended with code 1"),
    ] {
      let archive = make.contains("tgz") ? "cut.tgz" : "cut.tar"
      #expect(try place.shell(make).code == 0)
      let outcome = try place.run("ingest", "--store", "\(archive).db", archive)
      #expect(outcome.code == 3 && outcome.errors.contains(cause), "\(outcome)")
      #expect(outcome.output.contains(" events of "))
      #expect(try place.run("check", "--fail-on", "never", archive).code == 3)
      #expect(try Database(place.file("\(archive).db")).number("SELECT count(*) FROM events") > 50)
    }
  }

  @Test func `a program that is missing is named with its package`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Built.sample("shop"))
    #expect(try place.shell("tar -cJf a.tar.xz a.jsonl").code == 0)
    let outcome = try place.run("check", "a.tar.xz", environment: ["PATH": place.path])
    #expect(outcome.code == 4 && outcome.errors.contains("'xz' is not installed; install it: apt-get install xz-utils"))
  }

  @Test func `a log that is tried for the first time says its keys, and the line to try`() throws {
    let place = Workplace()
    let lines = (0..<30).map { #"{"type":"app.didBecomeActive","ts":\#(1_760_000_000 + $0),"session":"s","n":\#($0)}"# }
    try place.write("my log.jsonl", lines)
    for command in ["check", "ingest"] {
      let outcome = try place.run(command, "my log.jsonl")
      #expect(outcome.code == 3)
      #expect(
        outcome.errors.hasPrefix(
          """
          tracetool: 30 records without an 'event'; the keys, each with a value:
            30 × n: 0
            30 × session: "s"
            30 × ts: 1760000000
            30 × type: "app.didBecomeActive"
          try: tracetool \(command) --map event=type --map session=session 'my log.jsonl'
          of 30 records it reads 30: 1 launch, 0 with a time
          add --write-config to keep these options in .tracetool.json
          'tracetool explain --schema event' describes all fields
          tracetool: rejected: 100 % of 'my log.jsonl', 30 of 30; the first is line 1: no event name
          tracetool: 30 of 30 records were rejected
          """), "\(outcome.errors)")
    }
    #expect(try place.run("check", "--map", "event=type", "--map", "session=session", "my log.jsonl").code != 3)
    try place.write("none.jsonl", [#"{"event":"app.didBecomeActive","ago":1}"#])
    let timeless = try place.run("check", "none.jsonl").errors
    #expect(timeless.hasPrefix("tracetool: 1 record without a 'time' that can be read; the keys, each with a value:\n"))
    #expect(timeless.contains("say which key holds the time: --map time=KEY\n"))
    #expect(try place.run("check", "--quiet", "none.jsonl").errors.split(separator: "\n").count == 1)
  }

  @Test func `the end of a known name is named with the whole one`() throws {
    let place = Workplace()
    let names = ["firstFrame", "first_frame", "main", "FullyDrawn", "end", "http_request"]
    let lines = names.enumerated().map { #"{"event":"\#($1)","time":\#(1_760_000_000 + $0)}"# }
    try place.write("a.jsonl", lines + [#"{"event":"process.start","time":1760000000}"#])
    let output = try place.run("check", "a.jsonl").output
    for option in [
      "firstFrame=launch.firstFrame", "first_frame=launch.firstFrame", "FullyDrawn=launch.fullyDrawn",
    ] {
      #expect(output.contains("  --rename \(option)\n"))
    }
    // One word is too little: many names end so.
    for name in ["end", "main", "http_request"] { #expect(!output.contains("--rename \(name)=")) }
  }

  @Test func `a duration that may be in another unit is asked about, and one with its unit is read`() throws {
    let place = Workplace()
    try place.write("a.jsonl", [#"{"event":"applicationDidBecomeActive","time":1760000000,"dur_ms":12.5}"#])
    for (mapping, line) in [
      ("duration=dur_ms", "duration=dur_ms:ms"), ("duration=elapsedMs", "duration=elapsedMs:ms"),
      ("uptime=meta.up_s", "uptime=meta.up_s:s"), ("time=t_us", "time=t_us:us"),
      ("duration=tookSeconds", "duration=tookSeconds:s"),
    ] {
      let outcome = try place.run("check", "--map", mapping, "a.jsonl")
      #expect(outcome.code == 2 && outcome.errors.contains("say so with --map \(line);"), "\(outcome.errors)")
    }
    #expect(try place.run("ingest", "--map", "duration=dur_ms:ms", "a.jsonl").code == 0)
    #expect(try place.run("export").output.contains(#""duration":12500000,"#))
    #expect(try place.run("check", "--map", "name=dur_ms", "a.jsonl").code == 0)
  }

  @Test func `what is mapped from an object is exported with all that stood beside it`() throws {
    let place = Workplace()
    let record = #"{"event":{"name":"app.didBecomeActive","id":7},"meta":{"ts":1760000000},"k":{"v":[1]}}"#
    try place.write("a.jsonl", [record])
    #expect(try place.run("ingest", "--map", "event=event.name", "--map", "time=meta.ts", "a.jsonl").code == 0)
    let exported = try place.run("export").output
    #expect(exported.contains(#"{"attributes":{"event":{"id":7},"k":{"v":[1]}},"event":"app.didBecomeActive","#))
    #expect(exported.contains(#""time":"2025-10-09T08:53:20.000000000Z""#))
  }

  @Test func `fields of a wrong type are listed with the first of each`() throws {
    let place = Workplace()
    try place.write(
      "a.jsonl",
      [
        #"{"event":"app.didBecomeActive","time":1760000000,"duration":"soon","pid":"abc"}"#,
        #"{"event":"app.willResignActive","time":1760000001,"duration":"-9 ms"}"#,
      ])
    for command in [["check"], ["ingest"]] {
      #expect(
        try place.run(command + ["a.jsonl"]).output.contains(
          """
          Fields of a wrong type or out of range, kept in attributes
          count  field     first in   value
              2  duration  a.jsonl:1  "soon"
              1  pid       a.jsonl:1  "abc"

          """))
    }
  }
}
