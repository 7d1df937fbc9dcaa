package import TraceModel

extension EventStore {
  /// A line for each table, index, trigger or view that differs from the program's.
  ///
  /// If there are any, a store opened with `SchemaDemand.any` can answer nothing else.
  package var schemaProblems: [String] { schema.problems }

  /// True if only views and indices differ, which `store rebuild` makes anew.
  package var isSchemaMendable: Bool { schema.isMendable }

  /// Tables, views and indices that another program has added under other names, such as `view 'slow'`.
  package var foreignParts: [String] { schema.foreign.map(\.title) }

  /// At most ten faults of the file, in SQLite's words.
  package func integrityProblems() throws(StoreError) -> [String] {
    try connection.query("PRAGMA integrity_check(10)").all { $0.string(0) }.filter { $0 != "ok" }
  }

  /// Columns with references to missing rows, and how many, as `events.signature: 3`; 0 is no text.
  package func danglingReferences() throws(StoreError) -> [String] {
    let names = try StoreSchema.ownTables(ofRecordedAlone: !isCurrent).map { "\"\($0)\"" }.joined(separator: ",")
    let columns = try connection.query(
      """
      SELECT tables.value, keys."from", keys."table", keys."to"
      FROM json_each(?) AS tables, pragma_foreign_key_list(tables.value) AS keys
      ORDER BY 1, 2
      """, "[\(names)]"
    ).all { ($0.string(0), $0.string(1), $0.string(2), $0.string(3)) }
    var problems: [String] = []
    for (table, column, parent, key) in columns {
      // A name from the program's schema, which was compared when the store was opened.
      let count = try integer(
        """
        SELECT count(*) FROM \(table) AS child
        WHERE child."\(column)" <> 0 AND NOT EXISTS (SELECT 1 FROM \(parent) WHERE \(key) = child."\(column)")
        """)
      if count > 0 { problems.append("\(table).\(column): \(count)") }
    }
    return problems
  }

  /// The streams whose rows in `launch_times` differ from their launches, each at least once.
  ///
  /// `launches` are all launches of the store with all their parts.
  package func streamsWithOtherTimes(
    than launches: [LaunchSummary], _ stored: StoredSymbols
  ) throws(StoreError) -> [StreamID] {
    var known: [[Int64]: LaunchSummary] = [:]
    for launch in launches { known[[stored.row(of: launch.stream), Int64(launch.ordinal)]] = launch }
    var streams: [StreamID] = []
    let symbols = stored.symbols
    let rows = try connection.query("SELECT \(LaunchTimes.columns) FROM \(LaunchTimes.table)")
    while try rows.step() {
      var reader = LaunchTimes.Reader(rows)
      for entry in reader.entries() {
        guard let launch = known.removeValue(forKey: [entry.stream, Int64(entry.ordinal)]) else {
          if let unknown = stored.known(entry.stream) { streams.append(unknown) }
          continue
        }
        var context = symbols.context(launch.context)
        context.pid = Event.absent
        let own = stored.context(inRow: entry.context).map(symbols.context)
        let record = LaunchTimes.packed(launch, LaunchTimes.Signs(launch, symbols.texts))
        if own != context || entry.record != record[...] { streams.append(launch.stream) }
      }
    }
    return streams + known.values.map(\.stream)
  }

  /// The number of rows of `held_kinds` that differ from a count of the launches.
  package func wrongHeldKinds() throws(StoreError) -> Int64 { try integer(HeldKindRows.wrongCount) }

  /// True if another program has changed recorded rows.
  package func isRecordChanged() throws(StoreError) -> Bool { try integer("SELECT is_changed FROM made_by") != 0 }

  /// Sums that do not add up, each with how often.
  package func wrongSums() throws(StoreError) -> [String] {
    var problems: [String] = []
    for (what, sql) in Self.sums.dropFirst(isCurrent ? 0 : 1) {
      let count = try integer(sql)
      if count > 0 { problems.append("\(what): \(count)") }
    }
    return problems
  }

  /// Counts that must be 0, by the words for the fault; only the first needs launches derived by this program.
  private static let sums = [
    (
      "streams whose launches have another number of events than the stream",
      """
      SELECT count(*) FROM streams WHERE NOT changed
        AND (SELECT count(*) FROM events WHERE stream = streams.id)
          <> (SELECT coalesce(sum(events), 0) FROM launches WHERE stream = streams.id)
      """
    ),
    ("details of no event", ofNoEvent("event_details")), ("claims on no event", ofNoEvent("claims")),
    (
      "rejected lines behind the end of what was read of their source",
      """
      SELECT count(*) FROM rejects JOIN sources ON sources.id = rejects.source
      -- A last line without its newline stands behind that end: it is read again when there is more.
      WHERE rejects.line > sources.line + (rejects.reason = '\(Reject.Reason.unfinished.rawValue)')
        AND NOT sources.is_pipe
      """
    ),
  ]

  /// Counts the rows of a table that belong to no event.
  private static func ofNoEvent(_ table: String) -> String {
    """
    SELECT count(*) FROM \(table) AS part WHERE NOT EXISTS
      (SELECT 1 FROM events WHERE stream = part.stream AND position = part.position)
    """
  }
}
