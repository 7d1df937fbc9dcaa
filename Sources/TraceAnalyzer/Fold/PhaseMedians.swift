import TraceModel

/// The usual times of launches of each kind, as a whole and in each phase.
struct PhaseMedians {
  private struct Medians {
    var nanos: Int64
    /// By the phase's index.
    var phases: [Int: (nanos: Int64, count: Int)]
  }

  private let anchors: Anchors?
  private var kinds: [LaunchKind: Medians] = [:]
  /// How many launches of each kind count.
  private var counts: [LaunchKind: Int] = [:]

  /// The medians of those launches that count and whose times have these ends.
  init(_ launches: [Launch], _ anchors: Anchors?) {
    var times: [LaunchKind: PhaseTimes] = [:]
    for launch in launches {
      guard let nanos = launch.nanos(anchors) else { continue }
      times[launch.kind, default: PhaseTimes()].add(nanos, launch.milestones, launch.nature)
    }
    self.init(times, anchors)
  }

  /// The medians of the times of each kind, which count and have these ends.
  init(_ times: [LaunchKind: PhaseTimes], _ anchors: Anchors?) {
    self.anchors = anchors
    for (kind, times) in times {
      counts[kind] = times.nanos.count
      // Of few launches the median may be the very one that is compared with it.
      guard times.nanos.count >= Statistics.few else { continue }
      var phases: [Int: (nanos: Int64, count: Int)] = [:]
      for index in LaunchPhase.names.indices {
        let values = times.phases[index]
        if values.count >= Statistics.few { phases[index] = (Statistics.median(of: values) ?? 0, values.count) }
      }
      kinds[kind] = Medians(nanos: Statistics.median(of: times.nanos) ?? 0, phases: phases)
    }
  }

  /// The launch beside the medians of its kind; without them where the launch does not count or its kind has too few.
  func comparison(of launch: Launch) -> LaunchComparison {
    let medians = launch.nanos(anchors) == nil ? nil : kinds[launch.kind]
    let phases = launch.phases.map { phase in
      LaunchComparison.Phase(phase: phase, medianNanos: medians?.phases[phase.index]?.nanos)
    }
    return LaunchComparison(
      nanos: launch.time.nanos, medianNanos: medians?.nanos, count: counts[launch.kind] ?? 0, phases: phases,
      standsOut: outstanding(in: launch))
  }

  /// The phase of `launch` that is the most over its median; nil unless it explains a third of what the launch is over
  /// the median of launches.
  func outstanding(in launch: Launch) -> OutstandingPhase? {
    guard let nanos = launch.nanos(anchors), let medians = kinds[launch.kind] else { return nil }
    let found = launch.phases.compactMap { phase -> OutstandingPhase? in
      guard let median = medians.phases[phase.index] else { return nil }
      return OutstandingPhase(
        phase: phase.name, nanos: phase.nanos, medianNanos: median.nanos, count: median.count)
    }
    // Of several that are alike the first, as phases have an order.
    let worst = found.reversed().max { $0.nanos &- $0.medianNanos < $1.nanos &- $1.medianNanos }
    guard let worst else { return nil }
    let excess = Int128(worst.nanos) - Int128(worst.medianNanos)
    let wholeExcess = Int128(nanos) - Int128(medians.nanos)
    return excess > 0 && wholeExcess > 0 && excess * 3 >= wholeExcess ? worst : nil
  }
}

/// How long some launches took, as a whole and in each phase, in nanoseconds.
///
/// For memory: of launches that are only compared with another one no more is held than these numbers.
struct PhaseTimes: Sendable {
  private(set) var nanos: [Int64] = []
  /// Of each launch, which phases it has, as bits by their indices.
  private var present: [UInt8] = []
  /// By the phase's index, how long it took, in each launch that has it.
  private(set) var phases = [[Int64]](repeating: [], count: LaunchPhase.names.count)

