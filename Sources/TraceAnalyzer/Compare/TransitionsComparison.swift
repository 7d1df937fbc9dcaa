import TraceModel

/// The transitions that only one side's launches have.
///
/// Each is tested by itself (`ShareTest`): one callback that moves may give several. The level of the test, which allows
/// for the number of transitions, keeps out those that a side lacks by chance.
struct TransitionsComparison {
  /// The least number of launches of a kind on each side: 5 % of fewer is less than one launch.
  private static let fewest = 20
  /// A transition is listed if at least one of this number of launches has it: 5 %.
  private static let rarest = 20
  static let most = 10
  /// The probability that a listed transition is missing on one side by chance: smaller than for other intervals, as
  /// each transition is a call to look at two launches.
  private static let alpha = 0.01

  /// A transition that one side alone has, in launches of one kind.
  private struct Found {
    var transition: Transition
    var kind: LaunchKind
    /// 0 for base, 1 for head.
    var side: Int
  }

  /// At most ten, the most frequent first.
  private(set) var changes: [TransitionChange] = []

  /// The comparison of both sides, whose launches are drawn so.
  init(_ sides: [[Launch]], _ draws: LaunchDraws) {
    let recorded = sides.map { RecordedKinds($0).kinds }
    let hidden = [0, 1].map { recorded[$0].subtracting(recorded[1 - $0]) }
    var tested = 0
    var found: [Found] = []
    var orders: [LaunchKind: [ComparedOrders]] = [:]
    for kind in LaunchKind.allCases where kind != .extension {
      let indices = sides.map { launches in launches.indices.filter { launches[$0].kind == kind } }
      guard indices.allSatisfy({ $0.count >= Self.fewest }) else { continue }
      let both = [0, 1].map { side in
        ComparedOrders(
          indices[side].map { sides[side][$0] },
          draws: indices[side].map { draws.sides[side][$0] }, without: hidden[side])
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
        changes += Self.changes(own, kind, side, both, alpha, isByDevice: draws.isByDevice)
      }
    }
    changes = Self.withoutReversed(changes).sorted(by: Self.isBefore)
    changes = Array(changes.prefix(Self.most))
  }

  /// The transitions that one side alone has in enough launches, and how many chance could keep from one side: one that
  /// half of all launches have comes on both sides, so it is no test that may fail.
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

  /// Of the transitions that one side's launches of one kind have, those that differ among the launches that would show
  /// them.
  private static func changes(
    _ transitions: [Transition], _ kind: LaunchKind, _ side: Int, _ both: [ComparedOrders], _ alpha: Double,
    isByDevice: Bool
  ) -> [TransitionChange] {
    let found = both[side].having(transitions)
    return Dictionary(grouping: transitions, by: \.machine).flatMap { machine, transitions in
      let draws = both.map { $0.draws(showing: machine) }
      if draws.contains(where: \.isEmpty) { return [TransitionChange]() }
      let test = ShareTest(draws, isByDevice: isByDevice)
      guard test.areAlike else { return [] }
      return transitions.compactMap { transition in
        guard let own = found[transition] else { return nil }
        let shares = test.difference(side == 1 ? [[], own.draws] : [own.draws, []])
        let difference = shares.interval(alpha: alpha)
        guard difference.isReal, let low = difference.low, let high = difference.high else { return nil }
        let counterexample = both[1 - side].counterexample(to: transition)
        return TransitionChange(
          only: side == 1 ? .head : .base, kind: kind.name, machine: "\(machine)",
          from: Transition.name(of: transition.pair.previous), to: Transition.name(of: transition.pair.next),
          baseLaunches: shares.base.hits, baseOf: shares.base.launches,
          headLaunches: shares.head.hits, headOf: shares.head.launches,
          shareDifference: difference.value, lowShare: low, highShare: high,
          baseExample: side == 1 ? counterexample : own.example,
          headExample: side == 1 ? own.example : counterexample)
      }
    }
  }

  /// Leaves out what base alone has if head alone has the reverse: two kinds that were swapped are one change.
  private static func withoutReversed(_ changes: [TransitionChange]) -> [TransitionChange] {
    let new = Set(changes.filter { $0.only == .head }.map { [$0.kind, $0.machine, $0.to, $0.from] })
    return changes.filter { $0.only == .head || !new.contains([$0.kind, $0.machine, $0.from, $0.to]) }
  }

