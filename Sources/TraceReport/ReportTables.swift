package import TraceAnalyzer
import TraceModel

extension LaunchCoverage {
  /// What stands above a table of launch times, as in `counted 412 of 498; 51 background`.
  func heading(_ title: String) -> String {
    let ends = from.flatMap { from in to.map { ", \(from) to \($0)" } } ?? ""
    let alone = only.map { ", \($0.joined(separator: " and ")) launches only" } ?? ""
    let counts = "counted \(Units.count(counted)) of \(Units.count(launches))"
    let reasons = notCounted.isEmpty ? "" : "; \(Units.list(notCounted))"
    return "\(title)\(ends)\(alone): \(counts)\(reasons)"
  }
}

extension [MeasureRow] {
  fileprivate static let none = "no launch has a time that counts"

  /// A row each; in a short table what does not count in place of what only a close look needs.
  fileprivate func table(
    _ heading: String, none: String = Self.none, isShort: Bool = false
  ) -> Table {
    var parts: [(column: Table.Column, cell: (MeasureRow) -> Cell)] = []
    for (place, value) in (first?.by ?? []).enumerated() {
      parts.append((Table.Column(value.dimension), { .text($0.by[place].value) }))
    }
    if contains(where: { $0.from != nil }), !isShort {
      parts += [("from", { .text($0.from ?? "") }), ("to", { .text($0.to ?? "") })]
    }
    parts.append(("count", { .count($0.count) }))
    let times: [(String, KeyPath<MeasureRow, Int64?>, String)] = [
      ("p50", \.p50Nanos, ""), ("p90", \.p90Nanos, "*"), ("p95", \.p95Nanos, "*"),
      ("p99", \.p99Nanos, "*"), ("longest", \.longestNanos, ""),
    ]
    for (name, nanos, few) in times.prefix(isShort ? 2 : 5) {
      parts.append(
        (
          Table.Column(name, name: name + "Nanos"),
          { .optional($0[keyPath: nanos], mark: ($0.isFew ? few : "") + $0.edge) }
        ))
    }
    if isShort { parts.append(("not counted", { .text(Units.list($0.notCounted ?? [:])) })) }
    if contains(where: { $0.outcomes != nil }) {
      parts.append(("outcomes", { .text(Units.list($0.outcomes ?? [:])) }))
    }
    var notes = isEmpty ? [none] : []
    if contains(where: \.isFew) { notes.append("* of fewer than 5") }
    if contains(where: { !$0.edge.isEmpty }) {
      notes.append("~ an edge of the phase is not really known in some launches")
    }
    return Table(
      heading, parts.map(\.column), map { row in parts.map { $0.cell(row) } }, notes: notes)
  }
}

extension MeasureRow {
  /// What stands behind times that are not really known.
  fileprivate var edge: String { approximateCount ?? 0 > 0 ? "~" : "" }
}

extension LaunchTimesReport {
  /// The groups, or, where they were asked for, the launches one by one.
  package var table: Table {
    let heading = coverage.heading("Launch times")
    guard let each else { return (groups.filter { $0.count > 0 } + otherAnchors).table(heading) }
    let milestones = Milestones.Name.allCases.map(\.name)
    let columns: [Table.Column] = [
      "launch", Table.Column("version", name: "appVersion"), "kind",
      Table.Column("because", name: "kindReason"), Table.Column("time", name: "nanos"), "from",
      "to", Table.Column("not counted", name: "notCounted", isOptional: true),
    ]
    let rows = each.map { row -> [Cell] in
      [
        .text(row.launch), .text(row.context.appVersion), .text(row.kind), .text(row.kindReason),
        .optional(row.nanos), .text(row.from ?? ""), .text(row.to ?? ""),
        .text(row.notCounted ?? ""),
      ]
        + milestones.map {
          .optional(row.milestoneNanos[$0], mark: row.approximate.contains($0) ? "~" : "")
        }
    }
    var notes = each.isEmpty ? [[MeasureRow].none] : []
    if each.contains(where: { !$0.approximate.isEmpty }) {
      notes.append("~ when this was is not really known")
    }
    if let comparable, comparable > each.count {
      notes.append("the slowest \(each.count) of \(Units.count(comparable)); --each shows all")
    }
    return Table(
      heading,
      columns + milestones.map { Table.Column($0, name: $0 + "Nanos", isOptional: true) }, rows,
      notes: notes)
  }

  /// The groups in short, with what does not count in each.
  package var summary: Table {
    var table = groups.table(coverage.heading("Launch times"), isShort: true)
    let others = otherAnchors.reduce(0) { $0 + $1.count }
    if others > 0 {
      table.notes.append(
        "\(Units.count(others)) more between other ends; 'tracetool report --launch-times' shows all"
      )
    }
    return table
  }
}

extension LaunchPhasesReport {
  /// One row a group and phase.
  package var table: Table { phases.table(coverage.heading("Launch phases")) }
}

extension BackgroundReport {
  /// One row a kind of task, stay and handler.
  package var table: Table {
    rows.table(
      "Time in the background, in \(Units.count(launches, "launch"))",
      none: "no stay, task or handler in the background")
  }
}
