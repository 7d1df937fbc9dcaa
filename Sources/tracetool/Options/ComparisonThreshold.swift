import TraceAnalyzer
import TraceModel

/// The results that fail a comparison.
enum ComparisonThreshold: String, CaseIterable {
  /// Launches that take longer.
  case slower
  /// As `slower`, and shares of launches that come more often, and new certain findings that would fail a check.
  case findings
  /// As `slower`; and a row without a verdict, with the exit code of data that cannot answer.
  case undecided
  case never

  /// The exit code, if findings of `severity` or worse fail a check.
  func code(_ report: CompareReport, severity: Severity?) -> ExitCode {
    if self == .never { return .fine }
    if report.has(.slower) { return .findings }
    if self == .findings, report.has(.moreOften) { return .findings }
    if self == .findings, report.findings.contains(where: { $0.fails(on: severity) }) { return .findings }
    return self == .undecided && report.has(.undecided) ? .data : .fine
  }
}
