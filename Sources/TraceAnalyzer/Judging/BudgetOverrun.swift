import TraceModel

/// A measure that exceeds a budget.
struct BudgetOverrun {
  var budget: BudgetID
  /// Nanoseconds or bytes, as the budget's unit says.
  var measured, limit: Int64
  /// Where the limit is set; nil for a standard one, and one of the command line.
  var place: SettingPlace?
  /// The source of a standard limit says "about", and the measure is so near to it that it may still be within it.
  var isNear = false

  /// The two durations for people.
  var ran: String { DurationText.of(measured) }
  var allowed: String { DurationText.of(limit) }
}
