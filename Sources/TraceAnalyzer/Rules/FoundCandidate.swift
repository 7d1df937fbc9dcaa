import TraceModel

/// A candidate in view of its launch: what a rule's message is made from.
struct FoundCandidate {
  let candidate: Candidate
  let launch: LaunchFindings
  /// The budgets of the rule, the most severe first.
  let budgets: [BudgetID]

  var kind: EventKind { candidate.kind }
  var name: String? { launch.text(candidate.name) }
  var view: String? { launch.text(candidate.view) }
  var task: String? { launch.text(candidate.task) }
  /// The measured duration for people, as in `1.50 s`.
  var time: String {
    // Twice the step of a clock of whole seconds.
    DurationText.of(candidate.measured, isOnWholeSeconds: launch.summary.clockSlack >= 2_000_000_000)
  }
  /// The measured footprint for people, as in `80 MB`.
  var memory: String { "\(candidate.measured / 1_000_000) MB" }
  /// The footprint before, for people.
  var memoryBefore: String {
    guard case .memory(_, let before) = candidate.detail else { return "unknown" }
    return "\(before / 1_000_000) MB"
  }
  /// How long before the event that should have come first it came, in nanoseconds, if that is known.
  var timeToNext: Int64? {
    guard case .early(let next) = candidate.detail else { return nil }
    return candidate.place.nanos(to: next)
  }

  /// Work in words, as in `network 'upload'`.
  var work: String {
    guard let view else { return "work" }
    return name.map { "\(view) '\($0)'" } ?? view
  }
  /// The names in the fingerprint of a finding about work.
  var workNames: [String] { [Normalised.name(view ?? ""), Normalised.name(name ?? "")] }

  /// The first budget of the rule that the measure exceeds, if any.
  var overrun: BudgetOverrun? { launch.overrun(candidate.measured, slack: candidate.slack, over: budgets) }

  /// A draft that something took longer than a budget allows; nil if it did not.
  ///
  /// Where not all budgets of the rule count, `others` are those that do.
  func tookTooLong(_ what: String, over others: [BudgetID]? = nil, names: [String] = []) -> FindingDraft? {
    var draft = launch.tookTooLong(
      what, candidate.measured, slack: candidate.slack, over: others ?? budgets, names: names)
    // What had not returned took longer than was measured.
    if candidate.isOpen { draft?.doubts.remove(.nearLimit) }
    return draft
  }
}
