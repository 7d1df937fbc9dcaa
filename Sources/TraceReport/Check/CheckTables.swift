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
    let counts: [Column<FindingGroup>] = [
      Column("count") { .count($0.count) }, Column("launches") { .count($0.launches) },
    ]
    return Table(
      heading, Array(rows.prefix(limit)), Self.columns(counts, place: "first", \.worst),
      notes: Self.notes(rows, limit) + (end ?? [coverage.text]))
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
    let own: [Column<Finding>] = [
      .name("fingerprint", \.fingerprint), .name("launch", isBelow: true, \.launch),
      .name("time", isBelow: true, \.time),
    ]
    let context: [Column<Finding>] = [
      .name("app", for: .programs, \.app), .name("appVersion", for: .programs, \.appVersion),
      .name("appBuild", for: .programs, \.appBuild), .name("deviceModel", for: .programs, \.deviceModel),
      .name("osVersion", for: .programs) { $0.osVersion.map(Normalised.version) },
      .name("device", for: .programs, \.device),
    ]
    return Table(heading, Array(findings), Self.columns(own, place: "place", \.self) + context, notes: end)
  }

  /// The columns of rows that each show a finding, around columns of their own.
  private static func columns<Row>(
    _ own: [Column<Row>], place: String, _ finding: @escaping (Row) -> Finding
  ) -> [Column<Row>] {
    let first: [Column<Finding>] = [
      .name("severity", \.severity.name), .name("confidence", \.confidence.name), .name("rule", \.rule.name),
    ]
    let last: [Column<Finding>] = [
      .name(place, isBelow: true) { $0.source.map { "\($0.file):\($0.line)" } },
      Column("message", isBelow: true) { .text($0.message + $0.inferredText) },
      Column("cause", isBelow: true) { .text($0.cause ?? "") },
      Column("doubts", isBelow: true) { Cell($0.doubts.causes.map(\.name).joined(separator: "+"), $0.doubtText) },
    ]
    return first.map { $0.of(finding) } + own + last.map { $0.of(finding) }
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
