import TraceModel

/// `order.aggregate`: the app's notifications say something else than its scenes.
///
/// UIKit posts them for the app as a whole: it is as active as its most active scene.
final class SceneAggregate: PatternRule {
  static let description = RuleDescription(
    id: .`order.aggregate`,
    severity: .usually(.warning, "note for didBecomeActive and willResignActive"),
    summary: "An app notification came without the scene callback that causes it, or is missing after that callback.",
    rationale: "Code that observes the app instead of its scenes acts at the wrong time, or not at all.",
    cause: "a notification that code posts by hand, an observer that was added late, or scenes that are not recorded",
    remedy: "Look at the scene events around it; do not post UIKit's notifications by hand.",
    source: "Apple, Managing your app's life cycle; UIApplication notifications",
    sees: .steps(
      EventKind.sceneLife.union(KindSet(EventKind.appMoves + [.appWillTerminate])), keeps: .each),
    settles: .withLaunch,
    traits: [],
    message: { found in
      let due = missing(found.candidate)
      let kind = due ?? found.kind
      let isNote = kind == .appDidBecomeActive || kind == .appWillResignActive
      return FindingDraft(
        message: due.map { "\(name: $0.name) is missing before \(name: found.kind.name)" }
          ?? "\(name: kind.name) came without a scene that changed that way",
        names: [due == nil ? "unexplained" : "missing", kind.name], severity: isNote ? .note : nil)
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        2.1 s app.willEnterForeground source=notification
        3 s scene.didActivate scene=A
        3.1 s app.didBecomeActive source=notification
      ▸ 9 s app.didEnterBackground source=notification
        20 s scene.willDeactivate scene=A
        20.1 s app.willResignActive source=notification
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
      ▸ 3.1 s app.didBecomeActive source=notification
        4 s scene.willDeactivate scene=A
        4.1 s app.willResignActive source=notification
        5 s scene.didEnterBackground scene=A
        5.1 s app.didEnterBackground source=notification
        6 s scene.willEnterForeground scene=A
        6.1 s app.willEnterForeground source=notification
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        2.1 s app.willEnterForeground source=notification
        3 s scene.didActivate scene=A
        3.1 s app.didBecomeActive source=notification
        9 s app.willResignActive source=notification
        9.5 s app.didBecomeActive source=notification
        12 s scene.willConnect scene=B
        13 s scene.willEnterForeground scene=B
        14 s scene.didActivate scene=B
        20 s scene.willDeactivate scene=A
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        2.1 s app.willEnterForeground source=notification
        3 s scene.didActivate scene=A
        3.1 s app.didBecomeActive source=notification
        9 s app.didEnterBackground source=notification
        10 s app.willTerminate source=notification
      """,
    ])

  /// From background to inactive, and from there to active; and back again.
  private static let changes = EventKind.appMoves
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.hasScenes && !facts.judgesApp
      && facts.summary.kinds.intersects(EventKind.appLife)
  }
  /// A forced exit reports the app's move to the background, but no scene's, within this time before the end.
  private static let exitNanos: Int64 = 5_000_000_000

  /// How active the most active scene is, by the machines.
  private var level: Int? = 0
  /// The scenes have just become certain again: what their last step causes may still come.
  private var isSettling = false
  private var due: [EventKind] = []
  /// A notification that no move of a scene has explained yet, and when it came.
  private var held: (candidate: Candidate, orderedEvent: OrderedEvent)?
  /// No scene has stepped since the one that is held.
  private var isAlone = false
  private var lostCount: Int64 = 0
  private var forcedExit = TextID.none

  /// Returned once the next step shows that it stands alone: the order of tied steps is unknown.
  private var found: Candidate?
  private var last: OrderedEvent?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.isEntry else { return nil }
    let ties = last?.ties(with: step.orderedEvent) ?? false
    last = step.orderedEvent
    if ties {
      found = nil
      due = []
      held = nil
      level = nil
    }
    let settled = found
    found = judge(step, &replay)
    return settled
  }

  private func judge(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.lostCount > lostCount {
      due = []
      held = nil
      level = nil
      lostCount = step.lostCount
    }
    if EventKind.sceneLife.contains(step.kind) { return noteScene(step, &replay) }
    let source = step.signature.eventSource
    if source == .delegate || source == .notification && replay.context.facts.isSystemLog { return nil }
    if step.kind == .appWillTerminate {
      due = []
      return release(at: step.orderedEvent.clock)
    }
    let isKnown = level != nil && !isSettling && !replay.machines.scenes.isMerged
    return isKnown ? take(step, &replay) : nil
  }

  private func noteScene(_ step: Step, _ replay: inout Replay) -> Candidate? {
    isAlone = false
    let before = level
    level = replay.machines.sceneLevel
    isSettling = before == nil
    guard let before, let level else {
      due = []
      held = nil
      return nil
    }
    var found: Candidate?
    let range = before < level ? before..<level : (4 - before)..<(4 - level)
    for kind in Self.changes[range] {
      // The notification came before the step that causes it: found there, and not due any more.
      if let early = held, early.candidate.kind == kind {
        found = early.candidate
        held = nil
      } else {
        due.append(kind)
      }
    }
    return found
  }

  private func take(_ step: Step, _ replay: inout Replay) -> Candidate? {
    var candidate = Candidate(.`order.aggregate`, step.orderedEvent)
    let roles = Set(replay.machines.scenes.summaries.map(\.role))
    if !roles.isSubset(of: [.none, replay.context.words.application]) { candidate.doubts.insert(.otherSceneRole) }
    if let index = due.firstIndex(of: step.kind) {
      let missed = Self.withoutPairs(due[..<index])
      due.removeSubrange(...index)
      return release(at: .max) ?? missed.first.map { candidate.with(\.explanations, Self.causes($0, $0)) }
    }
    if step.kind == .appDidBecomeActive, isAlone, held?.candidate.kind == .appWillResignActive {
      defer { held = nil }
      return held?.candidate.quirk(replay.context.words.quirks.id(of: .alert))
    }
    // The scene's step may be missing, or the one back that came before it.
    candidate.explanations = Self.causes(nil, step.kind, Self.opposite(of: step.kind))
    forcedExit = replay.context.words.quirks.id(of: .forcedExit)
    defer {
      held = (candidate, step.orderedEvent)
      isAlone = true
    }
    return release(at: .max)
  }

  /// The kinds that must have come: opposite changes may come, or not, as a pair.
  private static func withoutPairs(_ kinds: some Sequence<EventKind>) -> [EventKind] {
    kinds.reduce(into: []) { rest, kind in
      let index = rest.lastIndex { $0 == opposite(of: kind) }
      if let index { rest.remove(at: index) } else { rest.append(kind) }
    }
  }

  /// A notification, or the steps of a scene that cause some, each of which would explain it.
  private static func causes(_ notification: EventKind?, _ kinds: EventKind?...) -> [KindSet] {
    ([notification] + kinds.map { $0.flatMap(sceneMove) }).compactMap(\.self).map { KindSet([$0]) }
  }

  private static func sceneMove(_ kind: EventKind) -> EventKind? {
    EventKind.appMoves.firstIndex(of: kind).map { EventKind.sceneMoves[$0] }
  }

  private static func opposite(of kind: EventKind) -> EventKind? {
    zip(changes, changes.reversed()).first { $0.0 == kind }?.1
  }

  /// Returns the held notification, which can no longer be explained; near the end of the process it need not be.
  private func release(at end: Int64) -> Candidate? {
    defer { held = nil }
    guard let held else { return nil }
    let isLate = end &- held.orderedEvent.clock <= Self.exitNanos
    return isLate && held.candidate.kind == .appDidEnterBackground ? held.candidate.quirk(forcedExit) : held.candidate
  }

  func finish(at end: Int64) -> [Candidate] { [found, release(at: end)].compactMap(\.self) }

  /// True if both notifications of the candidate's pair are recorded.
  ///
  /// UIKit posts them by turns, as `willResignActive` and `didBecomeActive` around an alert: if one half of a pair is
  /// not recorded, the other half alone is no finding.
  static func isShown(_ candidate: Candidate, _ launch: JudgedLaunch) -> Bool {
    let kind = missing(candidate) ?? candidate.kind
    let pair = [kind, opposite(of: kind)].compactMap(\.self)
    return pair.allSatisfy { launch.knowledge(of: $0) == .recorded }
  }

  /// The notification that should have come before the candidate's event, if one is missing.
  private static func missing(_ candidate: Candidate) -> EventKind? {
    candidate.explanations.first?.kinds.first { $0.family == "app" }
  }
}
