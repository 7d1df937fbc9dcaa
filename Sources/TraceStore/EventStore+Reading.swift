package import TraceModel

/// A stream as the store holds it: its events by position, and the numbers in `seq` that rejected lines fill.
package typealias StoredStream = (id: StreamID, events: [Event], fills: [Int64])

extension EventStore {
  /// The queries that a report runs; a test checks that none of them meets `events`.
  static let reportQueries = [allStreams, allStreamTexts] + projections.map(all)

  private static let allStreams = "SELECT \(StreamColumn.list) FROM streams ORDER BY 1, 2, 3"
  private static let allStreamTexts = "SELECT \(StreamTextColumn.list) FROM stream_texts ORDER BY 1, 2, 3"

  /// All rows of a table whose columns a `Storable` passes in their order, in the order of its key.
  private static func all(_ table: String) -> String { "SELECT * FROM \(table) ORDER BY 1, 2, 3" }

  /// The rows of the streams whose launches are stale, rising: of those that have changed since they were summarized, or of
  /// all, if another program has changed rows, or other rules have derived launches.
  package func outdatedStreams() throws(StoreError) -> [Int64] {
    if isAside { return [] }
    return isCurrent ? try numbers("SELECT id FROM streams WHERE changed ORDER BY id") : try streamRows()
  }

  /// The rows of all streams, rising.
  package func streamRows() throws(StoreError) -> [Int64] { try numbers("SELECT id FROM streams ORDER BY id") }

  func numbers<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(StoreError) -> [Int64] {
    let rows = try connection.query(sql, repeat each values)
    var numbers: [Int64] = []
    while try rows.step() { numbers.append(rows.integer(0)) }
    return numbers
  }

  /// Reads one stream with one scan.
  ///
  /// - Parameters:
  ///   - row: The stream's row.
  ///   - stored: Where its symbols are added.
  /// - Returns: Its events by position: those without a `seq` in the order of time, then those with one; and the numbers in `seq` that rejected lines fill, rising.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readStream(_ row: Int64, into stored: inout StoredSymbols) throws(StoreError) -> StoredStream {
    let key = try connection.query("SELECT \(StreamColumn.list) FROM streams WHERE id = ?", row)
    _ = try key.step()
    let id = try stored.stream(key)
    key.reset()
    try stored.ownTexts(ownTexts(of: row))
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
  /// - Parameters:
  ///   - stored: Where their symbols are added.
  ///   - scope: Whether scenes, tasks, stays and candidates are read too, and which; candidates always where no event of
  ///     a launch is known.
  /// - Returns: One summary a launch.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readSummaries(into stored: inout StoredSymbols, _ scope: SummaryScope) throws(StoreError)
    -> [LaunchSummary]
  {
    defer { stored.keepsProcesses = true }
    var list = try readRows(into: &stored, scope)
    if scope.holdsDetails {
      try stored.ownTexts(connection.query(Self.allStreamTexts))
      try readParts(&list, &stored) { (launch, part: Candidate) in launch.candidates.append(part) }
      if let details = scope.judged {
        try readJudgedDetails(&list, &stored, details)
      } else {
        try readRest(&list, &stored)
      }
    } else {
      try readDecidingCandidates(&list, &stored)
    }
    return list
  }

