import TraceAnalyzer
import TraceModel

extension CompareReport {
  /// Without `--all`.
  private static let mostFindings = 10

  func table(end notes: [Sentence] = []) -> Table {
    let text = CompareText(report: self)
    let areAlike = Set(rows.filter { $0.from != nil }.map { [$0.from, $0.to] }).count <= 1
    let ends = Table.Column.Audience.programs
    let values = rows.first { !$0.by.isEmpty }?.by ?? []
    let columns =
      values.map { Table.Column(named: $0.dimension) }
      + [
        "kind", "measure", Table.Column("from", for: areAlike ? ends : .everybody, isExpendable: true),
        Table.Column("to", for: areAlike ? ends : .everybody, isExpendable: true),
        Table.Column("base", name: "baseNanos"), Table.Column("head", name: "headNanos"),
        Table.Column("shift", name: "differenceNanos"), Table.Column("%", for: .people, isExpendable: true),
        Table.Column("interval", for: .people), Table.Column("lowNanos", for: .programs),
        Table.Column("highNanos", for: .programs), Table.Column("marginNanos", for: .programs), "verdict",
        Table.Column("reason", for: .programs), Table.Column("neededLaunches", for: .programs),
        Table.Column("baseLaunches", for: .programs), Table.Column("headLaunches", for: .programs),
      ]
      + ["baseShare", "headShare", "shareDifference", "lowShare", "highShare", "marginShare"].map { name in
        Table.Column(named: name, for: .programs)
      }
    let cells = rows.map { row in
      values.map { _ in row.by.isEmpty ? .text("all") : Cell.name(row.by[0].value) } + Self.cells(row) + [
        .text(text.detail(row))
      ]
    }
    return Table(text.heading, columns, cells, notes: notes)
  }

  private static func cells(_ row: CompareRow) -> [Cell] {
    let shares = [
      row.base.share, row.head.share, row.shareDifference, row.lowShare, row.highShare, row.marginShare,
    ]
    return [
      .name(row.kind), .name(row.measure), .name(row.from ?? ""), .name(row.to ?? ""),
      Cell(row.base.nanos, CompareText.value(row.base)), Cell(row.head.nanos, CompareText.value(row.head)),
      Cell(row.differenceNanos, CompareText.difference(row)), .name(CompareText.relativeDifference(row) ?? ""),
      .name(CompareText.interval(row) ?? ""), Cell(row.lowNanos), Cell(row.highNanos), Cell(row.marginNanos),
      Cell(row.verdict.rawValue, CompareText.words(row.verdict)), .name(row.reason?.rawValue ?? ""),
      Cell(row.neededLaunches), .count(row.base.launches), .count(row.head.launches),
    ] + shares.map { Cell($0) }
  }

  /// The transitions that only one side has, each with a launch of either side to look at.
  var transitionsTable: Table {
    let text = CompareText(report: self)
    let rows = transitions.map { change in
      [
        Cell.text(text.name(change.only)), .name(change.kind), .name(change.machine), .name(change.from),
        .name(change.to), .text("\(count: change.baseLaunches) of \(count: change.baseOf)"),
        .text("\(count: change.headLaunches) of \(count: change.headOf)"), .text(text.examples(change)),
      ]
    }
    return Table(text.transitionsHeading, ["only in", "kind", "machine", "event", "then", "base", "head"], rows)
  }

  func findingsTable(all: Bool) -> Table {
    let heading = CompareText(report: self).findingsHeading
    let shown = all ? findings : Array(findings.prefix(Self.mostFindings))
    let rows = shown.map { finding in
      let base = CompareText.share(finding.baseLaunches, of: finding.baseOf)
      let head = CompareText.share(finding.headLaunches, of: finding.headOf)
      let doubt: Sentence = finding.confidence == .certain ? "" : " (\(name: finding.confidence.name))"
      return [
        Cell.text(CompareText.words(finding.change)), .name(finding.severity.name), .name(finding.rule.name),
        .text(base), .text(head), Cell(finding.fingerprint, DisplayText.shortID(finding.fingerprint)),
        .text(finding.message + doubt),
      ]
    }
    let more = findings.count - shown.count
    return Table(
      heading, ["change", "severity", "rule", "base", "head", "fingerprint"], rows,
      notes: more > 0 ? ["\(count: more, "more finding"); --all lists all"] : [])
  }
}
