import TraceModel

/// `background.late-registration`: a background task registered too late, or twice.
final class LateRegistration: PatternRule {
  static let rule = RuleID.`background.late-registration`
  private var launched: OrderedEvent?
  private var names: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let signature = step.signature
    guard step.kind == .taskRegister else {
      let hasReturned =
        signature.phase == .end || signature.eventSource == .notification || step.event.duration != Event.absent
      if step.kind == .sceneWillConnect || hasReturned { launched = launched ?? step.orderedEvent }
      return nil
    }
    guard step.isEntry, replay.context.words.taskKinds[signature.taskKind]?.isScheduled == true else { return nil }
    let name = signature.name.isNone ? step.event.task : signature.name
    let isSecond = !name.isNone && !names.insert(name).inserted
    // Where nothing says which of the two was first it came in time.
    let isLate = launched.map { !step.orderedEvent.ties(with: $0) } ?? false
    guard isSecond || isLate else { return nil }
    return Candidate(.`background.late-registration`, step.orderedEvent, name: name, count: isSecond ? 1 : 0)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let name = launch.text(candidate.name) ?? "unnamed"
    let how = candidate.lostCount == 1 ? "a second time" : "after the launch had finished"
    return FindingDraft(message: "task '\(name)' was registered \(how)", names: [Normalised.name(name), how])
  }
}
