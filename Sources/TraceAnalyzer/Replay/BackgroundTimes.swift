import TraceModel

/// Lays tasks over stays: what of a task lay in the background, and what a stay was granted.
extension StayBuilder {
  /// Writes stays and tasks into `details`, once the launch is over, and returns the candidates that they show.
  mutating func write(to details: inout LaunchDetails, _ exitReason: TextID) -> [Candidate] {
    finish(exitReason)
    // Tasks that are open lie in stays as they were.
    let whole = tasks.running.isEmpty ? [] : stays.map(\.span)
    if !silences.isEmpty { cut() }
    let covers = covers()
    var candidates: [Candidate] = []
    var laid: [TaskSummary] = []
    if context.wanted == nil { laid.reserveCapacity(tasks.entries.count) }
    for place in tasks.entries.indices {
      lay(place, whole, covers)
      if isWanted(place) { laid.append(tasks.entries[place].summary) }
      if let overdue = tasks.entries[place].overdue {
        candidates += Array(stillRunning(tasks.entries[place], at: overdue, whole))
      }
    }
    details.tasks = laid
    let assertion = context.words.assertion
    var summaries: [StaySummary] = []
    summaries.reserveCapacity(stays.count)
    // A closure for `map` would copy this builder for each stay.
    for place in stays.indices {
      let span = stays[place].span
      var stay = stays[place].summary
      stay.nanos = span.end &- span.begin
      stay.isCovered = isCovered(span, assertion, covers)
      summaries.append(stay)
    }
    details.stays = summaries
    return candidates
  }

  /// True if the task at a place is written down.
  private func isWanted(_ place: Int) -> Bool {
    let kind = tasks.entries[place].summary.kind
    return context.wanted?.include(
      tasks.entries[place].summary, isOfKnownKind: kind.isNone || context.words.isTaskKind(kind)) ?? true
  }

  /// Cuts each stay where nothing was recorded while no task ran, unless a suspension is recorded.
  private mutating func cut() {
    var awake: [Int] = []
    swap(&awake, &awakeCounts)
    countAwake(in: &awake)
    defer { swap(&awake, &awakeCounts) }
    var number = 0
    var whole = 0
    // Mostly no stay is more than one part, and each is cut where it stands.
    while whole < stays.count, cutEnd(whole, &number, awake) { whole += 1 }
    if whole == stays.count { return }
    var parts = [Stay]()
    parts.reserveCapacity(stays.count + silences.count)
    parts += stays[..<whole]
    for place in whole..<stays.count {
      let first = number
      while number < silences.count, silences[number].stay == place { number += 1 }
      cut(stays[place], first..<number, awake, into: &parts)
    }
    stays = parts
  }

  /// Cuts off the end of a stay that is one part, whose first silence is `number`, which becomes that of the next stay;
  /// returns false if it is several.
  private mutating func cutEnd(_ place: Int, _ number: inout Int, _ awake: [Int]) -> Bool {
    let ending = stays[place].summary.end
    let end = stays[place].span.end
    var next = number
    while next < silences.count, silences[next].stay == place {
      let isOver = silences[next].span.end == end
      let isRecorded = isOver && ending == .suspended
      if !isRecorded, awake[next] <= 0 {
        guard isOver, ending != .lastEvent else { return false }
        stays[place].summary.end = .suspendedInferred
        stays[place].span.end = max(stays[place].span.begin, silences[next].span.begin)
        while next < silences.count, silences[next].stay == place { next += 1 }
        break
      }
      next += 1
    }
    number = next
    return true
  }

  /// Cuts a stay at some of its silences, whose numbers are `own`.
  private func cut(_ stay: Stay, _ own: Range<Int>, _ awake: [Int], into parts: inout [Stay]) {
    var part = stay
    for number in own {
      let silence = silences[number]
      let isOver = silence.span.end == stay.span.end
      let isRecorded = isOver && stay.summary.end == .suspended
      if isRecorded || awake[number] > 0 { continue }
      part.summary.end = .suspendedInferred
      part.span.end = max(part.span.begin, silence.span.begin)
      parts.append(part)
      if isOver, stay.summary.end != .lastEvent { return }
      part = Stay(span: Interval(begin: silence.span.end, end: silence.span.end))
      part.summary.begin = silence.next
    }
    part.summary.end = stay.summary.end
    part.span.end = max(part.span.begin, stay.span.end)
    parts.append(part)
  }

