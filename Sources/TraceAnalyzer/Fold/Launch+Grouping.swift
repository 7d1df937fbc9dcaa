import TraceModel

/// What launches can be grouped by.
package enum Dimension: String, Sendable, CaseIterable {
  case app, appVersion, appBuild, osVersion, deviceModel, kind, day

  /// The launch's value, empty where the log does not say it.
  package func value(of launch: Launch) -> String {
    switch self {
    case .app: launch.context.app
    case .appVersion: launch.context.appVersion
    case .appBuild: launch.context.appBuild
    case .osVersion: launch.context.osVersion
    case .deviceModel: launch.context.deviceModel
    case .kind: launch.kind.name
    case .day: String((launch.began ?? "").prefix(10))
    }
  }
}

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

/// The value of one dimension.
package struct GroupValue: Hashable, Sendable, Encodable {
  package var dimension: String
  /// Empty where the log does not say it.
  package var value: String
}

extension [Launch] {
  /// The launches apart by their values in some dimensions: groups in a total order, each in none.
  func grouped(by dimensions: [Dimension]) -> [(by: [GroupValue], launches: [Launch])] {
    let groups = Dictionary(grouping: self) { launch in dimensions.map { $0.value(of: launch) } }
    let order = groups.keys.sorted { a, b in zip(a, b).first { $0 != $1 }.map(Normalised.isOrdered) ?? false }
    return order.map { values in
      (zip(dimensions.map(\.rawValue), values).map(GroupValue.init), groups[values] ?? [])
    }
  }
}
