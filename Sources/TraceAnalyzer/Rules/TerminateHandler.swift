import TraceModel

/// `terminate.handler-overrun`: `app.willTerminate` took too long.
final class TerminateHandler: PatternRule {
  static let description = RuleDescription(
    id: .`terminate.handler-overrun`,
    severity: .always(.error),
    summary: "app.willTerminate took longer than the budget terminate.handler.",
    rationale: "iOS ends the process when the time is up, in the middle of what it saves.",
    cause: "saving, or waiting for a queue or the network",
    remedy: "Save when data changes, not at the end.",
    source: "Apple, applicationWillTerminate(_:): about five seconds",
    sees: .steps([.appWillTerminate], keeps: .first),
    budgets: [.terminateHandler],
    settles: .withEnd,
    traits: [.looksOnlyAtLongSteps],
    message: { found in found.tookTooLong("app.willTerminate") },
    found: [
      """
        0 s app.didFinishLaunching
      ▸ 9 s app.willTerminate phase=begin
        15 s app.willTerminate phase=end
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        9 s app.willTerminate phase=begin
        12 s app.willTerminate phase=end
      """
    ],
    code: CodeExample(
      wrong: """
        func applicationWillTerminate(_ application: UIApplication) {
          store.save()
        }
        """,
      right: """
        func textDidChange() {
          store.saveSoon()  // when data changes; little is left at the end
        }
        """))

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? { slowCallback(step, replay.context) }
}
