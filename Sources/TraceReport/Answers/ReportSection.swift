package import TraceAnalyzer
import TraceModel

/// One part of a report, with its values.
package enum ReportSection {
  case launchTimes(LaunchTimesReport)
  case launchPhases(LaunchPhasesReport)
  case background(BackgroundReport)
  /// Launch times in short and the findings; how many launches began locked, where that is known.
  case summary(LaunchTimesReport, CheckReport, LockedLaunches?)

  /// Which part it is.
  package var part: ReportPart {
    switch self {
    case .launchTimes: .launchTimes
    case .launchPhases: .launchPhases
    case .background: .background
    case .summary: .summary
    }
  }

  /// What MetricKit counted; nothing if no payload was read, or it was not asked for.
  private var metrics: MetricReport? {
    switch self {
    case .launchTimes(let times), .summary(let times, _, _): times.metrics
    case .launchPhases, .background: nil
    }
  }

  /// True if there are payloads of MetricKit and no launch.
  private var isOfMetricsAlone: Bool {
    switch self {
    case .launchTimes(let times), .summary(let times, _, _): times.metrics != nil && times.coverage.launches == 0
    case .launchPhases, .background: false
    }
  }

  /// For spreadsheets: the first table, or what MetricKit counted where there is no launch.
  var sheet: Table { metrics.flatMap { isOfMetricsAlone ? $0.sheet : nil } ?? ownTables[0] }

  /// For people.
  var tables: [Table] { (isOfMetricsAlone ? [] : ownTables) + (metrics?.tables() ?? []) }

  private var ownTables: [Table] {
    switch self {
    case .launchTimes(let report): return [report.table]
    case .launchPhases(let report): return [report.table]
    case .background(let report): return [report.table]
    case .summary(let times, let report, let locked):
      var summary = times.summary
      if let locked, locked.beganLocked > 0 { summary.notes.append(locked.sentence) }
      return [summary, report.table(report.heading, report.rows, limit: 10)]
    }
  }

  /// The members of its document.
  var body: any Encodable {
    switch self {
    case .launchTimes(let report): return report
    case .launchPhases(let report): return report
    case .background(let report): return report
    case .summary(let times, let report, let locked):
      var body = [
        "coverage": Cell(times.coverage), "groups": Cell(times.groups), "judged": Cell(report.coverage),
        "rows": Cell(report.rows),
      ]
      if let locked { body["locked"] = Cell(locked) }
      if let metrics { body["metrics"] = Cell(metrics) }
      return body
    }
  }
}
