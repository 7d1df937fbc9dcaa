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
      launches = try Projector.launches(
        ofStore: settings.store, details: details, busyTimeout: settings.busyTimeout)
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
    let all = Launch.all(launches.summaries, launches.symbols, include: settings.include)
    let isEverything = settings.selection == Selection()
    selected = isEverything ? all : all.filter(settings.selection.contains)
    if selected.isEmpty {
      throw Failure.data(
        "none of \(Units.count(all.count, "launch")) is selected; "
          + "leave out some of --app, --os, --kind, …")
    }
  }

  /// How the command ends if nothing else is to be said.
  var exitCode: ExitCode { launches.failures.isEmpty ? .fine : .inputOutput }

  /// What is found in the launches that are selected.
  func judged(_ settings: Settings) -> CheckReport {
    var options = FindingsFold.Options()
    (options.budgets, options.include) = (settings.budgets, settings.include)
    var symbols = launches.symbols
    return FindingsFold.findings(
      in: selected, of: launches.summaries, symbols: &symbols, options: options)
  }

  private static func check(_ launches: Launches, _ settings: Settings) throws {
    try check(
      rejected: launches.intake.rejected, of: launches.intake.records, settings,
      launches.firstReject.map { "the first is \($0)" } ?? "'tracetool store rejects' shows why")
    let events = launches.summaries.reduce(0) { $0 + $1.eventCount }
    let unknown = launches.summaries.reduce(0) { $0 + $1.unknownCount }
    if events > unknown { return }
    let names = UnknownNames(launches.unknownNames).table("no event has a known name:")
    let text =
      switch (events == 0, settings.arguments.isEmpty) {
      case (true, true):
        "the store '\(settings.store)' holds no event; take logs in with 'tracetool ingest PATH'"
      case (true, false): "there is no event in what was read; check the paths"
      case (false, true): "no event has a known name; 'tracetool store status' lists them"
      case (false, false): names.text()
      }
    throw Failure.data(text)
  }

  /// - Throws: `Failure` for more rejects than --max-rejects allows.
  static func check(
    rejected: Int64, of records: Int64, _ settings: Settings,
    _ advice: String = "'tracetool store rejects' shows why"
  ) throws {
    let limit = settings.maxRejects
    let share = limit.isPercent ? Double(records) / 100 : 1
    if Double(rejected) <= limit.number * share { return }
    throw Failure.data(
      "\(Units.count(rejected)) of \(Units.count(records, "record")) were rejected, "
        + "more than --max-rejects allows; \(advice)")
  }
}
