import TraceModel
import TracePipeline
import TraceReport
import TraceStore

extension StoreCommand {
  func verify() throws -> ExitCode {
    let verification = try StoreVerification(try invocation.openStore(.read, schema: .any))
    let rows: [[Cell]] = verification.checks.map { check in
      [.name(check.name), .text(check.problems.isEmpty ? "yes" : "no"), .name(check.problems.joined(separator: "; "))]
    }
    let columns: [ColumnHeading] = ["check", "holds", ColumnHeading("problems", isOptional: true)]
    var table = Table("Store \(name: invocation.store)", columns, rows)
    if verification.isSound {
      table.notes = [
        "sound: the summaries of \(count: verification.comparedLaunches, "launch") agree with their events"
      ]
      if verification.outdatedStreams > 0 {
        table.notes.append(
          "launches of \(count: verification.outdatedStreams, "stream") have to be derived again: the next report does that"
        )
      }
    } else if verification.hasOtherSchema, verification.isMendable {
      table.notes = [
        "nothing else was checked, as all else is derived from these: run 'tracetool store rebuild', then verify again"
      ]
    } else if verification.isMendable {
      table.notes = ["the events are sound: 'tracetool store rebuild' makes the summaries again"]
    } else {
      let what: Sentence =
        verification.hasOtherSchema ? "not as tracetool makes it, and nothing else was checked" : "damaged"
      table.notes = ["\(what): keep a copy of the file, and read the logs into a new store with 'tracetool ingest'"]
    }
    if !verification.foreignParts.isEmpty {
      table.notes.append("also there, and skipped: \(name: verification.foreignParts.joined(separator: ", "))")
    }
    try invocation.deliver(RowsAnswer(table, schema: "verify", member: "checks"))
    return verification.isSound ? .fine : .inputOutput
  }
}
