import CSQLite
import TraceModel

/// A prepared statement, which resets itself after its last row.
@safe final class Statement {
  /// True if its SQL goes on after the statement.
  let hasRest: Bool
  let handle: OpaquePointer
  private let path: String

  init(_ sql: String, on database: OpaquePointer, path: String) throws(StoreError) {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK else { throw unsafe StoreError("query", on: database, path: path) }
    guard let handle = unsafe handle else {
      throw StoreError("query", file: path, message: "there is no statement", hint: "give one SELECT")
    }
    unsafe self.handle = handle
    self.path = path
    let used = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0).utf8.count } ?? 0
    hasRest = unsafe Self.holdsStatement(sql.utf8CString.dropFirst(used), database)
  }

  /// True if SQL holds more than blanks, comments and semicolons, of which SQLite makes no statement.
  private static func holdsStatement(_ sql: ArraySlice<CChar>, _ database: OpaquePointer) -> Bool {
    unsafe sql.withUnsafeBufferPointer { sql in
      var next = sql.baseAddress
      while let text = unsafe next, unsafe text.pointee != 0 {
        var statement: OpaquePointer?
        defer { unsafe sqlite3_finalize(statement) }
        let code = unsafe sqlite3_prepare_v3(database, text, -1, 0, &statement, &next)
        if unsafe code != SQLITE_OK || statement != nil { return true }
      }
      return false
    }
  }

  deinit { unsafe sqlite3_finalize(handle) }

  func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    defer { reset() }
    if code == SQLITE_DONE { return false }
    throw unsafe StoreError("use", on: sqlite3_db_handle(handle), path: path)
  }

  /// Runs to the end, and ignores rows.
  func finish() throws(StoreError) { while try step() {} }

  func all<Answer>(_ read: (Statement) -> Answer) throws(StoreError) -> [Answer] {
    var answers: [Answer] = []
    while try step() { answers.append(read(self)) }
    return answers
  }

  @discardableResult
  func first<Answer>(_ read: (Statement) -> Answer) throws(StoreError) -> Answer? {
    defer { reset() }
    return try step() ? read(self) : nil
  }

  /// The first column of the first row; nil without a row, or for NULL.
  func first() throws(StoreError) -> Int64? {
    let number = try first { $0.optional(0) }
    return number == .min ? nil : number
  }

  func reset() { _ = unsafe sqlite3_reset(handle) }

  // MARK: Values

  func bind<each Value: Bindable>(_ values: repeat each Value) {
    var index: Int32 = 1
    for value in repeat each values {
      value.bind(to: self, at: index)
      index += 1
    }
  }

  /// Binds by length, so that NUL in text is kept; no bytes bind an empty value, not NULL.
  func bind(_ bytes: ArraySlice<UInt8>, isText: Bool, at index: Int32) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let count = UInt64(bytes.count)
    // One byte, never read, gives empty values an address.
    unsafe (bytes.isEmpty ? [0] : bytes).withUnsafeBytes { bytes in
      let start = bytes.baseAddress
      let text = unsafe start?.assumingMemoryBound(to: CChar.self)
      _ =
        unsafe isText
        ? sqlite3_bind_text64(handle, index, text, count, transient, UInt8(SQLITE_UTF8))
        : sqlite3_bind_blob64(handle, index, start, count, transient)
    }
  }

  // MARK: Columns

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// `Int64.min` for NULL.
  func optional(_ column: Int32) -> Int64 {
    let value = integer(column)
    return value == 0 && type(column) == SQLITE_NULL ? .min : value
  }

  func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }

  /// The length of a text or blob in bytes, 0 for other values; does not expand a zeroblob.
  func byteCount(_ column: Int32) -> Int {
    let type = type(column)
    return type == SQLITE_TEXT || type == SQLITE_BLOB ? unsafe Int(sqlite3_column_bytes(handle, column)) : 0
  }

  var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  func name(_ column: Int32) -> String {
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// Lends the bytes of a text or blob, which are valid until the next step.
  func withBytes<Result>(_ column: Int32, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count).span)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { bytes in
      unsafe bytes.withUnsafeBufferPointer { bytes in unsafe Array(bytes) }
    }
  }

  func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func value(_ column: Int32) -> StoreValue {
    switch type(column) {
    case SQLITE_INTEGER: integer(column)
    case SQLITE_FLOAT: unsafe sqlite3_column_double(handle, column)
    case SQLITE_TEXT: string(column)
    case SQLITE_BLOB: bytes(column).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    default: nil
    }
  }
}

/// A value in the answer to a query; a blob is text in hexadecimal digits.
package typealias StoreValue = (any Encodable & Sendable)?

extension StoreError {
  init(_ operation: String, on database: OpaquePointer?, path: String) {
    unsafe self.init(
      operation, file: path, code: sqlite3_extended_errcode(database),
      message: String(cString: sqlite3_errmsg(database)))
  }
}

protocol Bindable { func bind(to statement: Statement, at index: Int32) }

extension Int64: Bindable {
  /// Binds `Int64.min` as NULL.
  func bind(to statement: Statement, at index: Int32) {
    if self == .min {
      unsafe sqlite3_bind_null(statement.handle, index)
    } else {
      unsafe sqlite3_bind_int64(statement.handle, index, self)
    }
  }
}

extension UInt64: Bindable {
  func bind(to statement: Statement, at index: Int32) {
    unsafe sqlite3_bind_int64(statement.handle, index, Int64(bitPattern: self))
  }
}

extension String: Bindable {
  func bind(to statement: Statement, at index: Int32) { statement.bind(Array(utf8)[...], isText: true, at: index) }
}

extension [UInt8]: Bindable {
  func bind(to statement: Statement, at index: Int32) { statement.bind(self[...], isText: false, at: index) }
}
