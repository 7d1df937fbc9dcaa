import TraceModel

/// `terminate.handler-overrun`: `app.willTerminate` took too long.
struct TerminateHandler: PatternRule {
  static let description = RuleDescription(
    rule: .terminateHandlerOverrun, severity: "error",
    summary: "app.willTerminate took longer than terminate.handler.",
    rationale: "iOS ends the process when the time is up, in the middle of what it saves.",
    remedy: "Save as things change, not at the end.",
    source: "Apple, applicationWillTerminate(_:): about five seconds",
    cause: "saving, or waiting for a queue or the network",
    found: [
      """
        0 s app.didFinishLaunching
        9 s app.willTerminate phase=begin
      ▸ 15 s app.willTerminate phase=end
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        9 s app.willTerminate phase=begin
        12 s app.willTerminate phase=end
      """
    ])

  static let kinds = KindSet([.appWillTerminate])

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    step.taken > Candidate.leastNanos
      ? Candidate(.terminateHandlerOverrun, step.moment, measured: step.taken) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("app.willTerminate", candidate.measured, over: ["terminate.handler"])
  }
}
