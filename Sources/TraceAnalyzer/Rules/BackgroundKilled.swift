import TraceModel

/// `background.killed`: iOS ended the process in the background for what it did there.
final class BackgroundKilled: PatternRule {
  static let description = RuleDescription(
    id: .`background.killed`,
    severity: .always(.error),
    summary: "iOS ended the process in the background for a reason that the app can avoid.",
    rationale: "When the user returns, the app is launched again and may have lost its state.",
    remedy: "End tasks in time; release file locks, memory and the processor when the app leaves the foreground. "
      + "'tracetool explain kills' says what to do for each reason.",
    source: "Apple, MXBackgroundExitData; WWDC20, Why is my app getting killed?",
    sees: .steps([.processExit], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      found.name.flatMap { name in
        KilledProcess.draft(
          name: name, visibility: " in the background",
          detail: (found.subject ?? found.task).map { " while task '\(name: $0)' ran" } ?? "")
      }
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

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard let kill = KilledProcess(step, &replay), kill.place == .background, !kill.isBlameless else { return nil }
    let task = replay.stays.tasks.longestRunning ?? TaskSummary()
    return kill.candidate(Self.rule, step, running: task.name).with(\.task, task.task)
  }
}