  /// The larger share first; of equal shares what comes twice, then by name.
  private static func isBefore(_ a: TransitionChange, _ b: TransitionChange) -> Bool {
    let first = a.shareDifference.magnitude
    let second = b.shareDifference.magnitude
    if first != second { return first > second }
    if (a.from == a.to) != (b.from == b.to) { return a.from == a.to }
    return [a.from, a.to, a.machine, a.kind].lexicographicallyPrecedes([b.from, b.to, b.machine, b.kind])
  }
}

/// A kind of event after another in one kind of machine, or before or after the first frame of a launch.
struct Transition: Hashable {
  /// The instances in which events follow each other.
  enum Machine: Int, CaseIterable {
    case app, scene, view, task
    /// The launch: a kind and the first frame, whichever came first.
    case launch

    /// The kinds of events that drive it; empty for a launch, as all do.
    var kinds: KindSet { Self.families[rawValue] }

    private static let families = [["process", "app"], ["scene"], ["view"], ["task"], []].map(KindSet.init(families:))
  }

  static let endOfNumbers = 1 << 15

  var isOfLaunch: Bool
  var pair: EventPair

  /// A transition in a launch, or in the machine of the next kind.
  init(isOfLaunch: Bool, _ previous: EventKind, _ next: EventKind) {
    self.isOfLaunch = isOfLaunch
    pair = EventPair(previous: previous, next: next)
  }

  var number: Int { (isOfLaunch ? 1 << 14 : 0) | Int(pair.previous.rawValue) << 7 | Int(pair.next.rawValue) }

  init?(number: Int) {
    guard let previous = EventKind(rawValue: UInt8(number >> 7 & 127)),
      let next = EventKind(rawValue: UInt8(number & 127))
    else { return nil }
    self.init(isOfLaunch: number >> 14 & 1 == 1, previous, next)
  }

  var machine: Machine {
    if isOfLaunch { return .launch }
    return Machine.allCases.first { $0.kinds.contains(pair.next) } ?? .app
  }

  var reversed: Transition { Transition(isOfLaunch: isOfLaunch, pair.next, pair.previous) }

  /// The name of a kind; `start` before the first event of an instance.
  static func name(of kind: EventKind) -> String { kind == .unknown ? "start" : kind.name }
}

/// A transition between two events that only launches of one side of a comparison have.
///
/// Encoded as it stands it is an element of `transitions` of `Schemas/compare.schema.json`.
package struct TransitionChange: Sendable, Encodable {
  /// A side of a comparison.
  package enum Side: String, Sendable, CaseIterable, Encodable { case base, head }

  /// The side whose launches have it.
  package var only: Side
  /// The kind of these launches.
  package var kind: String
  /// `app` for process and app, `scene`, `view`, `task`, or `launch` for what came first: an event or the first frame.
  package var machine: String
  /// The kinds that followed each other; `start` before the first event of a scene, view, task or process.
  package var from, to: String
  /// The launches that have it, and those that could show it.
  package var baseLaunches, baseOf, headLaunches, headOf: Int
  /// The difference of both shares, head less base, with its interval.
  package var shareDifference, lowShare, highShare: Double
  /// The first launch that has it, and one of the other side to compare it with.
  package var baseExample, headExample: String
}

/// The kinds of events that the recorders of these launches write, as far as the launches show it.
struct RecordedKinds {
  /// The kinds that a launch holds, or that a recorder declares in `records`.
  let kinds: KindSet
  let areDeclared: Bool

  init(_ launches: [Launch]) {
    var kinds = KindSet()
    // A million launches share a few declarations: each is split once.
    var known: Set<TextID> = [.none]
    for launch in launches {
      kinds = kinds.union(launch.kinds)
      guard known.insert(launch.declaredKinds).inserted else { continue }
      let names = launch.text(launch.declaredKinds).split(separator: ",")
      kinds = kinds.union(KindSet(names.compactMap { EventNames.meaning(of: String($0))?.kind }))
    }
    self.kinds = kinds
    areDeclared = known.count > 1
  }
}

