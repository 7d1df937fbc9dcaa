import TraceModel

/// Follows background tasks, and work that iOS lets run, from begin to end.
struct TaskBuilder {
  /// Recorded life this long after an expiration shows that a missing end is a leak: expiration
  /// handlers have about a second (Apple DTS, *UIApplication Background Task Notes*), twice that
  /// leaves no doubt.
  private static let leakNanos: Int64 = 2_000_000_000

  /// A task with its instants on the launch's clock.
  struct Entry {
    var summary: TaskSummary
    var begin: Int64
    var end: Int64?
    var expire: Int64?
    /// The instant at which the process was suspended or gone while it ran.
    var stopped: Int64?
    var wasSuspended = false
    /// How often the clock had stepped back at its begin and at its end.
    var steps: ClosedRange<Int>
    /// How many events the launch had lost at its begin.
    var lostCount: Int64
  }

  private(set) var entries: [Entry] = []
  /// Work of a kind that keeps the app running, as intervals.
  private(set) var work: [(begin: Int64, end: Int64?)] = []
  private var latest: [InstanceKey: Int] = [:]
  private var running: Set<Int> = []
  private var runningWork: [InstanceKey: Int] = [:]
  private var lastAppInstant = Event.absent
  private var exitReason = TextID.none
  private var lostCount: Int64 = 0

  /// Numbers of the tasks that run now.
  var runningNumbers: [Int] { running.sorted() }

  /// Takes the next event; `steps` counts how often the clock has stepped back so far, and
  /// `lostCount` how many events were lost.
  mutating func note(
    _ event: Event, _ signature: Signature, _ outcome: StepOutcome, at instant: Int64, steps: Int,
    lostCount: Int64, _ bench: Bench
  ) {
    self.lostCount = lostCount
    if signature.isOfApp, signature.kind != .processExit { lastAppInstant = instant }
    switch signature.kind {
    case .taskBegin:
      if let key = outcome.task { begin(key, event, signature, instant, steps, bench) }
    case .taskExpire:
      guard let key = outcome.task, let number = latest[key], running.contains(number),
        entries[number].expire == nil
      else { return }
      entries[number].expire = instant
      entries[number].summary.expire = event.place
    case .taskEnd: if let key = outcome.task { end(key, event, instant, steps) }
    case .workBegin where bench.words.coveringWork.contains(signature.taskKind):
      runningWork[workKey(event, signature)] = work.count
      work.append((instant, nil))
    case .workEnd:
      if let number = runningWork.removeValue(forKey: workKey(event, signature)) {
        work[number].end = instant
      }
    case .processSuspend: stop(at: instant, isSuspended: true)
    case .processExit:
      stop(at: instant, isSuspended: false)
      exitReason = signature.reason
    default: break
    }
  }

  private func workKey(_ event: Event, _ signature: Signature) -> InstanceKey {
    let id = event.task.isNone ? signature.name : event.task
    return InstanceKey(machine: .task, a: signature.taskKind, b: id)
  }

  private mutating func begin(
    _ key: InstanceKey, _ event: Event, _ signature: Signature, _ instant: Int64, _ steps: Int,
    _ bench: Bench
  ) {
    if let number = latest[key], running.remove(number) != nil {
      entries[number].summary.outcome = .overwritten
    }
    var summary = TaskSummary()
    summary.task = event.task
    summary.name = signature.name
    summary.kind = key.a
    summary.begin = event.place
    summary.isSystem = bench.symbols.isSystem(event)
    latest[key] = entries.count
    running.insert(entries.count)
    entries.append(
      Entry(summary: summary, begin: instant, steps: steps...steps, lostCount: lostCount))
  }

  private mutating func end(_ key: InstanceKey, _ event: Event, _ instant: Int64, _ steps: Int) {
    guard let number = latest[key] else { return }
    guard running.remove(number) != nil else {
      entries[number].summary.outcome = .endedTwice
      return
    }
    entries[number].end = instant
    entries[number].steps = entries[number].steps.lowerBound...steps
    entries[number].summary.end = event.place
    entries[number].summary.outcome = entries[number].expire == nil ? .ended : .expired
    if entries[number].expire != nil {
      let taken = Interval.nanos(entries[number].summary.expire, event.place)
      entries[number].summary.expirationNanos = taken ?? Event.absent
    }
  }

  private mutating func stop(at instant: Int64, isSuspended: Bool) {
    for number in running where entries[number].stopped == nil {
      entries[number].stopped = instant
      entries[number].wasSuspended = isSuspended
    }
  }

  /// Tells leaks from tasks that are merely open, once the launch is over.
  mutating func finish(isInBackground: Bool, _ words: Words) {
    for number in running {
      let entry = entries[number]
      let outlived = entry.expire.map { lastAppInstant &- $0 >= Self.leakNanos } ?? false
      let killed = isInBackground && exitReason == words.backgroundTask
      let isLeaked = outlived || entry.wasSuspended || killed
      // Its end may be among what was lost.
      entries[number].summary.outcome =
        isLeaked && entry.lostCount == lostCount ? .leaked : .open
    }
  }
}

extension Symbols {
  /// Whether UIKit made the task for itself (`attributes.system` is true).
  fileprivate func isSystem(_ event: Event) -> Bool {
    guard !event.attributes.isNone else { return false }
    return texts.string(event.attributes).contains("\"system\":true")
  }
}
