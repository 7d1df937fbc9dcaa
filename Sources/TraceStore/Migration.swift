/// Brings a store of an older version to the present one, in one transaction of its connection: events, rejects, sources
/// and checkpoints stay what they are, and launches are to be derived anew.
///
/// A process that is killed meanwhile leaves the store as it was.
enum Migration {
  /// The version since which events stand in the tables in which they do now.
  private static let versionOfEvents: Int64 = 7
  /// The version since which all that was recorded does: what is derived alone is made anew.
  private static let versionOfRecords: Int64 = 11
  /// So many streams are copied at once: after each part the caller learns how far it has come.
  private static let streamsAtOnce: Int64 = 2000
  private static let preparation = String(decoding: PackageResources.migrate_begin_sql, as: UTF8.self)
  private static let contexts = String(decoding: PackageResources.migrate_contexts_sql, as: UTF8.self)
  private static let subjects = String(decoding: PackageResources.migrate_subjects_sql, as: UTF8.self)
  private static let streams = String(decoding: PackageResources.migrate_streams_sql, as: UTF8.self)
  private static let events = String(decoding: PackageResources.migrate_events_sql, as: UTF8.self)
  private static let details = String(decoding: PackageResources.migrate_details_sql, as: UTF8.self)
  private static let check = String(decoding: PackageResources.migrate_check_sql, as: UTF8.self)

  /// Copies what was recorded into the tables of `schema`, where it is not there yet; the transaction is open, and stays so.
  ///
  /// - Parameters:
  ///   - connection: The store.
  ///   - found: Its version.
  ///   - schema: The present schema.
  ///   - report: Called after each part: about how many of the store's bytes are done, and how many there are.
  /// - Throws: `StoreError` if the disk has no room for it, or SQLite fails; the caller undoes the transaction.
  static func run(
    on connection: Connection, from found: Int64, schema: String, report: (Int64, Int64) -> Void
  ) throws(StoreError) {
    let size = try size(connection)
    let keepsEvents = found >= versionOfEvents
    try StoreFile.checkSpace(for: connection.path, bytes: neededBytes(size, keepsEvents: keepsEvents))
    try connection.execute(preparation, "bring up to date")
    // Where events stay there are three short parts: a third of the bytes is reported as done after each.
    if keepsEvents { report(size / 3, size) }
    if found >= versionOfRecords {
      try connection.execute(schema, "bring up to date")
      try connection.execute("UPDATE streams SET changed = 1", "bring up to date")
      return report(size, size)
    }
    try moveAside(["contexts", "streams", keepsEvents ? "subjects" : "events"], on: connection)
    try connection.execute(schema, "bring up to date")
    try connection.execute(contexts, "bring up to date")
    if keepsEvents { report(size / 3 * 2, size) }
    try connection.execute(keepsEvents ? subjects : streams, "bring up to date")
    if !keepsEvents { try copyEvents(on: connection, size, report) }
    try connection.execute("DROP TABLE old_streams; DROP TABLE old_context_places", "bring up to date")
    report(size, size)
  }

  /// Gives tables names that make way for new ones.
  private static func moveAside(_ tables: [String], on connection: Connection) throws(StoreError) {
    // Other tables refer to these by their names, and will mean the new ones.
    try connection.execute("PRAGMA legacy_alter_table = ON", "bring up to date")
    for table in tables { try connection.execute("ALTER TABLE \(table) RENAME TO old_\(table)", "bring up to date") }
    try connection.execute("PRAGMA legacy_alter_table = OFF", "bring up to date")
  }

  /// Copies events into the tables in which they stand now.
  private static func copyEvents(
    on connection: Connection, _ size: Int64, _ report: (Int64, Int64) -> Void
  ) throws(StoreError) {
    let last = try connection.query("SELECT max(id) FROM streams").first() ?? 0
    var first: Int64 = 1
    while first <= last {
      let end = min(first + streamsAtOnce - 1, last)
      try connection.run(events, first, end)
      try connection.run(details, first, end)
      report(size * end / last, size)
      first = end + 1
    }
    let missing = try connection.query(check).first()
    guard missing == 0 else {
      throw StoreError(
        "bring up to date", file: connection.path, message: "an event names a stream that is not there",
        hint: "the store is as it was: ingest the logs into a new one")
    }
    try connection.execute("DROP TABLE old_events", "bring up to date")
  }

  /// The most that a migration writes: the new tables once into the log beside the store and once into the store.
  ///
  /// Where events stay, no table becomes larger, and the log has each page once at most.
  static func neededBytes(_ size: Int64, keepsEvents: Bool) -> Int64 { keepsEvents ? size : 2 * size }

  /// The number of bytes of the file that are in use.
  private static func size(_ connection: Connection) throws(StoreError) -> Int64 {
    try connection.query(
      "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
    ).first() ?? 0
  }
}
