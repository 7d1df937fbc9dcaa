import TraceModel

/// A finding as its rule makes it, before app, launch and line are added.
struct FindingDraft {
  var message: String
  /// The names in the fingerprint, beside the rule and the app.
  var names: [String] = []
  /// Nil for the cause in the rule's description.
  var cause: String?
  /// Nil for the severity of the budget or else of the rule's description.
  var severity: Severity?
  var overrun: BudgetOverrun?
  /// Why it is only possible, beside what its launch shows.
  var doubts = DoubtSet()
  /// The doubts that it answers: it holds, however these would be decided.
  var answered = DoubtSet()
  /// The number of ours that decided it.
  var inferred: Inference?
  /// True if it is reported once, for one launch or none, though others may have it.
  var isReportedOnce = false
  /// The line of the configuration that set its budget, else its severity.
  var settingLocation: SettingLocation?
  /// For an illegal step: the view, the machine's states before it, and the names of the events that were legal there.
  var view: String?
  var states, expected: [String]?
}

/// A measure that exceeds a budget.
struct BudgetOverrun {
  var budget: BudgetID
  /// Nanoseconds or bytes, as the budget's unit says.
  var measured, limit: Int64
  /// Where the limit is set; nil for a standard limit, and one of the command line.
  var location: SettingLocation?
  /// The source of a standard limit says "about", and the measure may still be within it.
  var isNear = false

  var ran: String { DurationText.of(measured) }
  var allowed: String { DurationText.of(limit) }
}
