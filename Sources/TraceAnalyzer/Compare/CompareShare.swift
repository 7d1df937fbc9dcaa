import TraceModel

/// A share of launches that `compare` compares: the fewer have it, the better.
package enum CompareShare: String, Sendable, CaseIterable {
  /// Launches that surely took longer than their budget `launch`, of those whose time counts and ends with a frame.
  case overBudget
  /// Launches to the foreground, seen from their start, that nobody waited for: `launch.abandoned`.
  case abandoned
  /// Launches that iOS ended in the background, of those that were there: `background.killed`.
  case backgroundKilled
  /// Launches with an error or a warning that nobody accepted; findings that only say that launches are slow, and those
  /// that are reported once, do not count.
  case findings

  /// The rule whose findings are counted; nil where it is not one rule.
  var rule: RuleID? {
    switch self {
    case .overBudget, .findings: nil
    case .abandoned: .`launch.abandoned`
    case .backgroundKilled: .`background.killed`
    }
  }
}
