import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool check`: judges logs or the store.
enum Check {
  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    var launches = try Wiring.launches(session)
    let report = try judged(&launches, settings)
    try session.deliver(
      [report.table(listsEach: settings.listsEach)],
      json: { try JSONDocument.text("check", report) },
      lines: { try report.findings.map { try JSONDocument.line($0) }.joined() })
    if !launches.failures.isEmpty { return .inputOutput }
    return settings.failOn.map(report.fails(on:)) ?? false ? .findings : .fine
  }

  /// What is found in the launches that are selected.
  static func judged(
    _ launches: inout Launches, _ settings: Settings
  ) throws -> CheckReport {
    let all = Launch.all(launches.summaries, launches.symbols, include: settings.include)
    var options = FindingsFold.Options()
    options.budgets = settings.budgets
    options.includesSimulator = settings.include.contains(.simulator)
    options.includesDebugger = settings.include.contains(.debugger)
    return FindingsFold.findings(
      in: try Answers.selected(all, settings).map(\.summary), of: launches.summaries,
      symbols: &launches.symbols, options: options)
  }
}
