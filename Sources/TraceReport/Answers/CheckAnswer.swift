package import TraceAnalyzer
package import TraceModel

/// What `tracetool check` found, with all that its verdict rests on.
package struct CheckAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer {
  /// Findings, rows and coverage.
  package var report: CheckReport
  package var verdict: Verdict
  /// The least severity that fails the check; nothing if no finding does.
  package var failOn: Severity?
  /// Names in the logs that are in no vocabulary, the most frequent first.
  package var unknownNames: [UnknownName]
  /// Fields whose values are of a wrong type, the most frequent first.
  package var misfits: [MisfitField]
  /// True if each finding is listed rather than one row a fingerprint.
  package var listsEach: Bool
  /// True if all unknown names are listed.
  package var isVerbose: Bool

  /// The answer of a check.
  package init(
    _ report: CheckReport, _ verdict: Verdict, failOn: Severity?, unknownNames: [UnknownName], misfits: [MisfitField],
    listsEach: Bool, isVerbose: Bool
  ) {
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

  package func tables(drawing: Drawing) -> [Table] {
    var findings = sheet
    if unknownNames.isEmpty, report.coverage.unknownEvents > 0 {
      findings.notes.append("'tracetool store status' lists the unknown names")
    }
    let names = unknownNames.isEmpty ? [] : [unknownNames.table(limit: isVerbose ? .max : 10)]
    return [findings] + names + (misfits.isEmpty ? [] : [misfits.table])
  }

  package func document() throws -> String { try JSONDocument.text("check", report) }

  package var sheet: Table {
    let end = verdict.lines(report, failOn: failOn)
    return listsEach ? report.each(end: end) : report.table(report.heading, report.rows, end: end)
  }
}
