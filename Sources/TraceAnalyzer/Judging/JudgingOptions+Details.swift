package import TraceModel

extension JudgingOptions {
  /// The budgets that tasks and stays are held against.
  private static let taskBudgets: [BudgetID] = [
    .assertion, .assertionWarning, .appRefresh, .fetch, .remoteNotification, .urlSession, .processing,
  ]

  /// The details of launches that findings may rest on under these options.
  package var judgedDetails: JudgedDetails {
    var limits = Self.taskBudgets.flatMap { [budgets[$0], $0.definition.limit].compactMap(\.self) }
    for entry in budgets.entries where Self.taskBudgets.contains(entry.budget) {
      limits.append(entry.limit)
      // The warning before the time is up moves with that time.
      if entry.budget == .assertion { limits.append(entry.limit / 6 * 5) }
    }
    return JudgedDetails(leastNanos: limits.min() ?? 0)
  }
}
