import TraceModel

/// Reads the tables of summaries.
enum SummaryReader {
  /// The queries that a report runs; a test checks that none of them meets `events`.
  static let launches = """
    SELECT \(SummaryColumns.launches), \(SymbolReader.streamColumns) FROM launches
    JOIN streams ON streams.id = launches.stream ORDER BY launches.stream, launches.ordinal
    """
  static let scenes = part("scenes", SummaryColumns.scenes)
  static let tasks = part("tasks", SummaryColumns.tasks)
  static let stays = part("stays", SummaryColumns.stays)
  static let candidates = part("candidates", SummaryColumns.candidates)
  static let all = [launches, scenes, tasks, stays, candidates]
  private static let launchColumns: Int32 = 27

  private static func part(_ table: String, _ columns: String) -> String {
    "SELECT \(columns) FROM \(table) ORDER BY stream, ordinal, n"
  }

  static func read(
    _ store: EventStore, into stored: inout StoredSymbols, details: Bool
  ) throws(StoreError) -> [LaunchSummary] {
    let statement = try Statement(launches, on: store.connection)
    var list: [LaunchSummary] = []
    var rows: [Int64] = []
    while try statement.step() {
      list.append(try launch(statement, store.reader, &stored))
      rows.append(statement.integer(0))
    }
    if details { try readParts(&list, rows, store, &stored) }
    return list
  }

  private static func launch(
    _ row: borrowing Statement, _ reader: borrowing SymbolReader, _ stored: inout StoredSymbols
  ) throws(StoreError) -> LaunchSummary {
    var summary = LaunchSummary()
    summary.stream = try reader.stream(row.integer(0), row, launchColumns, &stored)
    let base = stored.bases[Int(summary.stream.rawValue)]
    summary.ordinal = Int32(truncatingIfNeeded: row.integer(1))
    summary.context = try reader.context(row.integer(2), &stored)
    summary.firstInstant = row.optional(3).from(base.time)
    summary.lastInstant = row.optional(4).from(base.time)
    summary.eventCount = row.integer(5)
    summary.unknownCount = row.integer(6)
    summary.kinds = try reader.kinds(row.integer(7), &stored)
    summary.model = LifecycleModel(rawValue: UInt8(truncatingIfNeeded: row.integer(8))) ?? .unknown
    summary.nature =
      LaunchNature(rawValue: UInt8(truncatingIfNeeded: row.integer(9))) ?? .foreground
    summary.natureReason = try reader.text(row.integer(10), &stored)
    summary.exitReason = try reader.text(row.integer(11), &stored)
    summary.flags = row.integer(12)
    summary.milestones.approximate = UInt16(truncatingIfNeeded: row.integer(13))
    summary.stepsSeen = row.integer(14)
    summary.stepsJudged = row.integer(15)
    for name in Milestones.Name.allCases {
      let instant = row.optional(16 + Int32(name.rawValue))
      if instant != Event.absent { summary.milestones[name] = instant.from(base.time) }
    }
    summary.milestones.resumed = row.optional(26).from(base.time)
    return summary
  }

  /// Where the rows of parts belong: launches in the order of the same key.
  private struct Cursor {
    let rows: [Int64]
    var index = 0

    /// The launch of the row that a statement stands on, if there is one.
    mutating func launch(_ row: borrowing Statement, _ list: [LaunchSummary]) -> Int? {
      let (stream, ordinal) = (row.integer(0), row.integer(1))
      while index < rows.count,
        rows[index] < stream || rows[index] == stream && list[index].ordinal < ordinal
      { index += 1 }
      return index < rows.count && rows[index] == stream && list[index].ordinal == ordinal
        ? index : nil
    }
  }

  private static func readParts(
    _ list: inout [LaunchSummary], _ rows: [Int64], _ store: EventStore,
    _ stored: inout StoredSymbols
  ) throws(StoreError) {
    var texts: [Int: [TextID]] = [:]
    var last: Int64 = 0
    for (index, row) in rows.enumerated() where row != last {
      texts[index] = try store.reader.texts(of: row, &stored)
      last = row
    }
    // Launches of one stream share the texts of its first.
    var own: [[TextID]] = []
    for index in rows.indices { own.append(texts[index] ?? own[index - 1]) }
    try forEach(scenes, store, rows, &list) { (row, summary, index) throws(StoreError) in
      summary.scenes.append(try scene(row, summary, own[index], store, &stored))
    }
    try forEach(tasks, store, rows, &list) { (row, summary, index) throws(StoreError) in
      summary.tasks.append(try task(row, summary, own[index], store, &stored))
    }
    try forEach(stays, store, rows, &list) { (row, summary, _) throws(StoreError) in
      summary.stays.append(stay(row, stored.bases[Int(summary.stream.rawValue)]))
    }
    try forEach(candidates, store, rows, &list) { (row, summary, index) throws(StoreError) in
      summary.candidates.append(try candidate(row, summary, own[index], store, &stored))
    }
  }

