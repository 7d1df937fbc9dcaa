import TraceModel

extension EventStore {
  /// Lets statements of this connection find the kind and the launch time of each launch in the view `launch`.
  ///
  /// They are kept in memory until the store is closed: the file stays as it is.
  package func addLaunchKinds(_ rows: [LaunchKindRow]) throws(StoreError) {
    try connection.execute(String(decoding: PackageResources.launch_with_kind_sql, as: UTF8.self), "use")
    for row in rows {
      try connection.run(
        "INSERT INTO launch_kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.stream, row.ordinal, row.kind, row.kindReason,
        row.nanos ?? .min, row.from, row.to, row.notCounted)
    }
  }

  /// Lets statements of this connection find the stays in the background in the view `stay`.
  ///
  /// They are kept in memory until the store is closed: the file stays as it is.
  package func addStays(_ rows: [StayRow]) throws(StoreError) {
    try connection.execute(String(decoding: PackageResources.stays_sql, as: UTF8.self), "use")
    for row in rows {
      let stay = row.stay
      try connection.run(
        "INSERT INTO stay_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row.stream, row.ordinal, row.number,
        stay.begin.time, stay.begin.uptime, stay.begin.seq, stay.nanos, stay.end.name, stay.awayNanos,
        stay.handlerNanos, stay.assertionNanos, stay.isCovered ? Int64(1) : 0)
    }
  }

  /// Runs a person's statement, which may only read; from then on the store does nothing else.
  ///
  /// - Parameters:
  ///   - sql: A SELECT; anything else is refused.
  ///   - cell: What becomes of each value.
  ///   - isStopped: Asked while it runs; ends it, as an error.
  /// - Returns: The names of the columns, and the rows.
  /// - Throws: `StoreError`, with SQLite's message for SQL that is wrong or refused.
  package func query<Cell>(
    _ sql: String, as cell: (StoreValue) -> Cell, until isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) -> (columns: [String], rows: [[Cell]]) {
    connection.restrictToReading(until: isStopped)
    let statement = try connection.prepare(sql)
    if statement.hasRest {
      throw StoreError(
        "query", file: connection.path, message: "text follows the first statement", hint: "give one SELECT")
    }
    let places = 0..<statement.columnCount
    var rows: [[Cell]] = []
    while try statement.step() { rows.append(places.map { cell(statement.value($0)) }) }
    return (places.map(statement.name), rows)
  }
}
