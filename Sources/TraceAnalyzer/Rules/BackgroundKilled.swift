import TraceModel

/// `background.killed`: iOS ended the process in the background for what it did there.
final class BackgroundKilled: PatternRule {
  static let description = RuleDescription(
    rule: .backgroundKilled, severity: "error",
    summary: "The process ended in the background for a reason that the app can help.",
    rationale: "The person comes back to an app that has lost its state and launches anew.",
    remedy: "End tasks in time, let go of file locks, memory and the processor when leaving.",
    source: "Apple, MXBackgroundExitData; WWDC20, Why is my app getting killed?",
    cause: "what runs in the background: a task without an end, a lock held, memory kept",
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s app.willResignActive source=delegate
        10 s app.didEnterBackground source=delegate
        11 s task.begin task=1 name=upload
      ▸ 41 s process.exit reason=backgroundTask source=system
      """,
      """
        0 s app.didFinishLaunching reason=location
      ▸ 9 s process.exit reason=cpu source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s app.willResignActive source=delegate
        10 s app.didEnterBackground source=delegate
        900 s process.exit reason=memoryPressure source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        9 s process.exit reason=memoryLimit source=system
      """,
    ])

  static let kinds = KindSet([.processExit])
  /// What iOS ends a background process for that the app can help.
  private static let reasons: Set = [
    "watchdog", "backgroundTask", "urlSession", "fetch", "fileLock", "memoryLimit", "cpu",
    "tooManyTasks", "voip", "resources",
  ]

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let (reason, facts) = (step.signature.reason, replay.bench.facts.summary)
    // Whether such a launch was meant for the background is not known: `launch.watchdog` tells it.
    let isLaunch = facts.nature == .background && facts.natureReason.isNone
    guard replay.stays.isInBackground, Self.reasons.contains(replay.text(reason)),
      !isLaunch || reason != replay.bench.words.watchdog
    else { return nil }
    return Candidate(.backgroundKilled, step.moment, name: reason).with(
      \.task, replay.stays.tasks.runningName)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let reason = launch.text(candidate.name) ?? ""
    let task = launch.text(candidate.task).map { " while task '\($0)' ran" } ?? ""
    return Told(
      message: "the process was ended in the background with reason \(reason)\(task)",
      names: [reason])
  }
}
