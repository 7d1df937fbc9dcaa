import TraceModel

/// The least severity of a certain finding that fails a check.
enum FailureThreshold: String, CaseIterable {
  case error, warning, note, never

  /// Nil if none fails.
  var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .never: nil
    }
  }
}
