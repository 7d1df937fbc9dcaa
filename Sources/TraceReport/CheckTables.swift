package import TraceAnalyzer

extension CheckReport {
  /// How many findings there are of each severity.
  package var heading: String {
    let counts = [
      (summary.error, "error"), (summary.warning, "warning"), (summary.note, "note"), (summary.quirk, "quirk"),
    ].filter { $0.0 > 0 }.map { Units.count($0.0, $0.1) }.joined(separator: ", ")
    return "Findings: \(counts.isEmpty ? "none" : counts)"
  }

  /// For people and spreadsheets: a row stands for all findings of one fingerprint.
  ///
  /// - Parameters:
  ///   - heading: What stands above them.
  ///   - rows: Some of the report's rows.
  ///   - limit: How many rows are shown at most.
  /// - Returns: A table that says what could be judged.
  package func table(_ heading: String, _ rows: [Row], limit: Int = .max) -> Table {
    let shown = rows.prefix(limit)
    let all = rows.reduce(0) { $0 + $1.count }
    let cut = shown.count < rows.count ? "\(limit) of \(Units.count(rows.count)) rows, " : ""
    let note = "\(cut)\(Units.count(all, "finding")) in all; 'tracetool check --all' lists each"
    return Table(
      heading, Self.columns(["count", "launches", "first"]),
      shown.map { Self.cells($0.worst, [.count($0.count), .count($0.launches)]) },
      notes: (shown.count < all ? [note] : []) + [coverage.text], details: 3)
  }

  /// The same with a row for each finding.
  package var each: Table {
    Table(
      heading, Self.columns(["fingerprint", "launch", "time", "place"]),
      findings.map { Self.cells($0, [$0.fingerprint, $0.launch ?? "", $0.time ?? ""].map { .text($0) }) },
      notes: [coverage.text], details: 5)
  }

  private static func columns(_ own: [Table.Column]) -> [Table.Column] {
    ["severity", "confidence", "rule"] + own + ["message", "cause"]
  }

  private static func cells(_ finding: Finding, _ cells: [Cell]) -> [Cell] {
    let place = finding.source.map { "\($0.file):\($0.line)" } ?? ""
    return [.text(finding.severity), .text(finding.confidence), .text(finding.rule)] + cells + [
      .text(place), .text(finding.message + (finding.inferred.map { " (inferred: \($0))" } ?? "")),
      .text(finding.cause ?? ""),
    ]
  }
}

extension Coverage {
  /// As in `judged 8,120 of 9,430 steps; 2 kinds never recorded; 31 % unknown names`.
  package var text: String {
    let judged = "judged \(Units.count(stepsJudged)) of \(Units.count(stepsSeen, "step"))"
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let kinds = missing > 0 ? "; \(Units.count(missing, "kind")) never recorded" : ""
    let share = unknownEvents * 100 / max(events, 1)
    let some = "; \(share == 0 ? "under 1" : "\(share)") % unknown names"
    let unknown = unknownEvents > 0 ? some : ""
    return "\(judged) in \(Units.count(launches, "launch"))\(kinds)\(unknown)"
  }
}
