import TraceModel

/// `order.never-activated`: to the foreground and back without being active.
final class NeverActivated: PatternRule {
  static let description = RuleDescription(
    rule: .orderNeverActivated, severity: "note",
    summary: "A scene or app entered the foreground and left it without being active.",
    rationale: "What is started on entering and stopped on resigning is left half done.",
    remedy: "Undo in didEnterBackground what willEnterForeground began.",
    source: "duckduckgo/iOS 3704; Apple, Preparing your UI to run in the foreground",
    cause: "the person left at once, or something covered it",
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

  static let kinds = KindSet([.appDidEnterBackground, .sceneDidEnterBackground])
  static let keeps = Keeping.each

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (isOfScene, role) = (step.kind == .sceneDidEnterBackground, replay.judge.scenes.role)
    let entry: EventKind = isOfScene ? .sceneWillEnterForeground : .appWillEnterForeground
    guard step.isEntry, replay.bench.facts.whereabouts.contains(step.kind), let (machine, set) = step.before,
      set == replay.bench.tables[machine].resynchronized(on: entry),
      // Of scenes of another role some can't be active.
      role.isNone || role == replay.bench.words.application
    else { return nil }
    return Candidate(.orderNeverActivated, step.moment).missing(isOfScene ? .sceneDidActivate : .appDidBecomeActive)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let subject = String(candidate.kind.family)
    return Told(message: "the \(subject) left the foreground without having been active", names: [subject])
  }
}
