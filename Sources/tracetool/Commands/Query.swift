import TraceReport
import TraceStore

/// `tracetool query`: SQL on the store's views.
enum Query {
  /// What SQLite says of a statement that is wrong: nothing, ERROR, NOMEM, TOOBIG, MISMATCH, AUTH.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>.
  private static let wrongStatement: Set<Int32> = [0, 1, 7, 18, 20, 23]

  static func run(_ invocation: Invocation) throws -> ExitCode {
    var table = try table(invocation.arguments[0], invocation)
    if table.rows.isEmpty { table.heading = "No rows" }
    try invocation.deliver(RowsAnswer(table, schema: "query"))
    return .fine
  }

  /// What the store answers.
  static func table(_ sql: String, _ invocation: Invocation) throws -> Table {
    let store = try invocation.openStore(.read)
    let answer: (columns: [String], rows: [[Cell]])
    do {
      answer = try store.query(sql, as: { Cell($0) }, until: { System.isStopped })
    } catch {
      try System.stopIfAsked("nothing was written")
      let isTheirs = sql == invocation.arguments[0]
      guard isTheirs, wrongStatement.contains(error.code & 0xff) else { throw error }
      var error = error
      if ![0, 23].contains(error.code) {
        error.hint = "a query may only read; 'SELECT * FROM launch LIMIT 1' shows what a view has"
      }
      // What a statement that runs stops near to may be private.
      let cause = error.message.split(separator: " near ").first ?? ""
      throw Failure.usage(error.operation == "use" ? "the statement fails: \(cause)" : "\(error)")
    }
    try System.stopIfAsked("nothing was written")
    return Table("", answer.columns.map { Table.Column($0) }, answer.rows)
  }
}
