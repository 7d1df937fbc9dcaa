package import TraceModel

extension JudgingOptions {
  private static let taskBudgets: [BudgetID] = [
    .assertion, .assertionWarning, .appRefresh, .fetch, .remoteNotification, .urlSession, .processing,
  ]

  /// The details of launches that findings may rest on under these options.
  package var judgedDetails: JudgedDetails {
    let rules = Catalogue.descriptions.filter { $0.traits.contains(.findsOnlyOverruns) }
    let durations = rules.map { ($0.id, least(of: $0.budgets)) }
    return JudgedDetails(
      leastNanos: least(of: Self.taskBudgets), leastDurations: Dictionary(uniqueKeysWithValues: durations))
  }

  private func least(of wanted: [BudgetID]) -> Int64 {
    var limits = wanted.flatMap { [budgets[$0], $0.definition.limit].compactMap(\.self) }
    for entry in budgets.entries where wanted.contains(entry.budget) {
      limits.append(entry.limit)
      // The warning before the time is up moves with that time.
      if entry.budget == .assertion { limits.append(entry.limit / 6 * 5) }
    }
    return limits.min() ?? 0
  }
}
