import TraceAnalyzer
import TraceModel

/// How loudly a platform reports a finding: three levels, which all platforms know in some words.
enum AlertLevel: Int, CaseIterable, Comparable {
  case note, warning, error

  /// The level of a severity.
  init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note, .quirk: self = .note
    }
  }

  /// The level of a finding: one that is possible fails no check, so it is a note whatever its severity.
  init(_ finding: Finding) {
    let isCertain = finding.confidence == .certain
    self = isCertain ? AlertLevel(finding.severity) : .note
  }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
