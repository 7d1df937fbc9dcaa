import CSQLite
package import TraceModel

extension EventStore {
  /// Bounds the memory that SQLite takes for a person's statement, in the whole process; called before a store is
  /// opened.
  ///
  /// What a statement may ask for has no end: rows that are sorted go to a temporary file, but a value is in memory.
  package static func limitMemory() { _ = sqlite3_hard_heap_limit64(QueryRows.mostMemory) }

  /// Lets statements of this connection alone find the kind and the launch time of each launch in the view `launch`.
  package func addLaunchKinds(_ rows: [LaunchKindRow]) throws(StoreError) {
    if isAside { try connection.execute("DROP VIEW temp.launch") }
    try connection.execute(onLaunches(PackageResources.launch_with_kind_sql), "use")
    for row in rows {
      try connection.run(
        "INSERT INTO launch_kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.stream, row.ordinal, row.kind, row.kindReason,
        row.nanos ?? .min, row.from, row.to, row.notCounted)
    }
  }

  /// Lets statements of this connection alone find the stays of launches in the background in the view `stay`.
  package func addStays(of launches: [LaunchSummary], _ stored: StoredSymbols) throws(StoreError) {
    try connection.execute(onLaunches(PackageResources.stays_sql), "use")
    for launch in launches {
      for (number, stay) in launch.stays.enumerated() {
        try connection.run(
          "INSERT INTO stay_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", stored.row(of: launch.stream),
          Int64(launch.ordinal), Int64(number), stay.begin.time, stay.begin.uptime, stay.begin.seq, stay.nanos,
          stay.end.name, stay.awayNanos, stay.handlerNanos, stay.assertionNanos, stay.isCovered ? Int64(1) : 0)
      }
    }
  }

  /// Statements whose [launch] is the view of launches without their kinds.
  private func onLaunches(_ sql: [UInt8]) -> String {
    String(decoding: sql, as: UTF8.self).replacing(
      "[launch]", with: isAside ? "temp.\(Self.plainLaunch)" : "main.launch")
  }

  /// The rows that a person's SELECT gives, one by one; from then on the store does nothing else.
  ///
  /// `isStopped` is asked while it runs, and ends it as an error. Other statements are refused, with SQLite's message.
  package func rows(
    of sql: String, until isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) -> QueryRows {
    connection.restrictToReading(until: isStopped)
    do throws(StoreError) {
      return try QueryRows(sql, on: connection)
    } catch var error {
      if error.code == SQLITE_AUTH, isAside { error.hint = "what 'main.' names is stale: leave it out" }
      throw error
    }
  }
}

/// What is known of a launch in view of all launches; the ends of its launch time are empty where there is none, and so
/// is the reason why it does not count where it does.
package typealias LaunchKindRow = (
  stream: Int64, ordinal: Int64, kind: String, kindReason: String, nanos: Int64?, from: String, to: String,
  notCounted: String
)
