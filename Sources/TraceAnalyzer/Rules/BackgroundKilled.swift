import TraceModel

/// `background.killed`: iOS ended the process in the background for what it did there.
final class BackgroundKilled: PatternRule {
  static let description = RuleDescription(
    id: .`background.killed`,
    severity: .always(.error),
    summary: "iOS ended the process in the background for a reason that the app can avoid.",
    rationale: "The user returns to an app that has lost its state and launches anew.",
    cause: "work in the background: a task without an end, a lock that is held, memory that is kept",
    remedy: "End tasks in time; release file locks, memory and the processor when the app leaves the foreground.",
    source: "Apple, MXBackgroundExitData; WWDC20, Why is my app getting killed?",
    sees: .steps([.processExit], keeps: .first),
    budgets: [],
    message: { found in
      guard let reason = found.name else { return nil }
      // `view` is the task's name here.
      let task = (found.view ?? found.task).map { " while task '\($0)' ran" } ?? ""
      return FindingDraft(
        message: "the process was ended in the background with reason \(reason)\(task)",
        names: [Normalised.name(reason)])
    },
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

  /// The reasons for which iOS ends a background process and that the app can avoid.
  private static let reasons: Set<ExitReason> = [
    .watchdog, .backgroundTask, .urlSession, .fetch, .fileLock, .memoryLimit, .cpu, .tooManyTasks, .voip, .resources,
  ]

  /// Those of them for which iOS ends a process in the background alone.
  private static let reasonsOfBackground: Set<ExitReason> = [
    .backgroundTask, .urlSession, .fetch, .fileLock, .tooManyTasks,
  ]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let reason = step.signature.reason
    guard let exit = replay.context.words.exitReasons[reason], Self.reasons.contains(exit) else { return nil }
    let facts = replay.context.facts.summary
    let place = replay.stays.place(atExit: step)
    let isKnown = place?.place == .background && place?.confidence == .certain
    if place?.place == .foreground || place == nil && !facts.isSeenFromStart { return nil }
    // Where nothing shows that it was in the background, it may have been a launch that took too long:
    // `launch.watchdog` reports it.
    let isLaunch = WatchdogReport.isOfLaunch(replay.context.text(step.event.attributes)) ?? !isKnown
    if exit == .watchdog, isLaunch { return nil }
    let task = replay.stays.tasks.longestRunning ?? TaskSummary()
    // The message takes `view` for the task's name.
    let candidate = Candidate(.`background.killed`, step.orderedEvent, name: reason)
      .with(\.task, task.task).with(\.view, task.name)
    return isKnown || Self.reasonsOfBackground.contains(exit) ? candidate : candidate.with(\.confidence, .possible)
  }
}
