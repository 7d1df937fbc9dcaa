import CSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The columns of `format-check.sql`: the format's version, and why the file is refused, if it is.
private enum FormatColumn: Int32, Column {
  case version, message, hint

  static let list = makeList()
}

/// How a store's file is opened, and what its format is.
enum StoreFile {
  /// To be raised whenever the schema changes, or summaries would say something else.
  static let version: Int64 = 13
  /// After so many pages SQLite copies the WAL into the store, as `writer-pragmas.sql` says: with 500 and with 4000 as fast.
  static let checkpointPages = 2000
  /// That of formats 9 and 10, in which a row of `launch_times` was of one stream; a migration replaces it.
  private static let formerTrigger = """
    CREATE TRIGGER deleted_launch_times AFTER DELETE ON launch_times BEGIN
      UPDATE streams SET changed = 1 WHERE id = old.stream AND NOT changed;
    END
    """
  private static let formatCheck = String(decoding: PackageResources.format_check_sql, as: UTF8.self)
  private static let writerPragmas = String(decoding: PackageResources.writer_pragmas_sql, as: UTF8.self)
  private static let older =
    "run 'tracetool store rebuild' on it: that brings it up to date and keeps all that was recorded"
  private static let missing = "run 'tracetool ingest' first, or name the store with --store"