  private static func forEach(
    _ sql: String, _ store: EventStore, _ rows: [Int64], _ list: inout [LaunchSummary],
    _ body: (borrowing Statement, inout LaunchSummary, Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try Statement(sql, on: store.connection)
    var cursor = Cursor(rows: rows)
    while try statement.step() {
      if let index = cursor.launch(statement, list) { try body(statement, &list[index], index) }
    }
  }

  private static func scene(
    _ row: borrowing Statement, _ summary: LaunchSummary, _ texts: [TextID], _ store: EventStore,
    _ stored: inout StoredSymbols
  ) throws(StoreError) -> SceneSummary {
    let base = stored.bases[Int(summary.stream.rawValue)]
    var part = SceneSummary()
    part.scene = stored.text(row.integer(3), texts)
    part.instance = stored.text(row.integer(4), texts)
    part.role = try store.reader.text(row.integer(5), &stored)
    part.firstInstant = row.optional(6).from(base.time)
    part.lastInstant = row.optional(7).from(base.time)
    return part
  }

  private static func task(
    _ row: borrowing Statement, _ summary: LaunchSummary, _ texts: [TextID], _ store: EventStore,
    _ stored: inout StoredSymbols
  ) throws(StoreError) -> TaskSummary {
    let base = stored.bases[Int(summary.stream.rawValue)]
    var part = TaskSummary()
    part.task = stored.text(row.integer(3), texts)
    part.name = try store.reader.text(row.integer(4), &stored)
    part.kind = try store.reader.text(row.integer(5), &stored)
    part.outcome = TaskOutcome(rawValue: UInt8(truncatingIfNeeded: row.integer(6))) ?? .open
    part.backgroundNanos = row.optional(7)
    part.expirationNanos = row.optional(8)
    part.isCovered = row.integer(9) & 1 != 0
    part.isSystem = row.integer(9) & 2 != 0
    part.begin = row.place(10, base)
    part.end = row.place(15, base)
    part.expire = row.place(20, base)
    return part
  }

  private static func stay(_ row: borrowing Statement, _ base: StreamBase) -> StaySummary {
    var part = StaySummary()
    part.nanos = row.integer(3)
    part.end = StayEnd(rawValue: UInt8(truncatingIfNeeded: row.integer(4))) ?? .lastEvent
    part.handlerNanos = row.optional(5)
    if part.handlerNanos != Event.absent {
      part.handlerKind = row.integer(7) & 2 != 0 ? .appDidEnterBackground : .sceneDidEnterBackground
    }
    part.assertionNanos = row.integer(6)
    part.isCovered = row.integer(7) & 1 != 0
    part.begin = row.place(8, base)
    part.assertionPlace = row.place(13, base)
    return part
  }

  private static func candidate(
    _ row: borrowing Statement, _ summary: LaunchSummary, _ texts: [TextID], _ store: EventStore,
    _ stored: inout StoredSymbols
  ) throws(StoreError) -> Candidate {
    let base = stored.bases[Int(summary.stream.rawValue)]
    var part = Candidate()
    let rule = try store.reader.string(row.integer(3), &stored)
    part.rule = RuleID.allCases.first { $0.name == rule } ?? .orderProcess
    let kind = try store.reader.string(row.integer(4), &stored)
    part.kind = EventKind(name: kind) ?? .unknown
    part.states = StateSet(bits: UInt16(truncatingIfNeeded: row.integer(5)))
    part.state = UInt8(truncatingIfNeeded: row.integer(6))
    part.confidence = row.integer(7) == 0 ? .possible : .certain
    part.scene = stored.text(row.integer(8), texts)
    part.view = try store.reader.text(row.integer(9), &stored)
    part.task = stored.text(row.integer(10), texts)
    let explanations = try store.reader.string(row.integer(11), &stored)
    part.explanations = explanations.split(separator: "|", omittingEmptySubsequences: true)
      .map { KindSet(names: String($0), "+") }
    part.lostCount = row.integer(12)
    part.place = row.place(13, base)
    part.other = row.place(18, base)
    return part
  }
}

extension Statement {
  /// The place in five columns from `first` on.
  fileprivate func place(_ first: Int32, _ base: StreamBase) -> Place {
    let source = base.source(stored: optional(first + 3))
    return Place(
      time: optional(first).from(base.time), uptime: optional(first + 1),
      seq: optional(first + 2), source: SourceID(rawValue: Int32(truncatingIfNeeded: source)),
      line: Int32(truncatingIfNeeded: base.line(stored: integer(first + 4), source: source)))
  }
}
