package import TraceAnalyzer
package import TraceModel

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

private typealias ColumnSource<Row> = (column: Table.Column, cell: (Row) -> Cell)

private let noTime: Sentence = "no launch has a time that counts"

extension [MeasureRow] {
  /// A short table has the uncounted launches instead of details.
  fileprivate func table(
    _ heading: Sentence, _ first: [ColumnSource<MeasureRow>]? = nil, none: Sentence = noTime, isShort: Bool = false
  ) -> Table {
    var columns = first ?? dimensionColumns
    if contains(where: { $0.from != nil }), !isShort {
      let areAlike = Set(map(\.from)).count == 1 && Set(map(\.to)).count == 1
      let audience = areAlike ? Table.Column.Audience.programs : .everybody
      columns.append((Table.Column("from", for: audience), { .name($0.from ?? "") }))
      columns.append((Table.Column("to", for: audience), { .name($0.to ?? "") }))
    }
    columns.append(("count", { .count($0.count) }))
    let isVague = { (row: MeasureRow) in row.approximateCount ?? 0 > 0 }
    for (name, time, percent) in MeasureRow.times.prefix(isShort ? 2 : 5) {
      let column = Table.Column("\(name: name)", name: name + "Nanos", isExpendable: [90, 95, 99].contains(percent))
      let few: Sentence = (51...99).contains(percent) ? "*" : ""
      columns.append(
        (
          column,
          { row in
            let mark = (row.isFew ? few : "") + (isVague(row) ? "~" : "")
            return .nanos(row[keyPath: time], mark: mark, isOnWholeSeconds: row.isOnWholeSeconds)
          }
        ))
    }
    if isShort {
      let column = Table.Column("not counted", isOptional: true, isExpendable: true)
      columns.append((column, { .name(Units.list($0.notCounted ?? [:])) }))
    }
    var notes = isEmpty ? [none] : []
    if contains(where: { $0.isFew && $0.count > 0 }) { notes.append("* of fewer than 5") }
    if contains(where: isVague) {
      notes.append("~ in some launches the begin or end of the phase is known only approximately")
    }
    return Table(heading, columns.map(\.column), map { row in columns.map { $0.cell(row) } }, notes: notes)
  }

  private var dimensionColumns: [ColumnSource<MeasureRow>] {
    (first?.by ?? []).enumerated().map { index, value in
      (Table.Column(named: value.dimension), { .name($0.by[index].value) })
    }
  }
}

extension LaunchTrend {
  /// One row a group, with its difference to the row before it.
  package var table: Table {
    let measured = rows.filter { $0.measure.count > 0 }
    let measures = measured.map(\.measure) + times.otherAnchors
    var table = measures.table(times.coverage.heading("Launch times \(name: step.rawValue) by \(name: step.rawValue)"))
    table.lines = lines(measured)
    table.columns += [
      Table.Column("p50LowNanos", for: .programs), Table.Column("p50HighNanos", for: .programs),
      Table.Column("mostVersion", for: .programs), Table.Column("against", for: .programs),
      Table.Column("change", name: "differenceNanos"), Table.Column("interval", for: .people, isExpendable: true),
      Table.Column("lowNanos", for: .programs), Table.Column("highNanos", for: .programs),
      Table.Column("marginNanos", for: .programs), Table.Column("p", for: .programs), "verdict",
      Table.Column("reason", for: .programs), Table.Column("neededLaunches", for: .programs),
    ]
    for index in table.rows.indices {
      table.rows[index] += cells(of: index < measured.count ? measured[index] : nil)
    }
    if let note = Anchor.note(measures.map(\.from)) { table.notes.append(note) }
    if comparisons > 0 {
      table.notes.append(
        "each row against the one before it, as 'tracetool explain compare' says; "
          + "all verdicts together have 95 % confidence")
    }
    return table
  }

  private func lines(_ rows: [TrendRow]) -> [Sketch.Line] {
    var lines: [Sketch.Line] = []
    for row in rows where row.step != Dimension.unknownStep {
      let values = row.measure.by.dropLast().map(\.value).filter { !$0.isEmpty }
      let name = OutsideText.escaped((["p50"] + values).joined(separator: " "))
      if lines.last?.name != name { lines.append(Sketch.Line(name: name, medians: [])) }
      if let median = row.measure.p50Nanos { lines[lines.count - 1].medians.append(median) }
    }
    return lines
  }

