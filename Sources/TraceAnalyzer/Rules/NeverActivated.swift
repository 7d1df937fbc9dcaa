import TraceModel

/// `order.never-activated`: to the foreground and back without being active.
final class NeverActivated: PatternRule {
  static let rule = RuleID.`order.never-activated`

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (isOfScene, role) = (step.kind == .sceneDidEnterBackground, replay.judge.scenes.role)
    let entry: EventKind = isOfScene ? .sceneWillEnterForeground : .appWillEnterForeground
    guard step.isEntry, replay.bench.facts.whereabouts.contains(step.kind), let (machine, set) = step.before,
      set == replay.bench.tables[machine].resynchronized(on: entry),
      // Of scenes of another role some can't be active.
      role.isNone || role == replay.bench.words.application
    else { return nil }
    return Candidate(.`order.never-activated`, step.moment).missing(isOfScene ? .sceneDidActivate : .appDidBecomeActive)
  }
}
