import TraceModel

/// How long launches took, for `report --launch-times`.
package struct LaunchTimesReport: Sendable, Encodable {
  package var coverage: LaunchCoverage
  /// One row a group, measured between the most frequent pair of anchors.
  package var groups: [MeasureRow]
  /// One row a group and each other pair of anchors.
  package var otherAnchors: [MeasureRow]
  package var each: [LaunchRow]?
  /// The number of launches that `each` was cut from; nil if it was not.
  package var comparable: Int?

  /// The report on launches in their total order; without dimensions one row a kind.
  package init(_ launches: TimedLaunches, by dimensions: [Dimension] = []) {
    self.init(launches.measured(by: dimensions.isEmpty ? [.kind] : dimensions))
  }

  /// The report on launches of one input, in their total order; without dimensions one row a kind.
  ///
  /// `each` lists the launches one by one; `slowest` lists only so many, the longest first.
  package init(_ launches: [Launch], by dimensions: [Dimension] = [], each: Bool = false, slowest: Int? = nil) {
    let measured = TimedLaunches(launches).measured(by: dimensions.isEmpty ? [.kind] : dimensions)
    self.init(measured)
    guard each || slowest != nil else { return }
    let all = measured.launches.objects
    var listed = all
    if let slowest {
      // Times between other anchors are other measures: they cannot be slower or faster.
      listed = listed.filter { $0.nanos(measured.headline) != nil }
      comparable = listed.count
      listed = Array(listed.sorted { $1.time.nanos ?? 0 < $0.time.nanos ?? 0 }.prefix(slowest))
    }
    let usual = UsualTimes(all, measured.headline)
    self.each = listed.map { $0.row(usual) }
  }

  /// The report on measured launches.
  init(_ measured: TimedLaunches.Measured) {
    coverage = measured.coverage
    groups = measured.groups.map { by, times in
      var row = times.row(by: by, measured.headline)
      row.notCounted = times.reasons
      return row
    }
    otherAnchors = measured.groups.flatMap { by, times in
      measured.others.map { times.row(by: by, $0) }.filter { $0.count > 0 }
    }
  }
}

/// One launch with all its milestones, as offsets from the first of them.
package struct LaunchRow: Sendable, Encodable {
  package var launch, kind, kindReason: String
  package var context: LaunchContext
  /// RFC 3339; nil if the log has `uptime` alone.
  package var time: String?
  package var from, to, notCounted: String?
  package var nanos: Int64?
  /// True if a clock of whole seconds measured it: 0 means less than one; left out if not.
  package var isOnWholeSeconds: Bool?
  /// Milestone to nanoseconds after the launch's first milestone.
  package var milestoneNanos: [String: Int64]
  /// Milestones whose edge is not really known.
  package var approximate: [String]
  /// The pieces of its time, in order; empty without a time.
  package var phases: [LaunchPhase]
  /// The phase that makes the launch slower than others of its kind; nil without one.
  package var standsOut: PhaseShare?
}

extension Launch {
  func row(_ usual: UsualTimes) -> LaunchRow {
    let milestones = summary.milestones
    let all = Milestones.Name.allCases.filter { milestones[$0] != Event.absent }
    let first = all.map { milestones[$0] }.min() ?? 0
    // The ends of a record's own measure are no milestones.
    let isMeasured = milestones.measure != .events
    let known = all.filter { !isMeasured || $0 != .start && $0 != .firstFrame }
    return LaunchRow(
      launch: name, kind: kind.name, kindReason: kindReason, context: context, time: began,
      from: time.anchors?.from.name, to: time.anchors?.to.name, notCounted: time.notCounted?.name, nanos: time.nanos,
      isOnWholeSeconds: time.isOnWholeSeconds ? true : nil,
      milestoneNanos: Dictionary(uniqueKeysWithValues: known.map { ($0.name, milestones[$0] &- first) }),
      approximate: known.filter { milestones.isApproximate($0) }.map(\.name), phases: phases,
      standsOut: usual.comparison(of: self).shares.toBlame)
  }
}

/// Which launches count towards launch times, and which do not, by reason.
package struct LaunchCoverage: Sendable, Encodable {
  package var launches, counted: Int
  package var notCounted: [String: Int]
  /// Set if only launches remain that are left out by default.
  package var only: [String]?
  package var from, to: String?
}

/// One row of a report: what was measured over one group.
package struct MeasureRow: Sendable, Encodable {
  /// The group's value in each dimension, in the order asked for.
  package var by: [GroupValue]
  package var from, to: String?
  package var count: Int
  /// A percentile above the median is nil of too few values.
  package var p50Nanos, p90Nanos, p95Nanos, p99Nanos, longestNanos: Int64?
  /// Launches of the group that do not count, by reason.
  package var notCounted: [String: Int]?
  /// How many of the values have an edge that is not really known.
  package var approximateCount: Int?
  /// True if a clock of whole seconds measured a value: 0 means less than one; left out if not.
  package var isOnWholeSeconds: Bool?
  /// How background tasks ended, and how many did.
  package var outcomes: [String: Int]?
  /// The values themselves, in nanoseconds; not in documents.
  package let statistics: Statistics

  private enum CodingKeys: CodingKey {
    case by, from, to, count, p50Nanos, p90Nanos, p95Nanos, p99Nanos, longestNanos, notCounted
    case approximateCount, isOnWholeSeconds, outcomes
  }

  /// The times of a row by their names, and the percentile that each is.
  package static let times: [(name: String, path: any WritableKeyPath<Self, Int64?> & Sendable, percent: Int)] = [
    ("p50", \.p50Nanos, 50), ("p90", \.p90Nanos, 90), ("p95", \.p95Nanos, 95), ("p99", \.p99Nanos, 99),
    ("longest", \.longestNanos, 100),
  ]

  init(by: [GroupValue], _ values: [Int64], _ anchors: Anchors? = nil) {
    statistics = Statistics(values)
    self.by = by
    from = anchors?.from.name
    to = anchors?.to.name
    count = values.count
    for time in Self.times { self[keyPath: time.path] = statistics.shown(time.percent) }
  }
}
