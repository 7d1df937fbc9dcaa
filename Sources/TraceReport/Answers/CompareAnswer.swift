package import TraceAnalyzer
package import TraceModel

/// The result of `tracetool compare`.
package struct CompareAnswer: ScreenAnswer, DocumentAnswer, SheetAnswer, CommentAnswer, AnnotationAnswer, PageAnswer {
  /// The comparison.
  package var report: CompareReport
  /// True if all findings that differ are listed.
  package var listsAll: Bool
  /// True if findings may fail the comparison: the annotations of those that do are errors.
  package var failsOnFindings: Bool
  /// The least severity of a finding that fails the comparison; nil if none does.
  package var severity: Severity?
  package var page: Page?

  package static let marker = "compare"

  /// The answer of a comparison.
  package init(
    _ report: CompareReport, listsAll: Bool = false, failsOnFindings: Bool = false, severity: Severity? = .error
  ) {
    self.report = report
    self.listsAll = listsAll
    self.failsOnFindings = failsOnFindings
    self.severity = severity
  }

  private var text: CompareText { CompareText(report: report) }

  package func tables(drawing: Drawing) -> [Table] {
    let grounds: Sentence =
      "All intervals together have 95 % confidence. 'tracetool explain compare' describes the method."
    let none = report.rows.isEmpty ? [text.conclusion] : []
    let scenes = [report.scenesTable()].compactMap(\.self)
    return [report.table(end: none + text.notes + [grounds])] + scenes
      + [report.findingsTable(all: listsAll), report.transitionsTable]
  }

  package func document() throws -> String { try JSONDocument.text("compare", report) }

  package var sheet: Table { report.table() }

  package var comment: String {
    let conclusion = MarkdownText.prose(text.conclusion)
    let title = "<!-- tracetool:\(Self.marker) -->\n**\(conclusion)**\n\n\(MarkdownText.code(text.heading))\n"
    let rows = report.rows.map { row in
      "| \(Self.cells(row).joined(separator: " | ")) | \(MarkdownText.prose(text.detail(row))) |"
    }
    let head = [
      "", "| kind | measure | base | head | shift | interval | verdict | |",
      "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    let notes = text.notes.flatMap { ["", MarkdownText.code($0)] }
    let findings = ["", MarkdownText.prose(text.findingsHeading) + "."] + findingLines
    let order = ["", MarkdownText.code(text.transitionsHeading) + "."] + transitionLines
    let lines = (rows.isEmpty ? [] : head + rows) + notes + sceneLines + findings + order
    return title + lines.map { $0 + "\n" }.joined()
  }

  private var sceneLines: [String] {
    guard let text = SceneText(report) else { return [] }
    let rows = text.scenes.rows.map { row in
      let isFar = row.base != nil || row.head != nil
      let shares = [row.base, row.head].map { $0 == nil ? "-" : SceneText.words($0) }.joined(separator: " to ")
      let subject: Sentence =
        "\(name: row.check.rawValue) \(SceneText.words(row.verdict)), \(name: row.severity.name)\(isFar ? ", \(shares)" : "")"
      let sentence = text.sentence(row).cut(to: Sentence.mostOfSentence)
      return "- \(MarkdownText.prose(subject)): \(MarkdownText.code(sentence)); \(MarkdownText.code(row.advice))"
    }
    let notes = text.notes.map(MarkdownText.code)
    return ["", MarkdownText.code(text.heading) + "."] + (rows.isEmpty ? [] : [""] + rows) + notes.flatMap { ["", $0] }
  }

  private static let mostFindings = 9

  private var findingLines: [String] {
    let shown = report.findings.prefix(Self.mostFindings).map { finding in
      let isShare = finding.baseOf != nil
      let shares = [(finding.baseLaunches, finding.baseOf), (finding.headLaunches, finding.headOf)]
      let counts = shares.map { CompareText.share($0.0, of: $0.1) }.joined(separator: " to ")
      let subject: Sentence = "\(CompareText.words(finding.change)): \(name: finding.severity.name)"
      let message = MarkdownText.code(finding.message.cut(to: Sentence.mostOfSentence))
      return "- \(MarkdownText.prose(subject)) \(MarkdownText.code("\(name: finding.rule.name)"))"
        + "\(isShare ? MarkdownText.prose(", \(counts) launches") : ""): \(message)"
    }
    let more = report.findings.count - shown.count
    return (shown.isEmpty ? [] : [""] + shown) + (more > 0 ? ["- and \(Units.count(more)) more"] : [])
  }

  private var transitionLines: [String] {
    let shown = report.transitions.map { change in
      "- \(MarkdownText.code(text.sentence(change))): \(MarkdownText.code(text.examples(change)))"
    }
    return shown.isEmpty ? [] : [""] + shown
  }

  private static func cells(_ row: CompareRow) -> [String] {
    let value = row.by.first.map { value in
      value.value.isEmpty
        ? MarkdownText.prose(", \(CompareText.words(value))") : " \(MarkdownText.code(.name(value.value, limit: 100)))"
    }
    return [
      row.kind + (value ?? ""), row.measure, CompareText.value(row.base) ?? "-", CompareText.value(row.head) ?? "-",
      CompareText.difference(row) ?? "-", CompareText.interval(row) ?? "-", CompareText.words(row.verdict),
    ]
  }

  package var annotations: [Annotation] {
    let slower = report.rows.filter { $0.verdict == .slower }.map { row in
      Annotation(level: .error, title: Self.title(row), text: text.sentence(row))
    }
    let moreOften = report.rows.filter { $0.verdict == .moreOften }.map { row in
      Annotation(level: failsOnFindings ? .error : .warning, title: Self.title(row), text: text.sentence(row))
    }
    let findings = report.findings.filter { $0.change == .new || $0.change == .moreOften }.map { finding in
      Annotation(
        level: failsOnFindings && finding.fails(on: severity) ? .error : .warning,
        title: "\(name: finding.rule.name)",
        text: "\(CompareText.words(finding.change)): \(finding.message.cut(to: Sentence.mostOfSentence))")
    }
    let scenes = SceneText(report).map { text in
      text.scenes.rows.map { row in
        Annotation(
          level: Self.level(of: row, failsOnFindings), title: "scene adoption",
          text: "\(name: row.check.rawValue) \(SceneText.words(row.verdict)): "
            + ("\(text.sentence(row)); \(row.advice)" as Sentence).cut(to: Sentence.mostOfSentence))
      }
    }
    let undecided = report.rows.filter { $0.verdict == .undecided }.map { row in
      Annotation(level: .note, title: Self.title(row), text: text.sentence(row))
    }
    let transitions = report.transitions.map { change in
      Annotation(level: .note, title: "order of events", text: text.sentence(change))
    }
    let lists: [[Annotation]] = [slower, moreOften, scenes ?? [], findings, transitions, undecided]
    return lists.flatMap { $0.prefix(Self.mostFindings) }
  }

  private static func title(_ row: CompareRow) -> Sentence {
    row.isShare ? "share of launches" : row.isOfResumes ? "resume" : "launch time"
  }

  /// A rate fails no build: only a finding can be an error.
  private static func level(of row: SceneRow, _ failsOnFindings: Bool) -> AlertLevel {
    if row.severity == .note { return .note }
    return failsOnFindings && row.confidence == .certain && row.severity == .error ? .error : .warning
  }

  package var annotationsEnd: Sentence { "compared: \(text.conclusion)" }
}
