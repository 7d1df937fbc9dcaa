import TraceModel

/// Rows of numbers on their way into a table; NULL is `Int64.min`.
struct Rows {
  let width: Int
  var numbers: [Int64] = []
  /// The values of the numbers in the last column, where it is a text or a blob.
  var bytes: RowBytes?

  /// How many rows there are.
  var count: Int { numbers.count / width }

  subscript(row: Int, column: Int) -> Int64 {
    get { numbers[row * width + column] }
    set { numbers[row * width + column] = newValue }
  }

  subscript(row: Int, column: some Column) -> Int64 { self[row, Int(column.rawValue)] }

  /// Inserts rows into a table, in `order`; a failure undoes the transaction.
  ///
  /// SQLite draws them: 0.85 of the time of 32 bound rows a statement. What all of many rows have stands in the
  /// statement: 0.9 of that.
  func insert(into table: String, in order: [Int], on connection: Connection) throws(StoreError) {
    guard !order.isEmpty else { return }
    let statement = insertion(into: table, in: order)
    connection.lend(self, in: order)
    defer { connection.lend(Rows(width: 1), in: []) }  // Its texts may change again.
    try connection.run(statement)
  }

  /// The statement that inserts the rows that are lent, in one block of memory: it is made for each batch.
  private func insertion(into table: String, in order: [Int]) -> String {
    var statement = ""
    statement.reserveCapacity(64 + table.utf8.count + width * 24)
    statement += "INSERT OR ROLLBACK INTO "
    statement += table
    for column in 0..<width {
      statement += column == 0 ? " SELECT " : ", "
      statement += literal(column, in: order) ?? "c\(column)"
    }
    statement += " FROM lent_rows"
    return statement
  }

  /// Inserts all rows into a table, and forgets them.
  mutating func flush(into table: String, on connection: Connection) throws(StoreError) {
    if numbers.isEmpty { return }
    try insert(into: table, in: Array(0..<count), on: connection)
    numbers.removeAll(keepingCapacity: true)
    bytes?.removeAll()
  }

  /// The value that all of many rows have in a column, as SQL; `nil` where they are few or differ.
  private func literal(_ column: Int, in order: [Int]) -> String? {
    if order.count < 100 || column == width - 1 && bytes != nil { return nil }
    let value = self[order[0], column]
    for row in order where numbers[row * width + column] != value { return nil }
    return value == .min ? "NULL" : "\(value)"
  }
}
