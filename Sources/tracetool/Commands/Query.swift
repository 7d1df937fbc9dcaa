import TraceReport
import TraceStore

/// `tracetool query`: SQL on the store's views.
enum Query {
  /// What SQLite says of a statement that is wrong: nothing, ERROR, TOOBIG, MISMATCH, AUTH.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>.
  private static let wrongStatement: Set<Int32> = [0, 1, 18, 20, 23]

  static func run(_ session: Session) throws -> ExitCode {
    var table = Table("", [], [])
    let query = try StoreQuery(path: session.settings.store)
    do {
      _ = try query.run(
        session.settings.arguments[0], columns: { table.columns = $0.map { Table.Column($0) } }
      ) { row in
        table.rows.append(row.map(cell))
        return !System.isStopped
      }
    } catch {
      guard wrongStatement.contains(error.code & 0xff) else { throw error }
      let isRunning = error.operation == "use"
      throw Failure.usage(isRunning ? "the statement fails: \(error.message)" : "\(error)")
    }
    try System.stopIfAsked("nothing was written")
    if table.rows.isEmpty { table.heading = "No rows" }
    try session.deliver([table]) { try JSONDocument.text("query", ["rows": table.objects]) }
    return .fine
  }

  private static func cell(_ value: StoreValue) -> Cell {
    switch value {
    case .null: .none
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes):
      .text(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
  }
}
