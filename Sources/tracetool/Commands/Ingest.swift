import TraceIngest
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool ingest`: takes logs into the store.
enum Ingest {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    // What is read into a store is to be there before the store is made.
    let sources = try SourceList.expand(invocation.arguments)
    if sources.isEmpty { throw Failure.data("there is no file in what was named; check the paths") }
    if !System.isThere(invocation.store), let strangers = IngestDiagnostics(strangers: sources, invocation.ingest) {
      invocation.tell(strangers)
      throw noLog
    }
    let store = try invocation.openStore(.write)
    let result = try invocation.withProgress { progress in
      var run = IngestRun(into: store, options: invocation.ingest, report: progress)
      return try run.run(invocation.arguments)
    }
    let intake = result.intake
    if !intake.addsUp { throw Failure(code: .bug, description: "lines are unaccounted for (\(intake))") }
    let failures = result.diagnostics.failures.map { "\($0)" }
    for failure in failures { invocation.complain(failure) }
    invocation.tell(result.diagnostics)
    try invocation.deliver(IngestAnswer(result: result))
    if let place = result.stoppedAt {
      let line = Suggestion.command(["tracetool"] + System.arguments)
      try System.stopIfAsked("stopped in '\(place)'; all until there is stored; to go on: \(line)")
    }
    if invocation.has("--verbose") {
      invocation.remark("\(intake.misfits) fields of a wrong type, kept in attributes")
      invocation.remark("\(intake.duplicateKeys) keys that came twice in a record")
      invocation.remark("\(intake.zoneAssumed) times without an offset")
    }
    try invocation.check(intake)
    guard failures.isEmpty else { return .inputOutput }
    if result.sources == 0 { throw noLog }
    if invocation.readingOption != nil, intake.lines == 0 {
      invocation.remark(
        "nothing was new: what was read before is not read again with other options; "
          + "to read it otherwise, take it into another store")
    }
    let option = invocation.store == Invocation().store ? [] : ["--store", invocation.store]
    invocation.remark("next: tracetool \(Suggestion.command(["report", "--launch-times"] + option))")
    return .fine
  }

  private static let noLog = Failure.data("there is no log in what was named; check the paths")

}

/// What an ingest read and stored.
struct IngestAnswer: ScreenAnswer, DocumentAnswer {
  let result: IngestRun.Result

  func tables(drawing: Drawing) -> [Table] {
    let misfits = result.diagnostics.misfitFields
    return [table] + (misfits.isEmpty ? [] : [misfits.table])
  }

  func document() throws -> String {
    let document = [
      "sources": Cell(result.sources), "intake": Cell(result.intake),
      "failures": Cell(result.diagnostics.failures.map { "\($0)" }),
      "passedOver": Cell(result.diagnostics.strangers.map { ["file": $0.subject, "cause": $0.cause] }),
      "rejects": Cell(result.diagnostics.rejects.map(\.fields)),
    ]
    return try JSONDocument.text("ingest", document)
  }

  private var table: Table {
    let intake = result.intake
    let count = { (number: Int64) in Units.count(number) }
    let lines = """
      \(Units.count(intake.lines, "line")) = \(count(intake.records)) records + \(count(intake.blank)) blank + \
      \(count(intake.envelope)) envelope + \(count(intake.unfinished)) unfinished
      """
    let records = """
      \(Units.count(intake.records, "record")) = \(count(intake.new)) new + \(count(intake.duplicate)) duplicate + \
      \(count(intake.passedOver)) passed over + \(count(intake.rejected)) rejected
      """
    let new = intake.lines == 0 ? "nothing new" : Units.count(intake.new, "new record")
    let strangers = result.diagnostics.strangers.count
    let passedOver = strangers > 0 ? ", \(Units.count(strangers, "file")) passed over" : ""
    return Table("\(Units.count(result.sources, "source")), \(new)\(passedOver)", [], [], notes: [lines, records])
  }
}

extension FileRejects {
  /// As programs read it.
  fileprivate var fields: [String: Cell] { ["file": Cell(file), "lines": Cell(lines), "rejected": Cell(rejected)] }
}
