import CSQLite
import Schemas

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a store is opened.
package enum StoreMode: Sendable {
  /// To write; the file is made if it is not there.
  case write
  /// To write what is derived from events that are there.
  case writeExisting
  /// To read only.
  case read
}

/// The marks of a store's file, and how it is opened.
enum StoreFile {
  /// The bytes "trce".
  static let applicationID: Int64 = 0x7472_6365
  static let version: Int64 = 1
  static let pageSize: Int64 = 8192
  private static let missing = "run 'tracetool ingest' first, or name the store with --store"

  /// Opens the store at `path`, and makes it if that is asked for.
  static func open(
    _ path: String, _ mode: StoreMode, busyTimeout: Int32
  ) throws(StoreError) -> Connection {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR {
      throw failure(path, "it is a directory", hint: "name a file with --store")
    }
    if !isThere, mode != .write { throw failure(path, "there is no such file", hint: missing) }
    let flags =
      switch mode {
      case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .writeExisting: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      }
    let address = address(path, isFixed: mode == .read && isFixed(path))
    let connection = try Connection(address, path: path, flags: flags, busyTimeout: busyTimeout)
    try connection.execute("PRAGMA trusted_schema = OFF", "open the store")
    let isEmpty = try isEmpty(connection)
    if isEmpty, mode != .write { throw failure(path, "there is nothing in it", hint: missing) }
    if mode != .read { try prepare(connection, isEmpty: isEmpty, waits: busyTimeout) }
    return connection
  }

  /// Whether nobody can change a file: its folder may not be written, and no log lies beside it.
  private static func isFixed(_ path: String) -> Bool {
    let folder = path.utf8.lastIndex(of: 0x2f).map { String(path[...$0]) } ?? "."
    return unsafe access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// A URI, since only there can be said that a file does not change.
  static func address(_ path: String, isFixed: Bool) -> String {
    let bytes = path.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
    let uri = "file:" + bytes.joined()
    return isFixed ? uri + "?immutable=1" : uri
  }

  /// Whether nothing was made of the file yet; throws if it is not ours.
  private static func isEmpty(_ connection: Connection) throws(StoreError) -> Bool {
    do throws(StoreError) {
      // One statement sees one state, whoever makes the store meanwhile.
      let marks = try connection.prepare(
        """
        SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
        FROM pragma_application_id, pragma_user_version
        """)
      _ = try marks.step()
      let (application, found, tables) = (marks.integer(0), marks.integer(1), marks.integer(2))
      marks.reset()
      if application == 0, tables == 0 { return true }
      guard application == applicationID else {
        throw failure(
          connection.path, "it is another program's database",
          hint: "it was not touched: name another file with --store")
      }
      guard found <= version else {
        throw failure(
          connection.path, "its format is \(found), newer than this program's \(version)",
          hint: "use the tracetool that wrote it, or a newer one")
      }
      return false
    } catch {
      var error = error
      error.operation = "open the store"
      throw error
    }
  }

  private static func failure(_ path: String, _ message: String, hint: String) -> StoreError {
    StoreError("open the store", file: path, message: message, hint: hint)
  }

  /// SQLite waits for nobody while it changes the journal: `waits` says how often that is tried.
  private static func prepare(
    _ connection: Connection, isEmpty: Bool, waits: Int32
  ) throws(StoreError) {
    for _ in 0..<waits {
      do throws(StoreError) {
        return try prepare(connection, isEmpty: isEmpty)
      } catch {
        guard error.code & 0xff == SQLITE_BUSY else { throw error }
        connection.yield()
      }
    }
    try prepare(connection, isEmpty: isEmpty)
  }

  private static func prepare(_ connection: Connection, isEmpty: Bool) throws(StoreError) {
    try connection.execute(
      """
      PRAGMA page_size = \(pageSize);
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -16384;
      PRAGMA wal_autocheckpoint = 2000;
      PRAGMA temp_store = MEMORY;
      """, "open the store")
    guard isEmpty else { return }
    try connection.execute("BEGIN IMMEDIATE", "make the store")
    // Another process may have made it since.
    if try self.isEmpty(connection) {
      try connection.execute(String(decoding: Schema.store.bytes, as: UTF8.self), "make the store")
    }
    try connection.execute("COMMIT", "make the store")
  }
}
