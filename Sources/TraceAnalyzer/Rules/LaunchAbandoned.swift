import TraceModel

/// `launch.abandoned`: a launch that the user did not wait for.
final class LaunchAbandoned: PatternRule {
  static let description = RuleDescription(
    id: .`launch.abandoned`,
    severity: .always(.note),
    summary: "A launch to the foreground ended, or the user left it, before the app became active.",
    rationale: "Users who leave during a launch found it too slow.",
    cause: "the user left, or the process ended, before the app was ready",
    remedy: "Compare it with the launch times of the same version.",
    source: "this project",
    sees: .steps(
      [
        .sceneDidActivate, .appDidBecomeActive, .sceneDidEnterBackground, .appDidEnterBackground, .processExit,
        .launchFirstFrame, .logSceneReady,
      ], keeps: .first),
    settles: .withLaunch,
    traits: [.looksOnce],
    message: { found in
      FindingDraft(
        message: "the launch never became active: \(name: found.kind.name) came first", names: [found.kind.name])
    },
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching reason=user
      ▸ 9 s process.exit reason=user source=system
      """
    ],
    clean: [
      """
        0 s process.start
        1 s app.didFinishLaunching reason=user
        2 s app.didBecomeActive source=delegate
        9 s process.exit reason=user source=system
      """,
      """
        0 s process.start
        1 s app.didFinishLaunching reason=location
        9 s process.exit reason=idle source=system
      """,
    ])

  static func concerns(_ facts: LaunchFacts) -> Bool {
    // If the system alone speaks, as in a report, the app may have become active unsaid.
    facts.summary.isSeenFromStart && facts.inAppKinds.count > 0 && facts.showsForeground
  }
  /// Ends of a process that its user did not choose.
  static let otherEnds: [ExitReason?] = [.crash, .watchdog]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .processExit || replay.stays.isInBackground, step.lostCount == 0,
      !Self.otherEnds.contains(replay.context.words.exitReasons[step.signature.reason])
    else { return nil }
    return Candidate(.`launch.abandoned`, step.orderedEvent).missing(
      replay.context.facts.hasScenes ? .sceneDidActivate : .appDidBecomeActive)
  }
}
