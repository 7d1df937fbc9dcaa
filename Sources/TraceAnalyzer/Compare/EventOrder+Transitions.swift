import TraceModel

extension EventOrder {
  /// The kind of the event that is its first frame; nil where the order until then is not known.
  private var frame: EventKind? {
    if untilFirstFrame == KindSet() { return nil }
    return untilFirstFrame.contains(.launchFirstFrame) ? .launchFirstFrame : .logSceneReady
  }

  /// The transitions of a launch that has this order and events of these kinds.
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
  /// Pairs say no more than that they came: of A, B, C, B, D without B it may say A, D as well, which never came. So it
  /// may hide a transition, and shows none that is not there.
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

  /// True if a launch with this order and events of these kinds would show a transition of the machine.
  ///
  /// If a log does not name the scene, view or task of its events, it does not show in which order they came there.
  func shows(_ machine: Transition.Machine, _ kinds: KindSet) -> Bool {
    if machine == .launch { return frame != nil }
    return !kinds.intersects(machine.kinds) || pairs.contains { machine.kinds.contains($0.next) }
  }
}
