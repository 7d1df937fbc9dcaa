import TraceModel

/// `launch.watchdog`: iOS ended a launch that took too long.
final class LaunchWatchdog: PatternRule {
  static let description = RuleDescription(
    rule: .launchWatchdog, severity: "error", summary: "The watchdog ended the process before its first frame.",
    rationale: "The person sees the launch screen, then the home screen: the app did not start.",
    remedy: "Look at the longest phase of this launch; move its work behind the first frame.",
    source: "Apple, Addressing watchdog terminations: process-launch, scene-create",
    cause: "work on the main thread in didFinishLaunching or willConnect, or a lock waited for",
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching phase=begin
      ▸ 21 s process.exit reason=watchdog source=system
      """
    ],
    clean: [
      """
        0 s process.start
        1 s app.didFinishLaunching
        2 s app.didBecomeActive source=delegate
        90 s process.exit reason=watchdog source=system
      """
    ])

  static let kinds = KindSet([.processExit])
  private static let upKinds = KindSet([.launchFirstFrame, .logSceneReady, .sceneDidActivate, .appDidBecomeActive])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.signature.reason == replay.bench.words.watchdog else { return nil }
    let (facts, isNamed) = (replay.bench.facts.summary, Self.isOfLaunch(replay.text(step.event.attributes)))
    // A launch that never came to the foreground counts as one in the background; only where a
    // reason says so was it one.
    let isWanted = facts.nature != .background || facts.natureReason.isNone
    let isEarly = !facts.kinds.intersects(Self.upKinds) && facts.isSeenFromStart && isWanted
    guard isNamed ?? isEarly else { return nil }
    // Where nothing came but the start and the end, it may have been in the background for long.
    let isBare = isNamed == nil && facts.kinds.isSubset(of: KindSet([.processStart, .processExit]))
    return Candidate(.launchWatchdog, step.moment).with(\.confidence, isBare ? .possible : .certain)
  }

  /// Whether a report of the watchdog names a launch as what took too long; nothing where it names nothing.
  static func isOfLaunch(_ report: String) -> Bool? {
    if ["process-launch", "scene-create"].contains(where: report.contains) { return true }
    return ["scene-update", "process-exit"].contains(where: report.contains) ? false : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the watchdog ended the process before its first frame")
  }
}

/// `launch.abandoned`: a launch that nobody waited for.
final class LaunchAbandoned: PatternRule {
  static let description = RuleDescription(
    rule: .launchAbandoned, severity: "note",
    summary: "A launch to the foreground ended, or was left, before it became active.",
    rationale: "People who leave during a launch found it too slow.",
    remedy: "Compare with the launch times of the same version.", source: "this project",
    cause: "the person left, or the process was ended, before the app was up",
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

  static let kinds = KindSet([
    .sceneDidActivate, .appDidBecomeActive, .sceneDidEnterBackground, .appDidEnterBackground, .processExit,
    .launchFirstFrame,
  ])
  static func concerns(_ facts: LaunchFacts) -> Bool {
    let nature = facts.summary.nature
    return facts.summary.isSeenFromStart && nature != .background && nature != .extension
  }
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard !isOver else { return nil }
    isOver = true
    guard step.kind == .processExit || replay.stays.isInBackground, step.lostCount == 0,
      !["crash", "watchdog"].contains(replay.text(step.signature.reason))
    else { return nil }
    return Candidate(.launchAbandoned, step.moment).missing(
      replay.bench.facts.hasScenes ? .sceneDidActivate : .appDidBecomeActive)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let kind = candidate.kind.name
    return Told(message: "the launch never became active: \(kind) came first", names: [kind])
  }
}

/// `launch.crashed`: the process crashed soon after it was launched.
final class LaunchCrashed: PatternRule {
  static let description = RuleDescription(
    rule: .launchCrashed, severity: "error", summary: "The process crashed within 5 s of its launch.",
    rationale: "Whoever meets it cannot use the app at all.",
    remedy: "Read the crash report; look at what this launch did last.", source: "this project: 5 s",
    cause: "what runs at every launch: a migration, a restored state, an early configuration",
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching
      ▸ 2 s process.exit reason=crash source=system
      """
    ],
    clean: [
      """
        0 s process.start
        1 s app.didFinishLaunching
        60 s process.exit reason=crash source=system
      """,
      """
        0 s app.didBecomeActive source=delegate
        1 s process.exit reason=crash source=system
      """,
    ])

  static let kinds = KindSet([.processExit])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.isSeenFromStart }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let nanos = step.moment.instant &- replay.bench.facts.summary.firstInstant
    return nanos <= 5_000_000_000 && replay.text(step.signature.reason) == "crash"
      ? Candidate(.launchCrashed, step.moment, measured: nanos) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the process crashed \(DurationText.of(candidate.measured)) after its launch")
  }
}

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
    "watchdog", "backgroundTask", "urlSession", "fetch", "fileLock", "memoryLimit", "cpu", "tooManyTasks", "voip",
    "resources",
  ]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (reason, facts) = (step.signature.reason, replay.bench.facts.summary)
    // Whether such a launch was meant for the background is not known: `launch.watchdog` tells it.
    let isUnclear = facts.nature == .background && facts.natureReason.isNone
    let isLaunch = LaunchWatchdog.isOfLaunch(replay.text(step.event.attributes)) ?? isUnclear
    guard replay.stays.isInBackground, Self.reasons.contains(replay.text(reason)),
      !isLaunch || reason != replay.bench.words.watchdog
    else { return nil }
    return Candidate(.backgroundKilled, step.moment, name: reason).with(\.task, replay.stays.tasks.runningName)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let reason = launch.text(candidate.name) ?? ""
    let task = launch.text(candidate.task).map { " while task '\($0)' ran" } ?? ""
    return Told(message: "the process was ended in the background with reason \(reason)\(task)", names: [reason])
  }
}
