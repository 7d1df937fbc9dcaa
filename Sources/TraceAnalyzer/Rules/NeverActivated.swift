import TraceModel

/// `order.never-activated`: to the foreground and back without being active.
final class NeverActivated: PatternRule {
  static let rule = RuleID.`order.never-activated`

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let isOfScene = step.kind == .sceneDidEnterBackground
    let role = replay.judge.scenes.role
    let entry: EventKind = isOfScene ? .sceneWillEnterForeground : .appWillEnterForeground
    guard step.isEntry, replay.context.facts.whereabouts.contains(step.kind), let (machine, set) = step.before,
      set == replay.context.tables[machine].resynchronized(on: entry),
      // Of scenes of another role some can't be active.
      role.isNone || role == replay.context.words.application
    else { return nil }
    return Candidate(.`order.never-activated`, step.orderedEvent).missing(
      isOfScene ? .sceneDidActivate : .appDidBecomeActive)
  }
}
