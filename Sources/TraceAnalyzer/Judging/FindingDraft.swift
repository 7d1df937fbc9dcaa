import TraceModel

/// What a rule says of one place, before app, launch and line are added.
struct FindingDraft {
  var message: String
  /// What the fingerprint rests on beside the rule.
  var names: [String] = []
  /// What usually lies behind it, if that is not what the rule's description says.
  var cause: String?
  /// How bad it is, if not as the budget or else the rule's description says.
  var severity: Severity?
  /// What was exceeded.
  var overrun: BudgetOverrun?
  /// How sure it is, if not as the candidate says.
  var confidence: Confidence?
  /// The number of ours that decided it.
  var inferred: Inference?
  /// Of an illegal step: the view, the machine's states before it, and the names of the events that were legal there.
  var view: String?
  var states, expected: [String]?
}
