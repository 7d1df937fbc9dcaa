import TraceModel

/// Follows background tasks from begin to end.
struct TaskBuilder {
  static let kinds: KindSet = [.taskBegin, .taskExpire, .taskOverdue, .taskEnd, .processSuspend, .processExit]

  private static let systemMark = Array("\"system\":true".utf8)
  /// UIKit's word that the task had not ended when its expiration handlers had returned.
  private static let unendedMark = Array("\"stillRunning\":true".utf8)
  /// The instants of a task on the launch's clock.
  struct Entry {
    var begin: Int64
    var end, expire: Int64?
    /// When UIKit last said that it was overdue.
    var overdue: Int64?
    /// When the process was suspended or gone while it ran.
    var stopped: Int64?
    var wasSuspended = false
    /// How often the clock had stepped back at its begin, and whether it never did before its end.
    var clockSteps: Int
    var isMeasured = true
    /// How many events the launch had lost at its begin.
    var lostCount: Int64
    /// How many silences there had been at its begin, and at its end or expiration.
    var silences: Int
    var shown = 0
  }

  /// In the order in which they began.
  private(set) var summaries: [TaskSummary] = []
  private(set) var entries: [Entry] = []
  /// Indices of the tasks that run now, rising.
  private(set) var running: [Int] = []
  private let context: ReplayContext
  /// The latest task of each instance, by index in `MachineReplay.instances`; -1 if there is none.
  private var latest: [Int] = []
  private var lastAppClock = Event.absent
  private var lostCount: Int64 = 0
  /// Ends that do not say which task they are of: of a log that leaves numbers out.
  private var unnamedEndCount: Int64 = 0
  /// What UIKit called overdue, if the log lacks the task's begin: one of each task.
  private(set) var unseenOverdue: [OverdueTask] = []
  private var silences = 0

  init(_ context: ReplayContext) { self.context = context }

  mutating func takeStorage(of other: inout TaskBuilder) {
    summaries.takeStorage(of: &other.summaries)
    entries.takeStorage(of: &other.entries)
    running.takeStorage(of: &other.running)
    latest.takeStorage(of: &other.latest)
  }

  var longestRunning: TaskSummary? { running.first.map { summaries[$0] } }

  /// Hands over all tasks, once their summaries are complete.
  mutating func handOver() -> [TaskSummary] {
    entries.removeAll(keepingCapacity: entries.count < ReplayStorage.mostKept)
    return summaries.handedOver()
  }

  /// Notes how long a task ran in the background: in all, and in the longest of its stays.
  mutating func measure(_ index: Int, _ nanos: Int64, longest: Int64) {
    summaries[index].backgroundNanos = nanos
    summaries[index].longestStayNanos = longest
  }

  mutating func cover(_ index: Int) { summaries[index].isCovered = true }

  /// Notes the next event; `clockSteps` and `silences` count the clock's steps back and the log's silences so far.
  @inline(__always) mutating func note(_ step: Step, _ clockSteps: Int, _ silences: Int) {
    let kind = step.kind
    if kind == .taskEnd, step.task == nil, context.facts.mayLackLines { unnamedEndCount += 1 }
    lostCount = step.lostCount.addingReportingOverflow(unnamedEndCount).partialValue
    // What the process itself says shows that it lives, whatever its name means; what a daemon says of it does not.
    let isOfProcess = kind == .unknown ? step.signature.eventSource != .system : step.isOfApp
    if isOfProcess, kind != .processExit { lastAppClock = step.orderedEvent.clock }
    guard step.builders.contains(.tasks) else { return }
    self.silences = silences
    take(step, clockSteps)
  }

  private mutating func take(_ step: Step, _ clockSteps: Int) {
    let kind = step.kind
    let clock = step.orderedEvent.clock
    switch kind {
    case .taskBegin: begin(step, clockSteps)
    case .taskExpire:
      let isUnended = Self.isUnended(step.event, context)
      if isUnended, number(of: step) == nil { beginUnseen(step, clockSteps) }
      guard let number = number(of: step), isRunning(number) else { break }
      if isUnended { summaries[number].isUnended = true }
      guard entries[number].expire == nil else { break }
      entries[number].expire = clock
      entries[number].shown = silences
      summaries[number].expire = step.event.location
    case .taskOverdue:
      // The event drives no machine: the task is found by its id.
      let task = step.event.task
      let number = running.last {
        summaries[$0].task == task && !task.isNone && summaries[$0].kind == context.words.assertion
      }
      guard let number else {
        noteUnseenOverdue(step)
        break
      }
      entries[number].overdue = clock
      // iOS suspends no app while it runs a task of the app's.
      entries[number].shown = silences
    case .taskEnd: end(step, clockSteps)
    case .processSuspend, .processExit:
      // Tasks that began before the last such event have been stopped.
      for number in running.reversed().prefix(while: { entries[$0].stopped == nil }) {
        entries[number].stopped = clock
        entries[number].wasSuspended = kind == .processSuspend
      }
    default: break
    }
  }

