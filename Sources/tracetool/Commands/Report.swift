import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// `tracetool report`: how launches went.
enum Report {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let asked = try parts(invocation)
    let isAggregate = asked == [.launchTimes] && !invocation.has("--each") && invocation.slowest == nil
    let details = !Set(asked).isSubset(of: [.launchTimes, .launchPhases])
    let dataset = try LaunchDataset(invocation, details: details, metrics: isAggregate)
    let answers = asked.map { answer($0, dataset) }
    try invocation.deliver(answers.flatMap(\.tables)) {
      try JSONDocument.text("report", report: asked[0].rawValue, answers[0].body)
    }
    dataset.end(dataset.exitCode)
  }

  /// The parts that were asked for, in their order.
  private static func parts(_ invocation: Invocation) throws -> [ReportPart] {
    let isList = invocation.has("--each") || invocation.slowest != nil
    let wanted = ReportPart.allCases.filter { invocation.has("--\($0.rawValue)") || isList && $0 == .launchTimes }
    let asked = wanted.isEmpty ? [.summary] : wanted
    let format = invocation.format
    if format == .csv && wanted.isEmpty || [.csv, .json].contains(format) && asked.count > 1 {
      throw Failure.usage("'--format \(format.rawValue)' holds one part: --launch-times, …")
    }
    let isUngrouped = isList || wanted.contains { [.ordering, .background].contains($0) }
    if isUngrouped, !invocation.dimensions.isEmpty {
      throw Failure.usage("'--by' groups --launch-times, --launch-phases and the summary alone")
    }
    return asked
  }

  /// One part, for people and for programs.
  private static func answer(_ part: ReportPart, _ dataset: LaunchDataset) -> (tables: [Table], body: any Encodable) {
    let invocation = dataset.invocation
    let selected = dataset.selected
    let dimensions = invocation.dimensions
    switch part {
    case .launchTimes:
      var report = LaunchTimesReport(
        selected, by: dimensions, each: invocation.has("--each"), slowest: invocation.slowest)
      report.metrics = dataset.metrics.isEmpty ? nil : dataset.metrics
      return ([report.table] + [report.metricTable].compactMap(\.self), report)
    case .launchPhases:
      let report = LaunchPhasesReport(selected, by: dimensions)
      return ([report.table], report)
    case .ordering:
      let report = dataset.judged()
      let rows = report.rows.filter { $0.worst.rule.hasPrefix("order.") }
      let none = rows.isEmpty ? ": none" : ""
      let table = report.table("Orderings that contradict the machines\(none)", rows)
      return ([table], ["judged": Cell(report.coverage), "rows": Cell(rows)])
    case .background:
      let report = BackgroundReport(selected, dataset.launches.symbols.texts)
      return ([report.table], report)
    case .summary:
      let times = LaunchTimesReport(selected, by: dimensions.isEmpty ? [.app, .appVersion, .kind] : dimensions)
      let report = dataset.judged()
      let rows = report.rows
      let locked = LockedLaunches(selected)
      var body = [
        "coverage": Cell(times.coverage), "groups": Cell(times.groups), "judged": Cell(report.coverage),
        "rows": Cell(rows),
      ]
      if let locked { body["locked"] = Cell(locked) }
      var summary = times.summary
      if let locked, locked.beganLocked > 0 { summary.notes.append(locked.sentence) }
      return ([summary, report.table(report.heading, rows, limit: 10)], body)
    }
  }
}
