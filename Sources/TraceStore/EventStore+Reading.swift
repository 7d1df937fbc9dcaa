package import TraceModel

/// A stream as the store holds it: its events by position, and the numbers in `seq` that rejected lines fill.
package typealias StoredStream = (id: StreamID, events: [Event], fills: [Int64])

extension EventStore {
  /// The queries that a report runs; a test checks that none of them meets `events`.
  static let reportQueries = (["streams", "stream_texts"] + projections).map { all($0) }

  private static func all(_ table: String, where condition: String = "TRUE") -> String {
    "SELECT * FROM \(table) WHERE \(condition) ORDER BY 1, 2, 3"
  }

  /// The rows of streams with stale launches, rising: streams that have changed since they were summarized, or all
  /// streams if another program changed rows or other rules derived the launches.
  package func outdatedStreams() throws(StoreError) -> [Int64] {
    if isAside { return [] }
    return isCurrent ? try numbers("SELECT id FROM streams WHERE changed ORDER BY id") : try streamRows()
  }

  /// The rows of all streams, rising.
  package func streamRows() throws(StoreError) -> [Int64] { try numbers("SELECT id FROM streams ORDER BY id") }

  func numbers<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(StoreError) -> [Int64] {
    try connection.query(sql, repeat each values).all { $0.integer(0) }
  }

  /// Reads one stream with one scan; its symbols are added to `stored`.
  ///
  /// Events without a `seq` come first, by time; then those with one. `fills` are the numbers in `seq` that rejected
  /// lines fill, rising. A stream of more than `pieceCount` events comes in pieces of that size: `take` gets all but
  /// the last, which is returned. With `claims`, an event is followed by its copies, with the source and line of each.
  package func readStream(
    _ row: Int64, into stored: inout StoredSymbols, piecesOf pieceCount: Int = .max, claims: Bool = false,
    _ take: ([Event]) -> Void = { _ in }
  ) throws(StoreError) -> StoredStream {
    let id = try name(stream: row, &stored)
    try stored.ownTexts(connection.query("SELECT * FROM stream_texts WHERE stream = ? ORDER BY id", row))
    let fills = try numbers("SELECT DISTINCT seq FROM rejects WHERE stream = ? AND seq IS NOT NULL ORDER BY seq", row)
    let refused = "SELECT seq FROM rejects WHERE stream = ? AND reason IN (?, ?)"
    let altered = Reject.Reason.duplicateWithOtherFields.rawValue
    let conflict = Reject.Reason.conflict.rawValue
    let contradicted = fills.isEmpty ? [] : Set(try numbers(refused, row, altered, conflict))
    stored.begin(id)
    let copies = claims ? try readClaims(row, after: stored.base) : [:]
    var known = try KnownEvents(of: row, on: connection)
    defer { known.close() }
    var events: [Event] = []
    while known.position < .max {
      if events.count == pieceCount {
        take(events)
        events.removeAll(keepingCapacity: true)
      }
      var event = try stored.event(known)
      event.stream = id
      event.isContradicted = known.position >= 0 && contradicted.contains(event.seq)
      events.append(event)
      for copy in copies[known.position] ?? [] {
        (event.source, event.line) = copy
        events.append(event)
      }
      try known.next()
    }
    return (id, events, fills)
  }

