import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool store`: what the store holds, and its care.
enum Store {
  private enum Action: String, CaseIterable { case status, rejects, rebuild }

  static func run(_ invocation: Invocation) throws -> ExitCode {
    switch try Values.choice(invocation.arguments[0]) as Action {
    case .status: try status(invocation)
    case .rejects: try rejects(invocation)
    case .rebuild:
      let store = try invocation.openStore(.writeExisting)
      try Projector(store).rebuild()
      let count = Units.count(try store.integer("SELECT count(*) FROM launches"), "launch")
      invocation.remark("made the summaries of \(count)")
    }
    return .fine
  }

  private static func status(_ invocation: Invocation) throws {
    let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    let names = EventKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    let bytes = try invocation.openStore(.read).integer(pages)
    let sql = Command.text(PackageResources.status_sql).replacing("[bytes]", with: "\(bytes)")
    var table = try Query.table(sql.replacing("[names]", with: names), invocation)
    table.rows = table.rows.map { row in row.map { cell in (cell.value as? Int64).map { .count(Int($0)) } ?? cell } }
    try invocation.deliver(RowsAnswer(table, schema: "status"))
  }

  private static func rejects(_ invocation: Invocation) throws {
    // People need the beginning of a line to know it again.
    let limit = invocation.format.isForPeople ? 100 : Reject.keptBytes
    let sql = Command.text(PackageResources.rejects_sql).replacing("[limit]", with: "\(limit)")
    var table = try Query.table(sql, invocation)
    if table.rows.isEmpty { table.heading = "No line was rejected" }
    try invocation.deliver(RowsAnswer(table, schema: "rejects", member: "rejects"))
  }
}
