import TraceIngest
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool ingest`: takes logs into the store.
enum Ingest {
  /// The body of the `ingest` document.
  private struct Document: Encodable {
    var sources: Int
    var intake: Intake
    var failures: [String]
  }

  static func run(_ session: Session) throws -> ExitCode {
    let settings = session.settings
    let store = try EventStore(
      path: settings.store, mode: .write, busyTimeout: settings.busyTimeout)
    let result = try session.withProgress { progress in
      var run = IngestRun(into: store, options: settings.ingest, report: progress)
      return try run.run(settings.arguments)
    }
    let intake = result.intake
    guard intake.addsUp else {
      throw Failure(code: .bug, text: "lines are not accounted for (\(intake))")
    }
    let failures = result.failures.map { "\($0.error)" }
    for failure in failures { session.complain(failure) }
    let document = Document(sources: result.sources, intake: intake, failures: failures)
    try session.deliver([table(result)]) { try JSONDocument.text("ingest", document) }
    if let place = result.stoppedAt {
      try System.stopIfAsked(
        "stopped in '\(place)'; all until there is stored; to go on: \(session.commandLine)")
    }
    if settings.isVerbose {
      session.remark("\(intake.misfits) fields of a wrong type, kept in attributes")
      session.remark("\(intake.duplicateKeys) keys that came twice in a record")
      session.remark("\(intake.zoneAssumed) times without an offset")
    }
    try Evidence.check(rejected: intake.rejected, of: intake.records, settings)
    guard failures.isEmpty else { return .inputOutput }
    let options = settings.ingest
    let hasMeanings = !options.keyMap.isEmpty || !options.renames.isEmpty || options.records != nil
    if hasMeanings, intake.lines == 0 {
      session.remark(
        "nothing was new: what was read before is not read again with other options; "
          + "to read it otherwise, take it into another store")
    }
    let option = settings.store == Settings().store ? [] : ["--store", settings.store]
    let next = Suggestion.command(["tracetool", "report", "--launch-times"] + option)
    session.remark("next: \(next)")
    return .fine
  }

  private static func table(_ result: IngestRun.Result) -> Table {
    func sum(_ parts: KeyValuePairs<String, Int64>) -> String {
      parts.map { "\(Units.count($0.value)) \($0.key)" }.joined(separator: " + ")
    }
    let intake = result.intake
    let lines = sum([
      "records": intake.records, "blank": intake.blank, "envelope": intake.envelope,
      "unfinished": intake.unfinished,
    ])
    let records = sum([
      "new": intake.new, "duplicate": intake.duplicate, "passed over": intake.passedOver,
      "rejected": intake.rejected,
    ])
    return Table(
      "\(Units.count(result.sources, "source")), \(Units.count(intake.new, "new event"))", [], [],
      notes: [
        "\(Units.count(intake.lines, "line")) = \(lines)",
        "\(Units.count(intake.records, "record")) = \(records)",
      ])
  }
}