  /// Reads all summaries by stream row and launch, and no event.
  ///
  /// `scope` says which details are read too; candidates of a launch without a known event always are. With
  /// `mayJoin`, launches may be joined with those of other stores.
  package func readSummaries(
    into stored: inout StoredSymbols, _ scope: SummaryScope, mayJoin: Bool = false
  ) throws(StoreError) -> [LaunchSummary] {
    defer { stored.keepsProcesses = true }
    let streams = try connection.query(Self.all("streams"))
    while try streams.step() { _ = try stored.stream(streams) }
    try readContexts(into: &stored)
    // Only joined launches need their processes: a million launches have a million of these, and few contexts.
    stored.keepsProcesses = scope.judged == nil || mayJoin || stored.symbols.mayJoinLaunches
    var list: [LaunchSummary] = []
    list.reserveCapacity(stored.symbols.streams.count)
    try add(connection.query(Self.all(LaunchSummary.table)), to: &list, &stored)
    try readParts(&list, &stored) { (launch, part: MetricCount) in launch.metrics.append(part) }
    if scope.holdsDetails {
      try stored.ownTexts(connection.query(Self.all("stream_texts")))
      try readDetails(&list, &stored, scope.judged)
    } else if list.contains(where: { !$0.holdsKnownEvents }) {
      // Their candidates decide whether these few are launches.
      let undecided = "(stream, ordinal) IN (SELECT stream, ordinal FROM launches WHERE events <= unknown)"
      try readParts(&list, &stored, where: undecided) { (launch, part: Candidate) in launch.candidates.append(part) }
    }
    return list
  }

  /// Adds the launches in `rows`, without their parts; their streams are known.
  private func add(
    _ rows: Statement, to list: inout [LaunchSummary], _ stored: inout StoredSymbols
  ) throws(StoreError) {
    while try rows.step() {
      guard let stream = stored.begin(rows, after: SummaryColumn.ordinal) else { continue }
      list.append(LaunchSummary())
      let index = list.count - 1
      list[index].stream = stream
      list[index].ordinal = Int32(truncatingIfNeeded: rows.integer(SummaryColumn.ordinal))
      try list[index].pass(&stored)
    }
  }

  /// Reads all that the findings of launches in these streams rest on, as far as it is in these streams.
  package func readSummaries(ofStreams rows: [Int64], into stored: inout StoredSymbols) throws(StoreError)
    -> [LaunchSummary]
  {
    let condition = "stream IN (\(rows.map { "\($0)" }.joined(separator: ", ")))"
    for row in rows { try name(stream: row, &stored) }
    try stored.ownTexts(connection.query(Self.all("stream_texts", where: condition)))
    var list: [LaunchSummary] = []
    try add(connection.query(Self.all(LaunchSummary.table, where: condition)), to: &list, &stored)
    try readDetails(&list, &stored, where: condition)
    return list
  }

  /// Up to this many streams are read one by one; for more, reading all at once is as fast.
  private static let mostNamed = 100

  /// The rows, rising, of the streams whose launch id begins with `id`, in any case of letters.
  ///
  /// Nil if there are very many, or if names of streams without a launch id may begin so.
  package func streams(namedLike id: String) throws(StoreError) -> [Int64]? {
    let hasUnnamed = try integer("SELECT EXISTS (SELECT 1 FROM streams WHERE launch IS NULL)") != 0
    if id.isEmpty || hasUnnamed { return nil }
    // char(0x10ffff) is the last character: every id that begins with `id` comes before it.
    let like = "SELECT id FROM streams WHERE launch BETWEEN ?1 AND ?1 || char(0x10ffff) LIMIT ?2"
    // The index is case sensitive, so the spellings that occur are found letter by letter.
    var spellings = [""]
    for letter in id {
      var longer: [String] = []
      for spelling in spellings {
        for letter in Set([letter.lowercased(), letter.uppercased()]) {
          if !(try numbers(like, spelling + letter, Int64(1)).isEmpty) { longer.append(spelling + letter) }
        }
      }
      if longer.count > Self.mostNamed { return nil }
      spellings = longer
    }
    var rows: [Int64] = []
    for spelling in spellings { rows += try numbers(like, spelling, Int64(Self.mostNamed + 1)) }
    return rows.count > Self.mostNamed ? nil : rows.sorted()
  }

