package import TraceAnalyzer

extension CheckReport {
  /// The findings for people and spreadsheets, with what could be judged.
  ///
  /// A row stands for all findings of one fingerprint, or, if `listsEach`, for each one.
  package func table(listsEach: Bool) -> Table {
    var table = listsEach ? each : Self.table("", rows)
    table.heading = "Findings: \(findings.isEmpty ? "none" : counts)"
    if !listsEach, table.rows.count < findings.count {
      table.notes.append("\(Units.count(findings.count)) findings in all; --all lists each")
    }
    table.notes.append(coverage.text)
    return table
  }

  /// Rows of findings with one fingerprint each, at most `limit` of them.
  package static func table(_ heading: String, _ rows: [Row], limit: Int = .max) -> Table {
    let columns = ["severity", "confidence", "rule", "count", "launches", "first"].map {
      Table.Column($0)
    }
    var table = Table(
      heading, columns + details,
      rows.prefix(limit).map { row in
        let worst = row.worst
        return [
          .text(worst.severity), .text(worst.confidence), .text(worst.rule), .count(row.count),
          .count(row.launches.count), .text(worst.place), .text(worst.message),
          .text(worst.cause ?? ""),
        ]
      })
    if rows.count > limit {
      table.notes.append("\(limit) of \(Units.count(rows.count)) rows; 'tracetool check' shows all")
    }
    table.detailCount = details.count
    return table
  }

  private var counts: String {
    [
      (summary.error, "error"), (summary.warning, "warning"), (summary.note, "note"),
      (summary.quirk, "quirk"),
    ].filter { $0.0 > 0 }
      .map { "\(Units.count($0.0)) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  private static let details = [Table.Column("message"), Table.Column("cause")]

  private var each: Table {
    let columns = ["severity", "confidence", "rule", "launch", "time", "place"].map {
      Table.Column($0)
    }
    var table = Table(
      "", columns + Self.details,
      findings.map { finding in
        [
          .text(finding.severity), .text(finding.confidence), .text(finding.rule),
          .text(finding.launch ?? ""), .text(finding.time ?? ""), .text(finding.place),
          .text(finding.message), .text(finding.cause ?? ""),
        ]
      })
    table.detailCount = Self.details.count
    return table
  }
}

extension Finding {
  /// The line that tells it, as `file:line`.
  fileprivate var place: String { source.map { "\($0.file):\($0.line)" } ?? "" }
}

extension Coverage {
  /// As in `judged 8,120 of 9,430 steps; 2 kinds never recorded; 31 % unknown names`.
  package var text: String {
    let steps = "judged \(Units.count(Int(stepsJudged))) of \(Units.count(Int(stepsSeen))) steps"
    let launchText = "\(Units.count(Int(launches))) launch\(launches == 1 ? "" : "es")"
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    let unknown = events == 0 ? 0 : unknownEvents * 100 / events
    return "\(steps) in \(launchText)"
      + (missing == 0 ? "" : "; \(missing) kind\(missing == 1 ? "" : "s") never recorded")
      + (unknownEvents == 0
        ? "" : "; \(unknown == 0 ? "under 1" : String(unknown)) % unknown names")
  }
}
