import TraceAnalyzer
import TraceModel

/// SARIF 2.1.0, as GitHub code scanning and editors read it.
enum SARIFReporter: Reporter {
  static let name = "sarif"
  static let isJSON = true
  static let isForCI = true

  /// GitHub stores 5,000 results of a run, and accepts files of up to 10 MB; the bytes leave room for the rules.
  private static let mostResults = 5000
  private static let mostBytes = 9_000_000
  /// The bytes that are kept free for what stands around rules and results.
  private static let reserve = 10_000
  /// The greatest number of accepted entries that are named as no longer needed.
  private static let mostNotes = 10

  static func writes(_ answer: any Answer.Type) -> Bool { answer == CheckAnswer.self }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let check = try readable(answer, as: CheckAnswer.self)
    let alerts = check.countedAlerts
    let rules = rules(check, alerts)
    let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    let all = alerts.prefix(mostResults).map { alert in
      SARIFLog.Result(alert, ruleIndex: indices[alert.group.rule.name] ?? -1, check)
    }
    let results = try fitting(all, in: mostBytes - reserve - JSONDocument.line(rules).utf8.count)
    let run = SARIFLog.Run(
      tool: SARIFLog.Tool(driver: SARIFLog.Driver(semanticVersion: check.run.toolVersion, rules: rules)),
      automationDetails: SARIFLog.AutomationDetails(id: "\(check.run.category)/"),
      invocations: [invocation(check, omitted: alerts.count - results.count)], results: results)
    try put(JSONDocument.line(SARIFLog(runs: [run])))
  }

  private static func rules(_ check: CheckAnswer, _ alerts: [Alert]) -> [SARIFLog.Rule] {
    let found = Dictionary(grouping: alerts) { $0.group.rule }
    return check.appliedRules.map { rule in
      let own = found[rule.id] ?? []
      let isDoubtful = !own.isEmpty && own.allSatisfy { $0.group.confidence == .possible }
      return SARIFLog.Rule(rule, isDoubtful: isDoubtful)
    }
  }

  /// As many of the first results as fit into `bytes`.
  private static func fitting(_ results: [SARIFLog.Result], in bytes: Int) throws -> [SARIFLog.Result] {
    var left = bytes
    for (index, result) in results.enumerated() {
      left -= try JSONDocument.line(result).utf8.count
      if left < 0 { return Array(results.prefix(index)) }
    }
    return results
  }

  /// How the run ended, on what its verdict rests, and what is left out.
  private static func invocation(_ check: CheckAnswer, omitted: Int) -> SARIFLog.Invocation {
    let coverage = check.report.coverage
    let unread: [Sentence] = check.run.lacksInput ? ["A log could not be read."] : []
    let problems = check.verdict.doubts.map(coverage.text) + unread
    let most: Sentence = "GitHub accepts \(count: mostResults, "result") in \(name: Units.bytes(Int64(mostBytes)))"
    let cut: Sentence = "\(count: omitted, "result") left out, the mildest: \(most)"
    let warnings = problems + (omitted > 0 ? [cut] : [])
    let counted = (check.metrics?.lines ?? []).prefix(mostNotes)
    let notes =
      [coverage.groundsText] + coverage.notJudgedLines + [check.acceptedText].compactMap(\.self) + counted
    return SARIFLog.Invocation(
      executionSuccessful: check.run.exitCode < 2, exitCode: check.run.exitCode,
      toolExecutionNotifications: warnings.map { SARIFLog.Notification(level: "warning", message: .init($0)) }
        + notes.map { SARIFLog.Notification(level: "note", message: .init($0)) })
  }
}
