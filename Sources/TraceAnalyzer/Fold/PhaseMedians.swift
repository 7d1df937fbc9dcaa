import TraceModel

/// The usual times of launches of each kind, as a whole and in each phase.
struct PhaseMedians {
  private struct Medians {
    var nanos: Int64
    var phases: [Int: (nanos: Int64, count: Int)]
  }

  private let anchors: Anchors?
  private var kinds: [LaunchKind: Medians] = [:]
  /// How many launches of each kind count.
  private var counts: [LaunchKind: Int] = [:]

  init(_ launches: [Launch], _ anchors: Anchors?) {
    var times: [LaunchKind: PhaseTimes] = [:]
    for launch in launches where launch.nanos(anchors) != nil { times[launch.kind, default: PhaseTimes()].add(launch) }
    self.init(times.mapValues { [$0] }, anchors)
  }

  init(_ times: [LaunchKind: [PhaseTimes]], _ anchors: Anchors?) {
    self.anchors = anchors
    for (kind, times) in times {
      counts[kind] = times.launchCount
      // Of few launches the median may be the very one that is compared with it.
      guard times.launchCount >= Statistics.few, let nanos = Statistics.median(of: times.map(\.nanos)) else { continue }
      var phases: [Int: (nanos: Int64, count: Int)] = [:]
      for index in LaunchPhase.names.indices {
        let values = times.map { $0.nanos(ofPhase: index) }
        let count = values.reduce(0) { $0 + $1.count }
        if count >= Statistics.few { phases[index] = (Statistics.median(of: values) ?? 0, count) }
      }
      kinds[kind] = Medians(nanos: nanos, phases: phases)
    }
  }

  /// The launch beside the medians of its kind; without them if it does not count or its kind has too few.
  func comparison(of launch: Launch) -> LaunchComparison {
    let medians = launch.nanos(anchors) == nil ? nil : kinds[launch.kind]
    let phases = launch.phases.map { phase in
      LaunchComparison.Phase(phase: phase, medianNanos: medians?.phases[phase.index]?.nanos)
    }
    return LaunchComparison(
      nanos: launch.time.nanos, medianNanos: medians?.nanos, count: counts[launch.kind] ?? 0, phases: phases,
      standsOut: outstanding(in: launch))
  }

  /// The phase of `launch` that is most over its median; nil unless it explains a third of the launch's excess.
  func outstanding(in launch: Launch) -> OutstandingPhase? {
    guard let nanos = launch.nanos(anchors), let medians = kinds[launch.kind] else { return nil }
    let found = launch.phases.compactMap { phase -> OutstandingPhase? in
      guard let median = medians.phases[phase.index] else { return nil }
      return OutstandingPhase(
        phase: phase.name, nanos: phase.nanos, medianNanos: median.nanos, count: median.count)
    }
    // Of equal ones the first, as phases have an order.
    let worst = found.reversed().max { $0.nanos &- $0.medianNanos < $1.nanos &- $1.medianNanos }
    guard let worst else { return nil }
    let excess = Int128(worst.nanos) - Int128(worst.medianNanos)
    let wholeExcess = Int128(nanos) - Int128(medians.nanos)
    return excess > 0 && wholeExcess > 0 && excess * 3 >= wholeExcess ? worst : nil
  }
}

/// A phase that explains much of the time by which a launch is slower than others of its kind.
package struct OutstandingPhase: Sendable, Equatable, Encodable {
  package var phase: String
  package var nanos: Int64
  /// The median of that phase in launches of this kind.
  package var medianNanos: Int64
  /// How many launches the median is of.
  package var count: Int
}

/// The time of one launch and its phases, beside the medians of the app's launches of its kind.
package struct LaunchComparison: Sendable, Equatable {
  /// A phase of the launch, beside the median of that phase.
  package struct Phase: Sendable, Equatable {
    package var phase: LaunchPhase
    /// In nanoseconds; nil if too few launches have the phase.
    package var medianNanos: Int64?
  }

  /// The launch's time in nanoseconds; nil if it has none.
  package var nanos: Int64?
  /// The median of the group in nanoseconds; nil below `Statistics.few` launches, or if the launch does not count.
  package var medianNanos: Int64?
  /// The app's launches of its kind whose time counts and has its ends.
  package var count: Int
  /// The phases of the launch, in their order.
  package var phases: [Phase]
  /// The phase that makes the launch slower than the others; nil without one.
  package var standsOut: OutstandingPhase?
}

extension Launch {
  /// The launch beside those of `launches` of its app and kind, measured between its ends.
  package func comparison(with launches: [Launch]) -> LaunchComparison {
    PhaseMedians([kind: times(alikeIn: launches)], time.anchors).comparison(of: self)
  }

  /// The counted times of those of `launches` of its app, kind and ends; in a sample, of all such launches of the
  /// input.
  func times(alikeIn launches: [Launch]) -> [PhaseTimes] {
    if let compared = table.compared { return compared.groups(of: self).map(\.times) }
    // Most launches of the app write its id alike: then no text is made of it.
    let app = contextValue.app
    let name = Normalised.id(context.app)
    let alike = launches.filter { launch in
      launch.kind == kind && launch.nanos(time.anchors) != nil
        && (launch.table === table && launch.contextValue.app == app || Normalised.id(launch.context.app) == name)
    }
    return [PhaseTimes(alike)]
  }
}
