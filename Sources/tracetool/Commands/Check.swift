import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let evidence = try Evidence(session)
    var report = evidence.judged(settings)
    var findings = settings.listsEach ? report.each : report.table(report.heading, report.rows)
    let names = UnknownNames(evidence.launches.unknownNames)
    if !names.counts.isEmpty {
      report.coverage.unknownNames = names.counts
    } else if report.coverage.unknownEvents > 0 {
      findings.notes.append("'tracetool store status' lists the unknown names")
    }
    let tables = names.counts.isEmpty ? [] : [names.table(limit: settings.isVerbose ? .max : 10)]
    try session.deliver([findings] + tables) {
      settings.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined()
        : try JSONDocument.text("check", report)
    }
    if evidence.exitCode != .fine { return evidence.exitCode }
    return settings.failOn.map(report.fails(on:)) ?? false ? .findings : .fine
  }
}
