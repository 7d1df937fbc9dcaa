import TraceModel

/// `resume.slow`: coming back from the background took long.
final class SlowResume: PatternRule {
  static let description = RuleDescription(
    id: .`resume.slow`,
    severity: .usually(.note, "error if the watchdog ended it, or later and over resume.watchdog"),
    summary: "The time from willEnterForeground to the activation was over the budget resume.",
    rationale: "Users return to an app many times a day, and wait each time.",
    cause: "work between willEnterForeground and the activation",
    remedy: "Refresh what is shown after the activation, not before it.",
    source: "this project: Apple publishes no number; the watchdog's is scene-update",
    sees: .steps(
      EventKind.appLife.union(EventKind.sceneLife).union([.processExit]), keeps: .longest),
    budgets: [.resumeWatchdog, .resume],
    message: { found in
      if found.kind == .processExit {
        let message = "the watchdog ended the return to the foreground after \(found.time)"
        return FindingDraft(message: message, names: ["watchdog"], severity: .error)
      }
      let isKilled = found.launch.exitReason == .watchdog
      return found.tookTooLong(
        "the return to the foreground", over: isKilled ? [.resumeWatchdog, .resume] : [.resume],
        names: [found.kind.name])
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        9 s app.willEnterForeground source=delegate
      ▸ 9.8 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        9 s app.willEnterForeground source=delegate
      ▸ 19.1 s process.exit reason=watchdog source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        9 s app.willEnterForeground source=delegate
        9.2 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
      """,
    ])

  private var wasActive = false
  private var hasLeft = false
  private var begin: EventLocation?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .processExit, replay.context.words.exitReasons[step.signature.reason] == .watchdog {
      return begin?.nanos(to: step.event.place).map { Candidate(.`resume.slow`, step.orderedEvent, .took($0)) }
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
      let candidate = Candidate(.`resume.slow`, step.orderedEvent, .took(nanos, slack: slack))
      return nanos > Candidate.leastNanos ? candidate : nil
    case .appDidEnterBackground, .sceneDidEnterBackground:
      begin = nil
      hasLeft = wasActive
    default: break
    }
    return nil
  }
}
