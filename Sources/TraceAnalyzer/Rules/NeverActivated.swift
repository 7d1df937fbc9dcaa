import TraceModel

/// `order.never-activated`: to the foreground and back without being active.
final class NeverActivated: PatternRule {
  static let description = RuleDescription(
    id: .`order.never-activated`,
    severity: .always(.note),
    summary: "A scene or app entered the foreground and left it without becoming active.",
    rationale: "What the app starts in willEnterForeground and stops in willResignActive is never stopped.",
    cause: "the user left at once, or something covered the app",
    remedy: "Undo in didEnterBackground what willEnterForeground started.",
    source: "duckduckgo/iOS 3704; Apple, Preparing your UI to run in the foreground",
    sees: .steps([.appDidEnterBackground, .sceneDidEnterBackground], keeps: .each),
    settles: .withLaunch,
    traits: [],
    message: { found in
      let family = String(found.kind.family)
      return FindingDraft(message: "the \(name: family) left the foreground without becoming active", names: [family])
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
      ▸ 3 s scene.didEnterBackground scene=A
        5 s scene.willEnterForeground scene=A
        6 s scene.didActivate scene=A
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
        4 s scene.willDeactivate scene=A
        5 s scene.didEnterBackground scene=A
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A role=externalDisplay
        2 s scene.willEnterForeground scene=A role=externalDisplay
        3 s scene.didEnterBackground scene=A role=externalDisplay
      """,
    ])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let isOfScene = step.kind == .sceneDidEnterBackground
    let entry: EventKind = isOfScene ? .sceneWillEnterForeground : .appWillEnterForeground
    guard step.isEntry, let before = step.before,
      before.states == replay.context.tables.steps.resynchronized(before.machine, on: entry),
      replay.context.facts.whereabouts(shownBy: step)
    else { return nil }
    // A scene of another role may be unable to become active.
    let role = replay.machines.scenes.role
    guard role.isNone || role == replay.context.words.application else { return nil }
    return Candidate(.`order.never-activated`, step.orderedEvent).missing(
      isOfScene ? .sceneDidActivate : .appDidBecomeActive)
  }
}
