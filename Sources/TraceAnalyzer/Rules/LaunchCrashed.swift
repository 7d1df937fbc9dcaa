import TraceModel

/// `launch.crashed`: the process crashed soon after it was launched.
final class LaunchCrashed: PatternRule {
  static let description = RuleDescription(
    id: .`launch.crashed`,
    severity: .always(.error),
    summary: "The process crashed within 5 s of its launch; a prewarmed one, within 5 s of the tap that continued it.",
    rationale: "Users whose launches crash cannot use the app at all.",
    cause: "code that runs at every launch: a migration, restored state, an early configuration",
    remedy: "Read the crash report; look at what this launch did last.",
    source: "this project: 5 s",
    sees: .steps([.processExit], keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(message: "the process crashed \(found.time) after its launch")
    },
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching
      ▸ 2 s process.exit reason=crash source=system
      """,
      """
        0.7 s launch.measured duration=700ms
      ▸ 2 s process.exit reason=crash source=system
      """,
      """
        0 s process.start prewarmed=true
        0.1 s process.initializers
        180 min process.main
        180.002 min app.didFinishLaunching
      ▸ 180.08 min process.exit reason=crash source=system
      """,
    ],
    clean: [
      """
        0 s process.start
        0.001 s app.didFinishLaunching
        5.002 s process.exit reason=crash source=system
      """,
      """
        0 s process.start prewarmed=true
        0.1 s process.initializers
        180 min process.main
        180.1 min process.exit reason=crash source=system
      """,
      """
        0 s app.didBecomeActive source=delegate
        1 s process.exit reason=crash source=system
      """,
    ])

  private static let soonNanos: Int64 = 5_000_000_000
  /// The domain of privacy (TCC) as system logs write it: for a use of private data which Info.plist does not explain,
  /// and for a setting that a person changed; only the first is a crash, and has a report.
  private static let privacyDomains = [#""domain":"11""#, #""domain":"tcc(11)""#]

  // Without times it is unknown how soon it was.
  static func concerns(_ facts: LaunchFacts) -> Bool { !facts.isUntimed && knowsBegin(of: facts.summary) }

  static func knowsBegin(of summary: LaunchSummary) -> Bool {
    summary.isSeenFromStart || summary.kinds.contains(.launchMeasured)
  }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let facts = replay.context.facts
    let nanos = step.orderedEvent.clock &- facts.wantedClock
    guard nanos <= Self.soonNanos, replay.context.words.exitReasons[step.signature.reason] == .crash else { return nil }
    var candidate = Candidate(.`launch.crashed`, step.orderedEvent, .took(nanos))
    if nanos &+ facts.summary.clockSlack > Self.soonNanos { candidate.doubts.insert(.coarseClock) }
    let attributes = replay.context.text(step.event.attributes)
    if KilledProcess.mayBeNoApp(attributes, facts, replay.context.lexicon) { candidate.doubts.insert(.mayBeNoApp) }
    if Self.privacyDomains.contains(where: attributes.contains) { candidate.doubts.insert(.ambiguousReport) }
    return candidate
  }
}
