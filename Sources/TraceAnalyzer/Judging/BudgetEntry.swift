package import TraceModel

/// One limit that somebody set.
package struct BudgetEntry: Sendable, Equatable {
  package let budget: BudgetID
  /// Nanoseconds or bytes, as the budget's unit says.
  package let limit: Int64
  /// The launches that it holds for.
  package let condition: LaunchCondition
  /// Where it is set; nil for one of the command line.
  package let place: SettingPlace?

  /// A limit for the launches that a condition names, all unless given.
  package init(
    _ budget: BudgetID, _ limit: Int64, when condition: LaunchCondition = LaunchCondition(),
    at place: SettingPlace? = nil
  ) {
    self.budget = budget
    self.limit = limit
    self.condition = condition
    self.place = place
  }
}
