import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct IngestCommand: Command {
  static let name = "ingest"
  static let summary = "Read logs into the store: files, folders, archives, '-' for standard input."
  static let discussion = """
    A file without events is skipped and reported if it was found in a folder, and
    is an error if it was named. In a file with events, a line that is not an event
    is kept as rejected.
    """
  static let examples = [
    Example("ingest logs/", "Read all logs of a folder into the store; run it again to add new ones."),
    Example("ingest - < trace.jsonl", "Read the output of another program."),
    Example("ingest --map event=name app.jsonl", "Read the event from the key 'name'."),
    Example("ingest --follow logs/", "Store new lines of a folder's logs as they come, until Ctrl-C."),
  ]
  static let answer: any Answer.Type = IngestAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.paths(\.query.paths, isOfLogs: true)] }
  static var options: [OptionGroup<Self>] {
    let check = Option<Self>.flag(
      checkName, "With --follow: print launches and findings as 'check --follow' does", \.checks)
    return [
      OptionGroup("Logs", and: LogOptions.options, at: \.query.logs),
      OptionGroup("Following", [check], and: FollowOptions.options, at: \.follow),
      everywhere,
    ]
  }
  private static let checkName = "--check"

  var invocation: Invocation
  /// The logs; and with `--check` how their launches are judged by the configuration.
  var query: LaunchQuery
  private(set) var follow = FollowOptions()
  private(set) var checks = false
  private let acceptance: AcceptanceOptions

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    acceptance = AcceptanceOptions(defaults)
  }

  func run() throws -> ExitCode {
    try follow.checkGiven(invocation, and: [Self.checkName])
    let again = "to go on: \(Suggestion.command(["tracetool"] + invocation.words))"
    System.onSignal(.soon)
    System.onSignal(say: "all that was read is stored; \(again)")
    let result = follow.isOn ? try followed() : try ingested()
    let intake = result.counts
    if !intake.addsUp { throw Failure(code: .bug, sentence: "lines are unaccounted for (\(name: "\(intake)"))") }
    for failure in result.diagnostics.failures { invocation.complain(failure.sentence) }
    invocation.report(result.diagnostics, ReadingAdvice(result.diagnostics.keys, query.logs.reading, invocation))
    try invocation.deliver(IngestAnswer(result: result, isVerbose: invocation.isVerbose))
    if let path = result.stoppedAt {
      try System.stopIfAsked("stopped in '\(path)'; all until there is stored; \(again)")
    }
    if invocation.isVerbose {
      invocation.remark("\(count: intake.misfits, "field") of a wrong type, kept in attributes")
      invocation.remark("\(count: intake.duplicateKeys, "key") more than once in a record")
      invocation.remark("\(count: intake.zoneAssumed, "time") without an offset")
    }
    try result.diagnostics.withExitCode { try query.logs.check(intake) }
    guard result.diagnostics.failures.isEmpty else { return result.diagnostics.exitCode }
    try query.logs.keep(invocation)
    if result.sources == 0 { throw Self.noLog }
    if result.emptySources == result.sources {
      throw Failure.data("the named paths hold nothing; check them")
    }
    if isReadOtherwise, intake.lines == 0, !follow.isOn {
      invocation.remark(
        "no line was new: a source of which lines were kept is not read again with other options; "
          + "to read it with them, ingest it into another store")
    }
    let next = checks ? ["check"] : ["report", "--launch-times"]
    invocation.remark("next: \(command: ["tracetool"] + next + invocation.storeWords)")
    return .fine
  }

  private func ingested() throws -> IngestRun.Result {
    // Without a log, no store is made.
    let sources = try SourceList.expand(query.paths)
    if sources.isEmpty { throw Failure.data("the named paths hold no file; check them") }
    let reading = query.logs.reading
    if !System.isThere(invocation.store), let diagnostics = IngestDiagnostics(ofNoLogIn: sources, reading) {
      invocation.report(diagnostics, nil)
      throw Self.noLog
    }
    let store = try invocation.openStore(.write)
    return try invocation.withProgress { progress in
      var run = IngestRun(into: store, options: reading, report: progress)
      run.isReading = { System.onSignal($0 ? .finished : .soon) }
      return try run.run(query.paths)
    }
  }

  /// Ingests what is there and what comes, until a limit or a signal.
  private func followed() throws -> IngestRun.Result {
    if checks, !invocation.format.isForPeople {
      throw Failure.usage(
        "--check: findings are printed as a table here; 'check --follow --format ndjson' writes them for programs")
    }
    if checks, let output = invocation.output, output != "-" {
      throw Failure.usage("--output: --check writes to standard output; add > '\(name: output)' instead")
    }
    System.allowManyFiles()
    let list = acceptance.list(checks ? try acceptance.readBaseline(configuration: invocation.configuration) : nil)
    let store = try invocation.openStore(.write)
    var following = Following(follow, query, invocation, list, printsFindings: checks)
    return try following.ingest(into: store)
  }

  private var isReadOtherwise: Bool {
    Self.allOptions.contains { $0.needsPath && invocation.givenOptions.contains($0.name) }
  }

  private static let noLog = Failure.data("the named paths hold no log; check them")
}
