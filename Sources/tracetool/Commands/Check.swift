import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let evidence = try Evidence(session)
    var report = evidence.judged()
    var tables = [session.has("--all") ? report.each : report.table(report.heading, report.rows)]
    let names = [Coverage.NameCount](unknown: evidence.launches.unknownNames)
    if !names.isEmpty {
      report.coverage.unknownNames = names
      tables.append(names.table(limit: session.has("--verbose") ? .max : 10))
    } else if report.coverage.unknownEvents > 0 {
      tables[0].notes.append("'tracetool store status' lists the unknown names")
    }
    try session.deliver(tables) {
      session.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined() : try JSONDocument.text("check", report)
    }
    let isFailure = evidence.exitCode == .fine && session.failOn.map(report.fails(on:)) ?? false
    evidence.end(isFailure ? .findings : evidence.exitCode)
  }
}
