import TraceModel

/// `trace.conflict`: one launch described in two ways.
final class ContextConflict: PatternRule {
  static let description = RuleDescription(
    id: .`trace.conflict`,
    severity: .always(.warning),
    summary: "Two records of one launch have the same seq, or differ in the system version or the device model.",
    rationale: """
      Two launches under one id, or two joined logs, hide what each of them did. tracetool separates them only \
      by device, app and app version.
      """,
    cause: "a reused id, or the logs of two launches in one file",
    remedy: "Give each launch its own id.",
    source: "this project",
    sees: .steps(.known, keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      guard let known = found.subject, let other = found.name else {
        return FindingDraft(
          message: "two records with this seq contradict each other: only one of them was kept")
      }
      return FindingDraft(message: "one launch was recorded with '\(name: known)' and then with '\(name: other)'")
    },
    found: [
      """
        0 s app.didFinishLaunching osVersion=17.4
      ▸ 1 s app.didBecomeActive osVersion=18.2
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching appVersion=1.0 osVersion=18.2
        1 s app.didBecomeActive appVersion=1.0
      """
    ],
    needs: [])

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
      // One value may be written in two ways.
      let isOne = [Normalised.id, Normalised.version].contains { $0(here) == $0(there) }
      if isOne || path == \.app && replay.context.lexicon.isProgram(context) { continue }
      return Candidate(
        .`trace.conflict`, step.orderedEvent, .conflict(known: whole[keyPath: path]), name: context[keyPath: path])
    }
    return nil
  }
}
