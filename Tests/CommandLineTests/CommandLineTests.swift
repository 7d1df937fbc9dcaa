import Foundation
import Schemas
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

@testable import tracetool

@Suite(.tags(.small)) struct ParsingTests {
  static func invocation(_ line: String) throws -> Invocation {
    guard case .run(_, let invocation) = try Parser.parse(words(line)) else {
      throw Failure.usage("'\(line)' runs no command")
    }
    return invocation
  }

  static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }

  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var holds: @Sendable (Invocation) -> Bool

    init(_ text: String, _ holds: @escaping @Sendable (Invocation) -> Bool) {
      self.text = text
      self.holds = holds
    }

    var testDescription: String { text }
  }

  @Test(
    arguments: [
      Line("check a b", { $0.arguments == ["a", "b"] }),
      Line("check -", { $0.arguments == ["-"] }),
      Line("check --all -- --all -x", { $0.arguments == ["--all", "-x"] && $0.has("--all") }),
      Line("check ./-x", { $0.arguments == ["./-x"] }),
      Line("check --store=s.db x", { $0.store == "s.db" && $0.arguments == ["x"] }),
      Line("check x --store s.db", { $0.store == "s.db" && $0.arguments == ["x"] }),
      Line("check --store a --store b", { $0.store == "b" }),
      Line("check --store=a=b", { $0.store == "a=b" }),
      Line("check", { $0.busyTimeout == 5000 }),
      Line("check --busy-timeout 1.5min", { $0.busyTimeout == 90_000 }),
      Line("check --busy-timeout 100000min", { $0.busyTimeout == .max }),
      Line("check --format ndjson", { $0.format.name == "ndjson" }),
      Line("check", { $0.failOn == .error && $0.maxRejects == (1, true) }),
      Line("check --fail-on note", { $0.failOn == .note }),
      Line("check --fail-on never", { $0.failOn == nil }),
      Line("check --zone -05:30 x", { $0.ingest.zoneOffsetSeconds == -19_800 }),
      Line("check --zone=+02:00 x", { $0.ingest.zoneOffsetSeconds == 7200 }),
      Line("check --max-rejects 10", { $0.maxRejects == (10, false) }),
      Line("check --max-rejects 0.5%", { $0.maxRejects == (0.5, true) }),
      Line(
        "check --budget background.memory=80MB",
        { $0.judging.budgets[.backgroundMemory] == 80_000_000 }),
      Line(
        "check --budget phase.preMain=90ms", { $0.judging.budgets[.phase(.preMain)] == 90_000_000 }),
      Line(
        "check --budget background.assertion=1.5s",
        {
          $0.judging.budgets[.assertion] == 1_500_000_000
        }
      ),
      Line(
        "check --budget background.assertion=60s",
        { $0.judging.budgets[.assertionWarning] == 50_000_000_000 }
      ),
      Line(
        "check --budget background.assertion.warning=9s --budget background.assertion=60s",
        { $0.judging.budgets[.assertionWarning] == 9_000_000_000 }
      ),
      Line(
        "ingest --map event=name --map time=at x",
        { $0.ingest.keyMap.map(\.key) == ["name", "at"] }
      ),
      Line(
        "ingest --rename didLoad=viewDidLoad x", { $0.ingest.renames == ["didLoad": "viewDidLoad"] }
      ),
      Line(
        "ingest --records app.didBecomeActive,view.didLoad x",
        {
          $0.ingest.records == ["app.didBecomeActive", "view.didLoad"]
        }
      ),
      Line(
        "report --by appVersion,kind --launch-times",
        {
          $0.dimensions == [.appVersion, .kind] && $0.has("--launch-times")
        }
      ),
      Line(
        "report --kind cold --os 18 --since 2026-11-20",
        {
          $0.selection.kind == .cold && $0.selection.os == "18"
            && $0.selection.since == 1_795_132_800_000_000_000
        }
      ),
      Line(
        "report --until 2026-11-20T11:00:00.5+01:00",
        {
          $0.selection.until == 1_795_168_800_500_000_000
        }
      ),
      Line("check logs --memory 1.5GiB", { $0.memory == 3 << 29 }),
      Line("explain --schema event", { $0.schema == .event }),
      Line("show a --at 1.5s", { $0.at ?? (true, 0) == (false, 1_500_000_000) }),
      Line(
        "show a logs --at 1970-01-01T00:00:01Z", { $0.at ?? (false, 0) == (true, 1_000_000_000) }),
    ])
  func `a command line says what it says`(_ line: Line) throws {
    let invocation = try Self.invocation(line.text)
    #expect(line.holds(invocation))
  }

  @Test(arguments: [
    ("", "no command was given"),
    ("chekc x", "unknown command 'chekc'; did you mean 'check'?"),
    ("frobnicate", "unknown command 'frobnicate'"),
    ("--store x check", "the command comes first, before '--store'"),
    ("check --fail-onn x", "unknown option '--fail-onn' of 'check'; did you mean '--fail-on'?"),
    ("check --fial-on x", "unknown option '--fial-on' of 'check'; did you mean '--fail-on'?"),
    ("check -x", "unknown option '-x' of 'check'"),
    ("check --launch-times", "unknown option '--launch-times' of 'check'"),
    ("check --all=yes", "'--all' takes no value, not 'yes'"),
    ("check --store", "'--store' needs a value: --store FILE"),
    ("check --store --all", "'--store' needs a value: --store FILE"),
    ("check --store=", "'--store' needs a value: --store FILE"),
    ("check --zone +02:00", "'--zone' says how to read logs: name them, too, as in logs/"),
    ("show a --zone +02:00", "'--zone' says how to read logs: name them, too, as in logs/"),
    ("report --memory 1GB", "'--memory' says how to read logs: name them, too, as in logs/"),
    ("report --map time=at", "'--map' says how to read logs: name them, too, as in logs/"),
    ("ingest", "nothing was given for PATH…"),
    ("query a b", "'b' is more than 'query' takes"),
    (
      "check --fail-on erorr",
      "--fail-on: 'erorr' is none of error, warning, note, never; did you mean 'error'?"
    ),
    (
      "report --format ndjson",
      "--format: 'ndjson' is none of table, json, csv; did you mean 'json'?"
    ),
    (
      "check --budget background.assertion=25",
      "--budget: needs a duration with its unit, as in 400ms, 25s or 10min, not '25'"
    ),
    ("check --budget 25s", "--budget: needs NAME=VALUE, not '25s'"),
    (
      "check --budget background.memory=25s",
      "--budget: needs an amount of memory, as in 80MB or 2GiB, not '25s'"
    ),
    (
      "check --budget phase.premain=1s",
      "--budget: 'phase.premain' is no known name; did you mean 'phase.preMain'?"
    ),
    ("check --zone 2", "--zone: needs an offset from UTC, as in +02:00, not '2'"),
    ("report --slowest 0", "--slowest: needs a whole number from 1 on, not '0'"),
    ("report --kind cold --kind warm", "--kind: it is given twice"),
    (
      "report --since yesterday",
      "--since: needs a day or a time, as in 2026-11-20 or 2026-11-20T10:00:00Z, not 'yesterday'"
    ),
    ("ingest --map evnet=x y", "--map: 'evnet' is no known name; did you mean 'event'?"),
    (
      "ingest --rename a=aplicationDidBecomeActive x",
      "--rename: 'aplicationDidBecomeActive' is no known name; "
        + "did you mean 'applicationDidBecomeActive'?"
    ),
    (
      "check --max-rejects few",
      "--max-rejects: needs a number or a percentage, as in 10 or 0.5%, not 'few'"
    ),
  ])
  func `a wrong command line is told what is wrong, and what would be right`(
    _ line: String, _ message: String
  ) {
    #expect { try Parser.parse(Self.words(line)) } throws: { error in
      (error as? Failure)?.description == message
    }
  }

  @Test(arguments: [
    (["ingest", "logs/a-1.jsonl", "été"], "ingest logs/a-1.jsonl été"),
    (["--map", "event=a name", ""], "--map 'event=a name' ''"), (["it's"], #"'it'\''s'"#),
  ])
  func `a command is told as a shell takes it`(_ words: [String], _ line: String) {
    #expect(Suggestion.command(words) == line)
  }

  @Test func `a word that is far too long is held against nothing`() {
    let names = (0..<200).map { "scene.willDeactivate\($0)" }
    // To measure how far it is from each would take hours.
    #expect(Suggestion.nearest(to: String(repeating: "x", count: 10_000_000), among: names) == nil)
    #expect(Suggestion.nearest(to: "scene.wilDeactivate7", among: names) == "scene.willDeactivate7")
  }

  @Test(arguments: [
    "check --help", "--help check", "check logs --help", "check --nonsense --help", "check -h",
  ])
  func `help is there anywhere`(_ line: String) throws {
    guard case .show(let text) = try Parser.parse(Self.words(line)) else {
      Issue.record("'\(line)' shows no help")
      return
    }
    #expect(text == Command.all.first { $0.name == "check" }?.help)
  }

  @Test(
    arguments: [
      ("400ms", 400_000_000), ("0.25ms", 250_000), ("25s", 25_000_000_000),
      ("1.000000001s", 1_000_000_001), ("10min", 600_000_000_000), ("0s", 0), ("25", nil),
      ("s", nil), ("-1s", nil), ("1e3s", nil), ("1 s", nil), ("9999999999999s", nil),
      ("1..2s", nil),
    ] as [(String, Int64?)])
  func `a duration has a unit and is exact`(_ text: String, _ nanos: Int64?) {
    #expect((try? Values.duration(text)) == nanos)
  }

  @Test(arguments: [
    ("0", 0, false), ("0", 1, true), ("3", 3, false), ("1%", 1, false), ("1%", 2, true),
  ])
  func `too many rejects are more than the limit`(
    _ limit: String, _ rejected: Int64, _ isExceeded: Bool
  ) throws {
    let invocation = try Self.invocation("check --max-rejects \(limit) x")
    var intake = IngestCounts()
    intake.records = 100
    intake.rejected = rejected
    let passes = (try? invocation.check(intake)) != nil
    #expect(passes != isExceeded)
  }

  @Test func `every line of help is a sentence, and no option is there twice`() {
    for command in Command.all {
      #expect(command.help.split(separator: "\n")[0].hasSuffix("."))
      #expect(Set(command.options.map(\.name)).count == command.options.count)
      for line in command.help.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(line.hasSuffix("."), "\(line)")
        if line.hasPrefix("  --") { #expect(line.count <= 100, "\(line)") }
      }
    }
  }

  @Test func `an option stands in the help exactly if it is read`() throws {
    let folder = URL(filePath: "\(Built.project)/Sources/tracetool")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var read = Set(ReportPart.allCases.map { "--\($0.rawValue)" })
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      read.formUnion(source.matches(of: /"(--[a-z-]+)"/).map { String($0.1) })
    }
    let named = Set(Command.all.flatMap(\.options).map(\.name))
    #expect(named.union(["--version", "--summary"]) == read)
    for command in Command.all {
      for (name, synopsis) in command.options where name != synopsis {
        var invocation = Invocation()
        #expect(throws: Never.self, "\(name)") {
          do {
            try invocation.set(name, "x", of: command)
          } catch let failure as Failure where failure.code == .usage {}
        }
      }
    }
  }

  @Test func `every example is a line that can be run`() throws {
    for command in Command.all {
      let lines = command.help.split(separator: "\n").filter { $0.hasPrefix("  tracetool ") }
      #expect(!lines.isEmpty)
      for line in lines where !line.contains("'SELECT") {
        let words = line.dropFirst(2).split(separator: "  ")[0].split(separator: " <")[0]
        let arguments = Self.words(String(words)).dropFirst()
        #expect(throws: Never.self, "\(line)") { try Parser.parse(Array(arguments)) }
      }
    }
  }

  @Test(
    arguments: [
      (0, 0, 0, "0 MB  0 events/s"),
      (1_000_000, 4_000_000, 50_000, "1 of 4 MB  25,000 events/s  6 s left"),
      (9_000_000, 0, 2, "9 MB  1 events/s"),
    ] as [(Int64, Int64, Int64, String)])
  func `progress tells bytes, speed and what is left`(
    _ bytes: Int64, _ total: Int64, _ events: Int64, _ line: String
  ) {
    #expect(
      Progress.line(bytes: bytes, of: total, events: events, after: .seconds(2)) == line)
  }

  @Test func `progress waits a moment, is not shown too often, and goes away`() {
    var now = Duration.zero
    var written = ""
    var progress = Progress(elapsed: { now }, write: { written += $0 })
    progress.update(bytes: 1, of: 2, events: 1)
    progress.clear()
    #expect(written.isEmpty)
    now = .milliseconds(300)
    progress.update(bytes: 1, of: 2, events: 1)
    now = .milliseconds(399)
    progress.update(bytes: 1, of: 2, events: 1)
    #expect(written.split(separator: "\r").count == 1)
    progress.clear()
    #expect(written.hasSuffix("\r\u{1B}[K"))
  }
}
