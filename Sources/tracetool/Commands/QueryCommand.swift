import TraceModel
import TracePipeline
import TraceReport
import TraceStore

struct QueryCommand: Command {
  static let name = "query"
  static let summary = "Run a read-only SQL query on the store's views."
  static let examples = [
    Example("query 'SELECT event, count(*) FROM event GROUP BY event'", "The number of events of each kind."),
    Example("query --format csv 'SELECT * FROM launch'", "Every launch with its kind and time, for a spreadsheet."),
  ]
  static let answer: any Answer.Type = RowsAnswer.self
  static let readsConfiguration = true
  static var operands: [Operand<Self>] {
    [
      .required(
        "SQL", "A statement that only reads; 'tracetool explain --schema store' lists the views", \.sql, as: .text)
    ]
  }
  static var options: [OptionGroup<Self>] { [everywhere] }

  var invocation: Invocation
  private(set) var sql = ""

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  /// The primary codes with which SQLite refuses a statement: none, ERROR, NOMEM, TOOBIG, MISMATCH, AUTH.
  ///
  /// Source: <https://www.sqlite.org/rescode.html>.
  private static let wrongStatement: Set<Int32> = [0, 1, 7, 18, 20, 23]

  /// Rows and bytes of text that are read before any is written: they decide the widths of columns, and a statement
  /// that fails among them writes no row.
  private static let mostFirstRows = 10_000
  private static let mostFirstBytes = 8 << 20

  func run() throws -> ExitCode {
    EventStore.limitMemory()
    // A store that cannot be opened is no mistake of the statement.
    let store = try openStore()
    let rows = try Self.asStatement { try store.rows(of: sql, until: { System.isStopped }) }
    try checkNames(rows.columns)
    var first: [[Cell]] = []
    var bytes = 0
    var isWhole = false
    while !isWhole, first.count < Self.mostFirstRows, bytes < Self.mostFirstBytes {
      guard let row = try Self.row(of: rows, orElse: "nothing was written") else {
        isWhole = true
        break
      }
      first.append(row)
      bytes += row.reduce(0) { $0 + $1.byteCount }
    }
    var table = Table(first.isEmpty ? "No rows" : "", rows.columns.map { ColumnHeading(named: $0) }, first)
    table.isVerticalAlone = true
    if isWhole {
      try invocation.deliver(RowsAnswer(table, schema: "query"))
      return .fine
    }
    let answer = RowsAnswer(table, schema: "query") { write in
      while let row = try Self.row(of: rows, orElse: "not all rows were written") { try write(row) }
    }
    try invocation.deliver(answer)
    return .fine
  }

  /// Checks that no two columns have one name where names are keys, as one would be lost.
  private func checkNames(_ columns: [String]) throws {
    guard invocation.formats.contains(where: { $0.name == "json" }) else { return }
    var seen: Set<String> = []
    guard let name = columns.first(where: { !seen.insert($0).inserted }) else { return }
    throw Failure.usage("--format json: two columns are called '\(name: name)'; name one with AS")
  }

  private static func row(of rows: QueryRows, orElse advice: String) throws -> [Cell]? {
    let row = Result { try asStatement { try rows.next() } }
    try System.stopIfAsked(advice)
    return try row.get()?.map { Cell($0) }
  }

  /// Runs `body`; an error of the statement becomes a mistake on the command line.
  private static func asStatement<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch let error as StoreError where wrongStatement.contains(error.code & 0xff) {
      throw failure(error)
    }
  }

  /// The store, up to date; kinds of launches and stays, which need all launches, only if the statement may use them.
  private func openStore() throws -> EventStore {
    let words = sql.lowercased()
    return try invocation.withProgress { progress in
      try StoredLaunches.storeForQueries(
        at: invocation.trustedStore(), busyTimeout: invocation.busyTimeoutMilliseconds,
        hasKinds: words.contains("launch"), hasStays: words.contains("stay"), report: progress)
    }
  }

  private static func failure(_ error: StoreError) -> Failure {
    var error = error
    if ![0, 23].contains(error.code) {
      error.hint = "a query may only read; 'SELECT * FROM launch LIMIT 1' shows what a view has"
    }
    // The text after "near" comes from the data and may be private.
    let cause = String(error.message.split(separator: " near ").first ?? "")
    return Failure.usage(error.operation == "use" ? "the statement fails: \(name: cause)" : error.sentence)
  }
}
