import TraceModel

/// `order.launch`: a scene that connects before the app is launched; replay itself finds it.
enum EarlyScene: Rule {
  static let rule = RuleID.`order.launch`
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let later = candidate.place.nanos(to: candidate.other).map { " \(DurationText.of($0))" } ?? ""
    return Told(
      message: "scene.willConnect came\(later) before app.didFinishLaunching of the same launch",
      names: [candidate.kind.name])
  }
}

/// `trace.gap`: a hole in `seq`; replay itself finds it.
enum SequenceGap: Rule {
  static let rule = RuleID.`trace.gap`
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let count = candidate.lostCount
    return Told(
      message: "\(count) \(count == 1 ? "event is" : "events are") missing between seq"
        + " \(candidate.other.seq) and \(candidate.place.seq)")
  }
}

/// `trace.clock`: a wall clock that was set.
final class ClockStep: PatternRule {
  static let rule = RuleID.`trace.clock`
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
    return Candidate(.`trace.clock`, step.moment, measured: Int64(clamping: drift.magnitude))
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
    if step.event.isContradicted { return Candidate(.`trace.conflict`, step.moment) }
    let whole = replay.bench.facts.context
    let context = replay.bench.symbols.context(step.event.context)
    guard step.event.context != known, context.format == whole.format else { return nil }
    known = step.event.context
    for path in Self.fields where !context[keyPath: path].isNone {
      let (here, there) = (replay.text(context[keyPath: path]), replay.text(whole[keyPath: path]))
      // One thing may be written in two ways.
      let isOne = [Normalised.id, Normalised.version].contains { $0(here) == $0(there) }
      if isOne { continue }
      return Candidate(.`trace.conflict`, step.moment, name: context[keyPath: path]).with(\.view, whole[keyPath: path])
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
