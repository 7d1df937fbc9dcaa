import TraceModel

/// `resume.slow`: coming back from the background took long.
final class SlowResume: PatternRule {
  static let description = RuleDescription(
    id: .`resume.slow`,
    severity: .usually(.note, "error if the watchdog ended it, or ended the app later, over resume.watchdog"),
    summary: "The time from willEnterForeground to the activation was over the budget resume.",
    rationale: "Users return to an app many times a day, and wait each time.",
    cause: "work between willEnterForeground and the activation",
    remedy: "Refresh the content after the activation, not before it.",
    source: "this project: Apple publishes no number; the watchdog's is scene-update",
    sees: .steps(
      EventKind.appLife.union(EventKind.sceneLife).union([.processExit]), keeps: .longest),
    budgets: [.resumeWatchdog, .resume],
    settles: .withEnd,
    traits: [.findsOnlyOverruns],
    message: { found in
      if found.kind == .processExit {
        return FindingDraft(
          message: "the watchdog ended the return to the foreground after \(found.time)", names: ["watchdog"],
          severity: .error)
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
    ],
    code: CodeExample(
      wrong: """
        func sceneWillEnterForeground(_ scene: UIScene) {
          feed.reload()  // the user sees nothing new until it returns
        }
        """,
      right: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          Task { await feed.reload() }
        }
        """))

  /// An activation may end a resume, and the process's end cut one off.
  static let looksAt: KindSet = [.appDidBecomeActive, .sceneDidActivate, .processExit]

  /// How long the longest resume so far took: no shorter one is kept.
  private var longest = Candidate.leastNanos

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind != .processExit {
      return replay.resumes.finished.flatMap { activate(step, since: $0, replay.context) }
    }
    guard replay.context.words.exitReasons[step.signature.reason] == .watchdog else { return nil }
    return replay.resumes.begin.flatMap { end(step, since: $0) }
  }

  // Making a candidate needs more stack and time than all else here, so two functions keep it off the common path.

  @inline(never) private func end(_ step: Step, since begin: EventLocation) -> Candidate? {
    begin.nanos(to: step.event.location).map { Candidate(.`resume.slow`, step.orderedEvent, .took($0)) }
  }

  @inline(never) private func activate(_ step: Step, since begin: EventLocation, _ context: ReplayContext) -> Candidate?
  {
    let nanos = begin.nanos(to: step.event.location) ?? 0
    guard nanos > longest else { return nil }
    let slack = context.slack(from: begin, to: step.event.location)
    let found = Candidate(.`resume.slow`, step.orderedEvent, .took(nanos, slack: slack)).doubted(context)
    if found.doubts.isEmpty { longest = nanos }
    return found
  }
}