  /// The stream in a row, added to `stored` by its name.
  @discardableResult
  package func name(stream row: Int64, _ stored: inout StoredSymbols) throws(StoreError) -> StreamID {
    let stream = try connection.query("SELECT * FROM streams WHERE id = ?", row)
    defer { stream.reset() }
    guard try stream.step() else {
      throw StoreError(
        "read", file: path, message: "another program has removed a launch meanwhile",
        hint: "run the same command again")
    }
    return try stored.stream(stream)
  }

  func readContexts(into stored: inout StoredSymbols) throws(StoreError) {
    let rows = try connection.query("SELECT * FROM \(Context.table)")
    while try rows.step() { try stored.addContext(rows) }
  }

  /// Reads candidates, scenes, tasks and packed details, as far as `judged` includes them, of launches that meet
  /// `condition`.
  private func readDetails(
    _ list: inout [LaunchSummary], _ stored: inout StoredSymbols, _ judged: JudgedDetails? = nil,
    where condition: String = "TRUE"
  ) throws(StoreError) {
    try readParts(&list, &stored, where: condition) { (launch, part: Candidate) in launch.candidates.append(part) }
    if judged == nil {
      try readParts(&list, &stored, where: condition) { (launch, part: SceneSummary) in launch.scenes.append(part) }
    }
    let tasks = judged?.taskCondition ?? condition
    try readParts(&list, &stored, where: tasks) { (launch, part: TaskSummary) in launch.tasks.append(part) }
    var reducer = judged.map { DetailReducer($0) }
    try forEachPart(PackedDetails.table, where: condition, &list, &stored) { launch, row, stored throws(StoreError) in
      let bytes = row.bytes(LaunchPartsColumn.parts.rawValue)
      let names = try stored.names(row.integer(LaunchPartsColumn.names))
      let isWhole = PackedDetails.unpack(bytes, names, into: &launch, after: stored.base)
      // Another program has changed them.
      if !isWhole { stored.damaged.insert(row.integer(LaunchPartsColumn.stream)) }
      reducer?.reduceStays(&launch)
    }
  }

  /// Hands parts to their launches; rows and launches are in the order of one key.
  private func readParts<Part: Storable>(
    _ list: inout [LaunchSummary], _ stored: inout StoredSymbols, where condition: String = "TRUE",
    _ add: (inout LaunchSummary, Part) -> Void
  ) throws(StoreError) {
    try forEachPart(Part.table, where: condition, &list, &stored) { launch, _, stored throws(StoreError) in
      var part = Part()
      try part.pass(&stored)
      add(&launch, part)
    }
  }

  /// Goes through the rows of a table and their launches, both in the order of one key.
  private func forEachPart(
    _ table: String, where condition: String, _ list: inout [LaunchSummary], _ stored: inout StoredSymbols,
    _ body: (inout LaunchSummary, Statement, inout StoredSymbols) throws(StoreError) -> Void
  ) throws(StoreError) {
    var index = 0
    let rows = try connection.query(Self.all(table, where: condition))
    while try rows.step() {
      let stream = stored.begin(rows, after: SummaryColumn.n)
      let ordinal = rows.integer(SummaryColumn.ordinal)
      // Parts without a launch, which another program has deleted, are skipped.
      let match = list.indices[index...].first { list[$0].stream == stream && list[$0].ordinal == ordinal }
      guard let match else { continue }
      index = match
      try body(&list[index], rows, &stored)
    }
  }
}

extension JudgedDetails {
  /// The condition of `include` for tasks, in SQL on the table `tasks`.
  fileprivate var taskCondition: String {
    let outcomes = [TaskOutcome.leaked, .open].map { "\($0.rawValue)" }.joined(separator: ", ")
    let kinds = TaskKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")
    return """
      outcome IN (\(outcomes)) OR expiration > 0
        OR coalesce(longest_stay, iif(marks & 8, end_time - begin_time, background)) > \(leastNanos)
        OR kind <> 0 AND kind NOT IN (SELECT id FROM texts WHERE value IN (\(kinds)))
      """
  }
}
