import TraceModel

/// `resume.slow`: coming back from the background took long.
final class SlowResume: PatternRule {
  static let rule = RuleID.`resume.slow`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife).union(KindSet([.processExit]))
  private var wasActive = false
  private var hasLeft = false
  private var begin: EventLocation?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .processExit, replay.context.words.exitReasons[step.signature.reason] == .watchdog {
      return begin?.nanos(to: step.event.place).map { Candidate(.`resume.slow`, step.orderedEvent, measured: $0) }
    }
    guard step.isEntry, replay.context.facts.whereabouts.contains(step.kind) else { return nil }
    switch step.kind {
    case .appWillEnterForeground, .sceneWillEnterForeground: begin = hasLeft ? step.event.entry : nil
    case .appDidBecomeActive, .sceneDidActivate:
      wasActive = true
      hasLeft = false
      let nanos = begin?.nanos(to: step.event.place) ?? 0
      let slack = begin.map { replay.context.facts.slack(from: $0, to: step.event.place) } ?? 0
      begin = nil
      let candidate = Candidate(.`resume.slow`, step.orderedEvent, measured: nanos).with(\.slack, slack)
      return nanos > Candidate.leastNanos ? candidate : nil
    case .appDidEnterBackground, .sceneDidEnterBackground:
      begin = nil
      hasLeft = wasActive
    default: break
    }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    if candidate.kind == .processExit {
      let message = "the watchdog ended the return to the foreground after \(DurationText.of(candidate.measured))"
      return FindingDraft(message: message, names: ["watchdog"], severity: .error)
    }
    let isKilled = launch.judging.words.exitReasons[launch.summary.exitReason] == .watchdog
    return launch.told(
      "the return to the foreground", candidate.measured, slack: candidate.slack,
      over: isKilled ? ["resume.watchdog", "resume"] : ["resume"],
      [candidate.kind.name])
  }
}
