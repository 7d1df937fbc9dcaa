import CSQLite
import TraceModel

/// Rows of numbers on their way into a table; NULL is `Int64.min`.
struct Rows {
  let width: Int
  var numbers: [Int64] = []
  /// What the numbers of the last column mean, where it is a text.
  var texts: TextTable?

  var count: Int { numbers.count / width }

  subscript(row: Int, column: Int) -> Int64 {
    get { numbers[row * width + column] }
    set { numbers[row * width + column] = newValue }
  }
}

extension Connection {
  /// Inserts rows into a table, in `order`, with one statement; a failure undoes the transaction.
  ///
  /// To read a column of the virtual table is what costs most: one that says the same in all rows
  /// is told once.
  func insert(_ rows: Rows, in order: [Int], into table: String) throws(StoreError) {
    guard let first = order.first else { return }
    let columns = (0..<rows.width).map { column in
      let value = rows[first, column]
      let isText = rows.texts != nil && column == rows.width - 1 && value != .min
      let isOne = !isText && order.allSatisfy { rows[$0, column] == value }
      return !isOne ? "c\(column)" : value == .min ? "NULL" : "\(value)"
    }
    let list = columns.joined(separator: ", ")
    let batch = unsafe batch
    let statement = try prepare("INSERT OR ROLLBACK INTO \(table) SELECT \(list) FROM batch")
    try unsafe rows.numbers.withUnsafeBufferPointer { (numbers) throws(StoreError) in
      try unsafe order.withUnsafeBufferPointer { (order) throws(StoreError) in
        unsafe batch.pointee.lent = Batch.Lent(
          numbers: numbers.baseAddress, width: rows.width, texts: rows.texts, order: order)
        defer { unsafe batch.pointee.lent = Batch.Lent() }
        try statement.finish()
      }
    }
  }
}

/// The virtual table `batch` of one connection: columns c0, c1, … of the rows that are lent to it.
///
/// SQLite is given this memory as its only table and its only cursor, and has it freed when the
/// connection closes. What is lent is there as long as `insert` runs its statement; no other reads
/// the table, and to one that did it would be empty.
@unsafe struct Batch {
  @unsafe fileprivate struct Lent {
    var numbers: UnsafePointer<Int64>?
    var width = 0
    var texts: TextTable?
    var order = unsafe UnsafeBufferPointer<Int>(start: nil, count: 0)
  }

  private static let columns = 40

  private var table = unsafe sqlite3_vtab()  // First: its address is that of the whole.
  private var cursor = unsafe sqlite3_vtab_cursor()
  fileprivate var lent = unsafe Lent()
  private var place = 0

  /// Adds the table to a database.
  static func add(to database: OpaquePointer) -> UnsafeMutablePointer<Batch> {
    let batch = UnsafeMutablePointer<Batch>.allocate(capacity: 1)
    unsafe batch.initialize(to: Batch())
    unsafe sqlite3_create_module_v2(database, "batch", module, batch) { batch in
      unsafe batch?.assumingMemoryBound(to: Batch.self).deinitialize(count: 1)
      unsafe batch?.deallocate()
    }
    return unsafe batch
  }

  /// The memory that a cursor is part of.
  private static func of(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Batch>? {
    unsafe UnsafeMutableRawPointer(cursor?.pointee.pVtab)?.assumingMemoryBound(to: Batch.self)
  }

  /// Tells SQLite a number or a text; what nothing is said of is NULL.
  private static func tell(
    _ column: Int32, of batch: UnsafeMutablePointer<Batch>, to context: OpaquePointer?
  ) {
    guard let numbers = unsafe batch.pointee.lent.numbers else { return }
    let width = unsafe batch.pointee.lent.width
    let row = unsafe batch.pointee.lent.order[batch.pointee.place]
    let value = unsafe numbers[row * width + Int(column)]
    if value == .min { return }
    guard Int(column) == width - 1, let texts = unsafe batch.pointee.lent.texts else {
      return unsafe sqlite3_result_int64(context, value)
    }
    let text = texts.slice(TextID(rawValue: Int32(truncatingIfNeeded: value)))
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    unsafe text.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let count = UInt64(bytes.count)
      unsafe sqlite3_result_text64(context, start, count, transient, UInt8(SQLITE_UTF8))
    }
  }

  nonisolated(unsafe) private static let module: UnsafeMutablePointer<sqlite3_module> = {
    var module = sqlite3_module()
    unsafe module.xConnect = { database, batch, _, _, table, _ in
      unsafe table?.pointee = batch?.assumingMemoryBound(to: sqlite3_vtab.self)
      let names = (0..<columns).map { "c\($0)" }.joined(separator: ", ")
      return unsafe sqlite3_declare_vtab(database, "CREATE TABLE batch(\(names))")
    }
    unsafe module.xBestIndex = { _, _ in SQLITE_OK }
    unsafe module.xDisconnect = { _ in SQLITE_OK }
    unsafe module.xOpen = { table, cursor in
      let batch = unsafe UnsafeMutableRawPointer(table)?.assumingMemoryBound(to: Batch.self)
      unsafe cursor?.pointee = batch?.pointer(to: \.cursor)
      return SQLITE_OK
    }
    unsafe module.xClose = { _ in SQLITE_OK }
    unsafe module.xFilter = { cursor, _, _, _, _ in
      unsafe of(cursor)?.pointee.place = 0
      return SQLITE_OK
    }
    unsafe module.xNext = { cursor in
      unsafe of(cursor)?.pointee.place += 1
      return SQLITE_OK
    }
    unsafe module.xEof = { cursor in
      guard let batch = unsafe of(cursor) else { return 1 }
      return unsafe batch.pointee.place < batch.pointee.lent.order.count ? 0 : 1
    }
    unsafe module.xColumn = { cursor, context, column in
      guard let batch = unsafe of(cursor) else { return SQLITE_MISUSE }
      unsafe tell(column, of: batch, to: context)
      return SQLITE_OK
    }
    unsafe module.xRowid = { _, _ in SQLITE_OK }
    let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe kept.initialize(to: module)
    return unsafe kept
  }()
}
