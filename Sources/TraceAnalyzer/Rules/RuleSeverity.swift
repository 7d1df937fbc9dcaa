package import TraceModel

/// How bad it is what a rule finds, as far as the rule alone decides it.
package enum RuleSeverity: Sendable {
  case always(Severity)
  /// The severity of most findings, and in words the others and when.
  case usually(Severity, String)
  /// The machine's file says it for each state and event.
  case byMachine

  /// The severity of a finding for which neither the rule's message nor a budget says another.
  var standard: Severity {
    switch self {
    case .always(let severity), .usually(let severity, _): severity
    case .byMachine: .note
    }
  }

  /// In words, as in `warning; note for a single launch`.
  package var text: String {
    switch self {
    case .always(let severity): severity.name
    case .usually(let severity, let others): "\(severity.name); \(others)"
    case .byMachine: "as the state and event say"
    }
  }
}
