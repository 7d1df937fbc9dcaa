import TraceModel

/// One row of a report: what was measured over one group.
package struct MeasureRow: Sendable, Encodable {
  /// The group's value in each dimension, in the order asked for.
  package var by: [GroupValue]
  package var from, to: String?
  package var count: Int
  package var p50Nanos, p90Nanos, p95Nanos, p99Nanos, longestNanos: Int64?
  /// So few values that nothing above the median says much.
  package var isFew: Bool
  /// Launches of the group that do not count, by reason.
  package var notCounted: [String: Int]?
  /// How many of the values have an edge that is not really known.
  package var approximateCount: Int?
  /// True if a clock of whole seconds measured some of the values, where 0 is anything below one; left out if not.
  package var isOnWholeSeconds: Bool?
  /// How background tasks ended, and how many did.
  package var outcomes: [String: Int]?

  /// The times of a row by their names, and the percentile that each is.
  package static let times: [(name: String, path: any WritableKeyPath<Self, Int64?> & Sendable, percent: Int)] = [
    ("p50", \.p50Nanos, 50), ("p90", \.p90Nanos, 90), ("p95", \.p95Nanos, 95), ("p99", \.p99Nanos, 99),
    ("longest", \.longestNanos, 100),
  ]

  /// The row of `values` in nanoseconds, measured between `anchors`.
  init(by: [GroupValue], _ values: [Int64], _ anchors: Anchors? = nil) {
    let statistics = Statistics(values)
    self.by = by
    from = anchors?.from.name
    to = anchors?.to.name
    count = values.count
    isFew = values.count < Statistics.few
    for time in Self.times { self[keyPath: time.path] = statistics.percentile(time.percent) }
  }
}
