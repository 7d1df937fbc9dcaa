import TraceModel

/// `terminate.work-continues`: something that the end of the process cuts off.
final class TerminateWork: WorkRule {
  static let description = RuleDescription(
    id: .`terminate.work-continues`,
    severity: .always(.warning),
    summary: "Work was still running when app.willTerminate returned, or began after that.",
    rationale: "The process ends right after the callback and cuts such work off in the middle.",
    cause: "work that nothing stops or waits for when the app ends",
    remedy: "Stop the work in willTerminate, or finish it there within the five seconds.",
    source: "Apple, applicationWillTerminate(_:): free resources, save data, invalidate timers",
    sees: .steps([.appWillTerminate, .workBegin], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(message: "\(found.work) was still running after app.willTerminate returned", names: found.workNames)
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=disk name=export
        8 s app.willResignActive source=delegate
        9 s app.willTerminate phase=begin
      ▸ 9.1 s app.willTerminate phase=end
      """,
      """
        0 s app.didFinishLaunching
        9 s app.willTerminate phase=begin
        9.1 s app.willTerminate phase=end
      ▸ 9.2 s work.begin kind=network name=upload
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        2 s work.begin kind=disk name=export
        9 s app.willTerminate phase=begin
        9.1 s work.end kind=disk name=export
        9.2 s work.begin kind=disk name=save
        9.3 s work.end kind=disk name=save
        9.4 s app.willTerminate phase=end
      """,
      """
        0 s app.didFinishLaunching
        2 s work.begin kind=disk name=export
        9 s app.willTerminate
        9.1 s work.begin kind=disk name=save
      """,
      """
        0 s app.didFinishLaunching
        2 s work.begin kind=audio name=player
        9 s app.willTerminate phase=begin
        9.1 s app.willTerminate phase=end
      """,
    ])

  private var hasReturned = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .workBegin { return hasReturned ? replay.stays.work.latest.map { found(step, $0) } : nil }
    guard step.begin != nil || step.event.duration != Event.absent else { return nil }
    hasReturned = true
    return replay.stays.work.running.first {
      replay.context.words.workKinds[$0.signature.taskKind]?.keepsAppRunning != true && $0.begin.nanos(to: step) != nil
    }.map { found(step, $0).missing(.workEnd) }
  }
}
