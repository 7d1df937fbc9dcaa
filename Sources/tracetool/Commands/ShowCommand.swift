import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool show`: one launch, event by event.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Show one launch on a screen, from the store or directly from logs."
  static let examples = [
    Example("show a886b9d4", "The launch whose id begins like this: states, events, findings."),
    Example("show a886b9d4 --at 3.2s", "The states of its app, scenes and tasks at that time."),
  ]
  static let answer: any Answer.Type = HistoryAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    let launch = Operand<Self>.required(
      "LAUNCH", "The id of a launch or a finding's fingerprint, or its beginning", \.launch, as: .text)
    return [launch, .paths(\.query.paths)]
  }
  static var options: [OptionGroup<Self>] {
    let time = Option<Self>.value(
      "--at", "TIME", "Show the states at this time: since the first event, as in 3.2s, or RFC 3339", \.time,
      as: ArgumentType(read: Values.moment))
    return [
      OptionGroup("Showing", [time]), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var launch = ""
  private(set) var time: LaunchTimePoint?
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  mutating func run() throws -> ExitCode {
    if query.paths.isEmpty, System.isThere(launch) { throw try launches(in: launch) }
    // A finding's fingerprint is found among the findings of all launches; a launch's id needs those of one.
    let parts = FindingPage.isFingerprint(launch) ? SummaryParts.all : .named(id: launch)
    let dataset = try LaunchDataset(query, invocation, parts: parts)
    self.dataset = dataset
    var allFindings: [Finding]?
    let id = self.launch
    let launch = try dataset.withDetails {
      try Self.launch(id, dataset.selected) {
        let known = allFindings ?? dataset.judged().findings
        allFindings = known
        return known
      }
    }
    let findings = allFindings ?? dataset.findings(of: launch)
    dataset.remarkMissingEvents()
    let history = try dataset.launches.events.recording(of: launch).history(findings)
    var earlier: LaunchHistory?
    if let time {
      guard let then = history.at(time.nanoseconds(since: launch.summary.firstInstant)) else {
        let began = history.began.map { " at \($0)" } ?? ""
        throw Failure.data("'--at' is before the launch, which began\(began), or after its end")
      }
      earlier = then
    }
    try dataset.checkDetails()
    try invocation.deliver(HistoryAnswer(history, earlier: earlier))
    return dataset.exitCode
  }

  /// That a path stands in the place of an id, with the launches that are there.
  private mutating func launches(in path: String) throws -> Failure {
    query.paths = [path]
    let dataset = try LaunchDataset(query, invocation)
    self.dataset = dataset
    let limit = 10
    let words = invocation.words.filter { $0 != path }
    let commands = dataset.selected.prefix(limit).map { launch in
      "\n  " + Suggestion.command(["tracetool"] + words + [launch.name, path])
    }
    let more = dataset.selected.count - limit
    let rest = more > 0 ? "\n  and \(Units.count(more, "more launch"))" : ""
    return .usage("'\(path)' is a log: the id of a launch stands before it, as in\(commands.joined())\(rest)")
  }

  /// The launch that `id` names, or the one that shows best the finding that it names.
  private static func launch(_ id: String, _ launches: [Launch], _ findings: () -> [Finding]) throws -> Launch {
    switch try NamedSubject(id, launches, findings) {
    case .launch(let launch): return launch
    case .findings(let findings):
      let worst = findings.reduce(findings[0]) { $1.measuredNanos ?? 0 > $0.measuredNanos ?? 0 ? $1 : $0 }
      if let launch = launches.first(where: { $0.name == worst.exampleLaunch }) { return launch }
      throw Failure.usage(
        "the finding '\(id)' is about an app, not about one launch; 'tracetool explain \(worst.rule)' explains it")
    }
  }
}
