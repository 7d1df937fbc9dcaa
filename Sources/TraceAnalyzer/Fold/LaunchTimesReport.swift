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
  package var metrics: [MetricRow]?

  /// The report on launches, by group and, if asked for, one by one.
  ///
  /// - Parameters:
  ///   - launches: In their total order.
  ///   - dimensions: What to group by; nothing is one row a kind.
  ///   - each: Whether to list the launches one by one.
  ///   - slowest: List only this many, the longest times first.
  package init(_ launches: [Launch], by dimensions: [Dimension] = [], each: Bool = false, slowest: Int? = nil) {
    let measured = launches.measured()
    let groups = measured.launches.grouped(by: dimensions.isEmpty ? [.kind] : dimensions)
    coverage = measured.coverage
    self.groups = groups.map { by, launches in
      var row = MeasureRow(by: by, launches.times(measured.headline), measured.headline)
      row.notCounted = launches.reasons
      return row
    }
    otherAnchors = groups.flatMap { by, launches in
      measured.others.map { MeasureRow(by: by, launches.times($0), $0) }.filter { $0.count > 0 }
    }
    guard each || slowest != nil else { return }
    var listed = measured.launches
    if let slowest {
      // Times between other anchors are other measures: they cannot be slower or faster.
      listed = listed.filter { $0.nanos(measured.headline) != nil }
      comparable = listed.count
      listed = Array(listed.sorted { $1.time.nanos ?? 0 < $0.time.nanos ?? 0 }.prefix(slowest))
    }
    let medians = PhaseMedians(measured.launches, measured.headline)
    self.each = listed.map { $0.row(medians) }
  }
}
