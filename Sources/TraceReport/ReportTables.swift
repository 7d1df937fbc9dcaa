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

/// A column, and what stands in it.
private typealias Part<Row> = (column: Table.Column, cell: (Row) -> Cell)

private let noTime = "no launch has a time that counts"

extension [MeasureRow] {
  /// A row each; in a short table what does not count in place of what only a close look needs.
  fileprivate func table(_ heading: String, none: String = noTime, isShort: Bool = false) -> Table {
    var parts: [Part<MeasureRow>] = (first?.by ?? []).enumerated().map { place, value in
      (Table.Column(value.dimension), { .text($0.by[place].value) })
    }
    if contains(where: { $0.from != nil }), !isShort {
      parts += [("from", { .text($0.from ?? "") }), ("to", { .text($0.to ?? "") })]
    }
    parts.append(("count", { .count($0.count) }))
    let isVague = { (row: MeasureRow) in row.approximateCount ?? 0 > 0 }
    for (name, time, percent) in MeasureRow.times.prefix(isShort ? 2 : 5) {
      let column = Table.Column(name, name: name + "Nanos")
      let few = (51...99).contains(percent) ? "*" : ""
      parts.append((column, { .nanos($0[keyPath: time], mark: ($0.isFew ? few : "") + (isVague($0) ? "~" : "")) }))
    }
    if isShort { parts.append(("not counted", { .text(Units.list($0.notCounted ?? [:])) })) }
    if contains(where: { $0.outcomes != nil }) { parts.append(("outcomes", { .text(Units.list($0.outcomes ?? [:])) })) }
    var notes = isEmpty ? [none] : []
    if contains(where: \.isFew) { notes.append("* of fewer than 5") }
    if contains(where: isVague) { notes.append("~ an edge of the phase is not really known in some launches") }
    return Table(heading, parts.map(\.column), map { row in parts.map { $0.cell(row) } }, notes: notes)
  }
}

extension LaunchTimesReport {
  /// The groups, or, where they were asked for, the launches one by one.
  package var table: Table {
    let heading = coverage.heading("Launch times")
    guard let each else { return (groups.filter { $0.count > 0 } + otherAnchors).table(heading) }
    let reason = Table.Column("not counted", name: "notCounted", isOptional: true)
    var parts: [Part<LaunchRow>] = [
      ("launch", { .text($0.launch) }), (Table.Column("version", name: "appVersion"), { .text($0.context.appVersion) }),
      ("kind", { .text($0.kind) }), (Table.Column("because", name: "kindReason"), { .text($0.kindReason) }),
      (Table.Column("time", name: "nanos"), { .nanos($0.nanos) }), ("from", { .text($0.from ?? "") }),
      ("to", { .text($0.to ?? "") }), (reason, { .text($0.notCounted ?? "") }),
    ]
    for name in Milestones.Name.allCases.map(\.name) {
      let column = Table.Column(name, name: name + "Nanos", isOptional: true)
      let mark = { (row: LaunchRow) in row.approximate.contains(name) ? "~" : "" }
      parts += [(column, { .nanos($0.milestoneNanos[name], mark: mark($0)) })]
    }
    var notes = each.isEmpty ? [noTime] : []
    if each.contains(where: { !$0.approximate.isEmpty }) { notes.append("~ when this was is not really known") }
    if let comparable, comparable > each.count {
      notes.append("the slowest \(each.count) of \(Units.count(comparable)); --each shows all")
    }
    return Table(heading, parts.map(\.column), each.map { row in parts.map { $0.cell(row) } }, notes: notes)
  }

  /// What Apple counted, if that is known.
  package var metricTable: Table? {
    guard let metrics else { return nil }
    let parts: [Part<MetricRow>] = [
      ("app", { .text($0.app) }), (Table.Column("version", name: "appVersion"), { .text($0.appVersion) }),
      ("metric", { .text($0.metric) }), (Table.Column("reason", isOptional: true), { .text($0.reason ?? "") }),
      ("count", { .count(Int($0.count)) }),
      (Table.Column("p50 from", name: "p50LowerNanos"), { .nanos($0.p50LowerNanos) }),
      (Table.Column("to", name: "p50UpperNanos"), { .nanos($0.p50UpperNanos) }),
      (Table.Column("p90 from", name: "p90LowerNanos"), { .nanos($0.p90LowerNanos) }),
      (Table.Column("to", name: "p90UpperNanos"), { .nanos($0.p90UpperNanos) }),
      (Table.Column("compare with", name: "comparedWith"), { .text(($0.comparedWith ?? []).joined(separator: ", ")) }),
    ]
    let unread = metrics.reduce(0) { $0 + ($1.unreadCount ?? 0) }
    let note = "\(Units.count(unread)) in buckets whose bounds could not be read: in no percentile"
    return Table(
      "Counted by MetricKit, in buckets", parts.map(\.column), metrics.map { row in parts.map { $0.cell(row) } },
      notes: metrics.contains { $0.unreadCount != nil } ? [note] : [])
  }

  /// The groups in short, with what does not count in each.
  package var summary: Table {
    var table = groups.table(coverage.heading("Launch times"), isShort: true)
    let others = otherAnchors.reduce(0) { $0 + $1.count }
    let all = "'tracetool report --launch-times' shows all"
    if others > 0 { table.notes.append("\(Units.count(others)) more between other ends; \(all)") }
    return table
  }
}

extension LockedLaunches {
  /// The counts in one sentence.
  package var sentence: String {
    func percent(_ perMille: Int) -> String { "\(perMille / 10).\(perMille % 10)" }
    let share = (2000 * beganLocked + launches) / (2 * launches)
    let keychain = keychainRead == 0 ? "" : "; in \(Units.count(keychainRead)) the keychain was read"
    return "\(Units.count(beganLocked)) of \(Units.count(launches, "launch")) began locked"
      + " (\(percent(share)) %, \(percent(lowPerMille)) … \(percent(highPerMille)) %)\(keychain)"
  }
}

extension LaunchPhasesReport {
  /// One row a group and phase.
  package var table: Table { phases.table(coverage.heading("Launch phases")) }
}

extension BackgroundReport {
  /// One row a kind of task, stay and handler.
  package var table: Table {
    let heading = "Time in the background, in \(Units.count(launches, "launch"))"
    return rows.table(heading, none: "no stay, task or handler in the background")
  }
}
