import TraceAnalyzer
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let evidence = try Evidence(session)
    let report = evidence.judged(settings)
    try session.deliver([report.table(listsEach: settings.listsEach)]) {
      settings.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined()
        : try JSONDocument.text("check", report)
    }
    if evidence.exitCode != .fine { return evidence.exitCode }
    return settings.failOn.map(report.fails(on:)) ?? false ? .findings : .fine
  }
}
