import CSQLite

/// A prepared statement, finalized when its owner lets go of it.
///
/// Not copyable, so that a handle has one owner; not `Sendable`: it stays with its connection.
@safe struct Statement: ~Copyable {
  let handle: OpaquePointer
  private let path: String
  /// Whether text follows the statement.
  let hasRest: Bool

  init(_ sql: String, on connection: borrowing Connection) throws(StoreError) {
    var handle: OpaquePointer?
    let bytes = Array(sql.utf8)
    var used = 0
    let code = unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var rest: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(
        connection.handle, start, Int32(buffer.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle,
        &rest)
      if let start = unsafe start, let rest = unsafe rest { used = unsafe rest - start }
      return code
    }
    guard code == SQLITE_OK else { throw connection.failure("query", sql: sql) }
    guard let handle = unsafe handle else {
      throw StoreError(
        "query", file: connection.path, message: "there is no statement", sql: sql,
        hint: "give one SELECT")
    }
    unsafe self.handle = handle
    self.path = connection.path
    self.hasRest = bytes[used...].contains { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 }
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs the statement once with `values` bound in order, and readies it for the next run.
  func run<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
    bindAll(repeat each values)
    try finish()
  }

  /// Inserts a row; nothing if another has its key and the statement says to leave that be.
  ///
  /// Several times as fast as a RETURNING clause, for which SQLite makes a table each time.
  func insert<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) -> Int64? {
    try run(repeat each values)
    return inserted
  }

  /// The row that the last run inserted.
  var inserted: Int64? {
    let connection = unsafe sqlite3_db_handle(handle)
    return unsafe sqlite3_changes(connection) == 0 ? nil : sqlite3_last_insert_rowid(connection)
  }

  /// Runs the statement once with `numbers`, of which `Int64.min` is NULL.
  func run(numbers: [Int64]) throws(StoreError) {
    for (index, number) in numbers.enumerated() {
      Maybe(number).bind(to: self, at: Int32(index + 1))
    }
    try finish()
  }

  /// The first column of the first row that the statement gives for `values`.
  func first<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) -> Int64? {
    bindAll(repeat each values)
    defer { reset() }
    return try step() ? integer(0) : nil
  }

  /// Binds `values` in order, from the first place on.
  func bindAll<each Value: Bindable>(_ values: repeat each Value) {
    var index: Int32 = 1
    for value in repeat each values {
      value.bind(to: self, at: index)
      index += 1
    }
  }

  /// Runs to the end, whatever rows it gives, and resets.
  func finish() throws(StoreError) {
    defer { reset() }
    while try step() {}
  }

  /// Whether there is a row.
  func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure()
  }

  /// Readies the statement for another run; values stay bound.
  func reset() { _ = unsafe sqlite3_reset(handle) }

  func bind(_ value: Int64, at index: Int32) { unsafe sqlite3_bind_int64(handle, index, value) }

  func bindNull(at index: Int32) { unsafe sqlite3_bind_null(handle, index) }

  /// Binds text by its byte count, so that a NUL in it is kept.
  func bind(text: some Collection<UInt8>, at index: Int32) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let done: Void? = text.withContiguousStorageIfAvailable { bytes in
      guard let start = bytes.baseAddress else {
        unsafe sqlite3_bind_text(handle, index, "", 0, transient)  // no pointer would be NULL
        return
      }
      unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
        _ = unsafe sqlite3_bind_text64(
          handle, index, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
      }
    }
    if done == nil { bind(text: Array(text), at: index) }
  }

  /// Binds bytes; none are an empty blob, not NULL.
  func bind(blob: [UInt8], at index: Int32) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    unsafe blob.withUnsafeBytes { bytes in
      _ =
        unsafe bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), transient)
    }
  }

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// The number in the column, `absent` for NULL.
  func optional(_ column: Int32, absent: Int64 = .min) -> Int64 {
    let value = integer(column)
    return value == 0 && isNull(column) ? absent : value
  }

  func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  func isBlob(_ column: Int32) -> Bool { type(column) == SQLITE_BLOB }

  /// SQLite's type code of the value.
  func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }

  var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  func name(_ column: Int32) -> String {
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// Lends the bytes of a text or blob, which live until the next step.
  func withBytes<Result>(_ column: Int32, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe body(bytes.bindMemory(to: UInt8.self).span)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { span in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(span.count)
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
  }

  func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  private func failure() -> StoreError {
    let connection = unsafe sqlite3_db_handle(handle)
    let code = unsafe sqlite3_extended_errcode(connection)
    let message = unsafe String(cString: sqlite3_errmsg(connection))
    let sql = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) }
    return StoreError("use", file: path, code: code, message: message, sql: sql)
  }
}

/// A value that a statement takes.
protocol Bindable {
  func bind(to statement: borrowing Statement, at index: Int32)
}

extension Int64: Bindable {
  func bind(to statement: borrowing Statement, at index: Int32) { statement.bind(self, at: index) }
}

extension Int32: Bindable {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(Int64(self), at: index)
  }
}

extension Bool: Bindable {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(self ? 1 : 0, at: index)
  }
}

extension String: Bindable {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(text: Array(utf8), at: index)
  }
}

extension [UInt8]: Bindable {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(blob: self, at: index)
  }
}

/// A number that is NULL in the store when it is `Int64.min`.
struct Maybe: Bindable {
  var value: Int64
  init(_ value: Int64) { self.value = value }

  func bind(to statement: borrowing Statement, at index: Int32) {
    if value == .min { statement.bindNull(at: index) } else { statement.bind(value, at: index) }
  }
}
