import TraceModel

/// Puts summaries into their tables.
struct SummaryWriter: ~Copyable {
  private let launch: Statement
  private let scene: Statement
  private let task: Statement
  private let stay: Statement
  private let candidate: Statement
  private let dropLaunches: Statement
  private let dropScenes: Statement
  private let dropTasks: Statement
  private let dropStays: Statement
  private let dropCandidates: Statement
  private var row: [Int64] = []

  /// Takes away all summaries of a stream.
  func delete(_ stream: Int64) throws(StoreError) {
    try dropLaunches.run(stream)
    try dropScenes.run(stream)
    try dropTasks.run(stream)
    try dropStays.run(stream)
    try dropCandidates.run(stream)
  }

  /// Adds the summary of one launch of `stream`.
  mutating func insert(
    _ summary: LaunchSummary, _ stream: StreamID, _ ids: inout RowIDs, _ symbols: Symbols
  ) throws(StoreError) {
    let state = ids.states[Int(stream.rawValue)]
    let key = [state.row, Int64(summary.ordinal)]
    try insertLaunch(summary, key, state.base.time, &ids, symbols)
    for (n, part) in summary.scenes.enumerated() {
      row = key + [Int64(n)]
      row.append(try ids.streamText(part.scene, stream: stream, column: 0, symbols))
      row.append(try ids.streamText(part.instance, stream: stream, column: 1, symbols))
      row.append(try ids.text(part.role, symbols))
      row.append(part.firstInstant.after(state.base.time))
      row.append(part.lastInstant.after(state.base.time))
      try scene.run(numbers: row)
    }
    for (n, part) in summary.tasks.enumerated() {
      row = key + [Int64(n)]
      row.append(try ids.streamText(part.task, stream: stream, column: 3, symbols))
      row.append(try ids.text(part.name, symbols))
      row.append(try ids.text(part.kind, symbols))
      row.append(Int64(part.outcome.rawValue))
      row.append(part.backgroundNanos)
      row.append(part.expirationNanos)
      row.append((part.isCovered ? 1 : 0) | (part.isSystem ? 2 : 0))
      for place in [part.begin, part.end, part.expire] { append(place, state.base) }
      try task.run(numbers: row)
    }
    for (n, part) in summary.stays.enumerated() {
      row = key + [Int64(n), part.nanos, Int64(part.end.rawValue), part.handlerNanos]
      let isApp = part.handlerKind == .appDidEnterBackground
      row += [part.assertionNanos, (part.isCovered ? 1 : 0) | (isApp ? 2 : 0)]
      for place in [part.begin, part.assertionPlace] { append(place, state.base) }
      try stay.run(numbers: row)
    }
    for (n, part) in summary.candidates.enumerated() {
      try insertCandidate(part, key + [Int64(n)], stream, &ids, symbols)
    }
  }

  private mutating func insertLaunch(
    _ summary: LaunchSummary, _ key: [Int64], _ base: Int64, _ ids: inout RowIDs,
    _ symbols: Symbols
  ) throws(StoreError) {
    row = key
    row.append(try ids.context(summary.context, symbols))
    row += [summary.firstInstant.after(base), summary.lastInstant.after(base)]
    row += [summary.eventCount, summary.unknownCount]
    row.append(try ids.kinds(summary.kinds))
    row += [Int64(summary.model.rawValue), Int64(summary.nature.rawValue)]
    row.append(try ids.text(summary.natureReason, symbols))
    row.append(try ids.text(summary.exitReason, symbols))
    row += [summary.flags, Int64(summary.milestones.approximate)]
    row += [summary.stepsSeen, summary.stepsJudged]
    for name in Milestones.Name.allCases { row.append(summary.milestones[name].after(base)) }
    row.append(summary.milestones.resumed.after(base))
    try launch.run(numbers: row)
  }

  private mutating func insertCandidate(
    _ part: Candidate, _ key: [Int64], _ stream: StreamID, _ ids: inout RowIDs, _ symbols: Symbols
  ) throws(StoreError) {
    let base = ids.states[Int(stream.rawValue)].base
    row = key
    row.append(try ids.word(part.rule.name))
    row.append(try ids.word(part.kind.name))
    row += [Int64(part.states.bits), Int64(part.state), Int64(part.confidence.rawValue)]
    row.append(try ids.streamText(part.scene, stream: stream, column: 0, symbols))
    row.append(try ids.text(part.view, symbols))
    row.append(try ids.streamText(part.task, stream: stream, column: 3, symbols))
    row.append(try ids.word(part.explanations.map { $0.names("+") }.joined(separator: "|")))
    row.append(part.lostCount)
    append(part.place, base)
    append(part.other, base)
    try candidate.run(numbers: row)
  }

  private mutating func append(_ place: Place, _ base: StreamBase) {
    row.append(place.time.after(base.time))
    row.append(place.uptime)
    row.append(place.seq)
    let source = Int64(place.source.rawValue)
    row.append(base.stored(source: source))
    row.append(base.stored(line: Int64(place.line), source: source))
  }
}

extension Int64 {
  /// This instant as the tables hold it; what is absent stays so.
  func after(_ base: Int64) -> Int64 { self == Event.absent ? self : self &- base }

  /// This difference as an instant.
  func from(_ base: Int64) -> Int64 { self == Event.absent ? self : self &+ base }
}

extension SummaryWriter {
  init(on connection: borrowing Connection) throws(StoreError) {
    self.init(
      launch: try Statement(
        SummaryColumns.insert("launches", SummaryColumns.launches), on: connection),
      scene: try Statement(
        SummaryColumns.insert("scenes", SummaryColumns.scenes), on: connection),
      task: try Statement(SummaryColumns.insert("tasks", SummaryColumns.tasks), on: connection),
      stay: try Statement(SummaryColumns.insert("stays", SummaryColumns.stays), on: connection),
      candidate: try Statement(
        SummaryColumns.insert("candidates", SummaryColumns.candidates), on: connection),
      dropLaunches: try Statement("DELETE FROM launches WHERE stream = ?", on: connection),
      dropScenes: try Statement("DELETE FROM scenes WHERE stream = ?", on: connection),
      dropTasks: try Statement("DELETE FROM tasks WHERE stream = ?", on: connection),
      dropStays: try Statement("DELETE FROM stays WHERE stream = ?", on: connection),
      dropCandidates: try Statement("DELETE FROM candidates WHERE stream = ?", on: connection))
  }
}
