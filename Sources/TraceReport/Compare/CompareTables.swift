import TraceAnalyzer
import TraceModel

extension CompareReport {
  /// Without `--all`.
  private static let mostFindings = 10

  func table(end notes: [Sentence] = []) -> Table {
    let text = CompareText(report: self)
    let areAlike = Set(rows.filter { $0.from != nil }.map { [$0.from, $0.to] }).count <= 1
    let ends = areAlike ? Audience.programs : .everybody
    let dimensions = (rows.first { !$0.by.isEmpty }?.by ?? []).map { value in
      Column<CompareRow>(named: value.dimension) { $0.by.isEmpty ? .text("all") : .name($0.by[0].value) }
    }
    let columns: [Column<CompareRow>] = [
      .name("kind", \.kind), .name("measure", \.measure),
      Column("from", for: ends, isExpendable: true) { .name($0.from ?? "") },
      Column("to", for: ends, isExpendable: true) { .name($0.to ?? "") },
      Column("base", name: "baseNanos") { Cell($0.base.nanos, CompareText.value($0.base)) },
      Column("head", name: "headNanos") { Cell($0.head.nanos, CompareText.value($0.head)) },
      Column("shift", name: "differenceNanos") { Cell($0.differenceNanos, CompareText.difference($0)) },
      Column("%", for: .people, isExpendable: true) { .name(CompareText.relativeDifference($0) ?? "") },
      .name("interval", for: .people, CompareText.interval),
      Column("lowNanos", for: .programs) { Cell($0.lowNanos) },
      Column("highNanos", for: .programs) { Cell($0.highNanos) },
      Column("marginNanos", for: .programs) { Cell($0.marginNanos) },
      Column("verdict") { Cell($0.verdict.rawValue, CompareText.words($0.verdict)) },
      .name("reason", for: .programs, \.reason?.rawValue),
      Column("neededLaunches", for: .programs) { Cell($0.neededLaunches) },
      Column("baseLaunches", for: .programs) { .count($0.base.launches) },
      Column("headLaunches", for: .programs) { .count($0.head.launches) },
      Column("baseShare", for: .programs) { Cell($0.base.share) },
      Column("headShare", for: .programs) { Cell($0.head.share) },
      Column("shareDifference", for: .programs) { Cell($0.shareDifference) },
      Column("lowShare", for: .programs) { Cell($0.lowShare) },
      Column("highShare", for: .programs) { Cell($0.highShare) },
      Column("marginShare", for: .programs) { Cell($0.marginShare) },
    ]
    return Table(text.heading, rows, dimensions + columns, notes: notes) { [.text(text.detail($0))] }
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
