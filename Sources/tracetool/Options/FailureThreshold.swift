import TraceModel

/// The severity from which on a certain finding fails a check.
enum FailureThreshold: String, CaseIterable {
  case error, warning, note, never

  /// The least severity that fails; nil if none does.
  var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .never: nil
    }
  }
}
