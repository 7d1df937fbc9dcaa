import TraceModel
import TracePipeline
import TraceReport
import TraceStore

/// `tracetool store`: what the store holds, and its care.
enum Store {
  private enum Action: String, CaseIterable { case status, rejects, rebuild }

  static func run(_ session: Session) throws -> ExitCode {
    switch try Values.choice(session.arguments[0]) as Action {
    case .status: try status(session)
    case .rejects: try rejects(session)
    case .rebuild:
      let store = try session.openStore(.writeExisting)
      try Projector(store).rebuild()
      let count = Units.count(try store.integer("SELECT count(*) FROM launches"), "launch")
      session.remark("made the summaries of \(count)")
    }
    return .fine
  }

  private static func status(_ session: Session) throws {
    let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    let names = EventKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    let bytes = try session.openStore(.read).integer(pages)
    let sql = Command.text(PackageResources.status_sql).replacing("[bytes]", with: "\(bytes)")
    var table = try Query.table(sql.replacing("[names]", with: names), session)
    table.rows = table.rows.map { row in row.map { cell in (cell.value as? Int64).map { .count(Int($0)) } ?? cell } }
    try session.deliver([table]) { try JSONDocument.text("status", ["rows": table.objects]) }
  }

  private static func rejects(_ session: Session) throws {
    // People need the beginning of a line to know it again.
    let limit = session.format == .table ? 100 : Reject.keptBytes
    let sql = Command.text(PackageResources.rejects_sql).replacing("[limit]", with: "\(limit)")
    var table = try Query.table(sql, session)
    if table.rows.isEmpty { table.heading = "No line was rejected" }
    try session.deliver([table]) { try JSONDocument.text("rejects", ["rejects": table.objects]) }
  }
}
