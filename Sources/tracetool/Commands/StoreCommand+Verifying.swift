import TracePipeline
import TraceReport
import TraceStore

extension StoreCommand {
  /// Checks the store; fails if something in it is wrong.
  func verify() throws -> ExitCode {
    let verification = try StoreVerification(try invocation.openStore(.read))
    let rows: [[Cell]] = verification.checks.map { check in
      [.text(check.name), .text(check.problems.isEmpty ? "yes" : "no"), .text(check.problems.joined(separator: "; "))]
    }
    let columns: [Table.Column] = ["check", "holds", Table.Column("problems", isOptional: true)]
    var table = Table("Store \(invocation.store)", columns, rows)
    let launches = Units.count(verification.comparedLaunches, "launch")
    if verification.isSound {
      table.notes = ["sound: the summaries of \(launches) agree with their events"]
      if verification.outdatedStreams > 0 {
        let streams = Units.count(verification.outdatedStreams, "stream")
        table.notes.append("launches of \(streams) are not summarized yet: the next report does that")
      }
    } else if verification.isMendable {
      table.notes = ["the events are sound: 'tracetool store rebuild' makes the summaries anew"]
    } else {
      table.notes = ["damaged: keep a copy of the file, and take the logs into a new store with 'tracetool ingest'"]
    }
    try invocation.deliver(RowsAnswer(table, schema: "verify", member: "checks"))
    return verification.isSound ? .fine : .inputOutput
  }
}
