import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let evidence = try Evidence(session, verdict: true)
    var report = evidence.checked()
    let verdict = Verdict(report, failOn: session.failOn, limits: session.limits)
    report.verdict = verdict
    let end = verdict.lines(report, failOn: session.failOn)
    var tables = [session.has("--all") ? report.each(end: end) : report.table(report.heading, report.rows, end: end)]
    let names = [Coverage.NameCount](unknown: evidence.launches.unknownNames)
    if !names.isEmpty {
      report.coverage.unknownNames = names
      tables.append(names.table(limit: session.has("--verbose") ? .max : 10))
    } else if report.coverage.unknownEvents > 0 {
      tables[0].notes.append("'tracetool store status' lists the unknown names")
    }
    tables += evidence.launches.sightings.misfitTables
    try session.deliver(tables) {
      session.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined() : try JSONDocument.text("check", report)
    }
    evidence.complain(verdict.doubts, report.coverage)
    evidence.end(evidence.exitCode == .fine ? code(verdict) : evidence.exitCode)
  }

  private static func code(_ verdict: Verdict) -> ExitCode {
    switch verdict.outcome {
    case .passed: .fine
    case .failed: .findings
    case .undecided: .data
    }
  }
}
