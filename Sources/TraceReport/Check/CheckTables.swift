package import TraceAnalyzer
package import TraceModel

extension FindingTally {
  /// As in `2 errors, 1 warning`; empty if there is none.
  var text: Sentence {
    severities.map { "\(name: Units.count($0.count, $0.severity.name))" as Sentence }.joined(separator: ", ")
  }
}

extension CheckReport {
  /// How many findings there are of each severity.
  package var heading: Sentence {
    let counts = summary.tally.text
    return "Findings: \(counts.isEmpty ? "none" : counts)"
  }

  /// For people and spreadsheets: a row stands for all findings of one fingerprint.
  ///
  /// - Parameters:
  ///   - heading: What stands above them.
  ///   - rows: Some of the report's rows.
  ///   - limit: How many rows are shown at most.
  ///   - end: The last lines; how much could be judged unless given.
  /// - Returns: A table that says what could be judged.
  package func table(
    _ heading: Sentence, _ rows: [FindingGroup], limit: Int = .max, end: [Sentence]? = nil
  ) -> Table {
    Table(
      heading, Self.columns(["count", "launches", "first"]),
      rows.prefix(limit).map { Self.cells($0.worst, [.count($0.count), .count($0.launches)]) },
      notes: Self.notes(rows, limit) + (end ?? [coverage.text]), details: 4)
  }

  /// How many findings the rows stand for, and how many of them fail no check as they are in doubt.
  private static func notes(_ rows: [FindingGroup], _ limit: Int) -> [Sentence] {
    let cut: Sentence = limit < rows.count ? "\(limit) of \(count: rows.count) rows, " : ""
    let each: Sentence = "'tracetool check --all' lists each, and 'tracetool show FINGERPRINT' shows it"
    let all: Sentence = "\(cut)\(count: FindingTally(findingsOf: rows).count, "finding") in all; \(each)"
    let inDoubt = FindingTally(findingsOf: rows.filter { $0.confidence == .possible && $0.severity != .note }).count
    let doubt: Sentence = "\(inDoubt) 'possible': these fail no check; 'tracetool explain soundness' says why"
    return (rows.isEmpty ? [] : [all]) + (inDoubt == 0 ? [] : [doubt])
  }

  /// The same with a row for each finding, and `end` as the last lines; programs also read what the launch ran on.
  package func each(end: [Sentence]) -> Table {
    let context: [(name: String, value: (Finding) -> String?)] = [
      ("app", \.app), ("appVersion", \.appVersion), ("appBuild", \.appBuild), ("deviceModel", \.deviceModel),
      ("osVersion", { $0.osVersion.map(Normalised.version) }), ("device", \.device),
    ]
    let columns = Self.columns(["fingerprint", "launch", "time", "place"])
    let rows = findings.map { finding in
      Self.cells(finding, [finding.fingerprint, finding.launch ?? "", finding.time ?? ""].map { .name($0) })
        + context.map { .name($0.value(finding) ?? "") }
    }
    return Table(
      heading, columns + context.map { Table.Column(named: $0.name, for: .programs) }, rows, notes: end,
      details: 6 + context.count)
  }

  private static func columns(_ own: [Table.Column]) -> [Table.Column] {
    ["severity", "confidence", "rule"] + own + ["message", "cause", "doubts"]
  }

  private static func cells(_ finding: Finding, _ cells: [Cell]) -> [Cell] {
    let location = finding.source.map { "\($0.file):\($0.line)" } ?? ""
    return [.name(finding.severity.name), .name(finding.confidence.name), .name(finding.rule.name)] + cells + [
      .name(location), .text(finding.message + finding.inferredText), .text(finding.cause ?? ""),
      Cell(finding.doubts.causes.map(\.name).joined(separator: "+"), finding.doubtText),
    ]
  }
}

extension Coverage {
  /// As in `judged 8,120 of 9,430 steps; 2 kinds never recorded; 31 % unknown names`.
  package var text: Sentence {
    let judged: Sentence = "judged \(count: stepsJudged) of \(count: stepsSeen, "step")"
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let kinds: Sentence = missing > 0 ? "; \(count: missing, "kind") never recorded" : ""
    let unknown: Sentence = Units.share(unknownEvents, of: namedEvents).map { "; \(name: $0) unknown names" } ?? ""
    let off: Sentence = rulesOffText.map { "; \($0)" } ?? ""
    return "\(judged) in \(count: launches, "launch")\(kinds)\(unknown)\(off)"
  }
}
