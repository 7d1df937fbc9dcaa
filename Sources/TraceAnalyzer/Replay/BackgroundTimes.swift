import TraceModel

/// A stretch of time on a launch's clock.
struct Span {
  var begin: Int64
  var end: Int64
}

/// Stretches in which something keeps the app running, asked for overlaps.
struct Cover {
  private let begins: [Int64]
  /// `reach[i]` is the latest end among the first `i + 1` stretches.
  private let reach: [Int64]

  init(_ spans: [Span]) {
    let sorted = spans.sorted { $0.begin < $1.begin }
    begins = sorted.map(\.begin)
    var latest = Int64.min
    reach = sorted.map { span in
      latest = max(latest, span.end)
      return latest
    }
  }

  /// Whether some stretch overlaps `span`.
  func overlaps(_ span: Span) -> Bool {
    let before = Search.first(in: begins.indices) { begins[$0] >= span.end }
    return before > 0 && reach[before - 1] > span.begin
  }
}

/// Binary search.
enum Search {
  /// The first place at which `isPast` holds, which is false before it and true after it.
  static func first(in places: Range<Int>, where isPast: (Int) -> Bool) -> Int {
    var low = places.lowerBound
    var high = places.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Lays tasks over stays: what of a task lay in the background, and what a stay was granted.
struct BackgroundTimes {
  private(set) var stays: [StaySummary] = []
  private(set) var tasks: [TaskSummary] = []
  private var spans: [Span] = []
  private var covers: [TextID: Cover] = [:]
  private let entries: [TaskBuilder.Entry]
  private let words: Words

  init(_ raw: [StayBuilder.Stay], _ builder: TaskBuilder, lastInstant: Int64, _ words: Words) {
    entries = builder.entries
    self.words = words
    for stay in raw { cut(stay) }
    for kind in Set(entries.map(\.summary.kind)).union([words.assertion]) {
      let others = entries.filter { $0.summary.kind != kind && $0.summary.kind != words.assertion }
      covers[kind] = Cover(
        others.map { Span(begin: $0.begin, end: $0.end ?? $0.stopped ?? lastInstant) }
          + builder.work.map { Span(begin: $0.begin, end: $0.end ?? lastInstant) })
    }
    layTasks()
    for index in stays.indices {
      stays[index].isCovered = covers[words.assertion]?.overlaps(spans[index]) ?? false
    }
  }

  /// Cuts a stay where nothing was recorded while no task ran, unless a suspension is recorded.
  private mutating func cut(_ stay: StayBuilder.Stay) {
    var summary = StaySummary()
    summary.begin = stay.place
    summary.handlerNanos = stay.handlerNanos
    summary.handlerKind = stay.handlerKind
    var begin = stay.begin
    for silence in stay.silences {
      if runs(through: silence) || silence.end == stay.end && stay.ending == .suspended { continue }
      summary.end = .suspendedInferred
      append(summary, begin, silence.begin)
      if silence.end == stay.end, stay.ending != .lastEvent { return }
      summary = StaySummary()
      summary.begin = silence.next
      begin = silence.end
    }
    summary.end = stay.ending
    append(summary, begin, stay.end)
  }

  /// Whether some task shows by its end, or by expiring, that the process did not sleep.
  private func runs(through silence: StayBuilder.Silence) -> Bool {
    silence.running.contains { number in
      entries[number].end != nil || entries[number].expire ?? .min >= silence.end
    }
  }

  private mutating func append(_ summary: StaySummary, _ begin: Int64, _ end: Int64) {
    var summary = summary
    summary.nanos = max(0, end &- begin)
    stays.append(summary)
    spans.append(Span(begin: begin, end: max(begin, end)))
  }

  /// Goes through the tasks in the order of their begins, each through the stays that it lies in.
  private mutating func layTasks() {
    var reached = spans.map(\.begin)
    var lastEnds = [Int64](repeating: .min, count: spans.count)
    for entry in entries {
      var summary = entry.summary
      let isMeasured = entry.steps.count == 1
      summary.backgroundNanos = isMeasured ? 0 : Event.absent
      for (index, part) in parts(of: entry) {
        if isMeasured { summary.backgroundNanos &+= part.end &- part.begin }
        if covers[summary.kind]?.overlaps(part) == true { summary.isCovered = true }
        guard isGranted(entry) else { continue }
        stays[index].assertionNanos &+= max(0, part.end &- max(part.begin, reached[index]))
        reached[index] = max(reached[index], part.end)
        let last = entry.end ?? entry.begin
        guard last >= lastEnds[index] else { continue }
        lastEnds[index] = last
        stays[index].assertionPlace = entry.end == nil ? summary.begin : summary.end
      }
      tasks.append(summary)
    }
  }

  /// The stays that a task lies in; without an end it counts in its first alone.
  private func parts(of task: TaskBuilder.Entry) -> [(stay: Int, part: Span)] {
    var parts: [(Int, Span)] = []
    let first = Search.first(in: spans.indices) { spans[$0].end > task.begin }
    for index in first..<spans.count {
      let stay = spans[index]
      let end = min(task.end ?? task.stopped ?? stay.end, stay.end)
      let part = Span(begin: max(task.begin, stay.begin), end: end)
      if part.begin < part.end { parts.append((index, part)) }
      if task.end.map({ $0 <= stay.end }) ?? true { break }
    }
    return parts
  }

  /// Whether the task counts towards the app's assertion time.
  private func isGranted(_ task: TaskBuilder.Entry) -> Bool {
    task.summary.kind == words.assertion && !task.summary.isSystem && task.steps.count == 1
      && task.summary.outcome != .leaked && task.summary.outcome != .open
  }
}
