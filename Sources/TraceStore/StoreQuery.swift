/// SQL of a person on a store that cannot change it.
package struct StoreQuery {
  private let connection: Connection

  /// Opens the store at `path` to read; waits `busyTimeout` milliseconds for who makes it.
  ///
  /// - Throws: `StoreError` as opening an `EventStore` does.
  package init(path: String, busyTimeout: Int32 = 5000) throws(StoreError) {
    connection = try StoreFile.open(path, .read, busyTimeout: busyTimeout)
    connection.restrictToReading()
  }

  /// Runs one statement that only reads.
  ///
  /// - Parameters:
  ///   - sql: A SELECT; anything else is refused.
  ///   - columns: Is given the names of the columns, before any row.
  ///   - row: Is given each row's values; returns whether it wants more.
  /// - Throws: `StoreError`, with SQLite's message for SQL that is wrong or refused.
  package func run(
    _ sql: String, columns: ([String]) -> Void = { _ in }, row: ([StoreValue]) -> Bool
  ) throws(StoreError) {
    let statement = try connection.prepare(sql)
    if statement.hasRest {
      throw StoreError(
        "query", file: connection.path, message: "text follows the first statement",
        hint: "give one SELECT")
    }
    let places = 0..<statement.columnCount
    columns(places.map { statement.name($0) })
    while try statement.step(), row(places.map { statement.value($0) }) {}
  }
}
