package import TraceModel

extension JudgingOptions {
  /// The budgets that tasks and stays are held against.
  private static let taskBudgets: [BudgetID] = [
    .assertion, .assertionWarning, .appRefresh, .fetch, .remoteNotification, .urlSession, .processing,
  ]

  /// Rules whose candidates become findings only if their duration exceeds one of the rule's budgets; but those of a process
  /// that ended, and open ones, always may.
  private static let durationRules: [RuleID] = [.`main-thread.blocked`, .`resume.slow`]

  /// The details of launches that findings may rest on under these options.
  package var judgedDetails: JudgedDetails {
    let durations = Self.durationRules.map { ($0, least(of: Catalogue.description(of: $0).budgets)) }
    return JudgedDetails(
      leastNanos: least(of: Self.taskBudgets), leastDurations: Dictionary(uniqueKeysWithValues: durations))
  }

  /// The lowest limit that one of the budgets has for any launch.
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
