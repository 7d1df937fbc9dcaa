import CSQLite

/// An open SQLite file, closed when its owner lets go of it.
///
/// Not copyable, so that it is closed once; not `Sendable`: it stays with the task that owns it.
@safe struct Connection: ~Copyable {
  let handle: OpaquePointer
  let path: String

  /// Opens `address`, a path or `file:` URI, for the file that messages call `path`.
  init(_ address: String, path: String, flags: Int32) throws(StoreError) {
    var opened: OpaquePointer?
    let all = flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(address, &opened, all, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let message = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close_v2(opened)
      throw StoreError("open the store", file: path, code: code, message: message)
    }
    unsafe self.handle = handle
    self.path = path
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// How long a step waits for another process, in milliseconds.
  func setBusyTimeout(_ milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Runs statements without values.
  func execute(_ sql: String, _ operation: String = "write to") throws(StoreError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw failure(operation, sql: sql)
    }
  }

  /// The first column of the first row, 0 without one.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Lets statements only read: no write, no attached file, no pragma, no function that sees files.
  func restrictToReading() {
    unsafe sqlite3_set_authorizer(
      handle,
      { _, action, _, name, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
          guard let name = unsafe name else { return SQLITE_DENY }
          let isHarmful = unsafe harmfulFunctions.contains(String(cString: name).lowercased())
          return isHarmful ? SQLITE_DENY : SQLITE_OK
        default: return SQLITE_DENY
        }
      }, nil)
  }

  /// The error of the last call.
  func failure(_ operation: String, sql: String? = nil) -> StoreError {
    let code = unsafe sqlite3_extended_errcode(handle)
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    return StoreError(operation, file: path, code: code, message: message, sql: sql)
  }
}

private let harmfulFunctions: Set<String> = [
  "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer",
]
