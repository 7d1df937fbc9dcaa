import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let evidence = try Evidence(session)
    var report = evidence.judged(settings)
    var tables = [settings.listsEach ? report.each : report.table(report.heading, report.rows)]
    let names = [Coverage.NameCount](unknown: evidence.launches.unknownNames)
    if !names.isEmpty {
      report.coverage.unknownNames = names
      tables.append(names.table(limit: settings.isVerbose ? .max : 10))
    } else if report.coverage.unknownEvents > 0 {
      tables[0].notes.append("'tracetool store status' lists the unknown names")
    }
    try session.deliver(tables) {
      settings.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined() : try JSONDocument.text("check", report)
    }
    if evidence.exitCode != .fine { return evidence.exitCode }
    return settings.failOn.map(report.fails(on:)) ?? false ? .findings : .fine
  }
}
