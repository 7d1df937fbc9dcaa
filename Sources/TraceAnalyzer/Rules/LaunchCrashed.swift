import TraceModel

/// `launch.crashed`: the process crashed soon after it was launched.
final class LaunchCrashed: PatternRule {
  static let description = RuleDescription(
    rule: .launchCrashed, severity: "error",
    summary: "The process crashed within 5 s of its launch.",
    rationale: "Whoever meets it cannot use the app at all.",
    remedy: "Read the crash report; look at what this launch did last.",
    source: "this project: 5 s",
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

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let nanos = step.moment.instant &- replay.bench.facts.summary.firstInstant
    return nanos <= 5_000_000_000 && replay.text(step.signature.reason) == "crash"
      ? Candidate(.launchCrashed, step.moment, measured: nanos) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the process crashed \(DurationText.of(candidate.measured)) after its launch")
  }
}
