import TraceIngest
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool ingest`: takes logs into the store.
enum Ingest {
  static func run(_ session: Session) throws -> ExitCode {
    let store = try session.openStore(.write)
    let result = try session.withProgress { progress in
      var run = IngestRun(into: store, options: session.ingest, report: progress)
      return try run.run(session.arguments)
    }
    let intake = result.intake
    if !intake.addsUp { throw Failure(code: .bug, description: "lines are unaccounted for (\(intake))") }
    let failures = result.sightings.failures.map { "\($0)" }
    for failure in failures { session.complain(failure) }
    session.tell(result.sightings)
    let document = ["sources": Cell(result.sources), "intake": Cell(intake), "failures": Cell(failures)]
    try session.deliver([table(result)]) { try JSONDocument.text("ingest", document) }
    if let place = result.stoppedAt {
      let line = Suggestion.command(["tracetool"] + CommandLine.arguments.dropFirst())
      try System.stopIfAsked("stopped in '\(place)'; all until there is stored; to go on: \(line)")
    }
    if session.has("--verbose") {
      session.remark("\(intake.misfits) fields of a wrong type, kept in attributes")
      session.remark("\(intake.duplicateKeys) keys that came twice in a record")
      session.remark("\(intake.zoneAssumed) times without an offset")
    }
    try session.check(intake)
    guard failures.isEmpty else { return .inputOutput }
    if session.readingOption != nil, intake.lines == 0 {
      session.remark(
        "nothing was new: what was read before is not read again with other options; "
          + "to read it otherwise, take it into another store")
    }
    let option = session.store == Session().store ? [] : ["--store", session.store]
    session.remark("next: tracetool \(Suggestion.command(["report", "--launch-times"] + option))")
    return .fine
  }

  private static func table(_ result: IngestRun.Result) -> Table {
    let (intake, count) = (result.intake, { (number: Int64) in Units.count(number) })
    let lines = """
      \(Units.count(intake.lines, "line")) = \(count(intake.records)) records + \(count(intake.blank)) blank + \
      \(count(intake.envelope)) envelope + \(count(intake.unfinished)) unfinished
      """
    let records = """
      \(Units.count(intake.records, "record")) = \(count(intake.new)) new + \(count(intake.duplicate)) duplicate + \
      \(count(intake.passedOver)) passed over + \(count(intake.rejected)) rejected
      """
    let new = intake.lines == 0 ? "nothing new" : Units.count(intake.new, "new record")
    return Table("\(Units.count(result.sources, "source")), \(new)", [], [], notes: [lines, records])
  }
}
