import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct ReportCommand: Command {
  static let name = "report"
  static let summary = "Show how launches went, from the store or directly from logs."
  static let examples = [
    Example("report --launch-times", "How long launches took, by kind."),
    Example("report --launch-times --by appVersion,kind", "The same by version and kind."),
    Example("report --launch-times --by week", "Each week compared with the one before, as 'compare' does."),
    Example("report --launch-times --slowest 10", "The ten slowest launches with their milestones."),
    Example("report --background logs/", "Time in the background, directly from logs."),
  ]
  static let answer: any Answer.Type = ReportAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] { [.paths(\.query.paths)] }
  static var options: [OptionGroup<Self>] {
    let parts = ReportPart.chosen.map { part in
      Option<Self>.flag("--\(part.rawValue)", part.help) { $0.chosenParts.insert(part) }
    }
    let details: [Option<Self>] = [
      .flag("--each", "Launch times: one launch a row, with its milestones", \.listsEach),
      .value("--slowest", "N", "Launch times: only the N slowest launches", \.slowest, as: .count),
      .value(
        "--by", "LIST",
        "Group launch times and phases; by day, week, month or version each row is compared with the one before",
        as: .list(of: .dimension())
      ) { report, dimensions in report.dimensions = dimensions }.once,
    ]
    return [
      OptionGroup("Parts (launch times and findings unless one is chosen)", parts + details),
      .selection(\.query), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  private(set) var chosenParts: Set<ReportPart> = []
  private(set) var listsEach = false
  private(set) var slowest: Int?
  private(set) var dimensions: [Dimension] = []
  private var dataset: LaunchDataset?

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  mutating func run() throws -> ExitCode {
    let parts = try parts()
    let isAggregate = [[.launchTimes], [.summary]].contains(parts) && !isList
    let dataset = try LaunchDataset(
      query, invocation, scope: summaryScope(parts), metrics: isAggregate, keepsEvents: invocation.isForBrowser)
    self.dataset = dataset
    let sections = parts.map { section($0, dataset) }
    if dataset.metrics != nil, !dataset.hasNoLaunch, invocation.formats.contains(where: { $0.name == "csv" }) {
      invocation.remark("CSV holds one table, that of launches: '--format json' has what MetricKit counted as well")
    }
    if let text = dataset.advice?.namesText { invocation.remark(text) }
    var answer = ReportAnswer(sections)
    answer.reading = dataset.leftOut
    answer.isVerbose = invocation.isVerbose
    if invocation.isForBrowser, case .summary(let times, let trend, let found, _) = sections[0] {
      let step = trend == nil ? LaunchTrend.step(for: dataset.selected) : nil
      let facts = try dataset.pageFacts(found, trend ?? step.map { self.trend(dataset, by: $0) })
      var byVersion = trend.map { _ in LaunchTimesReport(dataset.selected, by: Self.summaryDimensions) }
      byVersion?.metrics = dataset.metrics
      answer.page = Page(report: byVersion ?? times, found, facts)
      answer.page?.title = invocation.title.map { "\(name: $0)" }
    }
    try invocation.deliver(answer)
    return dataset.judgedCode
  }

  private func summaryScope(_ parts: [ReportPart]) -> SummaryScope {
    if parts.contains(.background) { return .all }
    if !Set(parts).isSubset(of: [.launchTimes, .launchPhases]) { return .judged(query.judging.judgedDetails) }
    let namesModels = dimensions.contains { $0.isStep || $0 == .deviceModel || $0 == .deviceClass }
    let isOfAll = query.selection == Selection() && !namesModels
    return parts == [.launchTimes] && !isList && isOfAll ? .times : .launches
  }

  private var isList: Bool { listsEach || slowest != nil }

  /// The parts to show, in order.
  ///
  /// - Throws: A usage `Failure` if the format cannot hold them, or they are not grouped.
  private func parts() throws -> [ReportPart] {
    let chosen = ReportPart.chosen.filter { chosenParts.contains($0) || isList && $0 == .launchTimes }
    let parts = chosen.isEmpty ? [.summary] : chosen
    let format = invocation.format
    guard format.capacity.holds(parts) else {
      if format.isForBrowser {
        throw Failure.usage("'--format \(name: format.name)' shows all: leave out --launch-times, …")
      }
      throw Failure.usage("'--format \(name: format.name)' holds one part: --launch-times, …")
    }
    let isUngrouped = isList || chosen.contains(.background)
    if isUngrouped, !dimensions.isEmpty {
      throw Failure.usage("'--by' groups only --launch-times, --launch-phases and the summary")
    }
    if dimensions.count(where: \.isStep) > 1 {
      throw Failure.usage("'--by' takes one of \(name: Dimension.steps.map(\.rawValue).joined(separator: ", "))")
    }
    return parts
  }

  private func section(_ part: ReportPart, _ dataset: LaunchDataset) -> ReportSection {
    let selected = dataset.selected
    switch part {
    case .launchTimes:
      if let trend = trend(dataset) {
        var times = trend.times
        times.metrics = dataset.metrics
        return .launchTimes(times, trend)
      }
      var report =
        dataset.timed.map { LaunchTimesReport($0, by: dimensions) }
        ?? LaunchTimesReport(selected, by: dimensions, each: listsEach, slowest: slowest)
      report.metrics = dataset.metrics
      return .launchTimes(report, nil)
    case .launchPhases: return .launchPhases(LaunchPhasesReport(selected, by: dimensions))
    case .background: return .background(BackgroundReport(selected, dataset.launches.symbols.texts))
    case .summary:
      let trend = trend(dataset)
      var times =
        trend?.times ?? LaunchTimesReport(selected, by: dimensions.isEmpty ? Self.summaryDimensions : dimensions)
      times.metrics = dataset.metrics
      let judged = dataset.judged()
      let notThere = judged.findings.launches(with: .`launch.locked-access`)
      return .summary(times, trend, judged, LockedLaunches(selected, notThere: notThere))
    }
  }

  private static let summaryDimensions: [Dimension] = [.app, .appVersion, .kind]

  private func trend(_ dataset: LaunchDataset) -> LaunchTrend? {
    dimensions.first(where: \.isStep).map { trend(dataset, by: $0) }
  }

  private func trend(_ dataset: LaunchDataset, by step: Dimension) -> LaunchTrend {
    LaunchTrend(dataset.selected, by: step, and: dimensions) { _ = concurrently($0) }
  }
}

extension ReportPart {
  /// Parts with an option of their name.
  static let chosen = allCases.filter { $0 != .summary }

  var help: String {
    switch self {
    case .launchTimes: "How long launches took, and between which two points"
    case .launchPhases: "How long each phase of a launch took"
    case .background: "Time in the background, background tasks and handlers"
    case .summary: "Launch times and findings"
    }
  }
}
