package import TraceModel

/// How apps spent their time in the background, for `report --background`.
package struct BackgroundReport: Sendable, Equatable, Encodable {
  /// Stays that ended in one way.
  package struct Stays: Sendable, Equatable, Encodable {
    package var end: String
    package var count: Int
    package var p50Nanos: Int64
    package var longestNanos: Int64
  }

  /// Tasks of one name (digits as `#`) and kind.
  package struct Tasks: Sendable, Equatable, Encodable {
    package var name: String
    package var kind: String
    package var count: Int
    /// How they ended, and how many did.
    package var outcomes: [String: Int]
    /// Background time: what counts against a budget.
    package var p50Nanos: Int64
    package var p95Nanos: Int64
    package var longestNanos: Int64
    package var isFew: Bool
  }

  /// How long `didEnterBackground` took, where that is recorded.
  package struct Handlers: Sendable, Equatable, Encodable {
    package var count: Int
    package var p50Nanos: Int64
    package var p95Nanos: Int64
    package var longestNanos: Int64
    package var isFew: Bool
  }

  package var launches: Int
  package var stays: [Stays]
  package var tasks: [Tasks]
  package var handlers: Handlers?

  /// The report on `launches`.
  package init(_ launches: [Launch], _ texts: TextTable) {
    self.launches = launches.count
    let allStays = launches.flatMap(\.summary.stays)
    stays = StayEnd.allCases.compactMap { end in
      let times = Statistics(allStays.filter { $0.end == end }.map(\.nanos))
      guard let median = times.percentile(50), let longest = times.max else { return nil }
      return Stays(end: end.name, count: times.count, p50Nanos: median, longestNanos: longest)
    }
    var groups: [[String]: [TaskSummary]] = [:]
    for task in launches.flatMap(\.summary.tasks) {
      let name = texts.string(task.name.isNone ? task.task : task.name)
      groups[[Normalised.name(name), texts.string(task.kind)], default: []].append(task)
    }
    tasks = groups.map { Self.tasks($0.key, $0.value) }.sorted {
      ($1.longestNanos, $0.name, $0.kind) < ($0.longestNanos, $1.name, $1.kind)
    }
    let times = Statistics(allStays.map(\.handlerNanos).filter { $0 != Event.absent })
    if let median = times.percentile(50), let tail = times.percentile(95), let longest = times.max {
      handlers = Handlers(
        count: times.count, p50Nanos: median, p95Nanos: tail, longestNanos: longest,
        isFew: times.count < Statistics.few)
    }
  }

  private static func tasks(_ key: [String], _ tasks: [TaskSummary]) -> Tasks {
    let times = Statistics(tasks.map(\.backgroundNanos))
    var outcomes: [String: Int] = [:]
    for task in tasks { outcomes[task.outcome.name, default: 0] += 1 }
    return Tasks(
      name: key[0], kind: key[1], count: tasks.count, outcomes: outcomes,
      p50Nanos: times.percentile(50) ?? 0, p95Nanos: times.percentile(95) ?? 0,
      longestNanos: times.max ?? 0, isFew: tasks.count < Statistics.few)
  }
}