extension EventOrder {
  /// The kind of the event that is its first frame; nil if the order until then is unknown.
  private var frame: EventKind? {
    if untilFirstFrame == KindSet() { return nil }
    return untilFirstFrame.contains(.launchFirstFrame) ? .launchFirstFrame : .logSceneReady
  }

  /// The transitions of a launch with this order and events of these kinds.
  func forEachTransition(_ kinds: KindSet, _ body: (Transition) -> Void) {
    for pair in pairs { body(Transition(isOfLaunch: false, pair.previous, pair.next)) }
    guard let frame else { return }
    for kind in kinds.kinds where kind != frame && !withFirstFrame.contains(kind) {
      let isBefore = untilFirstFrame.contains(kind)
      body(Transition(isOfLaunch: true, isBefore ? kind : frame, isBefore ? frame : kind))
    }
  }

  /// The order as a recorder would show it that does not write these kinds: what came before one of them is followed by
  /// what came after it.
  ///
  /// Pairs only say that they came: of A, B, C, B, D without B it may say A, D as well, which never came. So it may
  /// hide a transition, but shows none that is not there.
  func leavingOut(_ hidden: KindSet) -> EventOrder {
    var order = self
    for kind in hidden.kinds {
      let before = order.pairs.filter { $0.next == kind && $0.previous != kind }
      let after = order.pairs.filter { $0.previous == kind && $0.next != kind }
      order.pairs.removeAll { $0.previous == kind || $0.next == kind }
      var known = Set(order.pairs)
      for first in before {
        for second in after {
          let pair = EventPair(previous: first.previous, next: second.next)
          if known.insert(pair).inserted { order.pairs.append(pair) }
        }
      }
    }
    order.pairs.sort()
    let hidesFrame = frame.map(hidden.contains) ?? false
    order.untilFirstFrame = hidesFrame ? KindSet() : untilFirstFrame.subtracting(hidden)
    order.withFirstFrame = withFirstFrame.subtracting(hidden)
    return order
  }

  /// True if a launch with this order and events of these kinds would show a transition of the machine: not if its log
  /// does not name the scene, view or task of events.
  func shows(_ machine: Transition.Machine, _ kinds: KindSet) -> Bool {
    if machine == .launch { return frame != nil }
    return !kinds.intersects(machine.kinds) || pairs.contains { machine.kinds.contains($0.next) }
  }
}

/// The orders of events in the launches of one kind on one side.
private struct ComparedOrders {
  private let launches: [Launch]
  /// Kinds that the other side does not record.
  private let hidden: KindSet
  private let draws: [LaunchDraw]
  /// The launches with each transition, by its number.
  let counts: [Int32]

  var count: Int { launches.count }

  /// The orders of `launches`, each with its draw, without the kinds that the other side does not record.
  init(_ launches: [Launch], draws: [LaunchDraw], without hidden: KindSet) {
    self.launches = launches
    self.hidden = hidden
    self.draws = draws
    var counts = [Int32](repeating: 0, count: Transition.endOfNumbers)
    for (recorded, count) in Self.distinct(launches) {
      recorded.forEachTransition(without: hidden) { counts[$0.number] += Int32(count) }
    }
    self.counts = counts
  }

  /// The draws of the launches that would show a transition of the machine.
  func draws(showing machine: Transition.Machine) -> [LaunchDraw] {
    zip(launches, draws).filter { $0.0.order.shows(machine, $0.0.kinds) }.map(\.1)
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
  /// For speed: the launches of an app hold few orders, mostly in shared lists, so that telling them apart takes less
  /// than counting the transitions of each launch.
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

  /// By transition, the draws of the launches that have it, and would show it, and the name of the first.
  func having(_ transitions: [Transition]) -> [Transition: (draws: [LaunchDraw], example: String)] {
    let wanted = Set(transitions)
    var having: [Transition: (draws: [LaunchDraw], example: String)] = [:]
    if wanted.isEmpty { return having }
    for (launch, draw) in zip(launches, draws) {
      Recorded(launch).forEachTransition(without: hidden) { transition in
        guard wanted.contains(transition), launch.order.shows(transition.machine, launch.kinds) else { return }
        having[transition, default: ([], launch.name)].draws.append(draw)
      }
    }
    return having
  }

  /// The first of the launches without the transition that have most of its kinds.
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
