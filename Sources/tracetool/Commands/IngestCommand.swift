import TraceIngest
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool ingest`: takes logs into the store.
struct IngestCommand: Command {
  static let name = "ingest"
  static let summary = "Take logs into the store: files, folders, archives, '-' for standard input."
  static let discussion = """
    A file without events is skipped and reported if it was found in a folder, and
    is an error if it was named. In a file with events, a line that is not an event
    is kept as rejected.
    """
  static let examples = [
    Example("ingest logs/", "Take every log of a folder into the store; repeat it to add what is new."),
    Example("ingest - < trace.jsonl", "Read what another program writes."),
    Example("ingest --map event=name app.jsonl", "Read the event from the key 'name'."),
  ]
  static let answer: any Answer.Type = IngestAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.paths(\.paths, isRequired: true)] }
  static var options: [OptionGroup<Self>] {
    [
      OptionGroup("Logs", and: LogOptions.options, at: \.logs),
      everywhere,
    ]
  }

  var invocation: Invocation
  private(set) var paths: [String] = []
  private(set) var logs: LogOptions

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    logs = LogOptions(defaults)
  }

  func run() throws -> ExitCode {
    // What is read into a store is to be there before the store is made.
    let sources = try SourceList.expand(paths)
    if sources.isEmpty { throw Failure.data("there is no file in what was named; check the paths") }
    if !System.isThere(invocation.store), let strangers = IngestDiagnostics(strangers: sources, logs.reading) {
      invocation.report(strangers)
      throw Self.noLog
    }
    let store = try invocation.openStore(.write)
    let result = try invocation.withProgress { progress in
      var run = IngestRun(into: store, options: logs.reading, report: progress)
      return try run.run(paths)
    }
    let intake = result.counts
    if !intake.addsUp { throw Failure(code: .bug, description: "lines are unaccounted for (\(intake))") }
    let failures = result.diagnostics.failures.map { "\($0)" }
    for failure in failures { invocation.complain(failure) }
    invocation.report(result.diagnostics)
    try invocation.deliver(IngestAnswer(result: result, isVerbose: invocation.isVerbose))
    if let place = result.stoppedAt {
      let line = Suggestion.command(["tracetool"] + invocation.words)
      try System.stopIfAsked("stopped in '\(place)'; all until there is stored; to go on: \(line)")
    }
    if invocation.isVerbose {
      invocation.remark("\(Units.count(intake.misfits, "field")) of a wrong type, kept in attributes")
      invocation.remark("\(Units.count(intake.duplicateKeys, "key")) more than once in a record")
      invocation.remark("\(Units.count(intake.zoneAssumed, "time")) without an offset")
    }
    try logs.check(intake)
    guard failures.isEmpty else { return .inputOutput }
    if result.sources == 0 { throw Self.noLog }
    if isReadOtherwise, intake.lines == 0 {
      invocation.remark(
        "nothing was new: a source of which something was kept is not read again with other options; "
          + "to read it otherwise, take it into another store")
    }
    let next = Suggestion.command(["tracetool", "report", "--launch-times"] + invocation.storeWords)
    invocation.remark("next: \(next)")
    return .fine
  }

  /// True if an option changes how logs are read.
  private var isReadOtherwise: Bool {
    Self.allOptions.contains { $0.needsPath && invocation.givenOptions.contains($0.name) }
  }

  private static let noLog = Failure.data("there is no log in what was named; check the paths")
}
