import TraceModel

/// `launch.setup-repeated`: which setup one launch began and finished; `Habits` finds what ran in several.
final class SetupRepeated: WorkRule {
  static let description = RuleDescription(
    id: .`launch.setup-repeated`,
    severity: .always(.warning),
    summary: """
      Work of kind setup ran again in a later launch of one version on one device, though it had finished there within \
      the last 7 days and since the device started.
      """,
    rationale: "Setup that is needed only once makes each launch longer.",
    cause: "a flag that is not stored, or is read before it is available",
    remedy: """
      Store a flag as soon as the setup is done, and check it first. What each process has to do once, as opening a \
      database, is work of kind startup.
      """,
    source: "Apple, Performing one-time setup for your app; 7 days are this project's",
    sees: .steps([.workBegin, .workEnd], keeps: .each),
    settles: .withAllLaunches,
    traits: [.isReportedOnce],
    message: nil,
    code: CodeExample(
      wrong: """
        try createTables()  // in each launch
        """,
      right: """
        if UserDefaults.standard.integer(forKey: "schema") < 3 {
          try createTables()
          UserDefaults.standard.set(3, forKey: "schema")
        }
        """))

  /// A setup that is done again after a longer time may be due: 7 days, from which on a launch is cold, too.
  static let validNanos: Int64 = 7 * 86_400_000_000_000

  static func draft(setup: String) -> FindingDraft {
    FindingDraft(
      message: "setup '\(name: setup)' ran again, though an earlier launch had finished it",
      names: [Normalised.name(setup)])
  }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard let work = replay.stays.work.latest, replay.context.isOne(work, of: [.setup]),
      step.signature.success != false
    else { return nil }
    return found(step, work)
  }
}
