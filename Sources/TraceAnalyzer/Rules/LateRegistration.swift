import TraceModel

/// `background.late-registration`: a background task registered too late, or twice.
final class LateRegistration: PatternRule {
  static let rule = RuleID.`background.late-registration`
  private var launched: Moment?
  private var names: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let signature = step.signature
    guard step.kind == .taskRegister else {
      let hasReturned =
        signature.phase == .end || signature.teller == .notification || step.event.duration != Event.absent
      if step.kind == .sceneWillConnect || hasReturned { launched = launched ?? step.moment }
      return nil
    }
    guard step.isEntry, replay.bench.words.scheduled.contains(signature.taskKind) else { return nil }
    let name = signature.name.isNone ? step.event.task : signature.name
    let isSecond = !name.isNone && !names.insert(name).inserted
    // Where nothing says which of the two was first it came in time.
    let isLate = launched.map { !step.moment.ties(with: $0) } ?? false
    guard isSecond || isLate else { return nil }
    return Candidate(.`background.late-registration`, step.moment, name: name, count: isSecond ? 1 : 0)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let name = launch.text(candidate.name) ?? "unnamed"
    let how = candidate.lostCount == 1 ? "a second time" : "after the launch had finished"
    return Told(message: "task '\(name)' was registered \(how)", names: [Normalised.name(name), how])
  }
}
