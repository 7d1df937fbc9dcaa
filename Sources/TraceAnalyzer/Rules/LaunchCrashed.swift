import TraceModel

/// `launch.crashed`: the process crashed soon after it was launched.
struct LaunchCrashed: PatternRule {
  static let description = RuleDescription(
    rule: .launchCrashed, shape: "pattern", severity: "error",
    summary: "The process crashed within 5 s of its launch.",
    rationale: "Whoever meets it cannot use the app at all.",
    remedy: "Read the crash report; look at what this launch did last.",
    source: "this project: 5 s",
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
  private static let soonNanos: Int64 = 5_000_000_000

  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let facts = replay.bench.facts.summary
    guard facts.isSeenFromStart,
      replay.bench.symbols.texts.string(step.signature.reason) == "crash",
      step.moment.instant &- facts.firstInstant <= Self.soonNanos
    else { return nil }
    var candidate = Candidate(.launchCrashed, step.moment)
    candidate.measured = step.moment.instant &- facts.firstInstant
    return candidate
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(
      severity: .error,
      message: "the process crashed \(DurationText.of(candidate.measured)) after its launch",
      cause: "what runs at every launch: a migration, a restored state, an early configuration")
  }
}
