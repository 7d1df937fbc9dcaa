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

  static let kinds = KindSet.known
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasManyContexts }
  private static var fields: [KeyPath<Context, TextID>] {
    [\.app, \.appVersion, \.appBuild, \.osVersion, \.deviceModel, \.device]
  }
  private var known: ContextID?

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.event.context != known else { return nil }
    known = step.event.context
    let (symbols, whole) = (replay.bench.symbols, replay.bench.facts.context)
    let context = symbols.context(step.event.context)
    guard context.format == whole.format else { return nil }
    for path in Self.fields {
      let (here, there) = (context[keyPath: path], whole[keyPath: path])
      if here.isNone || here == there || isOne(here, there, symbols.texts) { continue }
      return Candidate(.traceConflict, step.moment, name: here).with(\.view, there)
    }
    return nil
  }

  /// Whether two texts are two ways to write one thing.
  private func isOne(_ a: TextID, _ b: TextID, _ texts: TextTable) -> Bool {
    let (one, two) = (texts.string(a), texts.string(b))
    return Normalised.id(one) == Normalised.id(two)
      || Normalised.version(one) == Normalised.version(two)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let (here, there) = (launch.text(candidate.name) ?? "", launch.text(candidate.view) ?? "")
    return Told(message: "one launch says '\(there)' and then '\(here)' of the same thing")
  }
}
