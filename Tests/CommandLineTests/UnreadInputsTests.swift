import Foundation
import Testing

/// Inputs that cannot be read, wholly or in part: each is named, and the exit code says so.
@Suite(.tags(.large)) struct UnreadInputsTests {
  /// Something that keeps tracetool from reading a part of the folder `logs`.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    /// What standard error says.
    let message: String
    let code: Int32
    /// False if the administrator of the machine is not kept from it.
    var bindsAll = true
  }

  static let obstacles = [
    Obstacle(
      testDescription: "a folder that may not be entered", script: "chmod 744 logs/sub",
      message: "cannot open 'logs/sub/b.jsonl': permission denied", code: 4, bindsAll: false),
    Obstacle(
      testDescription: "a folder that may not be listed", script: "chmod 711 logs/sub",
      message: "cannot list 'logs/sub': permission denied", code: 4, bindsAll: false),
    Obstacle(
      testDescription: "a file that may not be read", script: "chmod 200 logs/sub/b.jsonl",
      message: "cannot open 'logs/sub/b.jsonl': permission denied", code: 4, bindsAll: false),
    Obstacle(
      testDescription: "a link to nothing", script: "ln -s nowhere logs/link",
      message: "cannot open 'logs/link': it is a link that leads nowhere", code: 4),
    Obstacle(
      testDescription: "a pipe", script: "mkfifo logs/pipe",
      message: "skipped 'logs/pipe': it is not a log but a pipe; name the pipe itself", code: 0),
    Obstacle(
      testDescription: "a log in UTF-16", script: "iconv -f UTF-8 -t UTF-16LE logs/a.jsonl > logs/wide",
      message: "cannot read 'logs/wide': it is text in UTF-16LE without a byte-order mark; turn it into UTF-8: iconv",
      code: 4),
    Obstacle(
      testDescription: "a log whose lines end with carriage returns",
      script: "tr '\\n' '\\r' < logs/a.jsonl > logs/mac",
      message: "cannot read 'logs/mac': it is text whose lines end with a carriage return alone", code: 4),
    Obstacle(
      testDescription: "a file that breaks off", script: "gzip -c logs/a.jsonl | head -c 60 > logs/c.gz",
      message: "cannot decompress 'logs/c.gz'", code: 3),
    Obstacle(
      testDescription: "an archive that breaks off",
      script: "tar cf all logs/a.jsonl logs/sub/b.jsonl && head -c 1600 all > logs/c.tar; rm all",
      message: "cannot read 'logs/c.tar': it ends within the archive; the rest was read", code: 3),
    Obstacle(
      testDescription: "an archive in an archive",
      script: "tar cf in.tar logs && tar cf logs/c.tar in.tar && rm in.tar",
      message: "cannot read 'logs/c.tar/in.tar': it is an archive within an archive", code: 3),
  ]

  static let commands = [
    ["check"], ["check", "--follow", "--for", "100ms"], ["report", "--launch-times"], ["compare", "good"],
    ["ingest", "--store", "s.db"], ["ingest", "--store", "f.db", "--follow", "--for", "100ms"],
  ]

  /// Who runs the program: the administrator may read everything, and is somebody else then.
  private static let mustChange = geteuid() == 0
  private static let unprivileged = "setpriv --reuid=65534 --regid=65534 --clear-groups"
  static let canChange = {
    guard mustChange else { return true }
    let place = Workplace()
    return (try? place.shell("\(unprivileged) \"$tracetool\" --version").code) == 0
  }()

  private static let launch = [
    #"{"time":1760000000,"event":"process.start","launch":"L"}"#,
    #"{"time":1760000000.5,"event":"app.didFinishLaunching","launch":"L"}"#,
  ]

  @Test(arguments: obstacles)
  func `what of a folder cannot be read is named, and changes the exit code`(_ obstacle: Obstacle) throws {
    if !obstacle.bindsAll, !Self.canChange { return }
    let place = Workplace()
    try place.write("logs/a.jsonl", Self.launch)
    try place.write("logs/sub/b.jsonl", Self.launch.map { $0.replacingOccurrences(of: #":"L""#, with: #":"M""#) })
    try place.write("good/a.jsonl", Self.launch)
    let prepared = try place.shell("chmod 777 . && \(obstacle.script)")
    try #require(prepared.code == 0, "\(prepared)")
    let other = Self.mustChange && !obstacle.bindsAll ? Self.unprivileged : ""
    for command in Self.commands {
      let outcome = try place.shell("\(other) \"$tracetool\" \(command.joined(separator: " ")) logs")
      #expect(outcome.errors.contains(obstacle.message), "\(command): \(outcome)")
      // What nobody expected to be read changes no code; two launches without a time compare in findings alone.
      let isGood = outcome.code < 2 || command[0] == "compare" && outcome.code == 3
      #expect(obstacle.code == 0 ? isGood : outcome.code == obstacle.code, "\(command): \(outcome)")
    }
    _ = try place.shell("chmod 755 logs/sub")
  }

  /// How a log of two records ends, and if that is said; what may be written on is not.
  private static let ends: [(script: String, isSaid: Bool)] = [
    ("head -c -9 good/a.jsonl", false),
    ("cat good/a.jsonl; printf '{\"time\":17'", false),
    ("cat good/a.jsonl; printf '{\"a\":1}{\"b\":1}'", true),
    ("cat good/a.jsonl; printf '[[1, 2]]'", true),
    ("cat good/a.jsonl; printf '{\"a\":}'", true),
    ("printf '[\\n'; paste -sd, good/a.jsonl | head -c -9", true),
    ("printf '{\"events\":['; paste -sd, good/a.jsonl | head -c -9", true),
    ("head -c -9 report.ips", true),
    ("head -c -9 long.ndjson | tr -d '\\n'", true),
  ]

  @Test(arguments: ends.indices) func `a document that breaks off is named, and a line that may go on is not`(
    number: Int
  ) throws {
    let (script, isSaid) = Self.ends[number]
    let place = Workplace()
    try place.write("good/a.jsonl", Self.launch)
    let formats = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Formats").path
    _ = try place.shell("cp \(formats)/ips/watchdog.ips report.ips; mkdir logs; cp good/a.jsonl logs")
    let span = #"{"name":"AppStart","startTimeUnixNano":"1"}"#
    try place.write("long.ndjson", [#"{"resourceSpans":[{"resource":{},"scopeSpans":[{"spans":[\#(span)]}]}]}"#])
    _ = try place.shell("{ \(script); } > logs/b.log")
    for command in ["check", "ingest --store s.db", "report --launch-times", "check --follow --for 100ms"] {
      let outcome = try place.shell("$tracetool \(command) logs")
      #expect(outcome.errors.contains("no whole record") == isSaid, "\(command): \(outcome)")
      #expect(outcome.code == (isSaid ? 3 : 0), "\(command): \(outcome)")
    }
  }

  @Test func `records without newlines between them are read, as some who ship logs write them`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Self.launch)
    let lines = try place.run("check", "a.jsonl", "--format", "json", "--quiet")
    _ = try place.shell("tr -d '\\n' < a.jsonl > b && mv b a.jsonl")
    #expect(try place.run("check", "a.jsonl", "--format", "json", "--quiet").output == lines.output)
  }

  @Test func `a store lacks a folder that could not be listed until that could be`() throws {
    if !Self.canChange { return }
    let place = Workplace()
    try place.write("logs/a.jsonl", Self.launch)
    try place.write("logs/sub/b.jsonl", Self.launch.map { $0.replacingOccurrences(of: #":"L""#, with: #":"M""#) })
    let other = Self.mustChange ? Self.unprivileged : ""
    _ = try place.shell("chmod 777 . && chmod 711 logs/sub")
    #expect(try place.shell("\(other) \"$tracetool\" ingest --store s.db logs").code == 4)
    #expect(try place.shell("\(other) \"$tracetool\" check --store s.db").code == 3)
    _ = try place.shell("chmod 755 logs/sub")
    #expect(try place.shell("\(other) \"$tracetool\" ingest --store s.db logs").code == 0)
    #expect(try place.shell("\(other) \"$tracetool\" check --store s.db").code == 0)
  }
}
