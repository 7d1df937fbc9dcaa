package import TraceAnalyzer

extension CheckReport {
  /// The findings for people and spreadsheets, with what could be judged.
  ///
  /// A row stands for all findings of one fingerprint, or, if `listsEach`, for each one.
  package func table(listsEach: Bool) -> Table {
    let each = findings.map { finding -> (Finding, [Cell]) in
      (finding, [.text(finding.launch ?? ""), .text(finding.time ?? ""), finding.place])
    }
    var table =
      listsEach ? Self.table("", ["launch", "time", "place"], each) : Self.table("", rows)
    let counts = [
      (summary.error, "error"), (summary.warning, "warning"), (summary.note, "note"),
      (summary.quirk, "quirk"),
    ].filter { $0.0 > 0 }.map { Units.count($0.0, $0.1) }.joined(separator: ", ")
    table.heading = "Findings: \(counts.isEmpty ? "none" : counts)"
    if table.rows.count < findings.count {
      table.notes.append("\(Units.count(findings.count)) findings in all; --all lists each")
    }
    table.notes.append(coverage.text)
    return table
  }

  /// Rows of findings with one fingerprint each, at most `limit` of them.
  package static func table(_ heading: String, _ rows: [Row], limit: Int = .max) -> Table {
    var table = table(
      heading, ["count", "launches", "first"],
      rows.prefix(limit).map { row in
        (row.worst, [.count(row.count), .count(row.launches.count), row.worst.place])
      })
    if rows.count > limit {
      table.notes.append("\(limit) of \(Units.count(rows.count)) rows; 'tracetool check' shows all")
    }
    return table
  }

  private static func table(
    _ heading: String, _ columns: [Table.Column], _ rows: [(finding: Finding, cells: [Cell])]
  ) -> Table {
    var table = Table(
      heading, ["severity", "confidence", "rule"] + columns + ["message", "cause"],
      rows.map { finding, cells in
        [.text(finding.severity), .text(finding.confidence), .text(finding.rule)] + cells
          + [.text(finding.message), .text(finding.cause ?? "")]
      })
    table.detailCount = 2
    return table
  }
}

extension Finding {
  /// The line that tells it, as `file:line`.
  fileprivate var place: Cell { .text(source.map { "\($0.file):\($0.line)" } ?? "") }
}

extension Coverage {
  /// As in `judged 8,120 of 9,430 steps; 2 kinds never recorded; 31 % unknown names`.
  package var text: String {
    let steps = "judged \(Units.count(stepsJudged)) of \(Units.count(stepsSeen, "step"))"
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let unknown = events == 0 ? 0 : unknownEvents * 100 / events
    return "\(steps) in \(Units.count(launches, "launch"))"
      + (missing == 0 ? "" : "; \(Units.count(missing, "kind")) never recorded")
      + (unknownEvents == 0
        ? "" : "; \(unknown == 0 ? "under 1" : String(unknown)) % unknown names")
  }
}
