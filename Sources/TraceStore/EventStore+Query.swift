import CSQLite
package import TraceModel

extension EventStore {
  /// Bounds the memory that SQLite takes in this process; to be called before a store is opened.
  ///
  /// Rows that a person's statement sorts go to a temporary file, but each value is in memory.
  package static func limitMemory() { _ = sqlite3_hard_heap_limit64(QueryRows.mostMemory) }

  /// Gives the view `launch` of this connection the kind and the launch time of each launch.
  package func addLaunchKinds(_ rows: [LaunchKindRow]) throws(StoreError) {
    try connection.allowWriting()
    if isAside { try connection.execute("DROP VIEW temp.launch") }
    try connection.execute(onLaunches(PackageResources.launch_with_kind_sql), "use")
    for row in rows {
      try connection.run(
        "INSERT INTO launch_kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.stream, row.ordinal, row.kind, row.kindReason,
        row.nanos ?? .min, row.from, row.to, row.notCounted)
    }
  }

  /// Gives this connection the view `stay`, of the stays of launches in the background.
  package func addStays(of launches: [LaunchSummary], _ stored: StoredSymbols) throws(StoreError) {
    try connection.allowWriting()
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

  /// Replaces [launch] by the view of launches without their kinds.
  private func onLaunches(_ sql: [UInt8]) -> String {
    String(decoding: sql, as: UTF8.self).replacing(
      "[launch]", with: isAside ? "temp.\(Self.plainLaunch)" : "main.launch")
  }

  /// The rows of a person's SELECT, one by one; the store can do nothing else afterwards.
  ///
  /// `isStopped` is asked while it runs, and ends it with an error. SQLite refuses statements that write.
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

/// A launch as seen among all launches; its ends are empty without a launch time, and `notCounted` where it counts.
package typealias LaunchKindRow = (
  stream: Int64, ordinal: Int64, kind: String, kindReason: String, nanos: Int64?, from: String, to: String,
  notCounted: String
)
