import TraceModel

/// `order.launch`: a scene that connects before the app is launched; replay itself finds it.
enum EarlyScene: Rule {
  static let description = RuleDescription(
    rule: .orderLaunch, severity: "error",
    summary: "A scene connected before the app's didFinishLaunching was entered.",
    rationale: "A scene delegate relies on what the application delegate has set up.",
    remedy: "Look for a buffered log, or events of two launches under one id.",
    source: "Apple, About the app launch sequence",
    cause: "entries written out of order (a buffered log), or two launches under one id")

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let later = candidate.place.nanos(to: candidate.other).map { " \(DurationText.of($0))" } ?? ""
    return Told(
      message: "scene.willConnect came\(later) before app.didFinishLaunching of the same launch",
      names: [candidate.kind.name])
  }
}

/// `trace.gap`: a hole in `seq`; replay itself finds it.
enum SequenceGap: Rule {
  static let description = RuleDescription(
    rule: .traceGap, severity: "note",
    summary: "seq has a hole: the recorder counted events that the log does not hold.",
    rationale: "What is lost is never held against the app, but what it hid is not judged either.",
    remedy: "Export the whole log; look for a recorder that drops lines under load.",
    source: "the event record: seq counts without holes",
    cause: "a recorder that drops lines under load, or an export that was cut")

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let count = candidate.lostCount
    return Told(
      message: "\(count) \(count == 1 ? "event is" : "events are") missing between seq"
        + " \(candidate.other.seq) and \(candidate.place.seq)")
  }
}

/// `trace.unrecorded`: what kept steps from being judged; `FindingsFold` finds it.
enum UnrecordedKinds: Rule {
  static let description = RuleDescription(
    rule: .traceUnrecorded, severity: "note",
    summary: "Kinds that an app's log never holds kept steps from being judged.",
    rationale: "A step is no fault where the event that would have made it legal is not recorded.",
    remedy: "Record those kinds, or declare what is recorded with the field records.", source: "this project",
    cause: "the recorder does not write these kinds")
}

/// `trace.clock`: a wall clock that was set.
final class ClockStep: PatternRule {
  static let description = RuleDescription(
    rule: .traceClock, severity: "note",
    summary: "The wall clock stepped back, or away from uptime by more than a second.",
    rationale: "Durations across the step are not measured.", remedy: "Record uptime as well: it does not step.",
    source: "this project", cause: "the clock was set, by the network or by hand, or lines came out of order",
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

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.mayStep }
  private static let driftNanos: UInt64 = 1_000_000_000
  private var last = Place()

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let place = step.event.place
    defer { if place.time != Event.absent { last = place } }
    guard place.time != Event.absent, last.time != Event.absent else { return nil }
    let passed = place.time &- last.time
    let isUptime = place.uptime != Event.absent && last.uptime != Event.absent
    let drift = isUptime ? passed &- (place.uptime &- last.uptime) : min(passed, 0)
    guard drift.magnitude > (isUptime ? Self.driftNanos : 0) else { return nil }
    return Candidate(.traceClock, step.moment, measured: Int64(clamping: drift.magnitude))
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the wall clock stepped by \(DurationText.of(candidate.measured))")
  }
}

/// `trace.conflict`: one launch told in two ways.
final class ContextConflict: PatternRule {
  static let description = RuleDescription(
    rule: .traceConflict, severity: "warning",
    summary: "Two records of one launch have one seq, or differ in its app, version or device.",
    rationale: "Two launches under one id, or two logs joined, hide what each of them did.",
    remedy: "Give each launch its own id.", source: "this project",
    cause: "a reused id, or the logs of two launches joined",
    found: [
      """
        0 s app.didFinishLaunching appVersion=1.0
      ▸ 1 s app.didBecomeActive appVersion=2.0
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching appVersion=1.0 osVersion=18.2
        1 s app.didBecomeActive appVersion=1.0
      """
    ])

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasManyContexts || facts.isContradicted }
  private static var fields: [KeyPath<Context, TextID>] {
    [\.app, \.appVersion, \.appBuild, \.osVersion, \.deviceModel, \.device]
  }
  private var known: ContextID?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.event.isContradicted { return Candidate(.traceConflict, step.moment) }
    let whole = replay.bench.facts.context
    let context = replay.bench.symbols.context(step.event.context)
    guard step.event.context != known, context.format == whole.format else { return nil }
    known = step.event.context
    for path in Self.fields where !context[keyPath: path].isNone {
      let (here, there) = (replay.text(context[keyPath: path]), replay.text(whole[keyPath: path]))
      // One thing may be written in two ways.
      let isOne = [Normalised.id, Normalised.version].contains { $0(here) == $0(there) }
      if isOne { continue }
      return Candidate(.traceConflict, step.moment, name: context[keyPath: path]).with(\.view, whole[keyPath: path])
    }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    guard let here = launch.text(candidate.name), let there = launch.text(candidate.view) else {
      return Told(message: "two records with this seq say different things: one of them was not taken in")
    }
    return Told(message: "one launch says '\(there)' and then '\(here)' of the same thing")
  }
}
