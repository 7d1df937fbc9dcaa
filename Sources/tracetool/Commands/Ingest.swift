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
    let result = try Wiring.ingest(session)
    let intake = result.intake
    guard intake.addsUp else { throw Unaccounted(intake: intake) }
    for failure in result.failures { session.complain("\(failure.error)") }
    let document = Document(
      sources: result.sources, intake: intake, failures: result.failures.map { "\($0.error)" })
    try session.deliver([table(result)], json: { try JSONDocument.text("ingest", document) })
    if let place = result.stoppedAt {
      try Wiring.stopIfAsked(
        "stopped in '\(place)'; all until there is stored: run it again to go on")
    }
    if settings.isVerbose {
      session.remark("\(intake.misfits) fields of a wrong type, kept in attributes")
      session.remark("\(intake.duplicateKeys) keys that came twice in a record")
      session.remark("\(intake.zoneAssumed) times without an offset")
    }
    if settings.maxRejects.isExceeded(by: intake.rejected, of: intake.records) {
      throw DataError(
        description: "more records were rejected than --max-rejects allows; "
          + "'tracetool store rejects' shows why")
    }
    guard result.failures.isEmpty else { return .inputOutput }
    let store = settings.store.map { " --store \($0)" } ?? ""
    session.remark("next: tracetool report --launch-times\(store)")
    return .fine
  }

  private static func table(_ result: IngestRun.Result) -> Table {
    func count(_ value: Int64, _ word: String) -> String { "\(Units.count(Int(value))) \(word)" }
    let intake = result.intake
    let lines = [
      count(intake.records, "records"), count(intake.blank, "blank"),
      count(intake.envelope, "envelope"), count(intake.unfinished, "unfinished"),
    ]
    let records = [
      count(intake.new, "new"), count(intake.duplicate, "duplicate"),
      count(intake.passedOver, "passed over"), count(intake.rejected, "rejected"),
    ]
    return Table(
      "\(count(Int64(result.sources), result.sources == 1 ? "source" : "sources")), "
        + count(intake.new, "new events"), [], [],
      notes: [
        "\(count(intake.lines, "lines")) = \(lines.joined(separator: " + "))",
        "\(count(intake.records, "records")) = \(records.joined(separator: " + "))",
      ])
  }
}

/// Lines that were neither taken in nor told as anything else.
private struct Unaccounted: Error, CustomStringConvertible {
  var intake: Intake

  var description: String {
    "lines are not accounted for (\(intake))"
  }
}