  /// Reads the rows of all launches, and what MetricKit counted.
  private func readRows(into stored: inout StoredSymbols, _ scope: SummaryScope) throws(StoreError) -> [LaunchSummary] {
    let streams = try connection.query(Self.allStreams)
    while try streams.step() { _ = try stored.stream(streams) }
    try readContexts(into: &stored)
    // Where launches are judged, only reports are joined by their processes; a million launches have a million of these,
    // and a few hundred contexts beside them.
    stored.keepsProcesses = scope.judged == nil || stored.symbols.holdReports
    var list: [LaunchSummary] = []
    list.reserveCapacity(stored.symbols.streams.count)
    try add(connection.query(Self.all(LaunchSummary.table)), to: &list, &stored)
    try readParts(&list, &stored) { (launch, part: MetricCount) in launch.metrics.append(part) }
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

  /// Reads all that the findings in the launches of some streams rest on in these launches themselves.
  ///
  /// - Parameters:
  ///   - rows: The rows of the streams.
  ///   - stored: Where their symbols are added.
  /// - Returns: The launches, in the order of their rows.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readSummaries(ofStreams rows: [Int64], into stored: inout StoredSymbols) throws(StoreError)
    -> [LaunchSummary]
  {
    var list: [LaunchSummary] = []
    for row in rows.sorted() {
      try name(stream: row, &stored)
      try stored.ownTexts(ownTexts(of: row))
      let launches = try connection.query("SELECT * FROM \(LaunchSummary.table) WHERE stream = ? ORDER BY 1, 2", row)
      try add(launches, to: &list, &stored)
    }
    for row in rows.sorted() {
      try readParts(&list, &stored, of: row) { (launch, part: Candidate) in launch.candidates.append(part) }
      try readRest(&list, &stored, of: row)
    }
    return list
  }

  /// Gives a stream its name, which it may not have yet.
  package func name(stream row: Int64, _ stored: inout StoredSymbols) throws(StoreError) {
    let stream = try connection.query("SELECT \(StreamColumn.list) FROM streams WHERE id = ?", row)
    defer { stream.reset() }
    guard try stream.step() else { return }
    _ = try stored.stream(stream)
    try stored.name(stream)
  }

  /// Reads all contexts, in full.
  package func readContexts(into stored: inout StoredSymbols) throws(StoreError) {
    try connection.forEachRows(ContextColumn.list, of: Context.table) { rows throws(StoreError) in
      try stored.read(contexts: rows)
    }
  }

  private func ownTexts(of row: Int64) throws(StoreError) -> Statement {
    try connection.query("SELECT \(StreamTextColumn.list) FROM stream_texts WHERE stream = ? ORDER BY id", row)
  }

  /// Reads the candidates of launches without known events, which show whether such a launch is one: they are few.
  private func readDecidingCandidates(_ list: inout [LaunchSummary], _ stored: inout StoredSymbols) throws(StoreError) {
    for index in list.indices where !list[index].holdsKnownEvents {
      let row = stored.row(of: list[index].stream)
      let sql = "SELECT * FROM \(Candidate.table) WHERE stream = ? AND ordinal = ? ORDER BY 1, 2, 3"
      let rows = try connection.query(sql, row, Int64(list[index].ordinal))
      while try rows.step() {
        guard stored.begin(rows, after: SummaryColumn.n) != nil else { continue }
        var candidate = Candidate()
        try candidate.pass(&stored)
        list[index].candidates.append(candidate)
      }
    }
  }

  /// Reads scenes and tasks, and what is packed: of all launches, or of those of one stream.
  private func readRest(_ list: inout [LaunchSummary], _ stored: inout StoredSymbols, of row: Int64? = nil)
    throws(StoreError)
  {
    try readParts(&list, &stored, of: row) { (launch, part: SceneSummary) in launch.scenes.append(part) }
    try readParts(&list, &stored, of: row) { (launch, part: TaskSummary) in launch.tasks.append(part) }
    try forEachPart(PackedDetails.table, of: row, &list, &stored) { launch, rows, stored throws(StoreError) in
      try unpack(rows, into: &launch, &stored)
    }
  }

  /// Reads the tasks that `details` include, and what is packed.
  private func readJudgedDetails(
    _ list: inout [LaunchSummary], _ stored: inout StoredSymbols, _ details: JudgedDetails
  ) throws(StoreError) {
    let tasks = details.taskCondition
    try readParts(&list, &stored, where: tasks) { (launch, part: TaskSummary) in launch.tasks.append(part) }
    var reducer = DetailReducer(details)
    try forEachPart(PackedDetails.table, &list, &stored) { launch, rows, stored throws(StoreError) in
      try unpack(rows, into: &launch, &stored)
      reducer.reduceStays(&launch)
    }
  }

  /// Hands parts to their launches; both come in the order of the same key.
  private func readParts<Part: Storable>(
    _ list: inout [LaunchSummary], _ stored: inout StoredSymbols, of row: Int64? = nil, where condition: String? = nil,
    _ add: (inout LaunchSummary, Part) -> Void
  ) throws(StoreError) {
    try forEachPart(Part.table, of: row, where: condition, &list, &stored) { launch, _, stored throws(StoreError) in
      var part = Part()
      try part.pass(&stored)
      add(&launch, part)
    }
  }

  /// Adds to a launch what a row of `launch_parts` holds; if another program has changed that, its stream is noted as damaged.
  private func unpack(
    _ row: Statement, into launch: inout LaunchSummary, _ stored: inout StoredSymbols
  ) throws(StoreError) {
    let bytes = row.bytes(LaunchPartsColumn.parts.rawValue)
    let names = try stored.names(row.integer(LaunchPartsColumn.names))
    if !PackedDetails.unpack(bytes, names, into: &launch, after: stored.base) {
      stored.damaged.insert(row.integer(LaunchPartsColumn.stream))
    }
  }

  /// Goes through the rows of a table, all or those of one stream or with some `condition`, and their launches, both in
  /// the order of the same key.
  private func forEachPart(
    _ table: String, of row: Int64? = nil, where condition: String? = nil, _ list: inout [LaunchSummary],
    _ stored: inout StoredSymbols,
    _ body: (inout LaunchSummary, Statement, inout StoredSymbols) throws(StoreError) -> Void
  ) throws(StoreError) {
    var index = 0
    let rows =
      if let row { try connection.query("SELECT * FROM \(table) WHERE stream = ? ORDER BY 1, 2, 3", row) } else {
        try connection.query(Self.all(condition.map { "\(table) WHERE \($0)" } ?? table))
      }
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
