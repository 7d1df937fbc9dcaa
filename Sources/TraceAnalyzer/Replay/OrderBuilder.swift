import TraceModel

/// Notes in which order the kinds of events of a launch come.
///
/// Events of the process and of the app are one sequence, as both are one thread of life; each scene, view and task has
/// its own. Other kinds, such as work, only come before or after the first frame.
struct OrderBuilder {
  /// The kinds that followed each kind, by `EventKind.rawValue`; bits, as each event asks for them.
  private var followers: [KindSet] = []
  private var followed = KindSet()
  /// The last event of the process and the app: `unknown` before the first one, nil if that may be lost.
  private var lastOfApp: EventKind?
  private var seen = KindSet()
  /// The kinds of the events that tie with the next ones, and the kinds before all of them.
  private var tied = KindSet()
  private var seenBeforeTie = KindSet()
  /// No event is lost so far, so an absent kind did not occur; and the first frame is still to come.
  private var asksForSeen: Bool
  private var order = EventOrder()

  init(isSeenFromStart: Bool) {
    asksForSeen = isSeenFromStart
    lastOfApp = isSeenFromStart ? .unknown : nil
  }

  mutating func takeStorage(of other: inout OrderBuilder) {
    swap(&followers, &other.followers)
    other.followed.forEach { followers[Int($0.rawValue)] = KindSet() }
  }

  mutating func begin() {
    if followers.isEmpty { followers = [KindSet](repeating: KindSet(), count: EventKind.allCases.count) }
  }

  mutating func lose() {
    lastOfApp = nil
    asksForSeen = false
  }

  /// Notes that the next events are of these kinds, in an unknown order.
  mutating func beginTie(_ kinds: KindSet) {
    tied = kinds
    seenBeforeTie = seen
  }

  mutating func endTie() { tied = KindSet() }

  @inline(__always) mutating func note(_ step: Step) {
    // The return of a callback and what the system repeats are no events of their own.
    guard step.isEntry, step.kind != .unknown, step.unjudged != .retold else { return }
    if step.traits.contains(.ofLaunch) {
      if let last = lastOfApp { note(step.kind, after: last) }
      lastOfApp = step.kind
    } else if let last = step.before?.last {
      note(step.kind, after: last)
    }
    // After the first frame, or after a loss, earlier kinds are not asked for.
    if !asksForSeen { return }
    if step.builders.contains(.milestones) { noteFrame(step.kind) }
    seen.insert(step.kind)
  }

  @inline(__always) private mutating func note(_ kind: EventKind, after last: EventKind) {
    let index = Int(last.rawValue)
    if followers[index].bits == 0 { followed.insert(last) }
    followers[index].insert(kind)
  }

  /// Notes the kinds before the first frame, or before the event that a system log has in its place.
  private mutating func noteFrame(_ kind: EventKind) {
    let isFrame = kind == .launchFirstFrame && !order.untilFirstFrame.contains(.launchFirstFrame)
    guard isFrame || kind == .logSceneReady && order.untilFirstFrame == KindSet() else { return }
    order.untilFirstFrame = tied == KindSet() ? seen : seenBeforeTie
    order.untilFirstFrame.insert(kind)
    order.withFirstFrame = tied.subtracting(order.untilFirstFrame)
    if isFrame { asksForSeen = false }
  }

  /// The order of the launch; without scenes if two of them look like one.
  func finished(areScenesMerged: Bool) -> EventOrder {
    var order = order
    var count = 0
    followed.forEach { count += followers[Int($0.rawValue)].count }
    order.pairs.reserveCapacity(count)
    let hidden = areScenesMerged ? Self.scene : KindSet()
    followed.forEach { previous in
      followers[Int(previous.rawValue)].subtracting(hidden).forEach { next in
        order.pairs.append(EventPair(previous: previous, next: next))
      }
    }
    return order
  }

  private static let scene = KindSet(families: ["scene"])
}
