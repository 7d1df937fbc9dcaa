/// What is judged, and how.
package struct JudgingOptions: Sendable {
  package var budgets = Budgets()
  /// Launches in the Simulator or under a debugger are held to budgets as well.
  package var include: Set<ExcludedEnvironment> = []
  /// What is legal and surprises is reported as well.
  package var tellsQuirks = false

  /// The standard options.
  package init() {}
}
