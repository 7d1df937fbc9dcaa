import CSQLite
import Schemas
import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum StoreFile {
  /// "trce" in ASCII, the `application_id` of tracetool's stores.
  private static let program: Int64 = 0x7472_6365
  /// The `user_version` of every store.
  static let version: Int64 = 1
  /// `made_by.format`: the hash of `recorded.sql`.
  static let format: String = {
    var hash = Fingerprint()
    hash.add(Schema.recorded)
    return hash.hex
  }()
  /// Pages in the WAL after which SQLite copies it into the store; 500 and 4000 are as fast.
  static let checkpointPages = 2000
  private static let writerPragmas = String(decoding: PackageResources.writer_pragmas_sql, as: UTF8.self)
  private static let missing: Sentence = "run 'tracetool ingest logs/' first, or name the store with --store"

  private enum Contents: Equatable {
    case nothing
    /// A store of the present format, with launches derived by this program.
    case current
    /// A store of the present format, with launches derived otherwise, in these tables and views.
    case outdated(Set<String>)

    /// Tables and views that need not be as this program makes them.
    var outdatedNames: Set<String>? { if case .outdated(let names) = self { names } else { nil } }
  }

  /// Opens the store at `path`, or makes it if `mode` says so; a refused file stays as it is.
  ///
  /// Its views may run from here on, unless they are not the program's and `demand` permits that. `isCurrent` is false
  /// if its launches were derived otherwise and it is opened to read; opened to write, they are dropped.
  static func open(
    _ path: String, _ mode: StoreMode, busyTimeout: Int32, _ demand: SchemaDemand = .own
  ) throws(StoreError) -> (connection: Connection, schema: StoreSchema, isCurrent: Bool) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    // SQLite would wait forever for the writer of a pipe.
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "no regular file"
      throw failure(path, "it is \(what)", hint: "name a file with --store")
    }
    if !isThere, mode != .write { throw failure(path, "there is no such file", hint: missing) }
    let hasLog = StoreFiles.hasLog(path)
    // A reader that may not write the store leaves SQLite's files beside it.
    if isThere, !hasLog, unsafe access(path, W_OK) != 0 { try refuseUnopened(path) }
    do throws(StoreError) {
      let address = Self.address(path, isFixed: mode == .read && isFixed(path))
      // Opened to write, where that is allowed, so that SQLite removes its files as the last connection closes.
      let flags = mode == .read ? StoreMode.writeExisting.rawValue : mode.rawValue
      let connection = try Connection(address, path: path, flags: flags, busyTimeout: busyTimeout)
      connection.turn(SQLITE_DBCONFIG_ENABLE_TRIGGER, on: false)
      connection.turn(SQLITE_DBCONFIG_ENABLE_VIEW, on: false)
      // A refused file must not change: SQLite would copy another program's WAL into it.
      connection.turn(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: hasLog)
      // Reading the schema fails for a file that is no database.
      do throws(StoreError) { try connection.execute("SELECT 1 FROM sqlite_schema", "open the store") } catch {
        if error.code & 0xff == SQLITE_CORRUPT, !hasLog { try refuseCut(path, connection) }
        throw error
      }
      let found = try contents(of: connection)
      if found == .nothing, mode != .write { throw failure(path, "there is nothing in it", hint: missing) }
      if mode == .read, demand == .own, !hasLog { try refuseCut(path, connection) }
      var schema = found == .nothing ? StoreSchema() : try checkedSchema(of: connection, found, demand)
      // A reader leaves the log of another process as it is.
      connection.turn(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: mode == .read && hasLog)
      if mode == .read { try connection.beginReading() }
      if mode != .read, let made = try prepare(connection, found, waits: busyTimeout, demand) { schema = made }
      if schema.problems.isEmpty { connection.turn(SQLITE_DBCONFIG_ENABLE_VIEW, on: true) }
      return (connection, schema, mode != .read || found == .current)
    } catch {
      if isThere, !hasLog {
        try? Connection(address(path, isFixed: false), path: path, flags: StoreMode.writeExisting.rawValue)
          .execute("SELECT 1 FROM sqlite_schema")
      }
      throw error
    }
  }

  private static func refuseCut(_ path: String, _ connection: Connection) throws(StoreError) {
    if StoreFiles(of: path).lacksPages(connection) {
      throw failure(path, "it was cut off: it is shorter than it says", hint: "copy it again, or make it anew")
    }
  }

  /// Refuses a file that is no store of the present format, if that shows without making a file beside it.
  private static func refuseUnopened(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      let connection = try Connection(address(path, isFixed: true), path: path, flags: StoreMode.read.rawValue)
      connection.turn(SQLITE_DBCONFIG_ENABLE_VIEW, on: false)
      _ = try contents(of: connection)
    } catch { if error.code == 0 { throw error } }
  }

  private static func checkedSchema(
    of connection: Connection, _ found: Contents, _ demand: SchemaDemand
  ) throws(StoreError) -> StoreSchema {
    let schema = try StoreSchema(of: connection, without: found.outdatedNames)
    let problems = schema.problems
    if problems.isEmpty || demand == .any || demand == .mended && schema.isMendable { return schema }
    let more = problems.count > 1 ? ", and \(problems.count - 1) more" : ""
    throw failure(
      connection.path, problems[0] + more, hint: "'tracetool store verify' lists what differs, and what to do")
  }

  static func openTemporary() throws(StoreError) -> Connection {
    // Where it lies: <https://www.sqlite.org/tempfiles.html>, section 5.
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { (name: String) in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let folders: [String] = named + ["/var/tmp", "/usr/tmp", "/tmp"]
    let folder: String = folders.first { unsafe access($0, W_OK | X_OK) == 0 } ?? "."
    let connection = try Connection("", path: folder, flags: StoreMode.write.rawValue)
    connection.turn(SQLITE_DBCONFIG_ENABLE_TRIGGER, on: false)
    _ = try prepare(connection, .nothing, waits: 0, .own)
    return connection
  }

  /// True if no process can change a file: its folder is not writable, and it has no WAL.
  private static func isFixed(_ path: String) -> Bool {
    let folder = path.utf8.lastIndex(of: 0x2f).map { String(path[...$0]) } ?? "."
    return unsafe access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// A URI, as only a URI can say that a file is immutable.
  static func address(_ path: String, isFixed: Bool) -> String {
    let bytes = path.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
    return "file:" + bytes.joined() + (isFixed ? "?immutable=1" : "")
  }

  /// Refuses another program's database, or a store of another format.
  private static func contents(of connection: Connection) throws(StoreError) -> Contents {
    // The table is read only if it is as this program makes it.
    let parts = try connection.query(
      "SELECT count(*), sum(CASE WHEN type = 'table' AND name = 'made_by' THEN instr(?, sql) > 0 END) FROM sqlite_schema",
      StoreSchema.recorded)
    // While the statement is open, all reads are of one moment: another process may be making the store.
    defer { parts.reset() }
    _ = try parts.step()
    let mark = try connection.query("PRAGMA application_id").first() ?? 0
    if mark == 0, parts.integer(0) == 0 { return .nothing }
    guard mark == program else {
      throw failure(
        connection.path, "it is another program's database", hint: "it was not touched: name another file with --store")
    }
    if try connection.query("PRAGMA user_version").first() == version, parts.integer(1) == 1,
      try connection.query("SELECT format FROM made_by").first({ $0.string(0) }) == format
    {
      return try isCurrent(connection) ? .current : .outdated(Set(try derivedNames(connection)))
    }
    throw failure(
      connection.path, "it was made by another version of tracetool: ingest its logs again",
      hint: "it was not touched: name another store with --store, or remove this file yourself")
  }

  /// The names of the tables and views that hold launches; none if another program has removed the list.
  static func derivedNames(_ connection: Connection) throws(StoreError) -> [String] {
    try connection.query("SELECT value FROM made_by, json_each(iif(json_valid(derived), derived, '[]'))")
      .all { $0.string(0) }
  }

  static func isCurrent(_ connection: Connection) throws(StoreError) -> Bool {
    try connection.query("SELECT derivation FROM made_by").first { $0.string(0) } == DerivationDigest.value
  }

  private static func failure(_ path: String, _ message: String, hint: Sentence) -> StoreError {
    StoreError("open the store", file: path, message: message, hint: hint)
  }

  /// Prepares a connection to write: makes the store or its derived part, or mends it as `demand` says; returns the
  /// schema if it may have changed.
  private static func prepare(
    _ connection: Connection, _ found: Contents, waits: Int32, _ demand: SchemaDemand
  ) throws(StoreError) -> StoreSchema? {
    // SQLite's busy timeout does not apply to changing the journal mode.
    let end = ContinuousClock.now + .milliseconds(Int(waits))
    while true {
      do throws(StoreError) {
        try connection.execute("\(writerPragmas) PRAGMA wal_autocheckpoint = \(checkpointPages)", "open the store")
        break
      } catch {
        guard error.code & 0xff == SQLITE_BUSY, ContinuousClock.now < end else { throw error }
        connection.yield()
      }
    }
    if found == .current, demand != .mended { return nil }
    try connection.execute("BEGIN IMMEDIATE", "make the store")
    do throws(StoreError) {
      // Another process may have made it since.
      let found = try contents(of: connection)
      switch found {
      case .nothing:
        try connection.execute(StoreSchema.recorded, "make the store")
        try connection.run("INSERT INTO made_by VALUES (?, '', '[]', 0)", format)
        try makeDerived(connection)
      case .outdated:
        _ = try checkedSchema(of: connection, found, demand)
        try dropDerived(connection)
        try makeDerived(connection)
        // If the process is killed after this statement, the next run derives the rest.
        try connection.run("UPDATE streams SET changed = 1")
      case .current: break
      }
      if demand == .mended { try checkedSchema(of: connection, .current, demand).mend(connection) }
      let schema = try checkedSchema(of: connection, .current, .own)
      try connection.execute("COMMIT", "make the store")
      // From its first bytes on, a new store shows in its own file what it is.
      if found == .nothing { _ = try connection.checkpointWAL() }
      return schema
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }  // The first error is the cause.
      throw error
    }
  }

  private static func makeDerived(_ connection: Connection) throws(StoreError) {
    let last = try connection.query("SELECT max(rowid) FROM sqlite_schema").first() ?? 0
    do throws(StoreError) {
      try connection.execute(StoreSchema.derived, "make the store")
    } catch var error {
      if error.code & 0xff == SQLITE_ERROR {
        error.hint = "it is not tracetool's: drop or rename it, and run the same command again"
      }
      throw error
    }
    try connection.run(
      """
      UPDATE made_by SET derivation = ?, derived =
        (SELECT json_group_array(name) FROM sqlite_schema WHERE rowid > ? AND type IN ('table', 'view'))
      """, DerivationDigest.value, last)
  }

  /// Drops the tables and views that hold launches, with their indices and triggers.
  private static func dropDerived(_ connection: Connection) throws(StoreError) {
    for name in try derivedNames(connection) {
      let type = "SELECT type FROM sqlite_schema WHERE name = ? AND type IN ('table', 'view')"
      guard let type = try connection.query(type, name).first({ $0.string(0) }) else { continue }
      try connection.execute("DROP \(type) \"\(name.replacing("\"", with: "\"\""))\"", "make the store")
    }
  }

  /// Checks that a file's disk has room for `bytes` more.
  static func checkSpace(for path: String, bytes: Int64, to operation: String) throws(StoreError) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return }  // What can't be known is found out by writing.
    let blocks = UInt64(status.f_bavail)
    let bytesFree = blocks.multipliedReportingOverflow(by: UInt64(status.f_frsize))
    let free = bytesFree.overflow ? .max : Int64(clamping: bytesFree.partialValue)
    if let refusal = refusal(path, bytes: bytes, free: free, to: operation) { throw refusal }
  }

  /// The error for a disk without room for `bytes`; nil if there is enough.
  static func refusal(_ path: String, bytes: Int64, free: Int64, to operation: String) -> StoreError? {
    if free >= bytes { return nil }
    let needed = (bytes + 999_999) / 1_000_000
    return StoreError(
      operation, file: path,
      message: "that needs \(needed) MB of free disk, and there are \(free / 1_000_000)",
      hint: "free some space and run the same command again; the store is as it was")
  }
}

/// How a store is opened, by SQLite's flags.
package enum StoreMode: Int32, Sendable {
  case read = 1
  /// To write what is derived from stored events.
  case writeExisting = 2
  /// To write; makes a missing file.
  case write = 6
}

/// Which tables, indices, triggers and views a store must have to be opened.
package enum SchemaDemand: Sendable {
  /// Only the program's own.
  case own
  /// The program's own; views and indices that differ are made anew (`store rebuild`).
  case mended
  /// Any, as `store verify` reports differences. No trigger or view of the store runs.
  case any
}
