import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// `tracetool report`: how launches went.
enum Report {
  /// Faults of one kind.
  private struct Row: Encodable {
    var count: Int
    var launches: Int
    var worst: Finding
  }

  /// The faults that were found and, in the summary, the launch times.
  private struct Faults: Encodable {
    var coverage: LaunchCoverage?
    var groups: [MeasureRow]?
    var judged: Coverage
    var rows: [Row]

    init(_ report: CheckReport, _ rows: [CheckReport.Row], _ times: LaunchTimesReport? = nil) {
      (coverage, groups) = (times?.coverage, times?.groups)
      judged = report.coverage
      self.rows = rows.map { Row(count: $0.count, launches: $0.launches.count, worst: $0.worst) }
    }
  }

  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    var asked = ReportPart.allCases.filter(settings.parts.contains)
    if asked.isEmpty, settings.listsEach || settings.slowest != nil { asked = [.launchTimes] }
    if settings.format == .csv && asked.count != 1 || settings.format == .json && asked.count > 1 {
      throw Failure.usage(
        "'--format \(settings.format.rawValue)' holds one part: --launch-times, …")
    }
    let needsDetails =
      asked.isEmpty || asked.contains(.ordering) || asked.contains(.background)
    let evidence = try Evidence(session, details: needsDetails)
    var tables: [Table] = []
    var document = ""
    func add(_ name: String, _ made: [Table], _ body: some Encodable) throws {
      tables += made
      if settings.format == .json {
        document = try JSONDocument.text("report", report: name, body)
      }
    }
    for part in asked {
      switch part {
      case .launchTimes:
        let report = LaunchTimesReport(
          evidence.selected, by: settings.dimensions, each: settings.listsEach,
          slowest: settings.slowest)
        try add("launch-times", [report.table], report)
      case .launchPhases:
        let report = LaunchPhasesReport(evidence.selected, by: settings.dimensions)
        try add("launch-phases", [report.table], report)
      case .ordering:
        let report = evidence.judged(settings)
        let rows = report.rows.filter { $0.worst.rule.hasPrefix("order.") }
        var table = CheckReport.table("Orderings that contradict the machines", rows)
        table.notes.append(report.coverage.text)
        try add("ordering", [table], Faults(report, rows))
      case .background:
        let report = BackgroundReport(evidence.selected, evidence.launches.symbols.texts)
        try add("background", [report.table], report)
      }
    }
    if asked.isEmpty {
      let by = settings.dimensions.isEmpty ? [.app, .appVersion] : settings.dimensions
      let times = LaunchTimesReport(evidence.selected, by: by)
      let report = evidence.judged(settings)
      var faults = CheckReport.table("Findings", report.rows, limit: 10)
      faults.notes.append(report.coverage.text)
      try add("summary", [times.table, faults], Faults(report, report.rows, times))
    }
    try session.deliver(tables) { document }
    return evidence.exitCode
  }
}
