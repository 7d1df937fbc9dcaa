import TraceModel

/// Lays tasks over stays: what of a task lay in the background, and what a stay was granted.
struct BackgroundTimes {
  private(set) var stays: [StaySummary] = []
  private(set) var tasks: [TaskSummary] = []
  private var spans: [Span] = []
  private let entries: [TaskBuilder.Entry]
  private let words: Words

  /// The stays and tasks of a launch whose last event is at `lastClock`.
  init(_ stays: [StayBuilder.Stay], _ builder: TaskBuilder, _ lastClock: Int64, _ words: Words) {
    entries = builder.entries
    self.words = words
    for stay in stays { cut(stay) }
    let covers = covers(of: builder.work, lastClock)
    layTasks(covers)
    for index in spans.indices {
      self.stays[index].isCovered = covers[words.assertion]?.overlaps(spans[index]) ?? false
    }
  }

  /// What keeps the app running beside the tasks of each kind: those of others, but no assertions.
  private func covers(of work: [Span], _ lastClock: Int64) -> [TextID: Cover] {
    let rivals = entries.filter { $0.summary.kind != words.assertion }
    if rivals.isEmpty && work.isEmpty { return [:] }
    let worked = work.map { Span(begin: $0.begin, end: min($0.end, lastClock)) }
    return Set(rivals.map(\.summary.kind)).union([words.assertion]).reduce(into: [:]) {
      covers, kind in
      let others = rivals.filter { $0.summary.kind != kind }
        .map { Span(begin: $0.begin, end: $0.end ?? $0.stopped ?? lastClock) }
      covers[kind] = Cover(others + worked)
    }
  }

  /// Cuts a stay where nothing was recorded while no task ran, unless a suspension is recorded.
  private mutating func cut(_ stay: StayBuilder.Stay) {
    var (summary, begin) = (stay.summary, stay.begin)
    for silence in stay.silences {
      let isOver = silence.end == stay.end
      if runs(through: silence) || isOver && stay.summary.end == .suspended { continue }
      summary.end = .suspendedInferred
      append(summary, begin, silence.begin)
      if isOver, stay.summary.end != .lastEvent { return }
      summary = StaySummary()
      summary.begin = silence.next
      begin = silence.end
    }
    summary.end = stay.summary.end
    append(summary, begin, stay.end)
  }

  /// Whether some task shows by its end, or by expiring, that the process did not sleep.
  private func runs(through silence: StayBuilder.Silence) -> Bool {
    silence.running.contains { number in
      entries[number].end != nil || entries[number].expire ?? .min >= silence.end
    }
  }

  private mutating func append(_ summary: StaySummary, _ begin: Int64, _ end: Int64) {
    stays.append(summary)
    stays[stays.count - 1].nanos = max(0, end &- begin)
    spans.append(Span(begin: begin, end: max(begin, end)))
  }

  /// Goes through the tasks in the order of their begins, each through the stays that it lies in.
  private mutating func layTasks(_ covers: [TextID: Cover]) {
    var reached = spans.map(\.begin)
    var lastEnds = [Int64](repeating: .min, count: spans.count)
    for entry in entries {
      var summary = entry.summary
      let (cover, isGranted) = (covers[summary.kind], isGranted(entry))
      summary.backgroundNanos = entry.isMeasured ? 0 : Event.absent
      let first = Search.first(in: spans.indices) { spans[$0].end > entry.begin }
      for index in first..<spans.count {
        let stay = spans[index]
        let end = min(entry.end ?? entry.stopped ?? stay.end, stay.end)
        let part = Span(begin: max(entry.begin, stay.begin), end: end)
        if part.begin < part.end {
          if entry.isMeasured { summary.backgroundNanos &+= part.end &- part.begin }
          if cover?.overlaps(part) == true { summary.isCovered = true }
          if isGranted { grant(part, index, entry, &reached[index], &lastEnds[index]) }
        }
        // Without an end it counts in its first stay alone.
        if entry.end ?? stay.end <= stay.end { break }
      }
      tasks.append(summary)
    }
  }

  private mutating func grant(
    _ part: Span, _ stay: Int, _ task: TaskBuilder.Entry, _ reached: inout Int64,
    _ lastEnd: inout Int64
  ) {
    stays[stay].assertionNanos &+= max(0, part.end &- max(part.begin, reached))
    reached = max(reached, part.end)
    let end = task.end ?? task.begin
    guard end >= lastEnd else { return }
    lastEnd = end
    stays[stay].assertionPlace = task.end == nil ? task.summary.begin : task.summary.end
  }

  /// Whether the task counts towards the app's assertion time.
  private func isGranted(_ task: TaskBuilder.Entry) -> Bool {
    task.summary.kind == words.assertion && !task.summary.isSystem && task.isMeasured
      && task.summary.outcome != .leaked && task.summary.outcome != .open
  }
}
