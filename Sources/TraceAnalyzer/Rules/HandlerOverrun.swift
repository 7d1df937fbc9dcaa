import TraceModel

/// `background.handler-overrun`: `didEnterBackground` took too long.
final class HandlerOverrun: PatternRule {
  static let description = RuleDescription(
    id: .`background.handler-overrun`,
    severity: .always(.error),
    summary: "didEnterBackground took longer than the budget background.handler.",
    rationale: "iOS ends an app that has not returned from it after about five seconds.",
    cause: "work inside the callback: saving, waiting for a queue or the network",
    remedy: "Begin a background task, and do the work outside the callback.",
    source: "Apple, applicationDidEnterBackground(_:); Addressing watchdog terminations (scene-update)",
    sees: .steps(.backgroundHandlers, keeps: .each),
    budgets: [.backgroundHandler],
    settles: .withEnd,
    traits: [.looksOnlyAtLongSteps],
    message: { found in found.tookTooLong("didEnterBackground") },
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
    ],
    code: CodeExample(
      wrong: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          store.save()  // iOS waits, and so does the user who switches apps
        }
        """,
      right: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          let app = UIApplication.shared
          var task = UIBackgroundTaskIdentifier.invalid
          func end() {
            app.endBackgroundTask(task)
            task = .invalid
          }
          task = app.beginBackgroundTask(withName: "save", expirationHandler: end)
          store.save(then: end)  // returns at once, and calls `end` on main
        }
        """))

  /// iOS ends a process whose callback takes longer than the watchdog waits for a scene: one that returned later was
  /// suspended or the device slept meanwhile, or the system did not enforce the limit.
  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    slowCallback(step, replay.context)?.doubted(replay.context)
  }
}
