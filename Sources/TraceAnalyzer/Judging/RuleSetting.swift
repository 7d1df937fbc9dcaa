package import TraceModel

/// What a configuration makes of the findings of a rule.
package enum RuleSetting: String, Sendable, CaseIterable {
  /// They are left out of everything.
  case off
  case note, warning, error
  /// Each keeps the severity that the rule or the budget gives it.
  case `default`

  /// The severity of all of the rule's findings; nil if the setting gives none.
  package var severity: Severity? {
    switch self {
    case .off, .default: nil
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }
}
