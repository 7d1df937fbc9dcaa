package import TraceModel

/// A stream's row: what names it in one store.
package struct StreamRow: Hashable, Sendable {
  package var rawValue: Int64
}

/// All that the store holds of one stream.
package struct StoredStream: Sendable, Equatable {
  package var id: StreamID
  /// By position: named places in `seq` after the others, which stand in the order of time.
  package var events: [Event]
  /// Places in `seq` that rejected lines fill, rising.
  package var fills: [Int64]
}

extension EventStore {
  /// The queries that a report runs; a test checks that none of them meets `events`.
  static let reportQueries = [streams, ownTexts] + projections.map(\.all)
  private static let streams = "SELECT * FROM streams ORDER BY id"
  private static let ownTexts = "SELECT * FROM stream_texts ORDER BY stream, id"

  /// The streams that have changed since they were summarized, or whose launches somebody has
  /// deleted, in the order of their rows.
  package func outdatedStreams() throws(StoreError) -> [StreamRow] {
    try numbers("SELECT id FROM streams WHERE changed ORDER BY id").map(StreamRow.init)
  }

  func numbers<each Value: Bindable>(
    _ sql: String, _ values: repeat each Value
  ) throws(StoreError) -> [Int64] {
    let rows = try connection.query(sql, repeat each values)
    var numbers: [Int64] = []
    while try rows.step() { numbers.append(rows.integer(0)) }
    return numbers
  }

  /// Reads one stream with one scan; its symbols are added to `stored`.
  package func readStream(
    _ row: StreamRow, into stored: inout StoredSymbols
  ) throws(StoreError) -> StoredStream {
    try decode(&stored) { (decoder) throws(StoreError) in
      let key = try connection.query("SELECT * FROM streams WHERE id = ?", row.rawValue)
      _ = try key.step()
      let id = try decoder.stream(key)
      key.reset()
      try decoder.ownTexts(
        connection.query("SELECT * FROM stream_texts WHERE stream = ? ORDER BY id", row.rawValue))
      let fills = try numbers(
        "SELECT seq FROM rejects WHERE stream = ? AND seq IS NOT NULL ORDER BY seq", row.rawValue)
      return StoredStream(id: id, events: try events(of: row, id, &decoder), fills: fills)
    }
  }

  private func events(
    of row: StreamRow, _ id: StreamID, _ decoder: inout RowDecoder
  ) throws(StoreError) -> [Event] {
    let rows = try connection.query(
      "SELECT * FROM events WHERE stream = ? ORDER BY position", row.rawValue)
    var events: [Event] = []
    while try rows.step() {
      var event = Event()
      event.stream = id
      decoder.begin(rows, at: 2, id)
      try event.pass(&decoder)
      let position = rows.integer(1)
      if position >= 0, event.seq == Event.absent { event.seq = position }
      event.attributes = decoder.stored.symbols.texts.intern(rows, 16)
      events.append(event)
    }
    return events
  }

  /// Reads all summaries, in the order of stream rows and launches; never an event.
  ///
  /// - Parameters:
  ///   - stored: Where their symbols are added.
  ///   - details: Whether scenes, tasks, stays and candidates are read too.
  /// - Returns: One summary a launch.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readSummaries(
    into stored: inout StoredSymbols, details: Bool
  ) throws(StoreError) -> [LaunchSummary] {
    try decode(&stored) { (decoder) throws(StoreError) in
      let streams = try connection.query(Self.streams)
      while try streams.step() { _ = try decoder.stream(streams) }
      var list: [LaunchSummary] = []
      let launches = try connection.query(LaunchSummary.table.all)
      while try launches.step() {
        guard let stream = decoder.known(launches.integer(0)) else { continue }
        var summary = LaunchSummary()
        summary.stream = stream
        summary.ordinal = Int32(truncatingIfNeeded: launches.integer(1))
        decoder.begin(launches, at: 2, stream)
        try summary.pass(&decoder)
        list.append(summary)
      }
      guard details else { return list }
      try decoder.ownTexts(connection.query(Self.ownTexts))
      try readParts(&list, &decoder) { (launch, part: SceneSummary) in launch.scenes.append(part) }
      try readParts(&list, &decoder) { (launch, part: TaskSummary) in launch.tasks.append(part) }
      try readParts(&list, &decoder) { (launch, part: StaySummary) in launch.stays.append(part) }
      try readParts(&list, &decoder) { (launch, part: Candidate) in launch.candidates.append(part) }
      return list
    }
  }

  /// Hands parts to their launches; both come in the order of the same key.
  private func readParts<Part: Storable>(
    _ list: inout [LaunchSummary], _ decoder: inout RowDecoder,
    _ add: (inout LaunchSummary, Part) -> Void
  ) throws(StoreError) {
    var index = 0
    let rows = try connection.query(Part.table.all)
    while try rows.step() {
      guard let stream = decoder.known(rows.integer(0)) else { continue }
      while index < list.count,
        list[index].stream != stream || Int64(list[index].ordinal) != rows.integer(1)
      { index += 1 }
      guard index < list.count else { return rows.reset() }
      var part = Part()
      decoder.begin(rows, at: 3, stream)
      try part.pass(&decoder)
      add(&list[index], part)
    }
  }

  /// Lends `stored` to a decoder.
  private func decode<Result>(
    _ stored: inout StoredSymbols,
    _ body: (inout RowDecoder) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if stored.symbols.sourceNames.isEmpty { stored.symbols.sourceNames = try sourceNames() }
    var decoder = try RowDecoder(on: connection)
    swap(&decoder.stored, &stored)
    defer { swap(&decoder.stored, &stored) }
    return try body(&decoder)
  }

  private func sourceNames() throws(StoreError) -> [String] {
    var names = [""]
    let rows = try connection.query("SELECT id, path FROM sources ORDER BY id")
    while try rows.step() {
      while names.count < rows.integer(0) { names.append("") }
      names.append(rows.string(1))
    }
    return names
  }
}
