/// Which tasks, stays and candidates of launches findings and comparisons rest on: most launches have few, and of a million
/// launches the others need not be held.
///
/// A rule that looks at more than this says must have it added here: `JudgedDetailsTests` holds findings in launches with
/// these details alone against those in whole launches.
public struct JudgedDetails: Sendable, Equatable {
  /// No budget of a task or a stay is lower, in nanoseconds.
  public let leastNanos: Int64
  /// By rules that find nothing but durations over a budget, the lowest of their budgets in nanoseconds.
  public let leastDurations: [RuleID: Int64]
  /// True if the times of resumes are asked for: no finding rests on them, but a comparison of them does.
  public var holdsResumes = false

  /// The details that count where tasks and stays are held against budgets from `leastNanos` on.
  public init(leastNanos: Int64, leastDurations: [RuleID: Int64] = [:]) {
    self.leastNanos = max(0, leastNanos)
    self.leastDurations = leastDurations.mapValues { max(0, $0) }
  }

  /// True if the candidate may become a finding, or shows what its recorder can record.
  public func include(_ candidate: Candidate) -> Bool {
    guard case .duration(let nanos, let slack, isOpen: false) = candidate.detail,
      let least = leastDurations[candidate.rule]
    else { return true }
    // The end of a process is the system's finding, whatever the budget.
    return nanos > least || slack < 0 || candidate.kind == .processExit || !candidate.explanations.isEmpty
  }

  /// True if a finding, or the count of words that are in no vocabulary, may rest on the task.
  @inlinable public func include(_ task: TaskSummary, isOfKnownKind: @autoclosure () -> Bool) -> Bool {
    task.outcome == .leaked || task.outcome == .open || task.expirationNanos > 0 || task.longestStayNanos > leastNanos
      || !isOfKnownKind()
  }

  /// True if a finding may rest on the stay, where no task that counts shares its launch.
  public func include(_ stay: StaySummary) -> Bool { stay.assertionNanos > leastNanos }
}
