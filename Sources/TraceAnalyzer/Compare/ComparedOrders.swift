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
    for launch in launches {
      let kinds = launch.kinds
      let order = launch.order
      for machine in Transition.Machine.allCases where order.shows(machine, kinds) { shown[machine.rawValue] += 1 }
      Self.forEachTransition(of: launch, hidden) { counts[$0.number] += 1 }
    }
    self.counts = counts
    self.shown = shown
  }

  private static func forEachTransition(of launch: Launch, _ hidden: KindSet, _ body: (Transition) -> Void) {
    let kinds = launch.kinds
    let order = kinds.intersects(hidden) ? launch.order.leavingOut(hidden) : launch.order
    order.forEachTransition(kinds.subtracting(hidden), body)
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
      Self.forEachTransition(of: launch, hidden) { transition in
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
