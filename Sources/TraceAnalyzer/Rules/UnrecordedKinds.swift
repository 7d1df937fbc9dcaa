import TraceModel

/// `trace.unrecorded`: kinds that an app's log never holds; `FindingsFold` finds it.
enum UnrecordedKinds: Rule {
  static let description = RuleDescription(
    id: .`trace.unrecorded`,
    severity: .always(.note),
    summary: "Kinds that an app's log never holds kept steps from being judged.",
    rationale: "A step is no fault where the event that would have made it legal is not recorded.",
    cause: "the recorder does not write these kinds",
    remedy: "Record those kinds, or declare what is recorded with the field records.",
    source: "this project",
    sees: .launches,
    budgets: [],
    message: nil,
    found: [],
    clean: [])
}
