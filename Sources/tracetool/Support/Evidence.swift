import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// What a report or a check is about: all launches, and those that are selected.
struct Evidence {
  let session: Session
  let launches: Launches
  let selected: [Launch]
  /// What Apple counted, where that is asked for.
  let metrics: [MetricRow]

  /// The launches of the logs that were named, else of the store; with their scenes, tasks, stays
  /// and candidates only if `details` are needed.
  ///
  /// Where `metrics` answer too there need be none.
  ///
  /// - Throws: `Failure` where they cannot answer anything, or if stopped.
  init(_ session: Session, details: Bool = true, metrics: Bool = false) throws {
    self.session = session
    let isStore = session.arguments.isEmpty
    if isStore {
      launches = try Projector.launches(ofStore: session.store, details: details, busyTimeout: session.busyTimeout)
    } else {
      launches = try session.withProgress { progress in
        var run = CheckRun(options: session.ingest, report: progress)
        return try run.run(session.arguments)
      }
    }
    try System.stopIfAsked("nothing was judged: run it again")
    let failures = launches.sightings.failures
    for failure in failures.dropLast(launches.summaries.isEmpty ? 1 : 0) { session.complain("\(failure)") }
    if launches.summaries.isEmpty, let failure = failures.last { throw failure }
    session.tell(launches.sightings)
    try session.check(launches)
    if session.has("--verbose"), !isStore {
      let (intake, first) = (launches.intake, launches.firstReject.map { "; the first rejected is \($0)" } ?? "")
      let odd = "\(intake.rejected) rejected, \(intake.unfinished) unfinished, \(intake.misfits) with misfits"
      session.remark("of \(Units.count(intake.lines, "line")) \(odd)\(first)")
    }
    let all = Launch.all(launches.summaries, launches.symbols, include: session.judging.include)
    self.metrics = metrics ? MetricRow.all(launches.summaries, launches.symbols, session.selection) : []
    selected = self.metrics.isEmpty ? try session.selected(all) : all.filter(session.selection.contains)
  }

  /// How the command ends if nothing else is to be said.
  var exitCode: ExitCode { launches.sightings.failures.isEmpty ? .fine : .inputOutput }

  /// Ends the process while all is held: to let go of each launch takes as long as a tenth of a report.
  func end(_ code: ExitCode) -> Never { withExtendedLifetime(self) { System.end(code) } }

  /// What is found in the launches that are selected.
  func judged() -> CheckReport {
    var symbols = launches.symbols
    let parts = FindingsFold.parts(of: selected, launches.summaries, &symbols, session.judging)
    return FindingsFold.joined(concurrently(parts))
  }
}

extension Session {
  /// Says what sources were taken for, and what in them may be new.
  func tell(_ sightings: Sightings) {
    for (format, sources) in sightings.sources.sorted(by: { $0.key < $1.key }) {
      let more = sources.count > 1 ? " and \(Units.count(sources.count - 1)) more" : ""
      remark("\(sources[0])\(more): read as \(format)")
    }
    for stranger in sightings.strangers.prefix(3) { remark("passed over: \(stranger)") }
    let more = sightings.strangers.count - 3
    if more > 0 { remark("passed over: \(Units.count(more, "more file")) that \(more == 1 ? "is" : "are") no log") }
    let unmatched = sightings.unmatched.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !unmatched.isEmpty else { return }
    let frequent = unmatched.prefix(3).map { "\n  \(Units.count($0.value)) × \($0.key)" }.joined()
    let count = Units.count(unmatched.reduce(0) { $0 + $1.value }, "message")
    remark("\(count) looked like life cycle and matched no pattern:\(frequent)")
  }

  /// Those of `all` that were asked for.
  ///
  /// - Throws: `Failure` if there are none.
  func selected(_ all: [Launch]) throws -> [Launch] {
    let selected = selection == Selection() ? all : all.filter(selection.contains)
    if !selected.isEmpty { return selected }
    if all.isEmpty {
      throw Failure.data("there is no launch; 'tracetool report --launch-times' shows what MetricKit counted")
    }
    let count = Units.count(all.count, "launch")
    let given = options.filter(Command.selects).joined(separator: ", ")
    throw Failure.data("none of \(count) is selected by \(given); 'tracetool report' shows what there is")
  }

  fileprivate func check(_ launches: Launches) throws {
    try check(launches.intake, firstReject: launches.firstReject)
    if launches.summaries.contains(where: { $0.eventCount > $0.unknownCount || !$0.metrics.isEmpty }) { return }
    let isStore = arguments.isEmpty
    if launches.summaries.allSatisfy({ $0.eventCount == 0 }) {
      let empty = "the store '\(store)' holds no event; take logs in with 'tracetool ingest PATH'"
      throw Failure.data(isStore ? empty : "there is no event in what was read; check the paths")
    }
    let names = [Coverage.NameCount](unknown: launches.unknownNames)
    let rest = isStore ? "; 'tracetool store status' lists them" : ":"
    throw Failure.data(names.table("no event has a known name\(rest)").text())
  }

  /// - Throws: `Failure` for more rejects than --max-rejects allows.
  func check(_ intake: Intake, firstReject: String? = nil) throws {
    let share = maxRejects.isPercent ? Double(intake.records) / 100 : 1
    if Double(intake.rejected) <= maxRejects.number * share { return }
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
