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
    var table = try Query.table(
      """
      SELECT what, which, count FROM (
        SELECT * FROM status WHERE rank < 7
        UNION ALL SELECT 5, 'bytes', '', \(session.openStore(.read).integer(pages))
        UNION ALL SELECT * FROM (
          SELECT 7, 'unknown events', which, count FROM status
          WHERE rank = 7 AND which NOT IN (\(names)) ORDER BY count DESC, which LIMIT 10))
      ORDER BY rank, count DESC, which
      """, session)
    table.rows = table.rows.map { row in row.map { cell in (cell.value as? Int64).map { .count(Int($0)) } ?? cell } }
    try session.deliver([table]) { try JSONDocument.text("status", ["rows": table.objects]) }
  }

  private static func rejects(_ session: Session) throws {
    // People need the beginning of a line to know it again.
    let limit = session.format == .table ? 100 : Reject.keptBytes
    var table = try Query.table(
      """
      SELECT file, line, offset, length, reason, CAST(substr(raw, 1, \(limit)) AS TEXT) AS raw
      FROM reject ORDER BY source_id, line, id
      """, session)
    if table.rows.isEmpty { table.heading = "No line was rejected" }
    try session.deliver([table]) { try JSONDocument.text("rejects", ["rejects": table.objects]) }
  }
}
