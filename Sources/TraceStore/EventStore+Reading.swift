package import TraceModel

/// A stream as the store holds it: its events by position, and the numbers in `seq` that rejected lines fill.
package typealias StoredStream = (id: StreamID, events: [Event], fills: [Int64])

extension EventStore {
  /// The queries that a report runs; a test checks that none of them meets `events`.
  static let reportQueries = (["streams", "stream_texts"] + projections).map { all($0) }

  /// All rows of a table, or those that meet a condition, in the order of its key.
  private static func all(_ table: String, where condition: String = "TRUE") -> String {
    "SELECT * FROM \(table) WHERE \(condition) ORDER BY 1, 2, 3"
  }

  /// The rows of the streams whose launches are stale, rising: of those that have changed since they were summarized, or of
  /// all, if another program has changed rows, or other rules have derived launches.
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
  /// Its events come by position: those without a `seq` in the order of time, then those with one. The numbers in `seq`
  /// that rejected lines fill rise. A stream of more events than `pieceCount` comes in pieces of so many: all but the last
  /// one are given to `take`, and not returned.
  package func readStream(
    _ row: Int64, into stored: inout StoredSymbols, piecesOf pieceCount: Int = .max,
    _ take: ([Event]) -> Void = { _ in }
  ) throws(StoreError) -> StoredStream {
    let id = try name(stream: row, &stored)
    try stored.ownTexts(connection.query("SELECT * FROM stream_texts WHERE stream = ? ORDER BY id", row))
    let fills = try numbers("SELECT seq FROM rejects WHERE stream = ? AND seq IS NOT NULL ORDER BY seq", row)
    let refused = "SELECT seq FROM rejects WHERE stream = ? AND reason IN (?, ?)"
    let altered = Reject.Reason.duplicateWithOtherFields.rawValue
    let conflict = Reject.Reason.conflict.rawValue
    let contradicted = fills.isEmpty ? [] : Set(try numbers(refused, row, altered, conflict))
    stored.begin(id)
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
      try known.next()
    }
    return (id, events, fills)
  }

  /// Reads all summaries, in the order of stream rows and launches; never an event.
  ///
  /// `scope` says whether scenes, tasks, stays and candidates are read too, and which; candidates are always read where
  /// no event of a launch is known.
  package func readSummaries(into stored: inout StoredSymbols, _ scope: SummaryScope) throws(StoreError)
    -> [LaunchSummary]
  {
    defer { stored.keepsProcesses = true }
    let streams = try connection.query(Self.all("streams"))
    while try streams.step() { _ = try stored.stream(streams) }
    try readContexts(into: &stored)
    // Where launches are judged, only those that are joined need their processes; a million launches have a million of
    // these, and a few hundred contexts beside them.
    stored.keepsProcesses = scope.judged == nil || stored.symbols.mayJoinLaunches
    var list: [LaunchSummary] = []
    list.reserveCapacity(stored.symbols.streams.count)
    try add(connection.query(Self.all(LaunchSummary.table)), to: &list, &stored)
    try readParts(&list, &stored) { (launch, part: MetricCount) in launch.metrics.append(part) }
    if scope.holdsDetails {
      try stored.ownTexts(connection.query(Self.all("stream_texts")))
      try readDetails(&list, &stored, scope.judged)
    } else if list.contains(where: { !$0.holdsKnownEvents }) {
      // The candidates of such launches show whether they are launches: they are few.
      let undecided = "(stream, ordinal) IN (SELECT stream, ordinal FROM launches WHERE events <= unknown)"
      try readParts(&list, &stored, where: undecided) { (launch, part: Candidate) in launch.candidates.append(part) }
    }
    return list
  }

  /// Adds the launches of some rows, whose streams are known, without their parts.
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

  /// Reads all that the findings in the launches of some streams rest on in these launches themselves, in the order of
  /// their rows.
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

  /// So many streams are read one by one; of more it takes as long to read all at once.
  private static let mostNamed = 100

  /// The rows, rising, of the streams whose launch's id is this one or begins with it, in small letters or capitals.
  ///
  /// Nil where they are very many, and where names of streams without a launch's id may begin so.
  package func streams(namedLike id: String) throws(StoreError) -> [Int64]? {
    let hasUnnamed = try integer("SELECT EXISTS (SELECT 1 FROM streams WHERE launch IS NULL)") != 0
    if id.isEmpty || hasUnnamed { return nil }
    // The last character that there is: no id that begins alike comes after it.
    let like = "SELECT id FROM streams WHERE launch BETWEEN ?1 AND ?1 || char(0x10ffff) LIMIT ?2"
    // The index tells case apart, so it is asked which spellings there are, letter by letter.
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

  /// The stream in a row, by the name that the row holds.
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

  /// Reads all contexts, in full.
  func readContexts(into stored: inout StoredSymbols) throws(StoreError) {
    let rows = try connection.query("SELECT * FROM \(Context.table)")
    while try rows.step() { try stored.addContext(rows) }
  }

  /// Reads candidates, scenes, tasks and what is packed, or what `judged` include: of the launches that meet a condition.
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

  /// Hands parts to their launches; both come in the order of the same key.
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

  /// Goes through the rows of a table that meet a condition, and their launches, both in the order of the same key.
  private func forEachPart(
    _ table: String, where condition: String, _ list: inout [LaunchSummary], _ stored: inout StoredSymbols,
    _ body: (inout LaunchSummary, Statement, inout StoredSymbols) throws(StoreError) -> Void
  ) throws(StoreError) {
    var index = 0
    let rows = try connection.query(Self.all(table, where: condition))
    while try rows.step() {
      let stream = stored.begin(rows, after: SummaryColumn.n)
      let ordinal = rows.integer(SummaryColumn.ordinal)
      // Parts of a launch that another program has deleted belong to none.
      let match = list.indices[index...].first { list[$0].stream == stream && list[$0].ordinal == ordinal }
      guard let match else { continue }
      index = match
      try body(&list[index], rows, &stored)
    }
  }
}

extension JudgedDetails {
  /// The condition that `include` is for tasks, in SQL on the table `tasks`.
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
