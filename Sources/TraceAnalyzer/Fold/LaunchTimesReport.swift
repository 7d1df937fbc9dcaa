/// How long launches took, for `report --launch-times`.
package struct LaunchTimesReport: Sendable, Encodable {
  package var coverage: LaunchCoverage
  /// One row a group, measured between the most frequent pair of anchors.
  package var groups: [MeasureRow]
  /// The same for every other pair of anchors.
  package var otherAnchors: [MeasureRow]
  package var each: [LaunchRow]?
  /// How many launches `each` was cut from; nothing if it was not.
  package var comparable: Int?
  /// What Apple counted; nothing if it is not known.
  package var metrics: MetricReport?

  /// The report on launches, by group alone.
  ///
  /// - Parameters:
  ///   - launches: In their total order.
  ///   - dimensions: What to group by; nothing is one row a kind.
  package init(_ launches: TimedLaunches, by dimensions: [Dimension] = []) {
    self.init(launches.measured(by: dimensions.isEmpty ? [.kind] : dimensions))
  }

  /// The report on launches, which are of one input, by group and, if asked for, one by one.
  ///
  /// - Parameters:
  ///   - launches: In their total order.
  ///   - dimensions: What to group by; nothing is one row a kind.
  ///   - each: Whether to list the launches one by one.
  ///   - slowest: List only this many, the longest times first.
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
    let medians = PhaseMedians(all, measured.headline)
    self.each = listed.map { $0.row(medians) }
  }

  private init(_ measured: TimedLaunches.Measured) {
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
