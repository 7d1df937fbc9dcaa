extension EventStore {
  /// Runs a person's statement, which may only read; from then on the store does nothing else.
  ///
  /// - Parameters:
  ///   - sql: A SELECT; anything else is refused.
  ///   - columns: Is given the names of the columns, before any row.
  ///   - row: Is given each row's values; returns whether it wants more.
  ///   - isStopped: Asked while it runs; ends it, as an error.
  /// - Throws: `StoreError`, with SQLite's message for SQL that is wrong or refused.
  package func query(
    _ sql: String, columns: ([String]) -> Void = { _ in }, row: ([StoreValue]) -> Bool,
    until isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) {
    connection.restrictToReading(until: isStopped)
    let statement = try connection.prepare(sql)
    if statement.hasRest {
      throw StoreError(
        "query", file: connection.path, message: "text follows the first statement", hint: "give one SELECT")
    }
    let places = 0..<statement.columnCount
    columns(places.map { statement.name($0) })
    while try statement.step(), row(places.map { statement.value($0) }) {}
  }
}
