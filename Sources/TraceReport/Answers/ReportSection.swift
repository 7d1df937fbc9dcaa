package import TraceAnalyzer
import TraceModel

/// One part of a report, with its values.
package enum ReportSection {
  /// With the trend, if launches are grouped by a step.
  case launchTimes(LaunchTimesReport, LaunchTrend?)
  case launchPhases(LaunchPhasesReport)
  case background(BackgroundReport)
  /// Launch times in short or their trend, the findings, and, if logs say it, how many launches began locked.
  case summary(LaunchTimesReport, LaunchTrend?, CheckReport, LockedLaunches?)

  /// Which part it is.
  package var part: ReportPart {
    switch self {
    case .launchTimes: .launchTimes
    case .launchPhases: .launchPhases
    case .background: .background
    case .summary: .summary
    }
  }

  /// Nil if no payload of MetricKit was read, or its counts were not asked for.
  private var metrics: MetricReport? {
    switch self {
    case .launchTimes(let times, _), .summary(let times, _, _, _): times.metrics
    case .launchPhases, .background: nil
    }
  }

  private var isOfMetricsAlone: Bool {
    switch self {
    case .launchTimes(let times, _), .summary(let times, _, _, _): times.metrics != nil && times.coverage.launches == 0
    case .launchPhases, .background: false
    }
  }

  /// The first table for spreadsheets, or without launches what MetricKit counted.
  var sheet: Table { metrics.flatMap { isOfMetricsAlone ? $0.sheet : nil } ?? ownTables[0] }

  var tables: [Table] { (isOfMetricsAlone ? [] : ownTables) + (metrics?.tables() ?? []) }

  private var ownTables: [Table] {
    switch self {
    case .launchTimes(let report, let trend): return [trend?.table ?? report.table]
    case .launchPhases(let report): return [report.table]
    case .background(let report): return [report.table]
    case .summary(let times, let trend, let report, let locked):
      var summary = trend?.table ?? times.summary
      if let locked, locked.beganLocked > 0 { summary.notes.append(locked.sentence) }
      return [summary, report.table(report.heading, report.groups(by: .row), limit: 10)]
    }
  }

  var body: any Encodable {
    switch self {
    case .launchTimes(let report, let trend): return TrendDocument(times: report, trend: trend)
    case .launchPhases(let report): return report
    case .background(let report): return report
    case .summary(let times, let trend, let report, let locked):
      var body = [
        "coverage": Cell(times.coverage), "groups": trend.map { Cell($0.rows) } ?? Cell(times.groups),
        "judged": Cell(report.coverage),
        "rows": Cell(report.groups(by: .row)),
      ]
      if let locked { body["locked"] = Cell(locked) }
      if let metrics { body["metrics"] = Cell(metrics) }
      return body
    }
  }
}

/// The body of the report of launch times, whose groups are the rows of a trend if there is one.
private struct TrendDocument: Encodable {
  let times: LaunchTimesReport
  let trend: LaunchTrend?

  private enum CodingKeys: CodingKey { case coverage, groups, otherAnchors, metrics }

  func encode(to encoder: any Encoder) throws {
    guard let trend else { return try times.encode(to: encoder) }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(times.coverage, forKey: .coverage)
    try members.encode(trend.rows, forKey: .groups)
    try members.encode(times.otherAnchors, forKey: .otherAnchors)
    try members.encodeIfPresent(times.metrics, forKey: .metrics)
  }
}
