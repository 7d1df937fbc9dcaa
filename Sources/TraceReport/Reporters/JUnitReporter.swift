import TraceAnalyzer
import TraceModel

/// A report of tests, as Jenkins, GitLab and most others read it: a suite for each app, a test for each rule.
///
/// Source: the schema of Jenkins' xUnit plugin, junit-10.xsd. GitLab shows the text of a failure and ignores its
/// `message`, so both say the same.
enum JUnitReporter: Reporter {
  static let name = "junit"
  static let isForCI = true

  static func writes(_ answer: any Answer.Type) -> Bool { answer == CheckAnswer.self }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let check = try readable(answer, as: CheckAnswer.self)
    let alerts = Dictionary(grouping: check.alerts) { $0.finding.app ?? "" }
    let kinds = Dictionary(check.subject.apps.map { ($0.name, $0.kinds) }, uniquingKeysWith: { $0.union($1) })
    let apps = Set(alerts.keys).union(kinds.keys).sorted()
    let suites =
      [inputSuite(check)]
      + apps.map { app in
        let cases = JUnitCases(app: app, alerts: alerts[app] ?? [], kinds: kinds[app] ?? KindSet(), check: check)
        return JUnitSuite(name: app.isEmpty ? "app without a name" : "\(name: app)", cases: cases.all)
      }
    try put(JUnitSuite.document(suites))
  }

  /// The test that fails where the data is not enough for a verdict: no other one would then.
  private static func inputSuite(_ check: CheckAnswer) -> JUnitSuite {
    let coverage = check.report.coverage
    let unread: [Sentence] = check.run.lacksInput ? ["a log could not be read"] : []
    let causes = check.verdict.doubts.map(coverage.text) + unread
    let counted = check.metrics?.lines ?? []
    let outcome: JUnitCase.Outcome =
      causes.isEmpty
      ? .passed(output: [coverage.groundsText] + coverage.notJudgedLines + counted)
      : .failed(type: "undecided", message: causes.joined(separator: "; "), lines: [coverage.groundsText] + counted)
    let input = JUnitCase(name: "enough was read and understood for a verdict", group: "input", outcome: outcome)
    return JUnitSuite(name: "tracetool", cases: [input])
  }
}
