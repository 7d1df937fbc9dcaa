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
    try invocation.deliver(ReportAnswer(asked.map { section($0, dataset) }))
    dataset.end(dataset.exitCode)
  }

  /// The parts that were asked for, in their order.
  private static func parts(_ invocation: Invocation) throws -> [ReportPart] {
    let isList = invocation.has("--each") || invocation.slowest != nil
    let wanted = ReportPart.allCases.filter { invocation.has("--\($0.rawValue)") || isList && $0 == .launchTimes }
    let asked = wanted.isEmpty ? [.summary] : wanted
    guard invocation.format.capacity.holds(asked) else {
      throw Failure.usage("'--format \(invocation.format.name)' holds one part: --launch-times, …")
    }
    let isUngrouped = isList || wanted.contains { [.ordering, .background].contains($0) }
    if isUngrouped, !invocation.dimensions.isEmpty {
      throw Failure.usage("'--by' groups --launch-times, --launch-phases and the summary alone")
    }
    return asked
  }

  /// One part, with its values.
  private static func section(_ part: ReportPart, _ dataset: LaunchDataset) -> ReportSection {
    let invocation = dataset.invocation
    let selected = dataset.selected
    let dimensions = invocation.dimensions
    switch part {
    case .launchTimes:
      var report = LaunchTimesReport(
        selected, by: dimensions, each: invocation.has("--each"), slowest: invocation.slowest)
      report.metrics = dataset.metrics.isEmpty ? nil : dataset.metrics
      return .launchTimes(report)
    case .launchPhases: return .launchPhases(LaunchPhasesReport(selected, by: dimensions))
    case .ordering: return .ordering(dataset.judged())
    case .background: return .background(BackgroundReport(selected, dataset.launches.symbols.texts))
    case .summary:
      let times = LaunchTimesReport(selected, by: dimensions.isEmpty ? [.app, .appVersion, .kind] : dimensions)
      return .summary(times, dataset.judged(), LockedLaunches(selected))
    }
  }
}
