import CSQLite
import Synchronization

/// An open SQLite file, which one task owns; statements are prepared once and kept by their text.
@safe final class Connection {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private static let keptStatements = 100
  /// The rows that the virtual table `lent_rows` shows to the next statement.
  private(set) lazy var lent = unsafe RowsVirtualTable.make(on: handle)
  /// Tables and views that no statement of a person may name, as their contents are stale.
  var hiddenTables: Set<String> = []
  private var isStopped: @Sendable () -> Bool = { false }
  /// Asked while another process holds a lock: true ends the wait after `lastWait`, as an error.
  var endsWaiting: @Sendable () -> Bool = { false }
  /// In milliseconds, for each step.
  private let busyTimeout: Int32
  /// The rest of the wait once `endsWaiting` is true, in milliseconds: enough for a transaction of an active writer.
  private static let lastWait: Int32 = 500
  private var lastWaits: Int32 = 0
  /// Says to other processes that a run goes on; closed behind SQLite's own files, whose locks closing it would drop.
  var runLock: RunLock?

  /// The connections that read: SQLite removes its files beside the store once the last connection is closed.
  private static let readers = Mutex<Set<UInt>>([])

  /// Memory statistics are off before SQLite's first use: they take a lock that all threads share.
  private static let isConfigured = sqlite3_config_no_memory_status() == SQLITE_OK

  /// Opens `address`, a path or `file:` URI; messages call the file `path`.
  ///
  /// A step waits about `busyTimeout` milliseconds for another process.
  init(_ address: String, path: String, flags: Int32, busyTimeout: Int32 = 0) throws(StoreError) {
    var opened: OpaquePointer?
    let all = flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    _ = Self.isConfigured
    let code = unsafe sqlite3_open_v2(address, &opened, all, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      defer { unsafe sqlite3_close_v2(opened) }
      throw unsafe StoreError("open the store", on: opened, path: path)
    }
    unsafe self.handle = handle
    self.path = path
    self.busyTimeout = busyTimeout
    // SQLite's own handler tries each 100 ms: too seldom to come between two transactions of a busy writer.
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard unsafe Connection.of(context)?.waits(after: count) == true else { return 0 }
        sqlite3_sleep(1)
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
    // The schema of a file may call only functions that compute and have no effects. A few builds of SQLite have
    // `fts3_tokenizer`, which shows and takes addresses.
    turn(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false)
    turn(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, on: false)
    // Statements can't corrupt the file, for instance by writing to `sqlite_schema`.
    turn(SQLITE_DBCONFIG_DEFENSIVE, on: true)
  }

  /// Turns a switch that <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html> lists on or off.
  func turn(_ option: Int32, on isOn: Bool) {
    // An SQLite too old for the switch also lacks the feature that it controls.
    _ = unsafe sqlite3_db_config_switch(handle, option, isOn ? 1 : 0)
  }

  /// True if a step that has waited for `count` milliseconds continues to wait.
  private func waits(after count: Int32) -> Bool {
    if count == 0 { lastWaits = 0 }
    if endsWaiting() { lastWaits += 1 }
    return count < busyTimeout && lastWaits <= Self.lastWait
  }

  // The file closes with its last statement.
  deinit {
    let number = unsafe UInt(bitPattern: handle)
    _ = Self.readers.withLock { $0.remove(number) }
    unsafe sqlite3_busy_handler(handle, nil, nil)
    unsafe sqlite3_close_v2(handle)
  }

  /// Refuses to write until `allowWriting`, and has the connection closed when the process ends.
  func beginReading() throws(StoreError) {
    let number = unsafe UInt(bitPattern: handle)
    _ = Self.readers.withLock { $0.insert(number) }
    try execute("PRAGMA query_only = 1", "open the store")
  }

  /// Allows a reading connection to fill temporary tables.
  func allowWriting() throws(StoreError) { try execute("PRAGMA query_only = 0", "read") }

  /// Closes the connections that read, as the process ends: none of them may be used any more.
  static func closeReaders() {
    let handles = readers.withLock { readers in
      defer { readers = [] }
      return readers
    }
    for number in handles {
      let handle = unsafe OpaquePointer(bitPattern: number)
      unsafe sqlite3_busy_handler(handle, nil, nil)
      while let statement = unsafe sqlite3_next_stmt(handle, nil) { unsafe sqlite3_finalize(statement) }
      unsafe sqlite3_close_v2(handle)
    }
  }

  func execute(_ sql: String, _ operation: String = "write to") throws(StoreError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw unsafe StoreError(operation, on: handle, path: path)
    }
  }

  /// A statement that is not kept, for SQL that is run once.
  func prepare(_ sql: String) throws(StoreError) -> Statement { unsafe try Statement(sql, on: handle, path: path) }

  /// The statement with this text, prepared at its first use and kept.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = statements[sql] { return known }
    if statements.count == Self.keptStatements { statements.removeAll() }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// The statement with this text and these values, to be stepped to its end.
  func query<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(StoreError) -> Statement {
    let statement = try statement(sql)
    statement.reset()  // Its last user may have left it in the middle.
    statement.bind(repeat each values)
    return statement
  }

  func run<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(StoreError) {
    try query(sql, repeat each values).finish()
  }

  var inserted: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  var hasChanged: Bool { unsafe sqlite3_changes(handle) != 0 }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The first bytes of the file, padded with zeros; nil if they can't be read.
  func head(_ count: Int) -> [UInt8]? {
    var head = [UInt8](repeating: 0, count: count)
    let code = unsafe head.withUnsafeMutableBytes { unsafe sqlite3_read_head(handle, $0.baseAddress, Int32(count)) }
    return code == SQLITE_OK ? head : nil
  }

  func yield() { sqlite3_sleep(2) }

  /// Waits until the WAL is on the disk, and with it all that was committed.
  func syncWAL() throws(StoreError) {
    let code = unsafe sqlite3_sync_log(handle)
    if code == SQLITE_OK { return }
    throw StoreError("write to", file: path, code: code, message: unsafe String(cString: sqlite3_errstr(code)))
  }

  /// Functions that a person's statement may not call: the first shows and takes addresses, the second loads code.
  private static let refusedFunctions: Set = ["fts3_tokenizer", "load_extension"]

  /// Allows only statements that read, and values up to `QueryRows.mostBytes`; `isStopped` interrupts them.
  func restrictToReading(until isStopped: @escaping @Sendable () -> Bool) {
    self.isStopped = isStopped
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, QueryRows.mostBytes)
    // A few hundred times a second.
    unsafe sqlite3_progress_handler(
      handle, 100_000,
      { context in
        unsafe Connection.of(context)?.isStopped() == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, name, database, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: SQLITE_OK
        case SQLITE_READ: unsafe Connection.isHidden(context, table, database) ? SQLITE_DENY : SQLITE_OK
        case SQLITE_FUNCTION:
          unsafe Connection.refusedFunctions.contains(name.map { unsafe String(cString: $0) }?.lowercased() ?? "")
            ? SQLITE_DENY : SQLITE_OK
        default: SQLITE_DENY
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func isHidden(
    _ context: UnsafeMutableRawPointer?, _ table: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?
  ) -> Bool {
    guard let connection = unsafe of(context), let table = unsafe table, let database = unsafe database
    else { return false }
    return unsafe String(cString: database) == "main" && connection.hiddenTables.contains(String(cString: table))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Connection? {
    unsafe context.map { unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }
}
