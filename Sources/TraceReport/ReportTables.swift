package import TraceAnalyzer
import TraceModel

extension LaunchCoverage {
  /// As in `counted 412 of 498; 51 background, 23 no start`, the most frequent reason first.
  package var text: String {
    let reasons = notCounted.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let list = reasons.map { "\(Units.count($0.value)) \($0.key)" }.joined(separator: ", ")
    let counts = "counted \(Units.count(counted)) of \(Units.count(launches))"
    return counts + (list.isEmpty ? "" : "; \(list)")
  }

  /// What stands above a table of launch times.
  func heading(_ title: String) -> String {
    let ends = from.flatMap { from in to.map { ", \(from) to \($0)" } } ?? ""
    let alone = only.map { ", \($0.joined(separator: " and ")) launches only" } ?? ""
    return "\(title)\(ends)\(alone): \(text)"
  }
}

extension [MeasureRow] {
  fileprivate func table(_ heading: String) -> Table {
    let dimensions = first?.by.map(\.dimension) ?? []
    let hasPhase = contains { $0.phase != nil }
    let columns =
      dimensions.map { Table.Column($0) } + (hasPhase ? [Table.Column("phase")] : [])
      + ["from", "to"].map { Table.Column($0, visibility: .ifDiffering) }
      + [Table.Column("count")]
      + [50, 90, 95, 99].map { Table.Column("p\($0)", name: "p\($0)Nanos") }
    let rows = map { row -> [Cell] in
      let mark = row.isFew ? "*" : ""
      let isApproximate = row.approximateCount ?? 0 > 0
      return row.by.map { .text($0.value) }
        + (hasPhase ? [.text((isApproximate ? "~" : "") + (row.phase ?? ""))] : [])
        + [.text(row.from ?? ""), .text(row.to ?? ""), .count(row.count)]
        + [.optional(row.p50Nanos)]
        + [row.p90Nanos, row.p95Nanos, row.p99Nanos].map { .optional($0, mark: mark) }
    }
    var notes: [String] = []
    if contains(where: { $0.isFew }) { notes.append("* of fewer than 5 launches") }
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
    let columns =
      [
        Table.Column("launch"), Table.Column("version", name: "appVersion"), Table.Column("kind"),
        Table.Column("because", name: "kindReason"), Table.Column("time", name: "nanos"),
        Table.Column("from", visibility: .ifDiffering),
        Table.Column("to", visibility: .ifDiffering),
        Table.Column("not counted", name: "notCounted", visibility: .ifKnown),
      ] + milestones.map { Table.Column($0, name: $0 + "Nanos", visibility: .ifKnown) }
    let rows = each.map { row -> [Cell] in
      [
        .text(row.launch), .text(row.appVersion), .text(row.kind), .text(row.kindReason),
        .optional(row.nanos), .text(row.from ?? ""), .text(row.to ?? ""),
        .text(row.notCounted ?? ""),
      ]
        + milestones.map {
          .optional(row.milestoneNanos[$0], mark: row.approximate.contains($0) ? "~" : "")
        }
    }
    let note = comparable.map {
      "the slowest \(each.count) of \(Units.count($0)); --each shows all"
    }
    return Table(heading, columns, rows, notes: note.map { [$0] } ?? [])
  }
}

extension LaunchPhasesReport {
  /// One row a group and phase.
  package var table: Table { phases.table(coverage.heading("Launch phases")) }
}

extension BackgroundReport {
  /// Stays, tasks and handlers, a table each; the tasks first, since CSV holds one table alone.
  package var tables: [Table] {
    let times = [
      Table.Column("median", name: "p50Nanos"), Table.Column("p95", name: "p95Nanos"),
      Table.Column("longest", name: "longestNanos"),
    ]
    let tasks = Table(
      "Background tasks, by their time in the background",
      ["name", "kind", "count"].map { Table.Column($0) } + times + [Table.Column("outcomes")],
      tasks.map { row in
        let outcomes = row.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return [
          .text(row.name), .text(row.kind), .count(row.count), .nanos(row.p50Nanos),
          .nanos(row.p95Nanos, mark: row.isFew ? "*" : ""), .nanos(row.longestNanos),
          .text(outcomes.map { "\(Units.count($0.value)) \($0.key)" }.joined(separator: ", ")),
        ]
      }, notes: tasks.contains(where: \.isFew) ? ["* of fewer than 5 tasks"] : [])
    let stays = Table(
      "Stays in the background, by how they ended",
      [Table.Column("end"), Table.Column("count"), times[0], times[2]],
      stays.map {
        [.text($0.end), .count($0.count), .nanos($0.p50Nanos), .nanos($0.longestNanos)]
      })
    guard let handlers else { return [tasks, stays] }
    let row: [Cell] = [
      .text("didEnterBackground"), .count(handlers.count), .nanos(handlers.p50Nanos),
      .nanos(handlers.p95Nanos, mark: handlers.isFew ? "*" : ""), .nanos(handlers.longestNanos),
    ]
    let columns = [Table.Column("handler"), Table.Column("count")] + times
    return [tasks, stays, Table("Background handlers", columns, [row])]
  }
}
