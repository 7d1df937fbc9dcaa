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
    let sections = ReportSections.all.map { section in
      Option<Self>.flag("--\(section.name)", section.help) { $0.names.insert(section.name) }
    }
    let details: [Option<Self>] = [
      .flag("--each", "Launch times: one launch a row, with its milestones", \.options.listsEach),
      .value("--limit", "N", "With --each: only the N slowest launches", \.options.limit, as: .count),
      .value("--slowest", "N", "Short for --each --limit N", as: .count) { report, count in
        report.options.listsEach = true
        report.options.limit = count
      },
      .value(
        "--by", "LIST",
        "Compare each day, week, month or version with the one before, and group launch times and phases by any of these "
          + "and by kind",
        as: .list(of: .dimension())
      ) { report, dimensions in
        // Launches of different kinds have no common median.
        report.options.dimensions = dimensions.contains(.kind) ? dimensions : dimensions + [.kind]
      }.once,
    ]
    return [
      OptionGroup("Parts (launch times and findings unless one is chosen)", sections + details),
      .selection(\.query), .judging(\.query), .logs(\.query),
      everywhere,
    ]
  }

  var invocation: Invocation
  var query: LaunchQuery
  /// The names of the sections that were asked for.
  private(set) var names: Set<String> = []
  private(set) var options = ReportOptions()

  init(_ defaults: Defaults) {
    invocation = Invocation(defaults, answer: Self.answer)
    query = LaunchQuery(defaults)
  }

  mutating func run() throws -> ExitCode {
    let sections = try sections()
    let takesMetrics = sections.count == 1 && sections[0].takesMetrics(options)
    let dataset = try LaunchDataset(
      query, invocation, scope: scope(sections), metrics: takesMetrics, keepsEvents: invocation.isForBrowser)
    if dataset.metrics != nil, !dataset.hasNoLaunch, invocation.formats.contains(where: { $0.name == "csv" }) {
      invocation.remark("CSV holds one table, that of launches: '--format json' has what MetricKit counted as well")
    }
    if let text = dataset.advice?.namesText { invocation.remark(text) }
    let question = ReportQuestion(
      dataset.selected, timed: dataset.timed, dataset.launches.symbols.texts, options, judged: dataset.judged
    ) { _ = concurrently($0) }
    let answers = sections.map { $0.init(question) }
    var answer = ReportAnswer(answers)
    answer.metrics = dataset.metrics
    answer.isOfMetricsAlone = dataset.metrics != nil && dataset.hasNoLaunch
    answer.reading = dataset.leftOut
    answer.isVerbose = invocation.isVerbose
    if invocation.isForBrowser { answer.page = try page(answers, question, dataset) }
    try invocation.deliver(answer)
    return dataset.judgedCode
  }

  private func page(
    _ sections: [any ReportSection], _ question: ReportQuestion, _ dataset: LaunchDataset
  ) throws -> Page {
    var page: Page
    if let summary = sections[0] as? SummarySection {
      let step = summary.trend == nil ? LaunchTrend.step(for: dataset.selected) : nil
      let trend = summary.trend ?? step.map { question.trend(by: $0) }
      let facts = try dataset.pageFacts(summary.found, trend, by: options.groups)
      page = Page(report: summary.timesOfPage(question), summary.found, facts)
    } else {
      page = Page(sections, dataset.pageFacts())
    }
    page.title = invocation.title.map { "\(name: $0)" }
    return page
  }

  private func scope(_ sections: [any ReportSection.Type]) -> SummaryScope {
    switch sections.map({ $0.detail(options) }).max() ?? .all {
    // A page says how many devices there are.
    case .times: query.selection == Selection() && !invocation.isForBrowser ? .times : .launches
    case .launch: .launches
    case .judged: .judged(query.judging.judgedDetails)
    case .all: .all
    }
  }

  /// The sections to show, in order.
  ///
  /// - Throws: A usage `Failure` if the format cannot hold them, or they are not grouped.
  private func sections() throws -> [any ReportSection.Type] {
    if options.limit != nil, !options.listsEach { throw Failure.usage("--limit is of a list of launches: add --each") }
    let listed = options.listsEach ? [LaunchTimesSection.name] : []
    let chosen = ReportSections.all.filter { names.union(listed).contains($0.name) }
    let sections = chosen.isEmpty ? [SummarySection.self] : chosen
    let format = invocation.format
    guard format.capacity.holds(sections) else {
      throw Failure.usage("'--format \(name: format.name)' holds one part: --launch-times, …")
    }
    if !options.dimensions.isEmpty, options.listsEach || !sections.allSatisfy({ $0.isGrouped }) {
      let grouped = ReportSections.all.filter { $0.isGrouped }.map { "--\($0.name)" }.joined(separator: ", ")
      throw Failure.usage("'--by' groups only \(name: grouped) and the summary")
    }
    if options.dimensions.count(where: \.isStep) > 1 {
      throw Failure.usage("'--by' takes one of \(name: Dimension.steps.map(\.rawValue).joined(separator: ", "))")
    }
    return sections
  }
}
