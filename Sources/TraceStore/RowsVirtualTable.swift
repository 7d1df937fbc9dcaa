import CSQLite

/// A virtual table of rows in memory, for the time of one statement.
@safe struct RowsVirtualTable {
  private static let columns = (0..<40).map { "c\($0)" }.joined(separator: ", ")

  /// SQLite's own part, which must be first: SQLite takes its address for that of the whole.
  private var table = unsafe sqlite3_vtab()
  private var cursor = unsafe sqlite3_vtab_cursor()
  private var module = Self.module()
  /// The numbers that `Connection.lend` lends, row after row; nil outside of it.
  private var start: UnsafePointer<Int64>?
  private var end: UnsafePointer<Int64>?
  private var row: UnsafePointer<Int64>?
  private var width = 1
  private var bytes: RowBytes?
  /// The column whose numbers index texts and blobs; -1 if there is none.
  private var bytesColumn = -1

  /// Shows rows, whose numbers must not move until `clear`.
  fileprivate mutating func show(_ numbers: UnsafeBufferPointer<Int64>, of rows: Rows) {
    precondition(unsafe start == nil, "rows are lent already")
    precondition(numbers.count % rows.width == 0, "a row is lent that is not whole")
    unsafe start = numbers.baseAddress
    unsafe end = start.map { unsafe $0 + numbers.count }
    unsafe row = start
    width = rows.width
    bytes = rows.bytes
    bytesColumn = rows.bytes == nil ? -1 : rows.width - 1
  }

  fileprivate mutating func clear() {
    unsafe start = nil
    unsafe end = nil
    unsafe row = nil
    bytes = nil
    bytesColumn = -1
  }

  /// Registers the table; it lives until the connection is closed.
  static func make(on database: OpaquePointer) -> UnsafeMutablePointer<Self> {
    let lent = unsafe empty()
    let code = unsafe sqlite3_create_module_v2(database, "lent_rows", lent.pointer(to: \.module), lent) { lent in
      let lent = unsafe lent?.assumingMemoryBound(to: RowsVirtualTable.self)
      unsafe lent?.deinitialize(count: 1).deallocate()
    }
    // On failure SQLite has freed it at once, and no statement finds the table.
    return unsafe code == SQLITE_OK ? lent : empty()
  }

  private static func empty() -> UnsafeMutablePointer<Self> {
    let lent = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    unsafe lent.initialize(to: Self())
    return unsafe lent
  }

  @inline(__always)
  private static func of(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<Self>! {
    unsafe UnsafeMutableRawPointer(cursor?.pointee.pVtab)?.assumingMemoryBound(to: Self.self)
  }

  private static func module() -> sqlite3_module {
    var module = sqlite3_module()
    unsafe module.xConnect = { database, lent, _, _, table, _ in
      unsafe table?.pointee = lent?.assumingMemoryBound(to: sqlite3_vtab.self)
      return unsafe sqlite3_declare_vtab(database, "CREATE TABLE rows(\(RowsVirtualTable.columns))")
    }
    unsafe module.xBestIndex = { _, _ in SQLITE_OK }
    unsafe module.xDisconnect = { _ in SQLITE_OK }
    unsafe module.xOpen = { table, cursor in
      let lent = unsafe UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: RowsVirtualTable.self)
      unsafe cursor?.pointee = lent?.pointer(to: \.cursor)
      return SQLITE_OK
    }
    unsafe module.xClose = { _ in SQLITE_OK }
    unsafe module.xFilter = { cursor, _, _, _, _ in
      guard let lent = unsafe RowsVirtualTable.of(cursor) else { return SQLITE_OK }
      unsafe lent.pointee.row = lent.pointee.start
      return SQLITE_OK
    }
    unsafe module.xNext = { cursor in
      guard let lent = unsafe RowsVirtualTable.of(cursor) else { return SQLITE_OK }
      // SQLite calls it only at a row.
      unsafe lent.pointee.row = lent.pointee.row.unsafelyUnwrapped + lent.pointee.width
      return SQLITE_OK
    }
    unsafe module.xEof = { cursor in
      guard let lent = unsafe RowsVirtualTable.of(cursor) else { return 1 }
      return unsafe lent.pointee.row == lent.pointee.end ? 1 : 0
    }
    unsafe module.xColumn = { cursor, answer, column in
      unsafe RowsVirtualTable.setResult(Int(column), of: answer, from: RowsVirtualTable.of(cursor))
    }
    return module
  }

  /// Returns a column of the row; none is NULL.
  ///
  /// Reads members through the pointer: a method of the whole would copy it for each column, a tenth of an ingest.
  @inline(__always)
  private static func setResult(_ column: Int, of answer: OpaquePointer?, from lent: UnsafeMutablePointer<Self>)
    -> Int32
  {
    guard unsafe column < lent.pointee.width else { return SQLITE_OK }
    let value = unsafe lent.pointee.row.unsafelyUnwrapped[column]
    if value == .min { return SQLITE_OK }
    if unsafe column == lent.pointee.bytesColumn { return unsafe setBytes(value, of: answer, from: lent) }
    unsafe sqlite3_result_int64(answer, value)
    return SQLITE_OK
  }

  /// Returns a text or blob; a separate function, so that numbers need no saved registers.
  @inline(never)
  private static func setBytes(_ number: Int64, of answer: OpaquePointer?, from lent: UnsafeMutablePointer<Self>)
    -> Int32
  {
    guard let all = unsafe lent.pointee.bytes else { return SQLITE_OK }
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    unsafe all.slice(number).withUnsafeBytes { bytes in
      let count = UInt64(bytes.count)
      let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      if all.isText(number) {
        unsafe sqlite3_result_text64(answer, text, count, transient, UInt8(SQLITE_UTF8))
      } else {
        unsafe sqlite3_result_blob64(answer, bytes.baseAddress, count, transient)
      }
    }
    return SQLITE_OK
  }
}

extension Connection {
  /// Runs `body`, whose statements may read `rows` from `lent_rows` and must be finished or reset in it.
  func lend<Answer>(_ rows: Rows, while body: () throws(StoreError) -> Answer) throws(StoreError) -> Answer {
    let lent = unsafe lent
    return try unsafe rows.numbers.withUnsafeBufferPointer { numbers throws(StoreError) in
      unsafe lent.pointee.show(numbers, of: rows)
      defer { unsafe lent.pointee.clear() }
      return try body()
    }
  }
}
