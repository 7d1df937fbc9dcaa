import TraceModel

/// `background.handler-overrun`: `didEnterBackground` took too long.
struct HandlerOverrun: PatternRule {
  static let description = RuleDescription(
    rule: .backgroundHandlerOverrun, severity: "error",
    summary: "didEnterBackground took longer than background.handler.",
    rationale: "iOS kills an app that has not returned from it in about five seconds.",
    remedy: "Begin a background task and do the work outside the callback.",
    source: "Apple, applicationDidEnterBackground(_:)",
    cause: "work done inside the callback: saving, waiting for a queue or the network",
    found: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
      ▸ 3 s app.didEnterBackground source=delegate phase=begin
        9 s app.didEnterBackground source=delegate phase=end
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
        4 s scene.willDeactivate scene=A
      ▸ 11 s scene.didEnterBackground scene=A duration=6s
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate phase=begin
        7 s app.didEnterBackground source=delegate phase=end
      """
    ])

  static let kinds = KindSet([.sceneDidEnterBackground, .appDidEnterBackground])
  static let isRepeated = true

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    if step.taken <= Candidate.leastNanos { return nil }
    var candidate = Candidate(.backgroundHandlerOverrun, step.moment, measured: step.taken)
    candidate.place = step.begin ?? step.event.entry
    return candidate
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("didEnterBackground", candidate.measured, over: ["background.handler"])
  }
}
