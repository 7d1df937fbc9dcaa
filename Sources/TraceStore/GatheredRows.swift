import CSQLite

/// The rows of numbers that a statement hands to the SQL function `gather`, some hundred at a time.
///
/// For speed: SQLite passes a value to a function for a quarter of what `sqlite3_column_int64` costs, and need not
/// return to its caller after each row. Of a table with 20 columns that saves a quarter of all instructions.
@safe final class GatheredRows {
  /// So many numbers are taken before they are handed on: 64 KB, which stay near the processor.
  private static let capacity = 1 << 13
  /// Row after row; NULL is `Int64.min`.
  ///
  /// No array: that would be asked for each number if it has room, and if it has one owner.
  private let numbers = UnsafeMutablePointer<Int64>.allocate(capacity: GatheredRows.capacity)
  private var count = 0
  private var width = 1

  fileprivate init() {}

  deinit { unsafe numbers.deallocate() }

  /// The rows that were taken.
  fileprivate var rows: Rows {
    // An array made without room is the one empty array of all threads, to which the count would be written.
    if count == 0 { return Rows(width: 1) }
    let all = unsafe Array(unsafeUninitializedCapacity: count) { buffer, size in
      unsafe buffer.baseAddress?.initialize(from: numbers, count: count)
      size = count
    }
    return Rows(width: width, numbers: all)
  }

  /// Forgets them.
  fileprivate func removeAll() { count = 0 }

  /// Lets a connection know the function, for statements of this program alone: it is true where no row more fits.
  ///
  /// Without memory for it no statement finds the function.
  static func make(on database: OpaquePointer) -> GatheredRows {
    let rows = GatheredRows()
    let context = unsafe Unmanaged.passRetained(rows).toOpaque()
    _ = unsafe sqlite3_create_function_v2(
      database, "gather", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, context,
      { call, count, values in
        guard let values = unsafe values, let rows = unsafe sqlite3_user_data(call) else { return }
        let isFull = unsafe Unmanaged<GatheredRows>.fromOpaque(rows)._withUnsafeGuaranteedRef { rows in
          unsafe rows.take(Int(count), values)
        }
        if isFull { unsafe sqlite3_result_int(call, 1) }
      }, nil, nil, { rows in if let rows = unsafe rows { unsafe Unmanaged<GatheredRows>.fromOpaque(rows).release() } })
    return rows
  }

  /// Takes one row, of at most as many values as SQLite passes to a function; true if another one may not fit.
  private func take(_ columns: Int, _ values: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
    // The caller of `gather` hands on what it has taken as soon as that is true.
    precondition(count + columns <= Self.capacity)
    let row = unsafe numbers + count
    count += columns
    width = columns
    for index in 0..<columns {
      let number = unsafe sqlite3_value_int64(values[index])
      let isNull = unsafe number == 0 && sqlite3_value_type(values[index]) == SQLITE_NULL
      unsafe row[index] = isNull ? .min : number
    }
    return count + columns > Self.capacity
  }
}

extension Connection {
  /// Hands the numbers in some columns of all rows of a table, in any order, to `body`: some hundred rows at a time, so
  /// that they need little memory however many there are.
  ///
  /// - Parameters:
  ///   - columns: The columns, with commas between them.
  ///   - table: The table.
  ///   - body: Takes the rows.
  /// - Throws: `StoreError` if the table cannot be read.
  func forEachRows(
    _ columns: String, of table: String, _ body: (Rows) throws(StoreError) -> Void
  ) throws(StoreError) {
    let gathered = gathered
    gathered.removeAll()  // Of a statement that failed.
    let full = try query("SELECT 1 FROM \(table) WHERE gather(\(columns))")
    defer { full.reset() }
    func handOver() throws(StoreError) {
      try body(gathered.rows)
      gathered.removeAll()
    }
    while try full.step() { try handOver() }
    try handOver()
  }
}
