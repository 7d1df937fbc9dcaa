import TraceModel

/// A finding as its rule makes it, before app, launch and line are added.
struct FindingDraft {
  /// One sentence with names and numbers.
  @Late var message: Sentence
  /// The names in the fingerprint, beside the rule and the app.
  var names: [String] = []
  /// A text of ours; nil for the cause in the rule's description.
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

  /// Adds a remark to the message.
  mutating func add(_ remark: @autoclosure @escaping () -> Sentence) {
    let message = _message
    _message = Late(wrappedValue: message.wrappedValue + remark())
  }
}

/// A value that is made when it is read: of the findings of many launches most are only counted, and need no words.
@propertyWrapper struct Late<Value> {
  private var make: () -> Value

  init(wrappedValue make: @autoclosure @escaping () -> Value) { self.make = make }

  var wrappedValue: Value {
    get { make() }
    set { make = { newValue } }
  }
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

  var ran: Sentence { "\(nanos: measured)" }
  var allowed: Sentence { "\(nanos: limit)" }
}
