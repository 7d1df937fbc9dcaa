import TraceModel

/// `trace.clock`: a wall clock that was set.
final class ClockStep: PatternRule {
  static let description = RuleDescription(
    id: .`trace.clock`,
    severity: .always(.note),
    summary: "The wall clock stepped back, or deviated from uptime by more than a second.",
    rationale: "Durations across the step are not measured.",
    cause: "the network or a user set the clock, or lines came out of order",
    remedy: "Record uptime as well: it never steps.",
    source: "this project",
    sees: .steps(.known, keeps: .first),
    settles: .withStep,
    traits: [],
    message: { found in
      let least: Sentence = found.candidate.isOpen ? "back by at least" : "by"
      return FindingDraft(message: "the wall clock stepped \(least) \(found.time)")
    },
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
    ],
    needs: [])

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.mayStep }
  private static let driftNanos: UInt64 = 1_000_000_000
  private var last = EventLocation()
  private var lastWithUptime = EventLocation()

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let location = step.event.location
    guard location.time != Event.absent else { return nil }
    let isUptime = location.uptime != Event.absent && lastWithUptime != EventLocation()
    let before = isUptime ? lastWithUptime : last
    last = location
    if location.uptime != Event.absent { lastWithUptime = location }
    guard before.time != Event.absent else { return nil }
    let passed = location.time &- before.time
    let drift = isUptime ? passed &- (location.uptime &- before.uptime) : min(passed, 0)
    guard drift.magnitude > (isUptime ? Self.driftNanos : 0) else { return nil }
    // Without uptime it is unknown how much time passed meanwhile.
    let nanos = Int64(clamping: drift.magnitude)
    var found = Candidate(.`trace.clock`, step.orderedEvent, .duration(nanos: nanos, slack: 0, isOpen: !isUptime))
    if replay.context.facts.isOrderInDoubt { found.doubts.insert(.clockStepsBack) }
    return found
  }
}
