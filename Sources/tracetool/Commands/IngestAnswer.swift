import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

struct IngestAnswer: ScreenAnswer, DocumentAnswer {
  let result: IngestRun.Result
  /// True if the screen shows how all lines add up.
  let isVerbose: Bool

  func tables(drawing: Drawing) -> [Table] {
    let misfits = result.diagnostics.misfitFields
    return [screen.table] + (misfits.isEmpty ? [] : [misfits.table])
  }

  func document() throws -> String {
    let document = [
      "sources": Cell(result.sources), "intake": Cell(result.counts),
      "failures": Cell(result.diagnostics.failures.map { "\($0)" }),
      "passedOver": Cell(result.diagnostics.nonLogs.map { ["file": $0.subject, "cause": $0.cause] }),
      "rejects": Cell(result.diagnostics.rejects.map(\.fields)),
    ]
    return try JSONDocument.text("ingest", document)
  }

  private var screen: IngestScreen {
    let intake = result.counts
    var screen = IngestScreen()
    screen.versions = result.versions
    screen.sources = result.sources
    screen.lines = intake.lines
    screen.newEvents = intake.new
    screen.duplicates = intake.duplicate
    screen.rejected = intake.rejected
    screen.unfinished = intake.unfinished
    screen.passedOverFiles = result.diagnostics.nonLogs.count
    screen.earlierLaunches = result.earlierLaunches
    screen.isVerbose = isVerbose
    screen.sums = [
      (
        Units.count(intake.lines, "line"),
        [
          (intake.records, "record"), (intake.blank, "blank"), (intake.envelope, "envelope"),
          (intake.unfinished, "unfinished"),
        ]
      ),
      (
        Units.count(intake.records, "record"),
        [
          (intake.new, "new"), (intake.duplicate, "duplicate"), (intake.passedOver, "skipped"),
          (intake.rejected, "rejected"),
        ]
      ),
    ]
    return screen
  }
}

extension FileRejects {
  fileprivate var fields: [String: Cell] { ["file": Cell(file), "records": Cell(records), "rejected": Cell(rejected)] }
}
