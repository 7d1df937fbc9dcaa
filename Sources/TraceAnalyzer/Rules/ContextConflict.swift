import TraceModel

/// `trace.conflict`: one launch told in two ways.
final class ContextConflict: PatternRule {
  static let description = RuleDescription(
    rule: .traceConflict, severity: "warning",
    summary: "Two records of one launch say different things of its app, version or device.",
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

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasManyContexts }
  private static var fields: [KeyPath<Context, TextID>] {
    [\.app, \.appVersion, \.appBuild, \.osVersion, \.deviceModel, \.device]
  }
  private var known: ContextID?

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let whole = replay.bench.facts.context
    let context = replay.bench.symbols.context(step.event.context)
    guard step.event.context != known, context.format == whole.format else { return nil }
    known = step.event.context
    for path in Self.fields where !context[keyPath: path].isNone {
      let (here, there) = (replay.text(context[keyPath: path]), replay.text(whole[keyPath: path]))
      // One thing may be written in two ways.
      let isOne = [Normalised.id, Normalised.version].contains { $0(here) == $0(there) }
      if isOne { continue }
      return Candidate(.traceConflict, step.moment, name: context[keyPath: path]).with(
        \.view, whole[keyPath: path])
    }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let (here, there) = (launch.text(candidate.name) ?? "", launch.text(candidate.view) ?? "")
    return Told(message: "one launch says '\(there)' and then '\(here)' of the same thing")
  }
}
