package import TraceAnalyzer
import TraceModel

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
    var notes = each.isEmpty ? [noLaunchTime] : []
    let isVague = each.contains { !$0.approximate.isEmpty || $0.phases.contains(where: \.isApproximate) }
    if isVague { notes.append("~ when this began or ended is known only approximately") }
    if let comparable, comparable > each.count {
      notes.append("the slowest \(each.count) of \(count: comparable); --each shows all")
    }
    return Table(heading, each, Self.launchColumns, notes: notes) { [.text($0.detail(coverage))] }
  }

  /// To people the phases of a launch, to programs everything.
  private static var launchColumns: [Column<LaunchRow>] {
    let first: [Column<LaunchRow>] = [
      Column("launch") { Cell($0.launch, DisplayText.shortID($0.launch)) },
      Column("version", name: "appVersion", for: .programs) { .name($0.context.appVersion) },
      .name("kind", for: .programs, \.kind),
      Column("because", name: "kindReason", for: .programs) { .name($0.kindReason) },
      Column("time", name: "nanos") { $0.timeCell($0.nanos, isOnWholeSeconds: $0.isOnWholeSeconds) },
      .name("from", for: .programs, \.from),
      .name("to", for: .programs, \.to),
      Column("not counted", name: "notCounted", for: .programs) { .name($0.notCounted ?? "") },
    ]
    let milestones = Milestones.Name.allCases.map(\.name).map { name in
      Column<LaunchRow>(named: name, suffix: "Nanos", for: .programs) { .nanos($0.milestoneNanos[name]) }
    }
    let context: [Column<LaunchRow>] = [
      .name("app", for: .programs, \.context.app),
      Column("build", name: "appBuild", for: .programs) { .name($0.context.appBuild) },
      .name("deviceModel", \.context.deviceModel),
      Column("OS", name: "osVersion", for: .programs) { .name($0.context.osVersion) },
      .name("device", for: .programs, \.context.device),
    ]
    let phases = LaunchPhase.names.enumerated().map { index, name in
      Column<LaunchRow>(named: name, suffix: "PhaseNanos", isOptional: true) { $0.cell(ofPhase: index) }
    }
    return first + milestones + context + phases
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
