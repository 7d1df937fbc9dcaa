import TraceModel

/// `trace.clock`: a wall clock that was set.
final class ClockStep: PatternRule {
  static let description = RuleDescription(
    rule: .traceClock, severity: "note",
    summary: "The wall clock stepped back, or away from uptime by more than a second.",
    rationale: "Durations across the step are not measured.",
    remedy: "Record uptime as well: it does not step.", source: "this project",
    cause: "the clock was set, by the network or by hand, or lines came out of order",
    found: [
      """
        0 s app.didFinishLaunching seq=1
        9 s app.didBecomeActive seq=2
      ▸ 5 s app.willResignActive seq=3
      """,
      """
        0 s app.didFinishLaunching uptime=10s
        1 s app.didBecomeActive uptime=11s
      ▸ 9 s app.willResignActive uptime=12s
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching uptime=10s
        1 s app.didBecomeActive uptime=11s
        9.5 s app.willResignActive uptime=19s
      """
    ])

  private static let driftNanos: UInt64 = 1_000_000_000
  private var last = Place()

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let (place, before) = (step.event.place, last)
    guard place.time != Event.absent else { return nil }
    last = place
    guard before.time != Event.absent else { return nil }
    let passed = place.time &- before.time
    let isUptime = place.uptime != Event.absent && before.uptime != Event.absent
    let drift = isUptime ? passed &- (place.uptime &- before.uptime) : min(passed, 0)
    guard drift.magnitude > (isUptime ? Self.driftNanos : 0) else { return nil }
    return Candidate(.traceClock, step.moment, measured: Int64(clamping: drift.magnitude))
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the wall clock stepped by \(DurationText.of(candidate.measured))")
  }
}
