import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool report`: how launches went.
enum Report {
  /// The body of the `report` document: the parts that were asked for.
  private struct Document: Encodable {
    struct Ordering: Encodable {
      var coverage: Coverage
      var findings: [Finding]
    }

    var launchTimes: LaunchTimesReport?
    var launchPhases: LaunchPhasesReport?
    var ordering: Ordering?
    var background: BackgroundReport?
  }

  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let parts = ReportPart.allCases.filter { settings.parts.isEmpty || settings.parts.contains($0) }
    if settings.format == .csv, parts.count > 1 {
      throw UsageError("'--format csv' holds one part: add --launch-times, …", command: "report")
    }
    var launches = try Wiring.launches(session)
    let all = Launch.all(launches.summaries, launches.symbols, include: settings.include)
    let chosen = try Answers.selected(all, settings)
    var document = Document()
    var tables: [Table] = []
    for part in parts {
      switch part {
      case .launchTimes:
        let report = LaunchTimesReport(
          chosen, by: settings.dimensions, each: settings.listsEach, slowest: settings.slowest)
        document.launchTimes = report
        tables.append(report.table)
      case .launchPhases:
        let report = LaunchPhasesReport(chosen, by: settings.dimensions)
        document.launchPhases = report
        tables.append(report.table)
      case .ordering:
        let report = try Check.judged(&launches, settings).only("order.")
        document.ordering = .init(coverage: report.coverage, findings: report.findings)
        tables.append(report.table(heading: "Orderings", listsEach: settings.listsEach))
      case .background:
        let report = BackgroundReport(chosen, launches.symbols.texts)
        document.background = report
        tables += report.tables
      }
    }
    try session.deliver(tables, json: { try JSONDocument.text("report", document) })
    return launches.failures.isEmpty ? .fine : .inputOutput
  }
}
