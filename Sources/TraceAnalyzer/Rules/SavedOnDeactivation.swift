import TraceModel

/// `data.saved-only-on-deactivation`: whether one launch saved so; `Habits` reports it of many.
final class SavedOnDeactivation: PatternRule {
  static let description = RuleDescription(
    id: .`data.saved-only-on-deactivation`,
    severity: .always(.note),
    summary: "At least three launches of a version saved data, and all of them only after a deactivation.",
    rationale: "A crash or a kill in the foreground loses everything since the app was opened.",
    cause: "code that saves only when the app moves to the background",
    remedy: "Save when data changes, and save only the rest on deactivation.",
    source: "Apple, App Programming Guide for iOS, App Termination; three is this project's",
    sees: .steps(
      EventKind.appLife.union(EventKind.sceneLife).union([.dataSave]), keeps: .first),
    settles: .withAllLaunches,
    traits: [.isReportedOnce],
    message: nil,
    code: CodeExample(
      wrong: """
        func sceneWillResignActive(_ scene: UIScene) { draft.save() }
        """,
      right: """
        func textViewDidChange(_ textView: UITextView) { draft.saveSoon() }

        func sceneWillResignActive(_ scene: UIScene) { draft.saveNow() }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.dataSave)
  }
  private static let leaving = KindSet([
    .appWillResignActive, .appDidEnterBackground, .sceneWillDeactivate, .sceneDidEnterBackground,
  ])
  static func draft(launchCount: Int) -> FindingDraft {
    FindingDraft(message: "\(launchCount) launches saved data, all of them only after a deactivation")
  }

  private var isAway = false
  private var elsewhere: Int64 = 0
  private var last: OrderedEvent?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .dataSave {
      // Of several scenes one may be active; and a save may be lost.
      if !isAway || replay.machines.scenes.summaries.count > 1 || step.lostCount > 0 { elsewhere += 1 }
      last = step.orderedEvent
    } else if replay.context.facts.whereabouts(shownBy: step) {
      if Self.leaving.contains(step.kind) { isAway = true }
      if step.kind == .appDidBecomeActive || step.kind == .sceneDidActivate { isAway = false }
    }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] {
    Array(last.map { Candidate(Self.rule, $0, .saves(elsewhere: elsewhere)) })
  }
}
