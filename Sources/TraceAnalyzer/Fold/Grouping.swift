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
    case .day:
      launch.hasWallClock
        ? String(Timestamp.rfc3339(launch.summary.firstInstant).prefix(10)) : ""
    }
  }
}

/// One row of a report: what was measured over one group.
package struct MeasureRow: Sendable, Equatable, Encodable {
  /// The group's value in each dimension, in the order asked for.
  package var by: [GroupValue]
  package var from: String?
  package var to: String?
  package var phase: String?
  package var count = 0
  package var p50Nanos: Int64?
  package var p90Nanos: Int64?
  package var p95Nanos: Int64?
  package var p99Nanos: Int64?
  /// So few values that nothing above the median says much.
  package var isFew = false
  /// Launches of the group that do not count, by reason.
  package var notCounted: [String: Int]?
  /// How many of the values have an edge that is not really known.
  package var approximateCount: Int?

  /// The row of `values` in nanoseconds.
  init(
    by: [GroupValue], _ anchors: Anchors?, phase: String? = nil, _ values: [Int64],
    notCounted: [String: Int]? = nil, approximateCount: Int? = nil
  ) {
    let statistics = Statistics(values)
    self.by = by
    from = anchors?.from.name
    to = anchors?.to.name
    self.phase = phase
    count = statistics.count
    p50Nanos = statistics.percentile(50)
    p90Nanos = statistics.percentile(90)
    p95Nanos = statistics.percentile(95)
    p99Nanos = statistics.percentile(99)
    isFew = statistics.count < Statistics.few
    self.notCounted = notCounted
    self.approximateCount = approximateCount
  }
}

/// The value of one dimension.
package struct GroupValue: Hashable, Sendable, Encodable {
  package var dimension: String
  /// Empty where the log does not say it.
  package var value: String
}

/// Launches apart by their values in some dimensions, groups in a total order.
struct Groups {
  var all: [(by: [GroupValue], launches: [Launch])] = []

  init(_ launches: [Launch], by dimensions: [Dimension]) {
    var places: [[GroupValue]: Int] = [:]
    for launch in launches {
      let key = dimensions.map {
        GroupValue(dimension: $0.rawValue, value: $0.value(of: launch))
      }
      let place = places[key] ?? all.count
      if place == all.count {
        places[key] = place
        all.append((key, []))
      }
      all[place].launches.append(launch)
    }
    all.sort { Self.isOrdered($0.by, $1.by) }
  }

  private static func isOrdered(_ a: [GroupValue], _ b: [GroupValue]) -> Bool {
    for (x, y) in zip(a, b) where x != y {
      guard x.dimension == Dimension.kind.rawValue else {
        return Normalised.isOrdered(x.value, y.value)
      }
      return rank(x.value) < rank(y.value)
    }
    return false
  }

  private static func rank(_ kind: String) -> Int {
    LaunchKind.allCases.firstIndex { $0.name == kind } ?? LaunchKind.allCases.count
  }
}
