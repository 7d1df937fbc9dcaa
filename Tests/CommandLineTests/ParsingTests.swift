import Schemas
import Testing
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

@testable import tracetool

@Suite(.tags(.small)) struct ParsingTests {
  /// The command that a line asks for, with the defaults that are built in.
  static func command(_ line: String) throws -> any Command {
    try Parser(defaults: Defaults()).parse(words(line))
  }

  /// The words of a line, which a shell would give: what stands between single quotes is one.
  static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
      place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var holds: @Sendable (any Command) -> Bool

    init<C: Command>(_ text: String, _: C.Type, _ holds: @escaping @Sendable (C) -> Bool) {
      self.text = text
      self.holds = { command in (command as? C).map(holds) ?? false }
    }

    var testDescription: String { text }
  }

  @Test(
    arguments: [
      Line("check a b", CheckCommand.self) { $0.query.paths == ["a", "b"] },
      Line("check -", CheckCommand.self) { $0.query.paths == ["-"] },
      Line("check --all -- --all -x", CheckCommand.self) { $0.query.paths == ["--all", "-x"] && $0.listsAll },
      Line("check -- --help", CheckCommand.self) { $0.query.paths == ["--help"] },
      Line("check ./-x", CheckCommand.self) { $0.query.paths == ["./-x"] && !$0.listsAll },
      Line("check --store=s.db x", CheckCommand.self) { $0.invocation.store == "s.db" && $0.query.paths == ["x"] },
      Line("check x --store s.db", CheckCommand.self) { $0.invocation.store == "s.db" && $0.query.paths == ["x"] },
      Line("check --store a --store b", CheckCommand.self) { $0.invocation.store == "b" },
      Line("check --store=a=b", CheckCommand.self) { $0.invocation.store == "a=b" },
      Line("check", CheckCommand.self) { $0.invocation.busyTimeoutMilliseconds == 5000 },
      Line("check --format ndjson", CheckCommand.self) { $0.invocation.format.name == "ndjson" },
      Line("export", ExportCommand.self) { $0.invocation.format.name == "jsonl" },
      Line("check --quiet --verbose", CheckCommand.self) { $0.invocation.isQuiet && $0.invocation.isVerbose },
      Line("compare a b --margin 1%", CompareCommand.self) {
        $0.comparison.margin == Margin(partsPerMillion: 10_000, leastNanos: 10_000_000)
      },
      Line("compare a b --margin 2ms,1%", CompareCommand.self) {
        $0.comparison.margin == Margin(partsPerMillion: 10_000, leastNanos: 2_000_000)
      },
      Line("baseline add logs --reason why --accept-until forever", BaselineCommand.self) {
        $0.action == .add && $0.reason == "why" && $0.term == .forever && $0.query.paths == ["logs"]
      },
      Line("completions zsh", CompletionsCommand.self) { $0.shell == .zsh },
      Line("man", ManCommand.self) { _ in true },
      Line("check --color never --output o", CheckCommand.self) {
        $0.invocation.color == .never && $0.invocation.output == "o"
      },
      Line("check", CheckCommand.self) {
        $0.failOn == .error && $0.query.logs.maxRejects == Verdict.Limit(number: 1, isPercent: true)
          && $0.maxUnknown == Verdict.Limit(number: 20, isPercent: true)
      },
      Line("check --fail-on note", CheckCommand.self) { $0.failOn.severity == .note },
      Line("check --fail-on never", CheckCommand.self) { $0.failOn.severity == nil },
      Line("check --zone -05:30 x", CheckCommand.self) { $0.query.logs.reading.zoneOffsetSeconds == -19_800 },
      Line("check --zone=+02:00 x", CheckCommand.self) { $0.query.logs.reading.zoneOffsetSeconds == 7200 },
      Line("check --max-rejects 10", CheckCommand.self) {
        $0.query.logs.maxRejects == Verdict.Limit(number: 10, isPercent: false)
      },
      Line("check --max-unknown 0.5%", CheckCommand.self) {
        $0.maxUnknown == Verdict.Limit(number: 0.5, isPercent: true)
      },
      Line("check --budget background.memory=80MB", CheckCommand.self) {
        $0.query.judging.budgets[.backgroundMemory] == 80_000_000
      },
      Line("check --budget resume=100ms --budget launch=90ms", CheckCommand.self) {
        $0.query.judging.budgets[.resume] == 100_000_000 && $0.query.judging.budgets[.launch] == 90_000_000
      },
      Line("check --budget phase.preMain=90ms", CheckCommand.self) {
        $0.query.judging.budgets[.phase(.preMain)] == 90_000_000
      },
      Line("check --budget background.assertion=1.5s", CheckCommand.self) {
        $0.query.judging.budgets[.assertion] == 1_500_000_000
      },
      Line("check --budget background.assertion=60s", CheckCommand.self) {
        $0.query.judging.budgets[.assertionWarning] == 50_000_000_000
      },
      Line("check --budget background.assertion.warning=9s --budget background.assertion=60s", CheckCommand.self) {
        $0.query.judging.budgets[.assertionWarning] == 9_000_000_000
      },
      Line("check --include simulator,debugger", CheckCommand.self) {
        $0.query.judging.include == [.simulator, .debugger]
      },
      Line("check --from ips --keep lifecycle --date 2026-11-20 x", CheckCommand.self) {
        let reading = $0.query.logs.reading
        return reading.format == "ips" && !reading.keepsAll && reading.day == 1_795_132_800_000_000_000
      },
      Line("check --from auto x", CheckCommand.self) { $0.query.logs.reading.format == nil },
      Line("ingest --map event=name --map time=at x", IngestCommand.self) {
        $0.query.logs.reading.keyMap.map(\.key) == ["name", "at"]
      },
      Line("ingest --map duration=took_ms:ms x", IngestCommand.self) {
        $0.query.logs.reading.unitPowers == ["took_ms": 6]
      },
      Line("ingest --rename didLoad=viewDidLoad x", IngestCommand.self) {
        $0.query.logs.reading.renamings == [Renaming("didLoad", to: "viewDidLoad")]
      },
      Line("ingest --records app.didBecomeActive,view.didLoad x", IngestCommand.self) {
        $0.query.logs.reading.records == ["app.didBecomeActive", "view.didLoad"]
      },
      Line("ingest --follow --check --for 10min --until-exit --from-end x", IngestCommand.self) {
        $0.follow.isOn && $0.checks && $0.follow.duration == 600_000_000_000 && $0.follow.endsWithLaunch
          && $0.follow.isFromEnd
      },
      Line("report --by appVersion,kind --launch-times", ReportCommand.self) {
        $0.options.dimensions == [.appVersion, .kind] && $0.names == ["launch-times"]
      },
      Line("report --each --slowest 3 --background", ReportCommand.self) {
        $0.options.listsEach && $0.options.limit == 3 && $0.names == ["background"]
      },
      Line("report --where kind=cold --where os=18 --since 2026-11-20", ReportCommand.self) {
        $0.query.selection.condition.text == "kind cold, os 18"
          && $0.query.selection.since == 1_795_132_800_000_000_000
      },
      Line("check --where os>=17.2 --where=os<16 --where app=com.*", CheckCommand.self) {
        $0.query.selection.condition.text == "os >=17.2 or <16, app com.*"
      },
      Line("compare a b --where os=17..18 --where deviceModel=iPhone14,5 --where launch=3a", CompareCommand.self) {
        $0.query.selection.condition.text == "os 17..18, deviceModel iPhone14,5, launch 3a*"
      },
      Line("report --until 2026-11-20T11:00:00.5+01:00", ReportCommand.self) {
        $0.query.selection.until == 1_795_168_800_500_000_000
      },
      Line("report --app-version 1 --app-version 2 --launch l", ReportCommand.self) {
        $0.query.selection.condition.text == "appVersion 1 or 2, launch l*"
      },
      Line("check logs --memory 1.5GiB", CheckCommand.self) { $0.query.memory == 3 << 29 },
      Line("explain --schema event", ExplainCommand.self) { $0.schema == .event && $0.topic == nil },
      Line("explain config logs", ExplainCommand.self) { $0.topic == "config" && $0.query.paths == ["logs"] },
      Line("export --redact --redact-key k --where app=a", ExportCommand.self) {
        $0.isRedacted && $0.redactionKey == "k" && $0.selection.condition.text == "app a"
      },
      Line("query 'SELECT 1'", QueryCommand.self) { $0.sql == "SELECT 1" },
      Line("store rebuild", StoreCommand.self) { $0.action == .rebuild },
      Line("show a --at 1.5s", ShowCommand.self) { $0.launch == "a" && $0.time == .offset(1_500_000_000) },
      Line("show a logs --at 1970-01-01T00:00:01Z", ShowCommand.self) {
        $0.query.paths == ["logs"] && $0.time == .instant(1_000_000_000)
      },
      Line("help", HelpCommand.self) { $0.name == nil },
      Line("help check", HelpCommand.self) { $0.name == "check" },
      Line("help soundness", HelpCommand.self) { $0.name == "soundness" },
      Line("--help", HelpCommand.self) { $0.name == nil },
      Line("-h", HelpCommand.self) { $0.name == nil && $0.isBrief },
      Line("check --help", HelpCommand.self) { $0.name == "check" && !$0.isBrief },
      Line("--help check", HelpCommand.self) { $0.name == "check" },
      Line("check logs --help", HelpCommand.self) { $0.name == "check" },
      Line("check --nonsense --help", HelpCommand.self) { $0.name == "check" },
      Line("check -h", HelpCommand.self) { $0.name == "check" && $0.isBrief },
      Line("ingest check --help", HelpCommand.self) { $0.name == "ingest" },
      Line("help --help", HelpCommand.self) { $0.name == "help" },
      Line("", HelpCommand.self) { $0.name == nil },
      Line("version", VersionCommand.self) { _ in true },
      Line("--version", VersionCommand.self) { _ in true },
      Line("-V", VersionCommand.self) { _ in true },
    ])
  func `a command line sets what its options declare`(_ line: Line) throws {
    let command = try Self.command(line.text)
    #expect(line.holds(command))
  }

  @Test(arguments: [
    ("chekc x", "unknown command 'chekc'; did you mean 'check'?"),
    (
      "wach --help",
      "unknown command 'wach'; the commands are "
        + "ingest, report, check, compare, show, baseline, explain, export, query, store, completions, man, help, "
        + "version"
    ),
    ("prune --before 2026-01-01", "unknown command 'prune'; did you mean 'store prune'?"),
    ("chekc --help", "unknown command 'chekc'; did you mean 'check'?"),
    ("--store x --help", "the command comes first, before '--store'"),
    ("check --hel", "unknown option '--hel' of 'check'; did you mean '--help'?"),
    ("store", "WHAT is missing: it is one of status, rejects, rebuild, verify, prune"),
    ("store stauts", "'stauts' is none of status, rejects, rebuild, verify, prune; did you mean 'status'?"),
    ("--store x check", "the command comes first, before '--store'"),
    ("check --fail-onn x", "unknown option '--fail-onn' of 'check'; did you mean '--fail-on'?"),
    ("check --fial-on x", "unknown option '--fial-on' of 'check'; did you mean '--fail-on'?"),
    ("check -x", "unknown option '-x' of 'check'"),
    ("check --launch-times", "unknown option '--launch-times' of 'check'"),
    ("check --all=yes", "'--all' takes no value, not 'yes'"),
    ("compare a b --margin 5", "--margin: needs a share, a duration or both, as in 5%,10ms, not '5'"),
    ("compare a b --margin 1%,2%", "--margin: needs a share, a duration or both, as in 5%,10ms, not '1%,2%'"),
    ("check --store", "'--store' needs a value: --store FILE"),
    ("check --store --all", "'--store' needs a value: --store FILE"),
    ("check --store=", "'--store' needs a value: --store FILE"),
    ("check --zone +02:00", "'--zone' says how to read logs: name them, too, as in logs/"),
    ("show a --zone +02:00", "'--zone' says how to read logs: name them, too, as in logs/"),
    ("report --memory 1GB", "'--memory' says how to read logs: name them, too, as in logs/"),
    ("report --map time=at", "'--map' says how to read logs: name them, too, as in logs/"),
    ("ingest", "PATH… is missing"),
    ("query a b", "'b' is more than 'query' takes"),
    (
      "check --fail-on erorr",
      "--fail-on: 'erorr' is none of error, warning, note, never; did you mean 'error'?"
    ),
    (
      "report --format ndjson",
      "--format: 'ndjson' is none of table, json, csv, markdown, html; did you mean 'json'?"
    ),
    (
      "check --budget background.assertion=25",
      "--budget: needs a duration with its unit, as in 400ms, 25s or 10min, not '25'"
    ),
    (
      "check --budget callback=50ms",
      "--budget: '50ms' is below 100 ms, and durations of 100 ms or less are not kept for the budget callback: set it to 100 ms"
        + " or more"
    ),
    ("check --budget 25s", "--budget: needs NAME=VALUE, not '25s'"),
    (
      "check --budget background.memory=25s",
      "--budget: needs an amount of memory in MB, MiB, GB or GiB, as in 80MB, not '25s'"
    ),
    (
      "check --budget phase.premain=1s",
      "--budget: 'phase.premain' is an unknown name; did you mean 'phase.preMain'?"
    ),
    ("check --zone 2", "--zone: needs an offset from UTC, as in +02:00, not '2'"),
    ("report --slowest 0", "--slowest: needs a whole number from 1 on, not '0'"),
    ("report --since 2026-11-20 --since 2026-11-21", "--since: it is given twice"),
    (
      "report --where cold",
      "--where: needs FIELD=VALUE, as in appVersion=4.9.0, os>=18 or deviceModel=iPhone14,*, not 'cold'"
    ),
    (
      "report --where os=",
      "--where: needs FIELD=VALUE, as in appVersion=4.9.0, os>=18 or deviceModel=iPhone14,*, not 'os='"
    ),
    ("report --where app-version=4", "--where: 'app-version' is no field; did you mean 'appVersion'?"),
    ("report --where model=x", "--where: 'model' is no field; did you mean 'deviceModel'?"),
    ("report --where OS=18", "--where: 'OS' is no field; did you mean 'os'?"),
    (
      "report --where colour=x",
      "--where: 'colour' is no field; there are app, appVersion, appBuild, os, device, deviceModel, deviceClass, kind, "
        + "platform, launch"
    ),
    ("report --where os>18", "--where: there is no '>'; 'os>=18' selects 18 and later versions"),
    ("report --where os<=18", "--where: there is no '<='; 'os=0..18' selects 18 and earlier versions"),
    (
      "report --where os=18..",
      "--where: needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '18..'; did you mean >=18?"
    ),
    (
      "report --where os=..18",
      "--where: needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '..18'; did you mean 0..18?"
    ),
    ("report --where os=18..17", "--where: '18..17' ends before it begins; did you mean 17..18?"),
    ("report --where os==18", "--where: there is no '=='; did you mean 'os=18'?"),
    (
      "report --where os!=18",
      "--where: there is no '!='; select the wanted values, as in 'os=VALUE'; a field that is given several times matches "
        + "any of them"
    ),
    (
      "report --where os=17,18",
      "--where: '17,18' would be one value, as commas separate no values; ask for each by itself: os=17 and os=18"
    ),
    (
      "report --where deviceModel=iPhone14,5,iPad*",
      "--where: 'iPhone14,5,iPad*' would be one value, as commas separate no values; ask for each by itself: "
        + "deviceModel=iPhone14,5 and deviceModel=iPad*"
    ),
    ("report --by osVersion", "--by: 'osVersion' is no property to group by; did you mean 'os'?"),
    ("report --where app<b", "--where: 'app' has no order, as os and appVersion have: give app=NAME"),
    (
      "report --where kind=hot",
      "--where: no kind of launch 'hot'; known: cold, warm, prewarmed, unclassified, background, extension"
    ),
    ("report --where platform=iSO", "--where: no platform 'iSO'; known: iOS, tvOS, watchOS, visionOS, Mac"),
    (
      "report --since yesterday",
      "--since: needs a day or a time, as in 2026-11-20 or 2026-11-20T10:00:00Z, not 'yesterday'"
    ),
    ("ingest --map evnet=x y", "--map: 'evnet' is an unknown name; did you mean 'event'?"),
    (
      "ingest --rename a=aplicationDidBecomeActive x",
      "--rename: 'aplicationDidBecomeActive' is an unknown name; "
        + "did you mean 'applicationDidBecomeActive'?"
    ),
    (
      "check --max-rejects few",
      "--max-rejects: needs a number or a percentage, as in 10 or 0.5%, not 'few'"
    ),
  ])
  func `the error for a wrong command line says what is wrong, and what would be right`(
    _ line: String, _ message: String
  ) {
    #expect { try Self.command(line) } throws: { error in
      (error as? Failure)?.description == message
    }
  }
}
