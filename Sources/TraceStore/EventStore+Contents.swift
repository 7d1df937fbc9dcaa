package import TraceModel

extension EventStore {
  /// The streams that there are, to see later which came in.
  ///
  /// Summaries have to be up to date: what they lack would seem to have come in.
  package func markStreams() throws(StoreError) -> StreamMark {
    StreamMark(last: try integer("SELECT max(id) FROM streams"))
  }

  /// Adds to `mark` the older streams into which events came, before their summaries are brought up to date.
  package func noteChanged(_ mark: inout StreamMark) throws(StoreError) {
    mark.changed = try numbers("SELECT id FROM streams WHERE changed AND id <= \(mark.last)")
  }

  /// The versions of apps that the store holds launches of, or that came in since `mark`; in the order of their names.
  ///
  /// What holds nothing but a system's messages about no app is no launch.
  package func versions(since mark: StreamMark? = nil) throws(StoreError) -> [VersionContents] {
    let condition = mark.map(Self.condition) ?? "TRUE"
    let row = try connection.prepare(
      """
      SELECT coalesce((SELECT value FROM text_values WHERE id = contexts.app), ''),
        coalesce((SELECT value FROM text_values WHERE id = contexts.app_version), ''),
        count(*), count(DISTINCT nullif(contexts.device, 0)),
        min(iif(launches.marks & 8, NULL, base + launches.first)),
        max(iif(launches.marks & 8, NULL, base + launches.last))
      FROM launches
        JOIN streams ON streams.id = launches.stream
        JOIN contexts ON contexts.id = coalesce(launches.context, streams.base_context)
      WHERE (\(condition)) AND launches.nature <> 4
        AND (launches.unknown < launches.events
          OR coalesce((SELECT value FROM text_values WHERE id = contexts.format), '') IN ('', 'canonical'))
      GROUP BY contexts.app, contexts.app_version
      """)
    var list: [VersionContents] = []
    while try row.step() {
      let first = row.optional(4)
      let last = row.optional(5)
      list.append(
        VersionContents(
          app: row.string(0), appVersion: row.string(1), launches: row.integer(2), devices: row.integer(3),
          first: first == Event.absent ? nil : first, last: last == Event.absent ? nil : last))
    }
    return list.sorted { a, b in
      a.app == b.app ? Normalised.isOrdered(a.appVersion, b.appVersion) : Normalised.isOrdered(a.app, b.app)
    }
  }

  /// How many launches there are, or came in since `mark`, of which no more is known than that they were.
  package func countEarlierLaunches(since mark: StreamMark? = nil) throws(StoreError) -> Int64 {
    try integer("SELECT count(*) FROM launches WHERE (\(mark.map(Self.condition) ?? "TRUE")) AND nature = 4")
  }

  /// The rows of launches into whose streams something came since `mark`.
  private static func condition(_ mark: StreamMark) -> String {
    // Numbers of the store's own.
    let changed = mark.changed.map { "\($0)" }.joined(separator: ",")
    return "launches.stream > \(mark.last) OR launches.stream IN (SELECT value FROM json_each('[\(changed)]'))"
  }

  /// The months in which launches of each app began, the latest first; then those of no known day.
  package func months() throws(StoreError) -> [MonthContents] {
    let row = try connection.query(
      """
      SELECT coalesce((SELECT value FROM text_values WHERE id = contexts.app), ''),
        iif(launches.marks & 8 OR launches.first IS NULL, '',
          strftime('%Y-%m', (base + launches.first) / 1000000000, 'unixepoch')) AS month,
        count(*), sum(launches.events)
      FROM launches
        JOIN streams ON streams.id = launches.stream
        JOIN contexts ON contexts.id = coalesce(launches.context, streams.base_context)
      WHERE launches.nature <> 4
      GROUP BY 1, 2 ORDER BY 2 DESC, 1
      """)
    var list: [MonthContents] = []
    while try row.step() {
      list.append(
        MonthContents(app: row.string(0), month: row.string(1), launches: row.integer(2), events: row.integer(3)))
    }
    return list
  }

  /// How many devices the logs of all launches name.
  package func countDevices() throws(StoreError) -> Int64 {
    try integer(
      """
      SELECT count(DISTINCT nullif(contexts.device, 0)) FROM launches
        JOIN streams ON streams.id = launches.stream
        JOIN contexts ON contexts.id = coalesce(launches.context, streams.base_context)
      WHERE launches.nature <> 4
      """)
  }

  /// The formats in which launches came, in the order of their names.
  package func formats() throws(StoreError) -> [String] {
    let row = try connection.query(
      """
      SELECT DISTINCT coalesce((SELECT value FROM text_values WHERE id = contexts.format), 'canonical') AS name
      FROM contexts WHERE id IN (
        SELECT coalesce(launches.context, streams.base_context)
        FROM launches JOIN streams ON streams.id = launches.stream)
      ORDER BY name
      """)
    var names: [String] = []
    while try row.step() { names.append(row.string(0)) }
    return names
  }
}
