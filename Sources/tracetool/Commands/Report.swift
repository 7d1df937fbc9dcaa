import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// `tracetool report`: how launches went.
enum Report {
  /// One part of a report, for people and for programs.
  private struct Part {
    var tables: [Table]
    var json: () throws -> String
  }

  /// Faults of one kind.
  private struct Row: Encodable {
    var fingerprint: String
    var count: Int
    var launches: Int
    var worst: Finding

    init(_ row: CheckReport.Row) {
      fingerprint = row.worst.fingerprint
      count = row.count
      launches = row.launches.count
      worst = row.worst
    }
  }

  private struct Ordering: Encodable {
    var coverage: Coverage
    var rows: [Row]
  }

  private struct Summary: Encodable {
    var coverage: LaunchCoverage
    var judged: Coverage
    var groups: [MeasureRow]
    var rows: [Row]
  }

  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let asked = ReportPart.allCases.filter(settings.parts.contains)
    if settings.format == .csv && asked.count != 1 || settings.format == .json && asked.count > 1 {
      let format = settings.format.rawValue
      throw UsageError("'--format \(format)' holds one part: --launch-times, …", command: "report")
    }
    var launches = try Wiring.launches(
      session, details: asked.isEmpty || asked.contains { $0 == .ordering || $0 == .background })
    let all = Launch.all(launches.summaries, launches.symbols, include: settings.include)
    let chosen = try Answers.selected(all, settings)
    var parts: [Part] = []
    for part in asked { parts.append(try made(part, chosen, &launches, settings)) }
    if asked.isEmpty { parts = [try summary(chosen, &launches, settings)] }
    try session.deliver(
      parts.flatMap(\.tables), json: { try parts.map { try $0.json() }.joined() })
    return launches.failures.isEmpty ? .fine : .inputOutput
  }

  private static func made(
    _ part: ReportPart, _ chosen: [Launch], _ launches: inout Launches, _ settings: Settings
  ) throws -> Part {
    switch part {
    case .launchTimes:
      let report = LaunchTimesReport(
        chosen, by: settings.dimensions, each: settings.listsEach, slowest: settings.slowest)
      return Part(tables: [report.table]) {
        try JSONDocument.text("report", report: "launch-times", report)
      }
    case .launchPhases:
      let report = LaunchPhasesReport(chosen, by: settings.dimensions)
      return Part(tables: [report.table]) {
        try JSONDocument.text("report", report: "launch-phases", report)
      }
    case .ordering:
      let report = try Check.judged(&launches, settings)
      let rows = report.rows.filter { $0.worst.rule.hasPrefix("order.") }
      var table = CheckReport.table("Orderings that contradict the machines", rows)
      table.notes.append(report.coverage.text)
      let body = Ordering(coverage: report.coverage, rows: rows.map(Row.init))
      return Part(tables: [table]) {
        try JSONDocument.text("report", report: "ordering", body)
      }
    case .background:
      let report = BackgroundReport(chosen, launches.symbols.texts)
      return Part(tables: report.tables) {
        try JSONDocument.text("report", report: "background", report)
      }
    }
  }

  /// What to know first: launch times by version, and the worst of what was found.
  private static func summary(
    _ chosen: [Launch], _ launches: inout Launches, _ settings: Settings
  ) throws -> Part {
    let by = settings.dimensions.isEmpty ? [.app, .appVersion] : settings.dimensions
    let times = LaunchTimesReport(chosen, by: by)
    let check = try Check.judged(&launches, settings)
    var faults = CheckReport.table("Findings", check.rows, limit: 10)
    faults.notes.append(check.coverage.text)
    let body = Summary(
      coverage: times.coverage, judged: check.coverage, groups: times.groups,
      rows: check.rows.map(Row.init))
    return Part(tables: [times.table, faults]) {
      try JSONDocument.text("report", report: "summary", body)
    }
  }
}
