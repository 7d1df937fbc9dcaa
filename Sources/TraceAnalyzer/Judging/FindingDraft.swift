import TraceModel

/// A finding as its rule makes it, before app, launch and line are added.
struct FindingDraft {
  var message: String
  /// The names in the fingerprint, beside the rule and the app.
  var names: [String] = []
  /// The cause, if it differs from that in the rule's description.
  var cause: String?
  /// How bad it is, if not as the budget or else the rule's description says.
  var severity: Severity?
  /// The budget that was exceeded.
  var overrun: BudgetOverrun?
  /// Why it is only possible, beside what its launch shows.
  var doubts = DoubtSet()
  /// The doubts that it answers: it holds, however these would be decided.
  var answered = DoubtSet()
  /// The number of ours that decided it.
  var inferred: Inference?
  /// Of an illegal step: the view, the machine's states before it, and the names of the events that were legal there.
  var view: String?
  var states, expected: [String]?
}
