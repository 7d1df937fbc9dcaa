import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// `tracetool show`: one launch, event by event.
enum Show {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    var invocation = invocation
    let id = invocation.arguments.removeFirst()
    let dataset = try LaunchDataset(invocation)
    let launch = try launch(id, dataset.selected)
    let findings = dataset.judged().findings
    let history = try dataset.launches.recording(launch).history(findings)
    var earlier: LaunchHistory?
    if let at = invocation.at {
      let offset = at.isWall ? at.nanos &- launch.summary.firstInstant : at.nanos
      guard let then = history.at(offset) else {
        let began = history.began.map { " at \($0)" } ?? ""
        throw Failure.data("'--at' is before the launch, which began\(began), or after its end")
      }
      earlier = then
    }
    try invocation.deliver(HistoryAnswer(history, earlier: earlier))
    return dataset.exitCode
  }

  /// The launch whose id this is, or begins with it.
  private static func launch(_ id: String, _ launches: [Launch]) throws -> Launch {
    let wanted = Normalised.id(id)
    let matches = launches.filter { Normalised.id($0.name).hasPrefix(wanted) }
    let exact = matches.first { Normalised.id($0.name) == wanted }
    if let launch = matches.count == 1 ? matches[0] : exact { return launch }
    let names = matches.prefix(5).map(\.name).joined(separator: ", ")
    let advice = matches.isEmpty ? "'tracetool report --launch-times --each' lists all" : "name more of one: \(names)"
    throw Failure.data("\(Units.count(matches.count, "launch")) begin with '\(id)'; \(advice)")
  }
}
