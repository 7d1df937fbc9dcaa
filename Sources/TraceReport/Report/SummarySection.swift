package import TraceAnalyzer
import TraceModel

/// The report that is shown by default: launch times in short or their trend, the findings, and, if logs say it, how many
/// launches began locked.
package struct SummarySection: ReportSection {
  package static let name = "summary"
  package static let help = "Launch times and findings"
  package static let isOneTable = false

  /// What launches are grouped by on a page and in short.
  static let dimensions: [Dimension] = [.app, .appVersion, .kind]

  /// In groups by app, version and kind unless others were asked for.
  let times: LaunchTimesReport
  /// Nil unless launches are grouped by a step.
  package let trend: LaunchTrend?
  package let found: CheckReport
  private let locked: LockedLaunches?

  package static func detail(_ options: ReportOptions) -> ReportDetail { .judged }

  package static func takesMetrics(_ options: ReportOptions) -> Bool { true }

  package init(_ question: ReportQuestion) {
    let dimensions = question.options.dimensions
    trend = question.trend
    times = trend?.times ?? LaunchTimesReport(question.launches, by: dimensions.isEmpty ? Self.dimensions : dimensions)
    found = question.judged()
    locked = LockedLaunches(question.launches, notThere: found.findings.launches(with: .`launch.locked-access`))
  }

  package var tables: [Table] {
    var summary = trend?.table ?? times.summary
    if let locked, locked.beganLocked > 0 { summary.notes.append(locked.sentence) }
    return [summary, found.table(found.heading, found.groups(by: .row), limit: 10)]
  }

  /// The launch times that a page shows beside its pictures, which are no steps of a trend.
  package func timesOfPage(_ question: ReportQuestion) -> LaunchTimesReport {
    if trend == nil { return times }
    let groups = question.options.groups
    return LaunchTimesReport(question.launches, by: groups.isEmpty ? Self.dimensions : groups + [.kind])
  }

  private enum CodingKeys: CodingKey { case coverage, groups, judged, rows, locked }

  /// The rows of a trend are its groups.
  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(times.coverage, forKey: .coverage)
    if let trend {
      try members.encode(trend.groups, forKey: .groups)
    } else {
      try members.encode(times.groups, forKey: .groups)
    }
    try members.encode(found.coverage, forKey: .judged)
    try members.encode(found.groups(by: .row), forKey: .rows)
    try members.encodeIfPresent(locked, forKey: .locked)
  }
}