  /// Counts how many tasks ran through each silence that show by their end, or by expiring, that the process did not sleep.
  private func countAwake(in counts: inout [Int]) {
    // At first how many more than in the silence before: a task takes two places, however many silences it saw.
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: silences.count + 1))
    for place in tasks.entries.indices where tasks.entries[place].shown > forgotten {
      counts[max(tasks.entries[place].silences - forgotten, 0)] += 1
      counts[tasks.entries[place].shown - forgotten] -= 1
    }
    for number in silences.indices.dropFirst() { counts[number] += counts[number - 1] }
  }

  /// The stretches in which something keeps the app running, by the kind of task; assertions are not among them, and
  /// work has no kind.
  private func covers() -> [TextID: Cover] {
    let assertion = context.words.assertion
    // Mostly there are none.
    if work.covers.isEmpty, tasks.entries.allSatisfy({ $0.summary.kind == assertion }) { return [:] }
    var spans: [TextID: [Interval]] = [:]
    if !work.covers.isEmpty {
      spans[.none] = work.covers.map { Interval(begin: $0.begin, end: min($0.end, lastClock)) }
    }
    for entry in tasks.entries where entry.summary.kind != assertion {
      let end = entry.end ?? entry.stopped ?? lastClock
      spans[entry.summary.kind, default: []].append(Interval(begin: entry.begin, end: end))
    }
    return spans.mapValues(Cover.init)
  }

  /// True if something beside the tasks of this kind kept the app running.
  private func isCovered(_ span: Interval, _ kind: TextID, _ covers: [TextID: Cover]) -> Bool {
    !covers.isEmpty && covers.contains { $0.key != kind && $0.value.overlaps(span) }
  }

  /// Lays a task over the stays that it lies in; tasks come in the order of their begins.
  ///
  /// One that is open may have kept the app awake: it lies in `whole` stays, the others in stays as they were cut.
  private mutating func lay(_ place: Int, _ whole: [Interval], _ covers: [TextID: Cover]) {
    let entry = tasks.entries[place]
    var nanos = entry.isMeasured ? 0 : Event.absent
    var longest = nanos
    let isOpen = entry.summary.outcome == .open
    let count = isOpen ? whole.count : stays.count
    let first =
      isOpen
      ? whole.partitioningIndex { $0.end > entry.begin } : stays.partitioningIndex { $0.span.end > entry.begin }
    for index in first..<count {
      let stay = isOpen ? whole[index] : stays[index].span
      let end = min(entry.end ?? entry.stopped ?? stay.end, stay.end)
      let part = Interval(begin: max(entry.begin, stay.begin), end: end)
      if part.begin < part.end {
        if entry.isMeasured {
          nanos &+= part.end &- part.begin
          longest = max(longest, part.end &- part.begin)
        }
        if isCovered(part, entry.summary.kind, covers) { tasks.cover(place) }
        if isGranted(entry) { stays[index].grant(part, entry) }
      }
      // Without an end it counts in its first stay alone.
      if entry.end ?? stay.end <= stay.end { break }
    }
    tasks.measure(place, nanos, longest: longest)
  }

  /// A task without an end of which UIKit said that it was overdue while the app was in the background.
  private func stillRunning(_ entry: TaskBuilder.Entry, at overdue: Int64, _ stays: [Interval]) -> Candidate? {
    let task = entry.summary
    let stay = stays.first { $0.begin < overdue && overdue <= $0.end }
    guard let stay, task.outcome == .open, !task.isCovered, !task.isSystem, task.backgroundNanos != Event.absent
    else { return nil }
    var found = Candidate(.`background.task-overrun`, at: task.begin, .taskBegin, task: task.task)
    found.name = task.name
    found.detail = .took(overdue &- max(entry.begin, stay.begin), slack: context.facts.summary.clockSlack)
    found.doubts.insert(.overdue)
    return found
  }

  /// True if the task counts towards the app's assertion time.
  private func isGranted(_ task: TaskBuilder.Entry) -> Bool {
    task.summary.kind == context.words.assertion && !task.summary.isSystem && task.isMeasured
      && task.summary.outcome != .leaked && task.summary.outcome != .open
  }
}

extension StayBuilder.Stay {
  fileprivate mutating func grant(_ part: Interval, _ task: TaskBuilder.Entry) {
    summary.assertionNanos &+= max(0, part.end &- max(part.begin, counted))
    counted = max(counted, part.end)
    let end = task.end ?? task.begin
    guard end >= lastEnd else { return }
    lastEnd = end
    summary.assertionPlace = task.end == nil ? task.summary.begin : task.summary.end
  }
}
