import TraceModel

/// The transitions that only one side's launches have.
///
/// Each is tested by itself: one callback that moves may give several. The interval of the difference of both shares,
/// which allows for the number of transitions, keeps out those that a side lacks by chance.
struct TransitionsComparison {
  /// The least number of launches of a kind on each side: 5 % of fewer is less than one launch.
  private static let fewest = 20
  /// A transition is listed if at least one of this number of launches has it: 5 %.
  private static let rarest = 20
  /// The greatest number of transitions that are listed.
  static let most = 10
  /// The probability that any is listed that only chance has kept from one side.
  ///
  /// Smaller than that of other intervals: each of these is a call to look at two launches.
  private static let alpha = 0.01

  /// A transition that one side alone has, in launches of one kind.
  private struct Found {
    var transition: Transition
    var kind: LaunchKind
    /// 0 for base, 1 for head.
    var side: Int
  }

  /// At most ten, those first that most launches have.
  private(set) var changes: [TransitionChange] = []

  /// The comparison of both sides, whose launches are draws of their own where `areIndependent`.
  init(_ sides: [[Launch]], _ numbers: CompareNumbers, areIndependent: Bool) {
    let recorded = sides.map { RecordedKinds($0).kinds }
    let hidden = [0, 1].map { recorded[$0].subtracting(recorded[1 - $0]) }
    var tested = 0
    var found: [Found] = []
    var orders: [LaunchKind: [ComparedOrders]] = [:]
    for kind in LaunchKind.allCases where kind != .extension {
      let places = sides.map { launches in launches.indices.filter { launches[$0].kind == kind } }
      guard places.allSatisfy({ $0.count >= Self.fewest }) else { continue }
      let both = [0, 1].map { side in
        ComparedOrders(
          places[side].map { sides[side][$0] },
          draws: places[side].map { place in
            numbers.draw(of: sides[side][place], side: side, place: place, areIndependent: areIndependent)
          }, without: hidden[side])
      }
      orders[kind] = both
      let own = Self.candidates(both)
      tested += own.tested
      found += own.found.map { Found(transition: $0.transition, kind: kind, side: $0.side) }
    }
    let alpha = Self.alpha / Double(max(1, tested))
    for kind in LaunchKind.allCases {
      guard let both = orders[kind] else { continue }
      for side in 0...1 {
        let own = found.filter { $0.kind == kind && $0.side == side }.map(\.transition)
        if !own.isEmpty { changes += Self.changes(own, kind, side, both, alpha) }
      }
    }
    changes = Self.withoutReversed(changes).sorted(by: Self.isBefore)
    changes = Array(changes.prefix(Self.most))
  }

  /// The transitions that one side alone has in enough launches, and how many chance could keep from one side.
  ///
  /// One that half of all launches have comes on both sides: to look at it is no test that may fail.
  private static func candidates(_ both: [ComparedOrders]) -> (
    found: [(transition: Transition, side: Int)], tested: Int
  ) {
    var found: [(transition: Transition, side: Int)] = []
    var tested = 0
    for number in 0..<Transition.endOfNumbers where both[0].counts[number] > 0 || both[1].counts[number] > 0 {
      let counts = both.map { Int($0.counts[number]) }
      guard zip(counts, both).contains(where: { $0 * rarest >= $1.count && $0 > 0 }) else { continue }
      let isOfOne = counts.contains(0)
      if isOfOne || 2 * (counts[0] + counts[1]) < both[0].count + both[1].count { tested += 1 }
      guard isOfOne, let transition = Transition(number: number) else { continue }
      found.append((transition, counts[0] == 0 ? 1 : 0))
    }
    return (found, tested)
  }

  /// Those of the transitions that launches of one kind have on one side alone whose interval excludes 0, and which
  /// chance does not give to the devices of one side alone, within models.
  private static func changes(
    _ transitions: [Transition], _ kind: LaunchKind, _ side: Int, _ both: [ComparedOrders], _ alpha: Double
  ) -> [TransitionChange] {
    // One device shows nothing of how devices differ.
    if both.contains(where: { $0.unitCount < 2 }) { return [] }
    let having = both[side]
    let other = both[1 - side]
    let critical = NormalDistribution.critical(alpha: alpha)
    let chances = SideChances(base: both[0].units, head: both[1].units)
    let found = having.having(transitions)
    return transitions.compactMap { transition in
      guard let own = found[transition] else { return nil }
      // Twice, as it may be of either side.
      if 2 * chances.probability(thatAllAreOf: side, units: own.units) > alpha { return nil }
      let shown = other.shown[transition.machine.rawValue]
      if shown == 0 { return nil }
      // A side that lacks it does not show how much its devices differ: they are taken to differ as those of the other.
      let size = Double(shown) * own.share.effectiveSize / Double(having.count)
      let share = WilsonInterval(share: own.share.share, size: own.share.effectiveSize, critical: critical)
      let none = WilsonInterval(share: 0, size: size, critical: critical)
      let difference =
        side == 1 ? IntervalDifference(base: none, head: share) : IntervalDifference(base: share, head: none)
      guard let low = difference.low, let high = difference.high, low > 0 || high < 0 else { return nil }
      let count = Int(having.counts[transition.number])
      let counterexample = other.counterexample(to: transition)
      return TransitionChange(
        only: side == 1 ? .head : .base, kind: kind.name, machine: "\(transition.machine)",
        from: Transition.name(of: transition.pair.previous), to: Transition.name(of: transition.pair.next),
        baseLaunches: side == 1 ? 0 : count, baseOf: side == 1 ? shown : having.count,
        headLaunches: side == 1 ? count : 0, headOf: side == 1 ? having.count : shown,
        shareDifference: difference.value, lowShare: low, highShare: high,
        baseExample: side == 1 ? counterexample : own.example,
        headExample: side == 1 ? own.example : counterexample)
    }
  }

  /// Leaves out what base alone has where head alone has the reverse: two kinds that changed places are one change.
  private static func withoutReversed(_ changes: [TransitionChange]) -> [TransitionChange] {
    let new = Set(changes.filter { $0.only == .head }.map { [$0.kind, $0.machine, $0.to, $0.from] })
    return changes.filter { $0.only == .head || !new.contains([$0.kind, $0.machine, $0.from, $0.to]) }
  }

  /// The larger share first; of two as large what comes twice, then by name.
  private static func isBefore(_ a: TransitionChange, _ b: TransitionChange) -> Bool {
    let first = a.shareDifference.magnitude
    let second = b.shareDifference.magnitude
    if first != second { return first > second }
    if (a.from == a.to) != (b.from == b.to) { return a.from == a.to }
    return [a.from, a.to, a.machine, a.kind].lexicographicallyPrecedes([b.from, b.to, b.machine, b.kind])
  }
}
