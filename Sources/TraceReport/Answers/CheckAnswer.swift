package import TraceAnalyzer
package import TraceModel

/// What `tracetool check` found, with all the data behind its verdict.
package struct CheckAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer {
  /// Apps, launches and days that it is about.
  package var subject: CheckSubject
  /// Findings, rows and coverage; with a `ruleFilter`, the findings that it lets pass.
  package var report: CheckReport
  /// How the check ended.
  package var verdict: Verdict
  /// The least severity that fails the check; nil if no finding does.
  package var failOn: Severity?
  /// Names in the logs that are in no vocabulary, the most frequent first.
  package var unknownNames: [UnknownName]
  /// Fields whose values are of a wrong type, the most frequent first.
  package var misfits: [MisfitField]
  /// The rules that were asked for; nil if all are.
  package var ruleFilter: RuleFilter?
  /// The number of findings of rules that were not asked for.
  package var omittedCount: Int
  /// The words that name the same input on a command line, as in `logs/`; empty for the usual store.
  package var input: String
  /// True if each finding is listed rather than one row a fingerprint.
  package var listsEach: Bool
  /// The greatest number of findings, kinds of findings and unknown names that are listed.
  package var limit = Int.max
  /// True if all unknown names are listed.
  package var isVerbose: Bool
  /// The lines of code that findings are shown at.
  package var owners = FindingOwners()
  /// The facts of the run that outputs for other systems hold.
  package var run = RunFacts()
  /// What MetricKit counted; nil if no payload was read.
  package var metrics: MetricReport?
  /// The readiness of the app with scenes; nil if it was not asked for.
  package var scenes: SceneReadiness?

  /// The answer of a check.
  package init(
    _ report: CheckReport, _ verdict: Verdict, subject: CheckSubject, failOn: Severity?, unknownNames: [UnknownName],
    misfits: [MisfitField], ruleFilter: RuleFilter? = nil, omittedCount: Int = 0, input: String = "",
    listsEach: Bool = false, isVerbose: Bool = false
  ) {
    self.subject = subject
    self.ruleFilter = ruleFilter
    self.omittedCount = omittedCount
    self.input = input
    self.report = report
    self.verdict = verdict
    self.failOn = failOn
    self.unknownNames = unknownNames
    self.misfits = misfits
    self.listsEach = listsEach
    self.isVerbose = isVerbose
    self.report.verdict = verdict
    if !unknownNames.isEmpty {
      self.report.coverage.unknownNames = unknownNames.map { Coverage.NameCount(name: $0.name, count: $0.count) }
    }
  }

  package func text(drawing: Drawing) -> String { CheckScreen(answer: self, drawing: drawing).text }

  package func tables(drawing: Drawing) -> [Table] { [sheet] + furtherTables }

  /// One line on launches, or without any on what MetricKit counted.
  var subjectText: Sentence { metrics.flatMap { subject.launches == 0 ? $0.heading : nil } ?? subject.text }

  var furtherTables: [Table] {
    let names = unknownNames.isEmpty ? [] : [unknownNames.table(limit: isVerbose ? .max : 10)]
    let counts = metrics?.tables(under: subject.launches == 0 ? "Times counted by MetricKit" : nil) ?? []
    return [scenes?.table].compactMap(\.self) + counts + names + (misfits.isEmpty ? [] : [misfits.table])
  }

  /// True if events have unknown names that only the store can list.
  var lacksUnknownNames: Bool { unknownNames.isEmpty && report.coverage.unknownEvents > 0 }

  package func document() throws -> String {
    var report = limited
    report.coverage.unknownNames = report.coverage.unknownNames.map { Array($0.prefix(limit)) }
    return try JSONDocument.text("check", CheckDocument(report: report, scenes: scenes, metrics: metrics))
  }

  package var sheet: Table {
    if let metrics, subject.launches == 0 { return metrics.sheet }
    let listed = listed
    if listsEach { return listed.limited(to: limit).each(end: []) }
    return listed.table(listed.heading, listed.groups(by: .row), limit: limit, end: [])
  }

  var listed: CheckReport { report.withoutAccepted }

  /// The findings that a document lists.
  var limited: CheckReport { report.limited(to: limit) }
}

struct CheckDocument: Encodable {
  let report: CheckReport
  let scenes: SceneReadiness?
  let metrics: MetricReport?

  private enum CodingKeys: CodingKey { case scenes, metrics }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(scenes, forKey: .scenes)
    try members.encodeIfPresent(metrics, forKey: .metrics)
  }
}
