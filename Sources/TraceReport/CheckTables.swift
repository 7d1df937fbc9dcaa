package import TraceAnalyzer

extension CheckReport {
  /// How many findings there are of each severity.
  package var heading: String {
    let counts = [
      (summary.error, "error"), (summary.warning, "warning"), (summary.note, "note"),
      (summary.quirk, "quirk"),
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
    let cells = rows.prefix(limit).map { row -> (Finding, [Cell]) in
      (row.worst, [.count(row.count), .count(row.launches.count)])
    }
    var table = table(heading, ["count", "launches"], cells, place: "first")
    let all = rows.reduce(0) { $0 + $1.count }
    if cells.count < all {
      let cut = cells.count < rows.count ? "\(limit) of \(Units.count(rows.count)) rows, " : ""
      let note = "\(cut)\(Units.count(all, "finding")) in all; 'tracetool check --all' lists each"
      table.notes.insert(note, at: 0)
    }
    return table
  }

  /// The same with a row for each finding.
  package var each: Table {
    let cells = findings.map { finding -> (Finding, [Cell]) in
      (finding, [.text(finding.launch ?? ""), .text(finding.time ?? "")])
    }
    var table = table(heading, ["launch", "time"], cells, place: "place")
    table.detailCount = 5
    return table
  }

  private func table(
    _ heading: String, _ columns: [Table.Column], _ rows: [(finding: Finding, cells: [Cell])],
    place: String
  ) -> Table {
    var table = Table(
      heading,
      ["severity", "confidence", "rule"] + columns + [Table.Column(place), "message", "cause"],
      rows.map { finding, cells in
        let place = finding.source.map { "\($0.file):\($0.line)" } ?? ""
        return [.text(finding.severity), .text(finding.confidence), .text(finding.rule)] + cells
          + [.text(place), .text(finding.message), .text(finding.cause ?? "")]
      }, notes: [coverage.text])
    table.detailCount = 3
    return table
  }
}

extension Coverage {
  /// As in `judged 8,120 of 9,430 steps; 2 kinds never recorded; 31 % unknown names`.
  package var text: String {
    var parts = [
      "judged \(Units.count(stepsJudged)) of \(Units.count(stepsSeen, "step"))"
        + " in \(Units.count(launches, "launch"))"
    ]
    let missing = neverRecorded.reduce(0) { $0 + $1.kinds.count }
    if missing > 0 { parts.append("\(Units.count(missing, "kind")) never recorded") }
    let unknown = events == 0 ? 0 : unknownEvents * 100 / events
    if unknownEvents > 0 {
      parts.append("\(unknown == 0 ? "under 1" : "\(unknown)") % unknown names")
    }
    return parts.joined(separator: "; ")
  }
}
