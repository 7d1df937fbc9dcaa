import TraceAnalyzer

/// How long launches took: by group, step by step, or one launch a row.
package struct LaunchTimesSection: ReportSection {
  package static let name = "launch-times"
  package static let help = "How long launches took, and between which two points"

  private let times: LaunchTimesReport
  /// Nil unless launches are grouped by a step.
  private let trend: LaunchTrend?

  package static func detail(_ options: ReportOptions) -> ReportDetail {
    let namesModels = options.dimensions.contains { $0.isStep || $0 == .deviceModel || $0 == .deviceClass }
    return options.listsEach || namesModels ? .launch : .times
  }

  package static func takesMetrics(_ options: ReportOptions) -> Bool { !options.listsEach }

  package init(_ question: ReportQuestion) {
    let options = question.options
    trend = question.trend
    times =
      trend?.times ?? question.timed.map { LaunchTimesReport($0, by: options.dimensions) }
      ?? LaunchTimesReport(
        question.launches, by: options.dimensions, each: options.listsEach, slowest: options.limit)
  }

  package var tables: [Table] { [trend?.table ?? times.table] }

  private enum CodingKeys: CodingKey { case coverage, groups, otherAnchors }

  /// The rows of a trend are its groups.
  package func encode(to encoder: any Encoder) throws {
    guard let trend else { return try times.encode(to: encoder) }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(times.coverage, forKey: .coverage)
    try members.encode(trend.groups, forKey: .groups)
    try members.encode(times.otherAnchors, forKey: .otherAnchors)
  }
}
