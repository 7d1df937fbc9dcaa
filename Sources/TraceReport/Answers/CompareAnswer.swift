package import TraceAnalyzer

/// The result of `tracetool compare`.
package struct CompareAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer, CommentAnswer, AnnotationAnswer {
  package var report: CompareReport
  /// True if all findings that differ are listed.
  package var listsAll: Bool
  /// True if new findings are to be errors of annotations.
  package var failsOnFindings: Bool

  /// The answer of a comparison.
  package init(_ report: CompareReport, listsAll: Bool = false, failsOnFindings: Bool = false) {
    self.report = report
    self.listsAll = listsAll
    self.failsOnFindings = failsOnFindings
  }

  private var text: CompareText { CompareText(report: report) }

  package func tables(drawing: Drawing) -> [Table] {
    let grounds = "Intervals hold together with 95 %. 'tracetool explain compare' describes the method."
    let none = report.rows.isEmpty ? [text.conclusion] : []
    return [report.table(end: none + text.notes + [grounds]), report.findingsTable(all: listsAll)]
  }

  package func document() throws -> String { try JSONDocument.text("compare", report) }

  package var sheet: Table { report.table() }

  package var comment: String {
    let title = "<!-- tracetool:compare -->\n**\(text.conclusion)**\n\n\(MarkdownText.code(text.heading))\n"
    let rows = report.rows.map { row in "| \(Self.cells(row).joined(separator: " | ")) | \(text.detail(row)) |" }
    let head = [
      "", "| kind | measure | base | head | shift | interval | verdict | |",
      "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    let notes = text.notes.flatMap { ["", MarkdownText.code($0)] }
    let findings = ["", text.findingsHeading + "."] + findingLines
    return title + ((rows.isEmpty ? [] : head + rows) + notes + findings).map { $0 + "\n" }.joined()
  }

  /// So many findings stand in a comment or are annotations.
  private static let mostFindings = 9

  private var findingLines: [String] {
    let shown = report.findings.prefix(Self.mostFindings).map { finding in
      let counts =
        "\(Units.count(finding.baseLaunches)) of \(Units.count(finding.baseOf))"
        + " to \(Units.count(finding.headLaunches)) of \(Units.count(finding.headOf)) launches"
      let message = FindingText.shown(finding.message, limit: FindingText.mostOfSentence)
      return "- \(CompareText.words(finding.change)): \(finding.severity) \(MarkdownText.code(finding.rule)),"
        + " \(counts): \(MarkdownText.code(message))"
    }
    let more = report.findings.count - shown.count
    return (shown.isEmpty ? [] : [""] + shown) + (more > 0 ? ["- and \(Units.count(more)) more"] : [])
  }

  /// A row for Markdown; the texts of logs as code.
  private static func cells(_ row: CompareRow) -> [String] {
    let value = row.by.first.map { " \(MarkdownText.code(FindingText.shown($0.value, limit: 100)))" } ?? ""
    return [
      row.kind + value, row.measure, Cell.nanos(row.base.nanos).forPeople, Cell.nanos(row.head.nanos).forPeople,
      row.differenceNanos.map(DifferenceText.of) ?? "-",
      row.differenceNanos == nil ? "-" : DifferenceText.interval(low: row.lowNanos, high: row.highNanos),
      row.verdict.rawValue,
    ]
  }

  package var annotations: [Annotation] {
    let slower = report.rows.filter { $0.verdict == .slower }.map { row in
      Annotation(level: .error, title: "launch time", text: text.sentence(row))
    }
    let findings = report.findings.filter { $0.change == .new || $0.change == .moreOften }.map { finding in
      Annotation(
        level: failsOnFindings && finding.isNewAndCertain ? .error : .warning, title: finding.rule,
        text: "\(CompareText.words(finding.change)): "
          + FindingText.shown(finding.message, limit: FindingText.mostOfSentence))
    }
    let undecided = report.rows.filter { $0.verdict == .undecided }.map { row in
      Annotation(level: .note, title: "launch time", text: text.sentence(row))
    }
    return Array(slower.prefix(Self.mostFindings)) + Array(findings.prefix(Self.mostFindings))
      + Array(undecided.prefix(Self.mostFindings))
  }

  package var annotationsEnd: String { "compared: \(text.conclusion)" }
}