  private func cells(of row: TrendRow?) -> [Cell] {
    let change = row?.comparison
    let interval = change.flatMap { $0.differenceNanos == nil ? nil : CompareText.interval($0) }
    let cells = [
      .nanos(row?.p50LowNanos), .nanos(row?.p50HighNanos), Cell(row?.mostVersion), Cell(row?.against),
      Cell(change?.differenceNanos, change.flatMap(CompareText.difference)), Cell(interval), Cell(change?.lowNanos),
      Cell(change?.highNanos), Cell(change?.marginNanos), Cell(change?.p),
      Cell(row?.verdict?.rawValue, row?.verdict?.words), Cell(change?.reason?.rawValue), Cell(change?.neededLaunches),
    ]
    guard let row, let change, change.verdict == .undecided else { return cells }
    let stratum = areModelsKnown ? "model and system" : nil
    return cells + [
      .text(change.reasonText(base: "\(name: row.against ?? "")", head: "\(name: row.step)", stratum: stratum))
    ]
  }
}

extension TrendVerdict {
  var words: String { self == .tooFew ? "too few" : rawValue }
}

extension Anchor {
  /// Why times that begin at these anchors are not compared with others, if that need be said.
  static func note(_ names: some Sequence<String?>) -> Sentence? {
    let known = Set(names)
    guard known.contains(interfaceStart.name), known.contains(start.name) else { return nil }
    return
      "times from \(name: interfaceStart.name) are of Instruments 27, which records no 'Process Creation', and shorter by "
      + "that than times from \(name: start.name): the two are not compared"
  }
}

extension LaunchTimesReport {
  /// The groups or, on demand, the launches one by one.
  package var table: Table {
    let heading = coverage.heading("Launch times")
    guard let each else {
      let rows = groups.filter { $0.count > 0 } + otherAnchors
      var table = rows.table(heading)
      table.distribution = Sketch.Distribution(rows: rows.map(\.statistics))
      if let note = Anchor.note(rows.map(\.from)) { table.notes.append(note) }
      return table
    }
    var notes = each.isEmpty ? [noTime] : []
    let isVague = each.contains { !$0.approximate.isEmpty || $0.phases.contains(where: \.isApproximate) }
    if isVague { notes.append("~ when this began or ended is known only approximately") }
    if let comparable, comparable > each.count {
      notes.append("the slowest \(each.count) of \(count: comparable); --each shows all")
    }
    let columns = Self.launchColumns
    let rows = each.map { row in columns.map { $0.cell(row) } + [.text(row.detail(coverage))] }
    return Table(heading, columns.map(\.column), rows, notes: notes)
  }

  /// To people the phases of a launch, to programs everything.
  private static var launchColumns: [ColumnSource<LaunchRow>] {
    var columns: [ColumnSource<LaunchRow>] = [
      ("launch", { Cell($0.launch, DisplayText.shortID($0.launch)) }),
      (Table.Column("version", name: "appVersion", for: .programs), { .name($0.context.appVersion) }),
      (Table.Column("kind", for: .programs), { .name($0.kind) }),
      (Table.Column("because", name: "kindReason", for: .programs), { .name($0.kindReason) }),
      (Table.Column("time", name: "nanos"), { $0.timeCell($0.nanos, isOnWholeSeconds: $0.isOnWholeSeconds) }),
      (Table.Column("from", for: .programs), { .name($0.from ?? "") }),
      (Table.Column("to", for: .programs), { .name($0.to ?? "") }),
      (Table.Column("not counted", name: "notCounted", for: .programs), { .name($0.notCounted ?? "") }),
    ]
    for name in Milestones.Name.allCases.map(\.name) {
      let column = Table.Column("\(name: name)", name: name + "Nanos", for: .programs)
      columns.append((column, { .nanos($0.milestoneNanos[name]) }))
    }
    columns += contextColumns { $0.context }
    for (index, name) in LaunchPhase.names.enumerated() {
      let column = Table.Column("\(name: name)", name: name + "PhaseNanos", isOptional: true)
      columns.append((column, { $0.cell(ofPhase: index) }))
    }
    return columns
  }

  /// The groups in short, with their uncounted launches.
  package var summary: Table {
    let apps = Set(groups.compactMap { row in row.by.first { $0.dimension == "app" }?.value })
    let app = apps.count == 1 ? apps.first ?? "" : ""
    var table = groups.table(
      coverage.heading(app.isEmpty ? "Launch times" : "Launch times of \(name: app)"), isShort: true)
    // A single app is in the heading.
    for index in table.columns.indices where table.columns[index].name == "app" && !app.isEmpty {
      table.columns[index].audience = .programs
    }
    let others = otherAnchors.reduce(0) { $0 + $1.count }
    let all: Sentence = "'tracetool report --launch-times' shows all"
    if others > 0 { table.notes.append("\(count: others) more between other ends; \(all)") }
    if let note = Anchor.note((groups + otherAnchors).map(\.from)) { table.notes.append(note) }
    return table
  }
}

