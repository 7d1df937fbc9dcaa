import TraceModel

/// `order.aggregate`: the app's notifications say something else than its scenes.
///
/// UIKit posts them for the app as a whole: it is as active as its most active scene.
struct SceneAggregate: PatternRule {
  static let description = RuleDescription(
    rule: .orderAggregate, shape: "pattern",
    severity: "warning; note for didBecomeActive and willResignActive",
    summary: "An app notification came without the scene step that causes it, or is missing.",
    rationale: "Who observes the app instead of its scenes acts at the wrong time, or not at all.",
    remedy: "Look at the scenes around it; do not post UIKit's notifications by hand.",
    source: "Apple, Managing your app's life cycle; UIApplication notifications",
    cause: "a notification posted by hand, an observer added late, or scenes that are not recorded",
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

  private static let changes: [EventKind] = [
    .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground,
  ]
  private static let opposites: [EventKind: EventKind] = [
    .appWillEnterForeground: .appDidEnterBackground, .appDidBecomeActive: .appWillResignActive,
    .appWillResignActive: .appDidBecomeActive, .appDidEnterBackground: .appWillEnterForeground,
  ]
  static let kinds = EventKind.sceneLife.union(KindSet(changes + [.appWillTerminate]))
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.hasScenes && !facts.judgesApp
  }
  /// A forced exit reports a move to the background, without a scene's, so long before the end.
  private static let exitNanos: Int64 = 5_000_000_000

  static var isRepeated: Bool { true }

  private enum Level { case background, inactive, active }

  /// Nothing where the scenes' states are not certain.
  private var level: Level? = .background
  /// The scenes have just become certain again: what their last step causes may still come.
  private var isSettling = false
  /// Notifications that are due, in their order.
  private var due: [EventKind] = []
  /// A notification that nothing has explained yet, and when it came.
  private var held: (candidate: Candidate, moment: Moment)?
  /// No scene has stepped since the one that is held.
  private var isAlone = false
  private var lostCount: Int64 = 0
  private var hasOtherRole = false

  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.isEntry else { return nil }
    if step.lostCount > lostCount {
      (due, held, level, lostCount) = ([], nil, nil, step.lostCount)
    }
    if EventKind.sceneLife.contains(step.kind) { return noteScene(step, replay) }
    if step.signature.teller == .delegate { return nil }
    if step.kind == .appWillTerminate {
      due = []
      return release(at: step.moment.instant)
    }
    let isKnown = level != nil && !isSettling && !replay.judge.scenes.isMerged
    return isKnown ? take(step) : nil
  }

  private mutating func noteScene(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let role = step.signature.sceneRole
    hasOtherRole = hasOtherRole || !role.isNone && role != replay.bench.words.application
    isAlone = false
    let before = level
    level = replay.judge.sceneStates.map { Self.level($0, replay.bench.tables) }
    isSettling = before == nil
    guard let before, let level else {
      (due, held) = ([], nil)
      return nil
    }
    var found: Candidate?
    for kind in Self.notifications(from: before, to: level) {
      // It came before the step that causes it: found there, and not due any more; where nothing
      // says which of the two was first it came in time.
      if let early = held, early.candidate.kind == kind {
        let ties = !early.moment.isNumbered && early.moment.clock == step.moment.clock
        if !ties { found = early.candidate }
        held = nil
      } else {
        due.append(kind)
      }
    }
    return found
  }

  /// Takes a notification off the list, or holds it.
  private mutating func take(_ step: Step) -> Candidate? {
    let kind = step.kind
    if let place = due.firstIndex(of: kind) {
      let missed = Self.withoutPairs(due[..<place])
      due.removeSubrange(...place)
      let released = release(at: .max)
      return released ?? missed.first.map { missing($0, step) }
    }
    // A system's alert takes the app's activity, and no scene's.
    if isAlone, let held, held.candidate.kind == .appWillResignActive, kind == .appDidBecomeActive {
      self.held = nil
      return nil
    }
    let released = release(at: .max)
    held = (candidate(step), step.moment)
    isAlone = true
    return released
  }

  /// What must have come: opposite changes may come, or not, as a pair.
  private static func withoutPairs(_ kinds: some Sequence<EventKind>) -> [EventKind] {
    var rest: [EventKind] = []
    for kind in kinds {
      if let place = rest.lastIndex(where: { $0 == opposites[kind] }) {
        rest.remove(at: place)
      } else {
        rest.append(kind)
      }
    }
    return rest
  }

  private func candidate(_ step: Step) -> Candidate {
    var candidate = Candidate(.orderAggregate, step.moment)
    if hasOtherRole { candidate.confidence = .possible }
    return candidate
  }

  private func missing(_ kind: EventKind, _ step: Step) -> Candidate {
    var candidate = candidate(step)
    candidate.explanations = [KindSet([kind])]
    return candidate
  }

  /// What was held can no longer be explained; near the end of the process it need not be.
  private mutating func release(at end: Int64) -> Candidate? {
    defer { held = nil }
    guard let held else { return nil }
    let isExit =
      held.candidate.kind == .appDidEnterBackground
      && end &- held.moment.instant <= Self.exitNanos && end != .max
    return isExit ? nil : held.candidate
  }

  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    var last = self
    return Array(last.release(at: summary.lastInstant))
  }

  private static func notifications(from old: Level, to new: Level) -> [EventKind] {
    switch (old, new) {
    case (.background, .inactive): [.appWillEnterForeground]
    case (.background, .active): [.appWillEnterForeground, .appDidBecomeActive]
    case (.inactive, .active): [.appDidBecomeActive]
    case (.active, .inactive): [.appWillResignActive]
    case (.active, .background): [.appWillResignActive, .appDidEnterBackground]
    case (.inactive, .background): [.appDidEnterBackground]
    default: []
    }
  }

  /// How active the most active of the scenes is that are in these states.
  private static func level(_ states: StateSet, _ tables: MachineTables) -> Level {
    if states.bits & tables.activeScene.bits != 0 { return .active }
    return states.bits & tables.foregroundScene.bits != 0 ? .inactive : .background
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let missing = candidate.explanations.first?.kinds.first
    let kind = missing ?? candidate.kind
    let isNote = kind == .appDidBecomeActive || kind == .appWillResignActive
    return Told(
      severity: isNote ? .note : .warning,
      message: missing.map { "\($0.name) did not come before \(candidate.kind.name)" }
        ?? "\(kind.name) came, and no scene has changed that way",
      names: [missing == nil ? "unexplained" : "missing", kind.name])
  }
}
