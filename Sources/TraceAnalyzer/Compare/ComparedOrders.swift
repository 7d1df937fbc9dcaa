import TraceModel

/// The orders of events in the launches of one kind on one side of a comparison.
struct ComparedOrders {
  private let launches: [Launch]
  /// Kinds that the other side does not record.
  private let hidden: KindSet
  /// What each launch is drawn from, by its place in `launches`.
  private let draws: [LaunchDraw]
  private let unitCounts: UnitCounts
  /// By the number of a transition, the launches that have it.
  let counts: [Int32]
  /// By machine, the launches that would show a transition of it.
  let shown: [Int]

  var count: Int { launches.count }
  /// Devices, or launches where each is a draw of its own.
  var unitCount: Int { unitCounts.units }

  /// The launches of each unit, stratum by stratum.
  var units: StratifiedUnits { StratifiedUnits(draws) }

  /// The orders of `launches`, each with its draw, without the kinds that the other side does not record.
  init(_ launches: [Launch], draws: [LaunchDraw], without hidden: KindSet) {
    self.launches = launches
    self.hidden = hidden
    self.draws = draws
    unitCounts = UnitCounts(units: draws.map(\.unit))
    var counts = [Int32](repeating: 0, count: Transition.endOfNumbers)
    var shown = [Int](repeating: 0, count: Transition.Machine.allCases.count)
    for (recorded, count) in Self.distinct(launches) {
      for machine in Transition.Machine.allCases where recorded.order.shows(machine, recorded.kinds) {
        shown[machine.rawValue] += count
      }
      recorded.forEachTransition(without: hidden) { counts[$0.number] += Int32(count) }
    }
    self.counts = counts
    self.shown = shown
  }

  /// The kinds of events that a launch has, and which followed which: equal in many launches.
  private struct Recorded: Internable {
    let kinds: KindSet
    let order: EventOrder

    init(_ launch: Launch) {
      kinds = launch.kinds
      order = launch.order
    }

    var internHash: UInt64 {
      var hash = WordHash()
      for set in [kinds, order.untilFirstFrame] {
        hash.add(UInt64(truncatingIfNeeded: set.bits))
        hash.add(UInt64(truncatingIfNeeded: set.bits >> 64))
      }
      for pair in order.pairs { hash.add(UInt64(pair.previous.rawValue) << 8 | UInt64(pair.next.rawValue)) }
      return hash.value
    }

    func forEachTransition(without hidden: KindSet, _ body: (Transition) -> Void) {
      let order = kinds.intersects(hidden) ? order.leavingOut(hidden) : order
      order.forEachTransition(kinds.subtracting(hidden), body)
    }
  }

  /// How many launches hold each order.
  ///
  /// For speed: the launches of an app hold few, mostly in lists that they share, so that to tell them apart takes less
  /// than to count the transitions of each launch.
  private static func distinct(_ launches: [Launch]) -> [(recorded: Recorded, count: Int)] {
    var orders = InternTable<Recorded>()
    var counts: [Int] = []
    for launch in launches {
      let number = Int(orders.intern(Recorded(launch)))
      if number == counts.count { counts.append(0) }
      counts[number] += 1
    }
    return zip(orders.values, counts).map { ($0, $1) }
  }

  /// The launches of a side that have a transition.
  struct Having {
    var share: ClusteredShare
    /// By stratum, the number of units that have it.
    var units: [Int: Int]
    /// The name of the first.
    var example: String
  }

  /// The launches that have each of these transitions.
  func having(_ transitions: [Transition]) -> [Transition: Having] {
    let wanted = Set(transitions)
    var hits: [Transition: [LaunchDraw: Int]] = [:]
    var examples: [Transition: Int] = [:]
    for (place, launch) in launches.enumerated() {
      Recorded(launch).forEachTransition(without: hidden) { transition in
        guard wanted.contains(transition) else { return }
        hits[transition, default: [:]][draws[place], default: 0] += 1
        if examples[transition] == nil { examples[transition] = place }
      }
    }
    return hits.reduce(into: [:]) { all, next in
      let byUnit = Dictionary(next.value.map { ($0.unit, $1) }, uniquingKeysWith: +)
      all[next.key] = Having(
        share: ClusteredShare(hits: byUnit, launches: unitCounts),
        units: next.value.keys.reduce(into: [:]) { $0[$1.stratum, default: 0] += 1 },
        example: examples[next.key].map { launches[$0].name } ?? "")
    }
  }

  /// A launch without the transition, to compare with one that has it: the first of those with most of its kinds.
  func counterexample(to transition: Transition) -> String {
    let kinds = KindSet([transition.pair.previous, transition.pair.next].filter { $0 != .unknown })
    var best: (launch: Launch, count: Int)?
    for launch in launches where launch.order.shows(transition.machine, launch.kinds) {
      let count = KindSet(bits: launch.kinds.bits & kinds.bits).count
      if count > best?.count ?? -1 { best = (launch, count) }
      if count == kinds.count { break }
    }
    return best?.launch.name ?? ""
  }
}
