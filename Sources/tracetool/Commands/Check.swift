import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let dataset = try LaunchDataset(invocation, verdict: true)
    var report = dataset.checked()
    let verdict = Verdict(report, failOn: invocation.failOn, limits: invocation.limits)
    report.verdict = verdict
    let end = verdict.lines(report, failOn: invocation.failOn)
    var tables = [invocation.has("--all") ? report.each(end: end) : report.table(report.heading, report.rows, end: end)]
    let names = [Coverage.NameCount](unknown: dataset.launches.unknownNames)
    if !names.isEmpty {
      report.coverage.unknownNames = names
      tables.append(names.table(limit: invocation.has("--verbose") ? .max : 10))
    } else if report.coverage.unknownEvents > 0 {
      tables[0].notes.append("'tracetool store status' lists the unknown names")
    }
    tables += dataset.launches.diagnostics.misfitTables
    try invocation.deliver(tables) {
      invocation.format == .ndjson
        ? try report.findings.map { try JSONDocument.line($0) }.joined() : try JSONDocument.text("check", report)
    }
    dataset.complain(verdict.doubts, report.coverage)
    dataset.end(dataset.exitCode == .fine ? code(verdict) : dataset.exitCode)
  }

  private static func code(_ verdict: Verdict) -> ExitCode {
    switch verdict.outcome {
    case .passed: .fine
    case .failed: .findings
    case .undecided: .data
    }
  }
}