  /// The times of no launches yet.
  ///
  /// Memory for `capacity` launches is asked for at once: what is not used costs nothing, and to move what there is into more
  /// memory again and again took a tenth of the time where there are a million.
  init(capacity: Int = 0) {
    if capacity == 0 { return }
    nanos.reserveCapacity(capacity)
    present.reserveCapacity(capacity)
    for index in phases.indices { phases[index].reserveCapacity(capacity) }
  }

  /// The times of those of some launches that have one.
  init(_ launches: [Launch]) {
    for launch in launches {
      if let nanos = launch.time.nanos { add(nanos, launch.milestones, launch.nature) }
    }
  }

  /// Adds the time of a launch, and those of its phases.
  mutating func add(_ time: Int64, _ milestones: Milestones, _ nature: LaunchNature) {
    nanos.append(time)
    var bits: UInt8 = 0
    milestones.forEachPhase(nature) { phase in
      bits |= 1 << UInt8(phase.index)
      phases[phase.index].append(phase.nanos)
    }
    present.append(bits)
  }

  /// Adds the times of other launches.
  static func += (times: inout Self, others: Self) {
    // There may be many, which are not copied then.
    if times.nanos.isEmpty { return times = others }
    times.nanos += others.nanos
    times.present += others.present
    for index in others.phases.indices { times.phases[index] += others.phases[index] }
  }

  /// How many launches took so long, and by the phase's index how long it took in all of them together.
  func sums(ofLaunches range: ClosedRange<Int64>) -> (launches: Int, phases: [Int128]) {
    var launches = 0
    var sums = [Int128](repeating: 0, count: phases.count)
    var next = [Int](repeating: 0, count: phases.count)
    for (time, bits) in zip(nanos, present) {
      if range.contains(time) { launches += 1 }
      for index in phases.indices where bits >> UInt8(index) & 1 == 1 {
        if range.contains(time) { sums[index] += Int128(phases[index][next[index]]) }
        next[index] += 1
      }
    }
    return (launches, sums)
  }
}

/// A phase that explains much of the time by which a launch is slower than others of its kind.
package struct OutstandingPhase: Sendable, Equatable, Encodable {
  package var phase: String
  package var nanos: Int64
  /// The median of that phase in launches of the same kind.
  package var medianNanos: Int64
  /// How many launches the median is of.
  package var count: Int
}

/// The time of one launch and its phases, beside the medians of the app's launches of its kind.
package struct LaunchComparison: Sendable, Equatable {
  /// A phase of the launch, beside the median of that phase.
  package struct Phase: Sendable, Equatable {
    package var phase: LaunchPhase
    /// In nanoseconds; nil where too few launches have the phase.
    package var medianNanos: Int64?
  }

  /// The launch's time in nanoseconds; nil where it has none.
  package var nanos: Int64?
  /// The median of the group in nanoseconds; nil of fewer than `Statistics.few` launches, or of a launch whose time
  /// does not count.
  package var medianNanos: Int64?
  /// How many launches of the app have its kind and a time between the same ends that counts.
  package var count: Int
  /// The phases of the launch, in their order.
  package var phases: [Phase]
  /// The phase that makes the launch slower than the others; nil if none does.
  package var standsOut: OutstandingPhase?
}

extension Launch {
  /// The launch beside those of `launches` that are of its app and kind and are measured between the same ends.
  package func comparison(with launches: [Launch]) -> LaunchComparison {
    PhaseMedians([kind: times(alikeIn: launches)], time.anchors).comparison(of: self)
  }

  /// The times of those of `launches` that are of its app and kind, count, and are measured between the same ends; if it is
  /// one of a sample, of all such launches of the input.
  func times(alikeIn launches: [Launch]) -> PhaseTimes {
    if let compared = table.compared { return compared.times(of: self) }
    // Most launches of the app write its id alike: then no text is made of it.
    let app = contextValue.app
    let name = Normalised.id(context.app)
    let alike = launches.filter { launch in
      launch.kind == kind && launch.nanos(time.anchors) != nil
        && (launch.table === table && launch.contextValue.app == app || Normalised.id(launch.context.app) == name)
    }
    return PhaseTimes(alike)
  }
}
