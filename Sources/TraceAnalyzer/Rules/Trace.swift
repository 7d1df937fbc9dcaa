import TraceModel

/// `trace.clock`: a wall clock that was set.
final class ClockStep: PatternRule {
  static let rule = RuleID.`trace.clock`
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.mayStep }
  private static let driftNanos: UInt64 = 1_000_000_000
  private var last = EventLocation()

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let place = step.event.place
    defer { if place.time != Event.absent { last = place } }
    guard place.time != Event.absent, last.time != Event.absent else { return nil }
    let passed = place.time &- last.time
    let isUptime = place.uptime != Event.absent && last.uptime != Event.absent
    let drift = isUptime ? passed &- (place.uptime &- last.uptime) : min(passed, 0)
    guard drift.magnitude > (isUptime ? Self.driftNanos : 0) else { return nil }
    return Candidate(.`trace.clock`, step.orderedEvent, measured: Int64(clamping: drift.magnitude))
  }
}

/// `trace.conflict`: one launch told in two ways.
final class ContextConflict: PatternRule {
  static let rule = RuleID.`trace.conflict`
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasManyContexts || facts.isContradicted }
  private static var fields: [KeyPath<Context, TextID>] {
    [\.app, \.appVersion, \.appBuild, \.osVersion, \.deviceModel, \.device]
  }
  private var known: ContextID?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.event.isContradicted { return Candidate(.`trace.conflict`, step.orderedEvent) }
    let whole = replay.context.facts.context
    let context = replay.context.symbols.context(step.event.context)
    guard step.event.context != known, context.format == whole.format else { return nil }
    known = step.event.context
    for path in Self.fields where !context[keyPath: path].isNone {
      let here = replay.context.text(context[keyPath: path])
      let there = replay.context.text(whole[keyPath: path])
      // One thing may be written in two ways.
      let isOne = [Normalised.id, Normalised.version].contains { $0(here) == $0(there) }
      if isOne { continue }
      return Candidate(.`trace.conflict`, step.orderedEvent, name: context[keyPath: path]).with(
        \.view, whole[keyPath: path])
    }
    return nil
  }
}
