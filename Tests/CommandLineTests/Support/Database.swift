import CSQLite
import Foundation

/// A store opened with SQLite alone, without the code that is tested.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var handle: OpaquePointer?

  init(_ path: String, attached other: String? = nil) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Failure(description: "\(path) cannot be opened")
    }
    sqlite3_busy_timeout(handle, 5000)
    if let other { try run("ATTACH '\(other)' AS other") }
  }

  deinit { sqlite3_close_v2(handle) }

  /// The rows of a statement, all values as text, NULL as a word of its own.
  @discardableResult
  func run(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
          })
      case SQLITE_DONE: return rows
      default: throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
      }
    }
  }

  func number(_ sql: String) throws -> Int { Int(try run(sql).first?.first ?? "") ?? 0 }
}
