import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

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
    let dataset = try LaunchDataset(query, invocation)
    self.dataset = dataset
    let findings = dataset.judged().findings
    let launch = try Self.launch(launch, dataset.selected, findings)
    let history = try dataset.launches.events.recording(of: launch).history(findings)
    var earlier: LaunchHistory?
    if let time {
      guard let then = history.at(time.nanoseconds(since: launch.summary.firstInstant)) else {
        let began = history.began.map { " at \($0)" } ?? ""
        throw Failure.data("'--at' is before the launch, which began\(began), or after its end")
      }
      earlier = then
    }
    try invocation.deliver(HistoryAnswer(history, earlier: earlier))
    return dataset.exitCode
  }

  /// The launch whose id this is, or begins with it; else the one that shows the finding with this fingerprint.
  private static func launch(_ id: String, _ launches: [Launch], _ findings: [Finding]) throws -> Launch {
    let wanted = Normalised.id(id)
    let matches = launches.filter { Normalised.id($0.name).hasPrefix(wanted) }
    let exact = matches.first { Normalised.id($0.name) == wanted }
    if let launch = matches.count == 1 ? matches[0] : exact { return launch }
    if matches.isEmpty, FindingPage.isFingerprint(id) {
      let name = try FindingPage.worst(of: findings, id)?.exampleLaunch
      if let launch = launches.first(where: { $0.name == name }) { return launch }
    }
    let names = matches.prefix(5).map(\.name).joined(separator: ", ")
    let lists = "'tracetool report --launch-times --each' and 'tracetool check --all' list them"
    let none = "and no finding's fingerprint does; \(lists)"
    let advice = matches.isEmpty ? none : "name more of one: \(names)"
    throw Failure.data("\(Units.count(matches.count, "launch")) begin with '\(id)'; \(advice)")
  }
}
