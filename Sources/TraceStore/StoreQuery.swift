import CSQLite

/// A value in the answer to a query.
package enum StoreValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// SQL of a person on a store that cannot change it.
package final class StoreQuery {
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
  ///   - limit: How many rows are given at most.
  ///   - columns: Is given the names of the columns, before any row.
  ///   - row: Is given each row's values; returns whether it wants more.
  /// - Returns: Whether there were more rows than the limit.
  /// - Throws: `StoreError`, with SQLite's message for SQL that is wrong or refused.
  package func run(
    _ sql: String, limit: Int = .max, columns: ([String]) -> Void = { _ in },
    row: ([StoreValue]) -> Bool
  ) throws(StoreError) -> Bool {
    let statement = try prepare(sql)
    let count = statement.columnCount
    columns((0..<count).map { statement.name($0) })
    var rows = 0
    while try statement.step() {
      if rows == limit { return true }
      rows += 1
      if !row((0..<count).map { statement.value($0) }) { return false }
    }
    return false
  }

  private func prepare(_ sql: String) throws(StoreError) -> Statement {
    do throws(StoreError) {
      let statement = try connection.prepare(sql)
      if !statement.hasRest { return statement }
      throw StoreError(
        "query", file: connection.path, message: "text follows the first statement",
        hint: "give one SELECT")
    } catch {
      var error = error
      switch error.code & 0xff {
      case 0: break
      case SQLITE_AUTH: error.hint = "give one SELECT: a query may only read"
      default: error.hint = "see 'SELECT name, sql FROM sqlite_schema' for what there is"
      }
      throw error
    }
  }
}

extension Statement {
  /// The value in a column.
  func value(_ column: Int32) -> StoreValue {
    switch type(column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(string(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
