import TraceIngest
import TracePipeline
import TraceReport

/// What an ingest read and stored.
struct IngestAnswer: ScreenAnswer, DocumentAnswer {
  let result: IngestRun.Result

  func tables(drawing: Drawing) -> [Table] {
    let misfits = result.diagnostics.misfitFields
    return [table] + (misfits.isEmpty ? [] : [misfits.table])
  }

  func document() throws -> String {
    let document = [
      "sources": Cell(result.sources), "intake": Cell(result.counts),
      "failures": Cell(result.diagnostics.failures.map { "\($0)" }),
      "passedOver": Cell(result.diagnostics.strangers.map { ["file": $0.subject, "cause": $0.cause] }),
      "rejects": Cell(result.diagnostics.rejects.map(\.fields)),
    ]
    return try JSONDocument.text("ingest", document)
  }

  private var table: Table {
    let intake = result.counts
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
  fileprivate var fields: [String: Cell] { ["file": Cell(file), "records": Cell(records), "rejected": Cell(rejected)] }
}
