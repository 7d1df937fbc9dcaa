import TraceModel

/// A phase's part in a launch time, beside its usual one.
///
/// Encoded as it stands it is a phase of `Schemas/compare.schema.json` and `standsOut` of `Schemas/report.schema.json`.
package struct PhaseShare: Sendable, Equatable, Encodable {
  /// The phase's name, as in `preMain`.
  package let phase: String
  /// How long it takes, in nanoseconds.
  package let nanos: Int64
  /// How long it usually takes, and by how much it takes longer; nil without launches to compare with.
  package let usualNanos, excessNanos: Int64?
  /// True if at least a third of what the launch time differs from the usual one by lies in this phase: less does not
  /// explain it.
  package let explains: Bool
}

/// The phases of a launch time, which add up to it, beside the usual ones.
package struct PhaseShares: Sendable, Equatable {
  /// In their order.
  package let phases: [PhaseShare]
  /// The sums of the phases and of the usual ones, in nanoseconds; the second is nil without launches to compare with.
  package let nanos: Int64
  package let usualNanos: Int64?

  /// The phase to blame: of those that explain why the time is longer than usual that with the largest excess, of equal
  /// ones the first; nil without one.
  package var toBlame: PhaseShare? {
    phases.filter { $0.explains && $0.excessNanos ?? 0 > 0 }.max { $0.excessNanos ?? 0 < $1.excessNanos ?? 0 }
  }

  /// The phase that takes longest, of equal ones the first; nil if none takes any time.
  package var longest: PhaseShare? { phases.filter { $0.nanos > 0 }.max { $0.nanos < $1.nanos } }
}

/// How long each phase of one launch takes, or on the average of the launches around the median.
///
/// These are the launches between the 40th and the 60th percentile, and at least those that the median is made of: no
/// slow launch decides which phase it is, and the means add up to a time of these launches, as medians would not.
package struct PhaseMeans: Sendable, Equatable {
  /// In nanoseconds, by the index of the phase; 0 if no launch has it.
  private let nanos: [Int64]

  /// The sum of the phases, in nanoseconds.
  package var sum: Int64 { nanos.reduce(0, &+) }

  /// The means of phases by their indices, in nanoseconds.
  init(nanos: [Int64]) { self.nanos = nanos }

  /// The phases of one launch.
  package init(_ phases: [LaunchPhase]) {
    var nanos = [Int64](repeating: 0, count: LaunchPhase.names.count)
    for phase in phases { nanos[phase.index] = phase.nanos }
    self.nanos = nanos
  }

  /// The means of the launches around the median; 0 each without launches.
  init(_ times: [PhaseTimes]) {
    let middle = times.sums(ofLaunches: Statistics.middle(of: times.map(\.nanos)) ?? 0...0)
    nanos = middle.phases.map { Int64(clamping: $0 / Int128(max(1, middle.launches))) }
  }

  /// The phases beside the usual ones, if these take any time; without those that take none on either side.
  package func shares(beside usual: PhaseMeans?) -> PhaseShares {
    let usual = usual?.sum == 0 ? nil : usual
    let difference = usual.map { Int128(sum) - Int128($0.sum) } ?? 0
    let phases = nanos.indices.compactMap { index -> PhaseShare? in
      let usual = usual?.nanos[index]
      if nanos[index] == 0, usual ?? 0 == 0 { return nil }
      let excess = usual.map { nanos[index] &- $0 }
      let part = Int128(excess ?? 0) * Int128(difference.signum())
      return PhaseShare(
        phase: LaunchPhase.names[index], nanos: nanos[index], usualNanos: usual, excessNanos: excess,
        explains: part > 0 && part * 3 >= Int128(difference.magnitude))
    }
    return PhaseShares(phases: phases, nanos: sum, usualNanos: usual?.sum)
  }
}

/// What launches of each kind usually take, as a whole and in each phase.
struct UsualTimes {
  private let anchors: Anchors?
  private var kinds: [LaunchKind: (median: Int64, phases: PhaseMeans)] = [:]
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
      guard times.launchCount >= Statistics.few else { continue }
      kinds[kind] = Statistics.median(of: times.map(\.nanos)).map { ($0, PhaseMeans(times)) }
    }
  }

  /// The launch beside others of its kind; without them if it does not count or its kind has too few.
  func comparison(of launch: Launch) -> LaunchComparison {
    let usual = launch.nanos(anchors) == nil ? nil : kinds[launch.kind]
    let phases = launch.phases
    return LaunchComparison(
      medianNanos: usual?.median, count: counts[launch.kind] ?? 0, phases: phases,
      shares: PhaseMeans(phases).shares(beside: usual?.phases))
  }
}

/// The phases of one launch beside those of the app's launches of its kind.
package struct LaunchComparison: Sendable, Equatable {
  /// The median of the launches' times in nanoseconds; nil below `Statistics.few` launches, or if the launch does not
  /// count.
  package var medianNanos: Int64?
  /// The app's launches of its kind whose time counts and has its ends.
  package var count: Int
  /// The phases of the launch, in their order.
  package var phases: [LaunchPhase]
  /// The same beside the usual ones.
  package var shares: PhaseShares
}

extension Launch {
  /// The launch beside those of `launches` of its app and kind, measured between its ends.
  package func comparison(with launches: [Launch]) -> LaunchComparison {
    UsualTimes([kind: times(alikeIn: launches)], time.anchors).comparison(of: self)
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