  /// Opens the store at `path`, and makes it if that is asked for; one of an older version is brought up to date, of which
  /// `report` learns how many bytes are done, of how many.
  ///
  /// Its triggers and views run from here on, unless they are not the program's and `demand` lets that pass.
  static func open(
    _ path: String, _ mode: StoreMode, busyTimeout: Int32, _ demand: SchemaDemand = .own,
    report: (Int64, Int64) -> Void = { _, _ in }
  ) throws(StoreError) -> (connection: Connection, schema: StoreSchema) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    // SQLite would wait for ever for somebody who writes to a pipe.
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "no regular file"
      throw failure(path, "it is \(what)", hint: "name a file with --store")
    }
    if !isThere, mode != .write { throw failure(path, "there is no such file", hint: missing) }
    let connection = try Connection(
      address(path, isFixed: mode == .read && isFixed(path)), path: path, flags: mode.rawValue, busyTimeout: busyTimeout
    )
    connection.allowTriggersAndViews(false)
    // The schema is looked at: what is no database fails here.
    try connection.execute("SELECT 1 FROM sqlite_schema", "open the store")
    let found = try version(of: connection)
    if found == 0, mode != .write { throw failure(path, "there is nothing in it", hint: missing) }
    if mode == .read, found < version {
      throw failure(path, "its format is \(found), older than this program's \(version)", hint: older)
    }
    // What is refused is not touched.
    var schema = found == version ? try checkedSchema(of: connection, demand) : nil
    if mode != .read, let made = try prepare(connection, found, waits: busyTimeout, demand, report) { schema = made }
    let known = if let schema { schema } else { try checkedSchema(of: connection, demand) }
    if known.problems.isEmpty { connection.allowTriggersAndViews(true) }
    return (connection, known)
  }

  /// Compares the schema of a store of the present version with the program's.
  private static func checkedSchema(
    of connection: Connection, _ demand: SchemaDemand
  ) throws(StoreError) -> StoreSchema {
    let schema = try StoreSchema(of: connection)
    let problems = schema.problems
    if problems.isEmpty || demand == .any || demand == .mended && schema.isMendable { return schema }
    let more = problems.count > 1 ? ", and \(problems.count - 1) more" : ""
    throw failure(
      connection.path, problems[0] + more, hint: "'tracetool store verify' lists what differs, and what to do")
  }

  /// Opens a store of SQLite's own, which has unlinked its file before it is written.
  static func openTemporary() throws(StoreError) -> Connection {
    // Where that is: <https://www.sqlite.org/tempfiles.html>, section 5.
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { (name: String) in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    let folders: [String] = named + ["/var/tmp", "/usr/tmp", "/tmp"]
    let folder: String = folders.first { unsafe access($0, W_OK | X_OK) == 0 } ?? "."
    let connection = try Connection("", path: folder, flags: StoreMode.write.rawValue)
    _ = try prepare(connection, 0, waits: 0, .own) { _, _ in }
    return connection
  }

  /// True if nobody can change a file: its folder may not be written, and no log lies beside it.
  private static func isFixed(_ path: String) -> Bool {
    let folder = path.utf8.lastIndex(of: 0x2f).map { String(path[...$0]) } ?? "."
    return unsafe access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// A URI, since only there can be said that a file does not change.
  static func address(_ path: String, isFixed: Bool) -> String {
    let bytes = path.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }
    return "file:" + bytes.joined() + (isFixed ? "?immutable=1" : "")
  }

  /// The version of the store's format, 0 if nothing was made of the file yet.
  ///
  /// Throws if it is not ours, or somebody has changed what it does.
  private static func version(of connection: Connection) throws(StoreError) -> Int64 {
    let answer = try connection.query(formatCheck, StoreSchema.text + formerTrigger, version)
    defer { answer.reset() }
    _ = try answer.step()
    let refusal = answer.string(FormatColumn.message)
    if !refusal.isEmpty { throw failure(connection.path, refusal, hint: answer.string(FormatColumn.hint)) }
    return answer.integer(FormatColumn.version)
  }

  private static func failure(_ path: String, _ message: String, hint: String) -> StoreError {
    StoreError("open the store", file: path, message: message, hint: hint)
  }

  /// Readies a connection for writing: makes the store, brings it up to date or mends it where that is to be done.
  ///
  /// - Returns: The schema, if it may have changed.
  private static func prepare(
    _ connection: Connection, _ found: Int64, waits: Int32, _ demand: SchemaDemand, _ report: (Int64, Int64) -> Void
  ) throws(StoreError) -> StoreSchema? {
    // SQLite waits for nobody while it changes the journal.
    let end = ContinuousClock.now + .milliseconds(Int(waits))
    while true {
      do throws(StoreError) {
        try connection.execute(writerPragmas, "open the store")
        break
      } catch {
        guard error.code & 0xff == SQLITE_BUSY, ContinuousClock.now < end else { throw error }
        connection.yield()
      }
    }
    if found == version, demand != .mended { return nil }
    try connection.execute("BEGIN IMMEDIATE", "make the store")
    do throws(StoreError) {
      // Another process may have made it since.
      let found = try self.version(of: connection)
      switch found {
      case 0: try connection.execute(StoreSchema.text, "make the store")
      case ..<version: try Migration.run(on: connection, from: found, schema: StoreSchema.text, report: report)
      default: if demand == .mended { try checkedSchema(of: connection, demand).mend(connection) }
      }
      // Tables of an older store that stay are to be the program's own, too.
      let schema = try checkedSchema(of: connection, .own)
      try connection.execute("COMMIT", "make the store")
      return schema
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }  // The first error is the cause.
      throw error
    }
  }

  /// Checks that the disk of a file has room for so many more bytes.
  static func checkSpace(for path: String, bytes: Int64, to operation: String = "bring up to date") throws(StoreError) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return }  // What can't be known is found out by writing.
    let blocks = UInt64(status.f_bavail)
    let free = Int64(clamping: blocks.multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    if let refusal = refusal(path, bytes: bytes, free: free, to: operation) { throw refusal }
  }

  /// The error for a disk without room for so many bytes; `nil` where there is enough.
  static func refusal(_ path: String, bytes: Int64, free: Int64, to operation: String = "bring up to date")
    -> StoreError?
  {
    if free >= bytes { return nil }
    let needed = (bytes + 999_999) / 1_000_000
    return StoreError(
      operation, file: path,
      message: "that needs \(needed) MB of free disk, and there are \(free / 1_000_000)",
      hint: "free some space and run the same command again; the store is as it was")
  }
}
