import CSQLite
import TraceModel

/// The rows of a person's SELECT, of which one is in memory at a time.
package final class QueryRows {
  /// The greatest length of a value, and of a row, in bytes: twice that of the longest line that a store takes in.
  static let mostBytes: Int32 = 32 << 20
  /// The most memory for a statement in bytes: a few values of `mostBytes`, 2 MB of cached pages, and rows to be sorted
  /// before they move to a file.
  static let mostMemory: Int64 = 256 << 20

  /// The names of the columns.
  package let columns: [String]
  private let statement: Statement
  private let path: String

  init(_ sql: String, on connection: Connection) throws(StoreError) {
    path = connection.path
    do throws(StoreError) { statement = try connection.prepare(sql) } catch { throw Self.explained(error) }
    if statement.hasRest {
      throw StoreError(
        "query", file: connection.path, message: "text follows the first statement", hint: "give one SELECT")
    }
    columns = (0..<statement.columnCount).map(statement.name)
  }

  /// The next row; nil after the last, and then the first again.
  package func next() throws(StoreError) -> [StoreValue]? {
    do throws(StoreError) {
      guard try statement.step() else { return nil }
    } catch { throw Self.explained(error) }
    let columns = 0..<statement.columnCount
    // SQLite bounds a value; a row may have many.
    let bytes = columns.reduce(0) { $0 + statement.byteCount($1) }
    if bytes > Int(Self.mostBytes) {
      throw Self.explained(
        StoreError("use", file: path, code: SQLITE_TOOBIG, message: "the values of a row are too long"))
    }
    return columns.map(statement.value)
  }

  /// Adds to an error how much is too much.
  private static func explained(_ error: StoreError) -> StoreError {
    var error = error
    switch error.code & 0xff {
    case SQLITE_TOOBIG:
      error.message = "a value, or all values of a row, are longer than \(mostBytes >> 20) MB"
    case SQLITE_NOMEM: error.message = "it needs more than \(mostMemory >> 20) MB of memory"
    default: break
    }
    return error
  }
}
