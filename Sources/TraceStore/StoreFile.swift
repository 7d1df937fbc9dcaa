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

  /// Opens the store at `path`, and makes it if that is asked for.
  static func open(
    _ path: String, _ mode: StoreMode, busyTimeout milliseconds: Int32
  ) throws(StoreError) -> Connection {
    let kind = fileKind(path)
    if kind == .directory {
      throw StoreError(
        "open the store", file: path, message: "it is a directory",
        hint: "name a file with --store")
    }
    if kind == .missing, mode != .write {
      throw StoreError(
        "open the store", file: path, message: "there is no such file",
        hint: "run 'tracetool ingest' first, or name the store with --store")
    }
    let connection = try Connection(
      address(path, mode), path: path, flags: flags(mode))
    connection.setBusyTimeout(milliseconds)
    try connection.execute("PRAGMA trusted_schema = OFF", "open the store")
    let isNew = try isEmpty(connection)
    if !isNew { try check(connection) }
    if mode == .read {
      if isNew { try refuseEmpty(path) }
      return connection
    }
    try prepare(connection, isNew: isNew, pragmas: mode)
    return connection
  }

  private static func flags(_ mode: StoreMode) -> Int32 {
    switch mode {
    case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .writeExisting: SQLITE_OPEN_READWRITE
    case .read: SQLITE_OPEN_READONLY
    }
  }

  /// A URI, since only there can be said that a file in a read-only folder does not change.
  private static func address(_ path: String, _ mode: StoreMode) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d...0x2f, 0x5f:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    let isFixed = mode == .read && !mayWriteFolder(of: path) && fileKind(path + "-wal") == .missing
    return isFixed ? uri + "?immutable=1" : uri
  }

  private static func isEmpty(_ connection: borrowing Connection) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
      let application = try connection.integer("PRAGMA application_id")
      return tables == 0 && application == 0
    } catch {
      var error = error
      error.operation = "open the store"
      error.sql = nil
      throw error
    }
  }

  private static func check(_ connection: borrowing Connection) throws(StoreError) {
    let application = try connection.integer("PRAGMA application_id")
    guard application == applicationID else {
      throw StoreError(
        "open the store", file: connection.path, message: "it is another program's database",
        hint: "it was not touched: name another file with --store")
    }
    let found = try connection.integer("PRAGMA user_version")
    guard found <= version else {
      throw StoreError(
        "open the store", file: connection.path,
        message: "its format is \(found), newer than this program's \(version)",
        hint: "use the tracetool that wrote it, or a newer one")
    }
  }

  private static func refuseEmpty(_ path: String) throws(StoreError) {
    throw StoreError(
      "open the store", file: path, message: "there is nothing in it",
      hint: "run 'tracetool ingest' first, or name the store with --store")
  }

  private static func prepare(
    _ connection: borrowing Connection, isNew: Bool, pragmas mode: StoreMode
  ) throws(StoreError) {
    if isNew, mode == .writeExisting { try refuseEmpty(connection.path) }
    if isNew { try connection.execute("PRAGMA page_size = \(pageSize)", "make the store") }
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -16384;
      PRAGMA wal_autocheckpoint = 2000;
      PRAGMA temp_store = MEMORY;
      """, "open the store")
    guard isNew else { return }
    try connection.execute("BEGIN IMMEDIATE", "make the store")
    // Another process may have made it since.
    if try isEmpty(connection) {
      let schema = String(decoding: Schema.store.bytes, as: UTF8.self)
      try connection.execute(schema, "make the store")
    } else {
      try check(connection)
    }
    try connection.execute("COMMIT", "make the store")
  }

  private enum Kind {
    case missing, file, directory
  }

  private static func fileKind(_ path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  private static func mayWriteFolder(of path: String) -> Bool {
    let folder = path.utf8.lastIndex(of: 0x2f).map { String(path[...$0]) } ?? "."
    return unsafe access(folder, W_OK) == 0
  }
}
