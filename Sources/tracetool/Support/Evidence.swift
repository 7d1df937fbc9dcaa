import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// What a report or a check is about: all launches, and those that are selected.
struct Evidence {
  private(set) var launches: Launches
  private(set) var selected: [Launch]

  /// The launches of the logs that were named, else of the store; with their scenes, tasks, stays
  /// and candidates only if `details` are needed.
  ///
  /// - Throws: `Failure` where they cannot answer anything, or if stopped.
  init(_ session: Session, details: Bool = true) throws {
    let settings = session.settings
    if settings.arguments.isEmpty {
      launches = try Projector.launches(ofStore: settings.store, details: details, busyTimeout: settings.busyTimeout)
    } else {
      launches = try session.withProgress { progress in
        var run = CheckRun(options: settings.ingest, report: progress)
        return try run.run(settings.arguments)
      }
    }
    try System.stopIfAsked("nothing was judged: run it again")
    if launches.summaries.isEmpty, let failure = launches.failures.first { throw failure.error }
    for failure in launches.failures { session.complain("\(failure.error)") }
    try Self.check(launches, settings)
    if settings.isVerbose, !settings.arguments.isEmpty {
      let (intake, first) = (launches.intake, launches.firstReject.map { "; the first rejected is \($0)" } ?? "")
      let odd = "\(intake.rejected) rejected, \(intake.unfinished) unfinished, \(intake.misfits) with misfits"
      session.remark("of \(Units.count(intake.lines, "line")) \(odd)\(first)")
    }
    let all = Launch.all(launches.summaries, launches.symbols, include: settings.judging.include)
    selected = settings.selection == Selection() ? all : all.filter(settings.selection.contains)
    if selected.isEmpty {
      let count = Units.count(all.count, "launch")
      throw Failure.data("none of \(count) is selected; leave out some of --app, --os, --kind, …")
    }
  }

  /// How the command ends if nothing else is to be said.
  var exitCode: ExitCode { launches.failures.isEmpty ? .fine : .inputOutput }

  /// What is found in the launches that are selected.
  func judged(_ settings: Settings) -> CheckReport {
    var symbols = launches.symbols
    return FindingsFold.findings(in: selected, of: launches.summaries, symbols: &symbols, options: settings.judging)
  }

  private static func check(_ launches: Launches, _ settings: Settings) throws {
    try check(launches.intake, firstReject: launches.firstReject, settings)
    if launches.summaries.contains(where: { $0.eventCount > $0.unknownCount }) { return }
    let isStore = settings.arguments.isEmpty
    if launches.summaries.allSatisfy({ $0.eventCount == 0 }) {
      let empty = "the store '\(settings.store)' holds no event; take logs in with 'tracetool ingest PATH'"
      throw Failure.data(isStore ? empty : "there is no event in what was read; check the paths")
    }
    let names = [Coverage.NameCount](unknown: launches.unknownNames)
    let rest = isStore ? "; 'tracetool store status' lists them" : ":"
    throw Failure.data(names.table("no event has a known name\(rest)").text())
  }

  /// - Throws: `Failure` for more rejects than --max-rejects allows.
  static func check(_ intake: Intake, firstReject: String? = nil, _ settings: Settings) throws {
    let limit = settings.maxRejects
    let share = limit.isPercent ? Double(intake.records) / 100 : 1
    if Double(intake.rejected) <= limit.number * share { return }
    let advice = firstReject.map { "the first is \($0)" } ?? "'tracetool store rejects' shows why"
    throw Failure.data(
      "\(Units.count(intake.rejected)) of \(Units.count(intake.records, "record")) were rejected, "
        + "more than --max-rejects allows; \(advice)")
  }
}

extension [Coverage.NameCount] {
  /// Names that are in no vocabulary, the most frequent first.
  init(unknown counts: [String: Int64]) {
    self = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      Coverage.NameCount(name: $0.key, count: $0.value)
    }
  }

  /// The first of them, each with the option that may give it a meaning.
  func table(_ heading: String = "Unknown event names", limit: Int = 10) -> Table {
    let known = EventNames.meanings.keys.sorted()
    let rows = prefix(limit).map { unknown -> [Cell] in
      let near = Suggestion.nearest(to: unknown.name, among: known)
      let option = near.map { Suggestion.command(["--rename", "\(unknown.name)=\($0)"]) }
      return [.count(Int(unknown.count)), .text(unknown.name), .text(option ?? "")]
    }
    let all = "\(limit) of \(Units.count(count)) names; --verbose lists all"
    return Table(heading, ["count", "name", "option"], rows, notes: count > limit ? [all] : [], details: 1)
  }
}
