import TraceModel

/// What a budget was exceeded by.
struct BudgetOverrun {
  var budget: BudgetID
  /// Nanoseconds or bytes, as the budget's unit says.
  var measured, limit: Int64

  /// The two durations for people.
  var ran: String { DurationText.of(measured) }
  var allowed: String { DurationText.of(limit) }
}
