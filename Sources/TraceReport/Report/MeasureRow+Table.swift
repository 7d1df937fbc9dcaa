import TraceAnalyzer
import TraceModel

extension [MeasureRow] {
  /// A table of the rows: `first` are its first columns, by default the groups; `more` its last.
  ///
  /// A short table has the uncounted launches instead of details. `none` is said where there is no row.
  func table(
    _ heading: Sentence, _ first: [Column<MeasureRow>]? = nil, more: [Column<MeasureRow>] = [],
    none: Sentence = noLaunchTime, isShort: Bool = false, details: (MeasureRow) -> [Cell] = { _ in [] }
  ) -> Table {
    var columns = first ?? groupColumns
    if contains(where: { $0.from != nil }), !isShort {
      let areAlike = Set(map(\.from)).count == 1 && Set(map(\.to)).count == 1
      let audience = areAlike ? Audience.programs : .everybody
      columns.append(Column("from", for: audience) { .name($0.from ?? "") })
      columns.append(Column("to", for: audience) { .name($0.to ?? "") })
    }
    columns.append(Column("count") { .count($0.count) })
    let isVague = { (row: MeasureRow) in row.approximateCount ?? 0 > 0 }
    for (name, time, percent) in MeasureRow.times where !isShort || ![95, 99].contains(percent) {
      columns.append(
        Column(named: name, suffix: "Nanos", isExpendable: [90, 95, 99].contains(percent)) { row in
          .nanos(row[keyPath: time], mark: isVague(row) ? "~" : "", isOnWholeSeconds: row.isOnWholeSeconds)
        })
    }
    if isShort {
      columns.append(
        Column("not counted", isOptional: true, isExpendable: true) { .name(Units.list($0.notCounted ?? [:])) })
    }
    var notes = isEmpty ? [none] : []
    if contains(where: isVague) {
      notes.append("~ in some launches the begin or end of the phase is known only approximately")
    }
    return Table(heading, self, columns + more, notes: notes, details: details)
  }

  /// The values of the groups.
  var groupColumns: [Column<MeasureRow>] { groupColumns(for: .everybody) }

  func groupColumns(for audience: Audience) -> [Column<MeasureRow>] {
    (first?.by ?? []).enumerated().map { index, value in
      Column(named: value.dimension, for: audience) { .name($0.by[index].value) }
    }
  }
}

/// The line below a table of launch times without a row.
let noLaunchTime: Sentence = "no launch has a time that counts"

extension LaunchCoverage {
  /// The line above a table of launch times, as in `counted 412 of 498; 51 background`.
  func heading(_ title: Sentence) -> Sentence {
    let ends: Sentence = from.flatMap { from in to.map { ", \(name: from) to \(name: $0)" } } ?? ""
    let alone: Sentence = only.map { ", \(name: $0.joined(separator: " and ")) launches only" } ?? ""
    let counts: Sentence = "counted \(count: counted) of \(count: launches)"
    let reasons: Sentence = notCounted.isEmpty ? "" : "; \(name: Units.list(notCounted))"
    return "\(title)\(ends)\(alone): \(counts)\(reasons)"
  }
}
