/// Launches that are derived for one answer, where the file cannot be written.
extension EventStore {
  /// The tables that launches add rows to, and what else shows those.
  private static let shared = ["texts", "contexts", "context_keys", "text_values"]
  /// So much of what is kept aside is in memory, in KiB; the rest is in a temporary file of SQLite's.
  private static let memory = 64 << 10
  /// The view `launch` a second time, for what is called `launch` by those who ask for kinds as well.
  static let plainLaunch = "plain_launch"

  /// Has launches that are written from now on kept in tables of this connection alone, which hide those of the file.
  ///
  /// A transaction that reads is open. The tables hold the launches of the file that are not stale; `launch_times` keeps
  /// stale ones until they are replaced.
  package func beginAside() throws(StoreError) {
    try connection.execute("PRAGMA temp.cache_size = -\(Self.memory)")
    connection.hiddenTables = Set(try StoreFile.derivedNames(connection))
    let names = Self.shared.map { "'\($0)'" }.joined(separator: ", ")
    let schema = try connection.query("SELECT sql FROM main.sqlite_schema WHERE name IN (\(names)) ORDER BY rowid")
      .all { $0.string(0) + ";\n" }
    try connection.execute(Self.temporary(schema.joined()))
    for table in ["texts", "contexts"] {
      try connection.execute("INSERT INTO temp.\(table) SELECT * FROM main.\(table)")
    }
    let derived = Self.temporary(StoreSchema.derived)
    try connection.execute(derived)
    if let view = derived.firstRange(of: "\nCREATE TEMP VIEW launch AS") {
      let end = derived[view.upperBound...].firstIndex(of: ";") ?? derived.endIndex
      try connection.execute("CREATE TEMP VIEW \(Self.plainLaunch) AS\(derived[view.upperBound..<end])")
    }
    if isCurrent {
      for table in Self.streamProjections {
        try connection.execute(
          "INSERT INTO temp.\(table) SELECT * FROM main.\(table) WHERE stream NOT IN (SELECT id FROM streams WHERE changed)"
        )
      }
      try connection.execute("INSERT INTO temp.\(LaunchTimes.table) SELECT * FROM main.\(LaunchTimes.table)")
      try HeldKindRows.fill(on: connection)
    }
    setAside()
  }

  /// Statements that make tables and views of one connection alone; indices and triggers follow their tables.
  private static func temporary(_ schema: String) -> String {
    ("\n" + schema).replacing("\nCREATE TABLE ", with: "\nCREATE TEMP TABLE ")
      .replacing("\nCREATE VIEW ", with: "\nCREATE TEMP VIEW ")
  }
}
