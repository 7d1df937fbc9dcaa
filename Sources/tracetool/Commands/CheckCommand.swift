import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Check logs or the store for callbacks out of order and work over its time budget."
  static let examples = [
    Example("check logs/", "Check logs in CI, without a store."),
    Example("check --fail-on warning", "Check the store; warnings fail it as well."),
    Example("check parts/*.db", "Check many stores together, as one that holds all of their logs."),
    Example("check --budget background.assertion=20s logs/", "Check against a budget of your own."),
    Example("check --format ndjson logs/", "One finding a line, for other programs."),
    Example("check --format json --limit 20 logs/", "All counts, and at most 20 findings, for an agent."),
    Example("check --follow app.jsonl", "Watch a log that grows: each finding at once, at the end the check."),
    Example("check --also sarif=check.sarif --also junit=check.xml logs/", "Files for code scanning and tests, too."),
  ]
  static let answer: any Answer.Type = CheckAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.paths(\.query.paths)] }
  static var options: [OptionGroup<Self>] {
    let own: [Option<Self>] = [
      .value("--fail-on", "LEVEL", "Fail on certain findings of this severity or worse", \.failOn, as: .choice),
      .value(
        "--max-unknown", "LIMIT", "Accept at most this many events with unknown names, as a number or a share",
        \.maxUnknown, as: .limit),
      .flag("--all", "List every finding, instead of one row for each kind", \.listsAll),
      .value(
        "--limit", "N", "List at most N kinds or findings, one of each kind first, the commonest first", \.limit,
        as: .count),
      .flag("--scenes", "List faults in the use of scenes, and situations that occurred in no launch", \.checksScenes),
    ]
    return [
      .judging(\.query, after: own.map(\.forListing)),
      OptionGroup("Accepted findings", and: AcceptanceOptions.options.map(\.forListing), at: \.acceptance),
      OptionGroup("Following", and: FollowOptions.options, at: \.follow),
      .selection(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var failOn: FailureThreshold
  private(set) var maxUnknown: Verdict.Limit
  private(set) var listsAll = false
  /// How many kinds or findings are listed at most.
  private(set) var limit: Int?
  private(set) var checksScenes = false
  private let category: String
  private let owners: FindingOwners
  private(set) var acceptance: AcceptanceOptions
  private(set) var follow = FollowOptions()
  private var dataset: LaunchDataset?
  /// Held to the end, as freeing all findings takes longer than counting them.
  private var answer: CheckAnswer?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
    acceptance = AcceptanceOptions(defaults)
    failOn = defaults.failOn.value
    maxUnknown = defaults.maxUnknown.value
    owners = defaults.owners
    category = defaults.sarifCategory.value
  }

  mutating func run() throws -> ExitCode {
    try checkOutputs()
    let baseline = try acceptance.readBaseline(configuration: invocation.configuration)
    let followed = follow.isOn ? try followed(baseline) : nil
    let dataset = try LaunchDataset(
      query, invocation, followed: followed, scope: .judged(query.judging.judgedDetails), metrics: true, verdict: true,
      keepsEvents: false)
    self.dataset = dataset
    let (whole, subject) = dataset.checked()
    let selected = query.ruleFilter.map(whole.selecting) ?? whole
    let report = accepting(selected, dataset, baseline)
    let limits = Verdict.Limits(rejects: query.logs.maxRejects, unknownNames: maxUnknown)
    let verdict = Verdict(
      report, failOn: failOn.severity, limits: limits, lacksLaunches: dataset.hasNoLaunch,
      hasUnknownEnds: !dataset.unknownEnds.isEmpty)
    // Neither a format nor an unwritable file changes the exit code; the verdict includes unread inputs.
    let lacksInput = dataset.exitCode == .inputOutput
    let code = lacksInput ? dataset.exitCode : Self.code(verdict)
    let answer = answer(report, of: whole, about: subject, verdict, code, dataset)
    self.answer = answer
    if let text = answer.limitRemark, invocation.formats.contains(where: { ["csv", "ndjson"].contains($0.name) }) {
      invocation.remark(text)
    }
    let isLive = follow.isOn && !invocation.format.isForPeople
    do { try invocation.deliver(answer, as: isLive ? LiveText.summary(answer) : nil) } catch let failure as Failure
      where failure.code == .inputOutput
    {
      dataset.complain(verdict.doubts, report.coverage)
      throw failure
    }
    dataset.complain(verdict.doubts, report.coverage)
    return code
  }

  /// The answer for findings that `--rule` selects, with accepted ones marked, `of` the findings of all rules.
  private func answer(
    _ report: CheckReport, of whole: CheckReport, about subject: CheckSubject, _ verdict: Verdict, _ code: ExitCode,
    _ dataset: LaunchDataset
  ) -> CheckAnswer {
    let inputWords = Suggestion.inputWords(invocation.words.dropFirst(), of: Self.allOptions)
    var answer = CheckAnswer(
      report, verdict, subject: subject, failOn: failOn.severity,
      unknownNames: [UnknownName](counts: dataset.launches.unknownNames, dataset.advice),
      misfits: dataset.launches.diagnostics.misfitFields, ruleFilter: query.ruleFilter,
      omittedCount: whole.findings.count - report.findings.count, input: Suggestion.command(inputWords),
      listsEach: listsAll, isVerbose: invocation.isVerbose)
    answer.metrics = dataset.metrics
    answer.limit = limit ?? .max
    // `--rule` and accepted findings do not change what is listed about scenes.
    if checksScenes { answer.scenes = SceneReadiness(dataset.selected, whole) }
    answer.owners = owners
    answer.run = RunFacts(
      toolVersion: VersionCommand.number, exitCode: code.rawValue, lacksInput: dataset.exitCode == .inputOutput,
      workingDirectory: System.workingDirectory, category: category)
    return answer
  }

  /// Checks the outputs before logs are read.
  ///
  /// - Throws: A usage `Failure`.
  private func checkOutputs() throws {
    try follow.check(invocation)
    if checksScenes, !invocation.formats.contains(where: { ["table", "json"].contains($0.name) }) {
      throw Failure.usage("--scenes: only the formats table and json show it; add --also table=FILE")
    }
  }

  /// The launches of followed logs, whose findings were printed meanwhile.
  private func followed(_ baseline: BaselineFile?) throws -> Launches {
    if let store = query.paths.first(where: SourceList.isStore) {
      throw Failure.usage("--follow: '\(name: store)' is a store; follow the logs that go into it")
    }
    System.allowManyFiles()
    let list = acceptance.list(baseline)
    var following = Following(follow, query, invocation, list)
    return try following.check()
  }

  private func accepting(_ report: CheckReport, _ dataset: LaunchDataset, _ baseline: BaselineFile?) -> CheckReport {
    let list = acceptance.list(baseline)
    let marked = dataset.marked(report, by: list)
    if let text = list.expiryText(after: marked) { invocation.remark(text) }
    return marked
  }

  private static func code(_ verdict: Verdict) -> ExitCode {
    switch verdict.outcome {
    case .passed: .fine
    case .failed: .findings
    case .undecided: .data
    }
  }
}