/// The columns for programs that say what a row's launch ran on, beside its version.
private func contextColumns<Row>(_ context: @escaping (Row) -> LaunchContext) -> [ColumnSource<Row>] {
  [
    (Table.Column("app", for: .programs), { .name(context($0).app) }),
    (Table.Column("build", name: "appBuild", for: .programs), { .name(context($0).appBuild) }),
    (Table.Column("model", name: "deviceModel"), { .name(context($0).deviceModel) }),
    (Table.Column("OS", name: "osVersion", for: .programs), { .name(context($0).osVersion) }),
    (Table.Column("device", for: .programs), { .name(context($0).device) }),
  ]
}

extension LaunchRow {
  /// A time of the launch; people see none of a launch in the background, as it would look slow.
  fileprivate func timeCell(_ nanos: Int64?, mark: Sentence = "", isOnWholeSeconds: Bool?) -> Cell {
    notCounted == NotCounted.background.name
      ? Cell(nanos, "-" as Sentence) : .nanos(nanos, mark: mark, isOnWholeSeconds: isOnWholeSeconds)
  }

  fileprivate func cell(ofPhase index: Int) -> Cell {
    let phase = phases.first { $0.index == index }
    return timeCell(
      phase?.nanos, mark: phase?.isApproximate == true ? "~" : "", isOnWholeSeconds: phase?.isOnWholeSeconds)
  }

  /// The line below the launch's numbers, as in `4.9.0, cold; appInit 51 ms over its usual 145 ms`.
  fileprivate func detail(_ coverage: LaunchCoverage) -> Sentence {
    let what = [context.appVersion, kind].filter { !$0.isEmpty }.joined(separator: ", ")
    var texts: [Sentence] = ["\(name: what)"]
    if let notCounted { texts.append("not counted: \(name: notCounted)") }
    if let from, let to, (from, to) != (coverage.from, coverage.to) { texts.append("\(name: from) to \(name: to)") }
    if let standsOut, let excess = standsOut.excessNanos, let usual = standsOut.usualNanos {
      texts.append("\(name: standsOut.phase) \(nanos: excess) over its usual \(nanos: usual)")
    }
    return texts.joined(separator: "; ")
  }
}

extension LockedLaunches {
  /// The counts in one sentence.
  package var sentence: Sentence {
    func percent(_ perMille: Int) -> String { "\(perMille / 10).\(perMille % 10)" }
    let share = (2000 * beganLocked + launches) / (2 * launches)
    let missed = notThere.certain + notThere.possible
    let sure: Sentence = notThere.certain == missed ? "" : ", in \(count: notThere.certain) of them for certain"
    let asked: Sentence = missed == 0 ? "" : "; in \(count: missed) data was asked for that was not there\(sure)"
    return "\(count: beganLocked) of \(count: launches, "launch") began locked"
      + " (\(name: percent(share)) %, \(name: percent(lowPerMille)) … \(name: percent(highPerMille)) %)\(asked)"
  }
}

extension LaunchPhasesReport {
  /// One row a group and phase.
  package var table: Table { phases.table(coverage.heading("Launch phases")) }
}

extension BackgroundReport {
  /// One row a kind of task, time away, stay and handler.
  package var table: Table {
    let heading: Sentence = "Time in the background, in \(count: launches, "launch")"
    var columns: [ColumnSource<MeasureRow>] = (rows.first?.by ?? []).enumerated().map { index, value in
      (Table.Column(named: value.dimension, for: .programs), { .name($0.by[index].value) })
    }
    columns.append((Table.Column("time of", for: .people), { .name($0.subject) }))
    var table = rows.table(heading, columns, none: "no stay, task or handler in the background")
    if rows.contains(where: { $0.outcomes != nil }) {
      // For people they stand below the row.
      table.columns.append(Table.Column("outcomes", for: .programs))
      for (index, row) in rows.enumerated() {
        let outcomes = Cell.name(Units.list(row.outcomes ?? [:]))
        table.rows[index] += [outcomes, outcomes]
      }
    }
    return table
  }
}

extension MeasureRow {
  /// As in `task push (remoteNotification)`, `away, until the return` or `stay, until suspended`.
  fileprivate var subject: String {
    let values = by.map(\.value)
    switch values[0] {
    case "task": return "task \(values[1])" + (values[2].isEmpty ? "" : " (\(values[2]))")
    case "stay": return "stay, until \(values[1])"
    case "away": return "away, until the \(values[1])"
    default: return "\(values[0]) \(values[1])"
    }
  }
}
