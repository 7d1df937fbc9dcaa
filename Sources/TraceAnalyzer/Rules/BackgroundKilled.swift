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

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let reason = step.signature.reason
    let facts = replay.context.facts.summary
    // Whether such a launch was meant for the background is not known: `launch.watchdog` reports it.
    let isUnclear = facts.nature == .background && facts.natureReason.isNone
    let report = replay.context.text(step.event.attributes)
    let isLaunch = WatchdogReport.isOfLaunch(report) ?? isUnclear
    let exit = replay.context.words.exitReasons[reason]
    let isByWatchdog = exit == .watchdog
    guard replay.stays.isInBackground, let exit, Self.reasons.contains(exit), !isLaunch || !isByWatchdog
    else { return nil }
    let task = replay.stays.tasks.longestRunning ?? TaskSummary()
    // The message takes `view` for the task's name.
    let candidate = Candidate(.`background.killed`, step.orderedEvent, name: reason)
      .with(\.task, task.task).with(\.view, task.name)
    guard isByWatchdog, isUnclear else { return candidate }
    // That it was in the background is known from its report alone: a process that does not exit in time may have
    // been in the foreground when it was asked to.
    guard let isInForeground = WatchdogReport.isInForeground(report) else {
      return candidate.with(\.confidence, .possible)
    }
    return isInForeground ? nil : candidate
  }
}
