import TraceModel

/// `launch.setup-repeated`: which setup one launch began and finished; `Habits` finds what ran in several.
final class SetupRepeated: WorkRule {
  static let description = RuleDescription(
    id: .`launch.setup-repeated`,
    severity: .always(.warning),
    summary: "Work of kind setup runs again in a later launch of one version on one device, though it was finished.",
    rationale: "What is to be done once makes each launch longer.",
    cause: "a flag that is not kept, or is read before it is there",
    remedy: "Note that it is done where it is done, and look there first.",
    source: "Apple, Performing one-time setup for your app",
    sees: .steps([.workBegin, .workEnd], keeps: .each),
    budgets: [],
    message: nil,
    found: [],
    clean: [])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard let work = replay.stays.work.latest, replay.context.isOne(work, of: [.setup]),
      step.signature.success != false
    else { return nil }
    return found(step, work)
  }
}
