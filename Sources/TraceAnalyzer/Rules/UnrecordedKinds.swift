import TraceModel

/// `trace.unrecorded`: kinds that an app's log never holds; `FindingsFold` finds it.
enum UnrecordedKinds: Rule {
  static let description = RuleDescription(
    id: .`trace.unrecorded`,
    severity: .always(.note),
    summary: "Steps were not judged because the log never holds the kinds of events that would explain them.",
    rationale: "A step is no fault if the event that would make it legal is not recorded.",
    cause: "a recorder that does not write these kinds",
    remedy: "Record those kinds, or declare what is recorded with the field records.",
    source: "this project",
    sees: .launches,
    budgets: [],
    message: nil,
    found: [],
    clean: [])
}
