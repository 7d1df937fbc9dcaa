import Foundation
import Testing

/// The outputs that systems for continuous integration read, and several of them from one run.
@Suite(.tags(.large)) struct CheckOutputsTests {
  private static let formats = ["table", "json", "ndjson", "csv", "sarif", "junit", "github", "gitlab", "markdown"]
  private static let forCI = formats.dropFirst(4)

  private func sample(_ name: String = "shop") throws -> Workplace {
    let place = Workplace()
    try place.write("\(name).jsonl", try Built.sample(name))
    return place
  }

  @Test(arguments: forCI) func `the sample gives these bytes`(_ format: String) throws {
    let outcome = try sample().run("check", "shop.jsonl", "--format", format)
    try KeptText.expect(outcome.output, in: "Tests/Reporters/expected/shop.\(format)")
  }

  private static let codes: [(options: [String], code: Int32)] = [
    ([], 1), (["--fail-on", "never"], 0), (["--rule", "trace.gap"], 0),
    (["--rule", "trace.gap", "--fail-on", "note"], 1),
  ]

  @Test(arguments: codes)
  func `the exit code is the same for all formats`(_ options: [String], _ code: Int32) throws {
    let place = try sample()
    for format in Self.formats {
      let outcome = try place.run(["check", "shop.jsonl", "--format", format] + options)
      #expect(outcome.code == code, "\(format): \(outcome.errors)")
    }
  }

  @Test func `one run writes several formats, each as it would be written alone`() throws {
    let place = try sample()
    let also = Self.formats.flatMap { ["--also", "\($0)=out.\($0)"] }
    let table = try place.run(["check", "shop.jsonl"] + also)
    #expect(table.code == 1)
    for format in Self.formats {
      let alone = try place.run("check", "shop.jsonl", "--format", format)
      #expect(try place.read("out.\(format)") == alone.output, "\(format)")
    }
    #expect(try place.read("out.table") == table.output)
  }

  @Test func `the same logs at another place give the same bytes`() throws {
    let place = try sample()
    try place.write("far/away/shop.jsonl", try Built.sample("shop"))
    for format in Self.forCI {
      let here = try place.run("check", "shop.jsonl", "--format", format).output
      #expect(try place.run("check", place.file("shop.jsonl"), "--format", format).output == here)
      let there = try place.shell("cd far/away && $tracetool check shop.jsonl --format \(format)")
      #expect(there.output == here)
      let above = try place.shell("cd far && $tracetool check ../shop.jsonl --format \(format)").output
      #expect(!above.contains(place.path))
    }
  }

  @Test func `a finding keeps its fingerprints when its logs, launches and times change`() throws {
    func prints(_ place: Workplace, _ name: String) throws -> [String] {
      let text = try place.run("check", name, "--format", "sarif").output
      return text.split(separator: "\"primaryLocationLineHash\":\"").dropFirst().map { String($0.prefix(18)) }.sorted()
    }
    let place = try sample()
    let before = try prints(place, "shop.jsonl")
    let lines = try place.read("shop.jsonl").split(separator: "\n").map(String.init)
    let others = lines.map { line -> String in
      line.replacing("\"launch\":\"", with: "\"launch\":\"x").replacing("2025-10-", with: "2024-03-")
        .replacing("\"time\":176", with: "\"time\":177")
    }
    try place.write("other/logs.jsonl", ["", ""] + others)
    #expect(others != lines && !before.isEmpty)
    #expect(try prints(place, "other/logs.jsonl") == before)
  }

  @Test(.enabled(if: Built.hasFullDevice))
  func `a file that cannot be written is named, and everything else is written`() throws {
    let place = try sample()
    let plain = try place.run("check", "shop.jsonl")
    let outcome = try place.run(
      "check", "shop.jsonl", "--also", "sarif=/dev/full", "--also", "junit=no/such/folder.xml", "--also",
      "gitlab=out.json")
    #expect(outcome.code == 4)
    #expect(outcome.output == plain.output)
    #expect(
      outcome.errors == """
        tracetool: cannot write '/dev/full': no space left on device; check its folder, or name another with --also
        cannot write 'no/such/folder.xml': no such file or directory; check its folder, or name another with --also

        """)
    #expect(try place.read("out.json").hasPrefix("[{"))
  }

  @Test(.enabled(if: Built.hasFullDevice))
  func `a main output that cannot be written keeps no file from being written`() throws {
    let place = try sample()
    let outcome = try place.shell("$tracetool check shop.jsonl --also sarif=a --also junit=no/b > /dev/full")
    #expect(outcome.code == 4)
    for name in ["no/b", "standard output"] { #expect(outcome.errors.contains("cannot write '\(name)'")) }
    #expect(try place.read("a").hasPrefix("{\"$schema\""))
  }

  @Test func `a log that was not read to its end passes in no format`() throws {
    let place = try sample()
    try place.write("clean.jsonl", #"{"time":1760000000,"event":"process.start","launch":"c"}"# + "\n")
    _ = try place.shell("gzip -c shop.jsonl | head -c 3000 > cut.jsonl.gz")
    let words = ["check", "clean.jsonl", "cut.jsonl.gz", "--fail-on", "never", "--format"]
    for (format, text) in [
      ("github", "UNDECIDED: "), ("markdown", "**UNDECIDED**: "),
      ("junit", "<failure type=\"undecided\" message=\"1 of 2"),
      ("sarif", "\"executionSuccessful\":false,\"exitCode\":3"),
    ] {
      let outcome = try place.run(words + [format])
      #expect(outcome.code == 3 && outcome.output.contains(text), "\(outcome)")
    }
  }

  @Test func `standard output can be one of several outputs, and what it held before stays`() throws {
    let place = try sample()
    let summary = try place.run("check", "shop.jsonl", "--format", "markdown").output
    for name in ["-", "/dev/stdout"] {
      let script = "echo before > s.md; $tracetool check shop.jsonl --output out.txt --also markdown=\(name) >> s.md"
      #expect(try place.shell(script).code == 1)
      #expect(try place.read("s.md") == "before\n\(summary)")
    }
  }

  /// The options, and what is wrong with them.
  private static let wrong: [(options: [String], message: String)] = [
    (["--also", "sarif=a", "--also", "junit=./a"], "'--also junit=./a' and '--also sarif=a' are one file"),
    (["--also", "sarif=/dev/stdout"], "'--also sarif=/dev/stdout' and standard output are one file"),
    (["--also", "sarif=-"], "'--also sarif=-' and standard output are one file"),
    (["--output", "a", "--also", "sarif=link/a"], "'--also sarif=link/a' and '--output a' are one file"),
    (["--also", "sarif=shop.jsonl"], "'--also sarif=shop.jsonl' would overwrite what is read"),
    (["--also", "saruf=a"], "--also: 'saruf' is none of table, json, "),
    (["--also", "sarif"], "--also: needs FORMAT=FILE, as in json=check.json, not 'sarif'"),
    (["--also", "sarif="], "--also: needs FORMAT=FILE, as in json=check.json, not 'sarif='"),
  ]

  @Test func `outputs that would overwrite something are refused before anything is read or written`() throws {
    let place = try sample()
    try FileManager.default.createSymbolicLink(atPath: place.file("link"), withDestinationPath: ".")
    try place.write(".tracetool.json", "{\"version\": 1}")
    for (options, message) in Self.wrong {
      let outcome = try place.run(["check", "shop.jsonl"] + options)
      #expect(outcome.code == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.errors.contains(message), "\(options): \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: place.file("a")), "\(options)")
    }
    try place.write(".tracetool.json", #"{"sarif": {"category": "n"}}"#)
    #expect(try place.run("check", "shop.jsonl", "--also", "sarif=b").code == 1)
    #expect(try place.read("b").contains("\"automationDetails\":{\"id\":\"n/\"}"))
  }

  @Test func `commands offer the formats that can write their answers`() throws {
    let place = Workplace()
    #expect(try place.run("report", "--also", "json=a").errors.contains("unknown option '--also' of 'report'"))
    #expect(try place.run("check", "--format", "jsonl").errors.contains("'jsonl' is none of table, json"))
  }
}
