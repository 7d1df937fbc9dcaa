import Foundation
import Testing

/// What lies among the logs, and what in them is no event.
@Suite(.tags(.large)) struct StrayFilesTests {
  private let good = (0..<300).map { #"{"event":"process.start","launch":"L\#($0)","time":\#(1_760_000_000 + $0)}"# }

  /// Logs with a stray file, a log of which most is no event, and one with a single bad line.
  private func logs() throws -> Workplace {
    let place = Workplace()
    try place.write("logs/a.jsonl", good + ["{,}"])
    try place.write("logs/b.jsonl", ["noise", "more", "more", #"{"event":"process.start","time":1760001000}"#])
    try place.write("logs/package.json", ["{\"name\": \"shop\",", "\"version\": 1}"])
    return place
  }

  @Test func `what is skipped is named and counted, and nothing of it is kept`() throws {
    let place = try logs()
    let taken = try place.run("ingest", "--max-rejects", "100%", "--store", "s.db", "--format", "json", "logs")
    #expect(taken.code == 0)
    #expect(
      taken.errors.hasPrefix(
        """
        tracetool: skipped 'logs/package.json': it is not a log but JSON without an event; if it is a log, --map \
        says which of its keys are 'event' and 'time'
        tracetool: rejected: 75 % of 'logs/b.jsonl', 3 of 4; the first is line 1: not JSON
        tracetool: rejected: 0.3 % of 'logs/a.jsonl', 1 of 301; the first is line 301: not JSON

        """), "\(taken.errors)")
    expectSums(taken)
    #expect(
      taken.document["passedOver"] as? [[String: String]] == [
        ["file": "logs/package.json", "cause": "it is not a log but JSON without an event"]
      ])
    let rejects = taken.document["rejects"] as? [[String: Any]] ?? []
    #expect(rejects.map { $0["file"] as? String } == ["logs/b.jsonl", "logs/a.jsonl"])
    #expect(rejects.map { $0["rejected"] as? Int } == [3, 1] && rejects.map { $0["records"] as? Int } == [4, 301])
    let files = "SELECT DISTINCT file FROM reject ORDER BY 1"
    let kept = try place.run("query", files, "--format", "csv", "--store", "s.db")
    #expect(kept.output == "file\r\nlogs/a.jsonl\r\nlogs/b.jsonl\r\n")
    let table = try place.run("ingest", "--max-rejects", "100%", "--store", "t.db", "logs")
    #expect(table.output.hasPrefix("301 events of ") && table.output.contains("\n1 file was skipped\n"))
    // A check of the logs reports the same; one of the store does, too, but for the files that are no logs.
    for command in [["check", "logs"], ["check", "--store", "s.db"]] {
      let said = try place.run(command).errors.split(separator: "\n").filter { $0.contains("rejected: ") }
      #expect(said.map { $0.dropFirst(21).prefix(4) } == ["75 %", "0.3 "], "\(command)")
    }
  }

  @Test(arguments: ["logs", "logs.tar"])
  func `a log with keys of its own is one in a folder and in an archive, too`(path: String) throws {
    let place = Workplace()
    let own = (0..<9).map {
      #"{"type":"DID_ENTER_BACKGROUND","at":"2026-10-31T10:00:0\#($0)Z","durMs":3.5,"version":"4.8"}"#
    }
    try place.write("logs/own.jsonl", own)
    try place.write("logs/a.jsonl", good)
    try place.write("logs/package.json", ["{\"name\": \"shop\",", "\"version\": 1}"])
    _ = try place.shell("tar cf logs.tar logs")
    let file = path == "logs" ? "logs/own.jsonl" : "logs.tar/logs/own.jsonl"
    let options = "--map event=type --map time=at --map appVersion=version --map duration=durMs:ms"
    for command in [["check"], ["ingest", "--store", "s.db"]] {
      let said = try place.run(command + [path])
      #expect(said.code == 3, "\(said.errors)")
      #expect(said.errors.contains("rejected: 100 % of '\(file)', 9 of 9; the first is line 1: no event name"))
      #expect(said.errors.contains("9 records without an 'event'; the keys, each with a value:\n  9 × at: "))
      #expect(said.errors.contains("try: tracetool \(command[0]) \(options)"), "\(said.errors)")
      #expect(said.errors.contains("'tracetool explain --schema event' describes all fields"))
      #expect(
        said.errors.contains("package.json': it is not a log") && !said.errors.contains("own.jsonl': it is not a log"))
    }
    let words = options.split(separator: " ").map(String.init)
    let mapped = try place.run(["check", path] + words)
    #expect(mapped.errors.contains("--rename DID_ENTER_BACKGROUND=app.didEnterBackground") || mapped.code == 0)
  }

  @Test func `rejects of a pretty-printed document are counted in records`() throws {
    let place = Workplace()
    let record = "  {\n    \"launch\": \"a\",\n    \"n\": 1,\n    \"time\": 1760000000\n  }"
    try place.write("a.json", Data("[\n\(record),\n\(record)\n]\n".utf8))
    let said = try place.run("check", "a.json").errors
    #expect(said.contains("rejected: 100 % of 'a.json', 2 of 2"), "\(said)")
  }

  @Test func `rejects of many files are reported by the worst`() throws {
    let place = Workplace()
    for number in 1...12 {
      try place.write("logs/\(number).jsonl", good[..<number] + ["bad"])
    }
    let lines = try place.run("check", "logs", "--max-rejects", "100%").errors.split(separator: "\n")
    #expect(lines.count == 11 && lines[0].contains("50 % of 'logs/1.jsonl'"))
    #expect(lines[10] == "tracetool: and 2 more files with rejected records")
  }

  @Test func `rejects of a copy count once, in logs as in a store`() throws {
    let place = Workplace()
    try place.write("logs/a.jsonl", good[..<199] + ["bad", "worse"])
    try place.write("logs/b.jsonl", good[..<199] + ["bad", "worse"])
    #expect(try place.run("ingest", "--store", "s.db", "logs", "--max-rejects", "2%").code == 0)
    let direct = try place.run("check", "--format", "json", "logs")
    #expect(direct.code == 0 && direct.output.contains(#""reading":{"records":201,"rejected":2,"unreadSources":0}"#))
    #expect(try place.run("check", "--format", "json", "--store", "s.db").output == direct.output)
  }

  @Test func `a folder without a log makes no store`() throws {
    let place = Workplace()
    try place.write("strays/a.txt", Data("Dear Sir,\nhello".utf8))
    try FileManager.default.createDirectory(atPath: place.file("empty"), withIntermediateDirectories: true)
    for folder in ["empty", "strays"] {
      let taken = try place.run("ingest", "--store", "s.db", folder)
      #expect(taken.code == 3 && taken.errors.contains("the named paths hold no "))
      #expect(taken.errors.contains("skipped 'strays/a.txt'") == (folder == "strays"))
      #expect(!FileManager.default.fileExists(atPath: place.file("s.db")))
    }
    try place.write("a.jsonl", good)
    #expect(try place.run("ingest", "--store", "s.db", "a.jsonl").code == 0)
    #expect(try place.run("ingest", "--store", "s.db", "strays").code == 3)
  }

  @Test func `an ingest of empty files alone has no answer`() throws {
    let place = Workplace()
    try place.write("logs/empty.jsonl", "")
    for words in [["logs/empty.jsonl"], ["logs"], ["--follow", "--for", "100ms", "logs"]] {
      let taken = try place.run(["ingest", "--store", "s.db"] + words)
      #expect(taken.code == 3 && taken.errors.contains("the named paths hold nothing"), "\(words): \(taken)")
    }
    try place.write("logs/a.jsonl", good)
    #expect(try place.run("ingest", "--store", "s.db", "logs").code == 0)
    // What is stored already is something.
    #expect(try place.run("ingest", "--store", "s.db", "logs").code == 0)
  }

  @Test func `a pipe of text is no log, unless an event comes through it`() throws {
    let place = Workplace()
    let noise = String(repeating: "Dear Sir,\n", count: 1_000)
    try place.write("noise", Data(noise.utf8))
    try place.write("mixed", Data((noise + good[0] + "\n").utf8))
    let text = try place.run("check", "-", input: place.file("noise"))
    #expect(text.code == 4)
    #expect(text.errors.contains("it is not a log but text without a record"))
    let taken = try place.run("ingest", "--store", "s.db", "-", input: place.file("noise"))
    #expect(taken.code == 3 && taken.errors.contains("it is not a log but text without a record"))
    let mixed = place.file("mixed")
    #expect(try place.run("check", "-", "--max-rejects", "100%", input: mixed).code == 0)
    let log = try place.run("ingest", "--store", "t.db", "-", "--max-rejects", "100%", input: mixed)
    #expect(log.code == 0 && log.output.contains("1 new + 0 duplicate + 0 skipped + 1,000 rejected"))
    #expect(!log.errors.contains("it is not a log"))
  }

  @Test(.enabled(if: Built.isOnLinux, "the file system of macOS refuses names that are not UTF-8"))
  func `a path that is not UTF-8 is read, and named by what can be recovered from it`() throws {
    let place = Workplace()
    try place.write("good.jsonl", good + ["{,}"])
    let script = """
      mkdir logs; odd=$(printf 'logs/caf\\351.jsonl'); cp good.jsonl "$odd"; cp good.jsonl 'logs/caf\\xE9.jsonl'
      for turn in 1 2; do "$tracetool" check --all --max-rejects 100% "$odd" logs; echo "$?"; done
      "$tracetool" ingest --store s.db "$odd"; "$tracetool" query --format csv --store s.db 'SELECT file FROM source'
      "$tracetool" query "$odd"; echo "$?"; "$tracetool" check --store "$odd"; echo "$?"
      """
    let said = try place.shell(script)
    let names = said.errors.matches(of: /'(logs\/caf[^']*)'/).map { $0.output.1 }
    #expect(Set(names) == ["logs/caf\\xE9.jsonl", "logs/caf\\\\xE9.jsonl"], "\(said.errors)")
    let lines = said.output.split(separator: "\n")
    let half = lines.firstIndex { $0 == "0" } ?? 0
    #expect(half > 0 && lines[...half] == lines[(half + 1)...(2 * half + 1)].prefix(half + 1), "\(said.output)")
    #expect(said.output.contains("file\r\nlogs/caf\\xE9.jsonl\r\n"))
    #expect(said.output.hasSuffix("\r\n2\n2\n") && said.errors.contains("is not UTF-8, as only"))
  }
}
