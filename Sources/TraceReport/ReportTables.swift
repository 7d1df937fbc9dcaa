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
  fileprivate func table(_ heading: String) -> Table {
    let hasEnds = contains { $0.from != nil }
    let hasOutcomes = contains { $0.outcomes != nil }
    let times = ["p50", "p90", "p95", "p99", "longest"].map {
      Table.Column($0, name: $0 + "Nanos")
    }
    let dimensions = first?.by.map { Table.Column($0.dimension) } ?? []
    let columns =
      dimensions + (hasEnds ? ["from", "to"] : []) + ["count"] + times
      + (hasOutcomes ? ["outcomes"] : [])
    let rows = map { row -> [Cell] in
      let few = row.isFew ? "*" : ""
      let edge = row.approximateCount ?? 0 > 0 ? "~" : ""
      return row.by.map { .text($0.value) }
        + (hasEnds ? [.text(row.from ?? ""), .text(row.to ?? "")] : [])
        + [.count(row.count), .optional(row.p50Nanos, mark: edge)]
        + [row.p90Nanos, row.p95Nanos, row.p99Nanos].map { .optional($0, mark: few + edge) }
        + [.optional(row.longestNanos, mark: edge)]
        + (hasOutcomes ? [.text(Units.list(row.outcomes ?? [:]))] : [])
    }
    var notes: [String] = []
    if contains(where: \.isFew) { notes.append("* of fewer than 5") }
    if contains(where: { $0.approximateCount ?? 0 > 0 }) {
      notes.append("~ an edge of the phase is not really known in some launches")
    }
    return Table(heading, columns, rows, notes: notes)
  }
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
    let isCut = comparable.map { $0 > each.count } ?? false
    let note = "the slowest \(each.count) of \(Units.count(comparable ?? 0)); --each shows all"
    return Table(
      heading,
      columns + milestones.map { Table.Column($0, name: $0 + "Nanos", isOptional: true) }, rows,
      notes: isCut ? [note] : [])
  }
}

extension LaunchPhasesReport {
  /// One row a group and phase.
  package var table: Table { phases.table(coverage.heading("Launch phases")) }
}

extension BackgroundReport {
  /// One row a kind of task, stay and handler.
  package var table: Table {
    rows.table("Time in the background, in \(Units.count(launches, "launch"))")
  }
}
