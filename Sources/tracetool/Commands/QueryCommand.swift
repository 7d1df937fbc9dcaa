import TracePipeline
import TraceReport
import TraceStore

/// `tracetool query`: SQL on the store's views.
struct QueryCommand: Command {
  static let name = "query"
  static let summary = "Run a read-only SQL query on the store's views."
  static let examples = [
    Example("query 'SELECT kind, count(*) FROM event GROUP BY kind'", "The number of events of each kind."),
    Example("query --format csv 'SELECT * FROM launch'", "Every launch with its kind and time, for a spreadsheet."),
  ]
  static let answer: any Answer.Type = RowsAnswer.self
  static var operands: [Operand<Self>] {
    [.required("SQL", "One statement that reads; 'tracetool explain --schema store' has the views", \.sql, as: .text)]
  }
  static var options: [OptionGroup<Self>] { [everywhere] }

  var invocation: Invocation
  private(set) var sql = ""

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  /// The primary codes with which SQLite refuses a statement: none, ERROR, NOMEM, TOOBIG, MISMATCH, AUTH.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>.
  private static let wrongStatement: Set<Int32> = [0, 1, 7, 18, 20, 23]

  func run() throws -> ExitCode {
    // A store that cannot be opened is no mistake of the statement.
    let store = try openStore()
    var table: Table
    do { table = try invocation.rows(of: sql, in: store) } catch let error as StoreError
      where Self.wrongStatement.contains(error.code & 0xff)
    {
      throw Self.failure(error)
    }
    if table.rows.isEmpty { table.heading = "No rows" }
    table.isVerticalAlone = true
    try invocation.deliver(RowsAnswer(table, schema: "query"))
    return .fine
  }

  /// The store; with the kinds of launches and with stays, which take a look at all launches, only for a statement that
  /// may ask for them.
  private func openStore() throws -> EventStore {
    let words = sql.lowercased()
    let hasKinds = words.contains("launch")
    let hasStays = words.contains("stay")
    guard hasKinds || hasStays else { return try invocation.openStore(.read) }
    return try invocation.withProgress { progress in
      try Projector.storeForQueries(
        at: invocation.store, busyTimeout: invocation.busyTimeoutMilliseconds, hasKinds: hasKinds, hasStays: hasStays,
        report: progress)
    }
  }

  private static func failure(_ error: StoreError) -> Failure {
    var error = error
    if ![0, 23].contains(error.code) {
      error.hint = "a query may only read; 'SELECT * FROM launch LIMIT 1' shows what a view has"
    }
    // The text after "near" comes from the data and may be private.
    let cause = error.message.split(separator: " near ").first ?? ""
    return Failure.usage(error.operation == "use" ? "the statement fails: \(cause)" : "\(error)")
  }
}