  static func isSystem(_ event: Event, _ context: ReplayContext) -> Bool {
    !event.attributes.isNone && context.symbols.texts.holds(systemMark, event.attributes)
  }

  /// True if it is UIKit's word, which it repeats while that lasts, that the expired task has not ended.
  static func isUnended(_ event: Event, _ context: ReplayContext) -> Bool {
    !event.attributes.isNone && context.symbols.texts.holds(unendedMark, event.attributes)
  }

  private func number(of step: Step) -> Int? {
    guard let task = step.task, task.instance < latest.count, latest[task.instance] >= 0 else { return nil }
    return latest[task.instance]
  }

  func number(ofRunning instance: Int) -> Int? {
    guard instance < latest.count, latest[instance] >= 0, isRunning(latest[instance]) else { return nil }
    return latest[instance]
  }

  private func isRunning(_ number: Int) -> Bool { summaries[number].outcome == .open }

  private mutating func stop(_ number: Int, _ outcome: TaskOutcome) {
    summaries[number].outcome = outcome
    if let index = running.lastIndex(of: number) { running.remove(at: index) }
  }

  private mutating func begin(_ step: Step, _ clockSteps: Int) {
    guard let task = step.task else { return }
    if let last = number(of: step), isRunning(last) {
      stop(last, .overwritten)
      // Its end may be lost.
      if entries[last].lostCount != lostCount { entries[last].isMeasured = false }
    }
    var summary = TaskSummary()
    let event = step.event
    summary.task = event.task
    summary.name = step.signature.name
    summary.kind = task.kind
    summary.begin = event.location
    summary.isSystem = Self.isSystem(event, context)
    while latest.count <= task.instance { latest.append(-1) }
    latest[task.instance] = entries.count
    running.append(entries.count)
    summaries.append(summary)
    entries.append(
      Entry(begin: step.orderedEvent.clock, clockSteps: clockSteps, lostCount: lostCount, silences: silences))
  }

  /// Notes that UIKit called a task overdue whose begin the log lacks.
  private mutating func noteUnseenOverdue(_ step: Step) {
    let task = step.event.task
    let isKnown = unseenOverdue.contains { $0.task == task && $0.name == step.signature.name }
    if isKnown || Self.isSystem(step.event, context) { return }
    unseenOverdue.append(
      OverdueTask(location: step.event.location, task: task, name: step.signature.name, nanos: nil, slack: 0))
  }

  /// Notes a running task whose begin the log lacks, by UIKit's word: how long it ran is not known.
  private mutating func beginUnseen(_ step: Step, _ clockSteps: Int) {
    let count = entries.count
    begin(step, clockSteps)
    if entries.count > count { entries[count].isMeasured = false }
  }

  private mutating func end(_ step: Step, _ clockSteps: Int) {
    guard let number = number(of: step) else { return }
    if !isRunning(number) { return summaries[number].outcome = .endedTwice }
    stop(number, entries[number].expire == nil ? .ended : .expired)
    let location = step.event.location
    summaries[number].end = location
    summaries[number].expirationNanos = summaries[number].expire.nanos(to: location) ?? Event.absent
    entries[number].end = step.orderedEvent.clock
    entries[number].shown = silences
    // Two lost events may be its end and the begin of another with its id, or a suspension.
    let isWhole = lostCount &- entries[number].lostCount < 2
    entries[number].isMeasured = clockSteps == entries[number].clockSteps && isWhole
  }

  /// Marks the tasks that are leaked, not merely open, once the launch is over.
  mutating func finish(isInBackground: Bool, _ exitReason: TextID) {
    let reason = context.words.exitReasons[exitReason]
    for number in running {
      let entry = entries[number]
      let outlived = entry.expire.map { lastAppClock &- $0 >= Inference.leaked.nanos } ?? false
      // The watchdog may have another reason, unless the granted time was up.
      let isKilled = reason == .backgroundTask || reason == .watchdog && entry.expire != nil
      let isLeaked =
        summaries[number].isUnended || outlived || entry.wasSuspended
        || isKilled && isInBackground && entry.stopped != nil
      // Its end may be lost.
      if isLeaked, entry.lostCount == lostCount { summaries[number].outcome = .leaked }
    }
  }
}

/// A task that UIKit called overdue, and whose end the log does not hold.
struct OverdueTask {
  /// Where it began; where the log lacks that, where UIKit said so.
  let location: EventLocation
  let task, name: TextID
  /// How long it had run in the background by then; nil if the log lacks its begin.
  let nanos: Int64?
  /// How much of that may be due to the steps of the clock.
  let slack: Int64
}
