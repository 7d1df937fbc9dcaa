import TraceModel

/// Follows work from begin to end.
struct WorkBuilder {
  /// In the order of the begins.
  private(set) var running: [Work] = []
  /// The work that the last event of work began or ended.
  private(set) var latest: Work?
  /// When work ran that keeps the app running; without an end it lasts for ever.
  private(set) var covers: [Interval] = []
  /// The last end of work that did not run: it may tie with its begin.
  private var early: Work?

  mutating func takeStorage(of other: inout WorkBuilder) {
    running.takeStorage(of: &other.running)
    covers.takeStorage(of: &other.covers)
  }

  mutating func note(_ step: Step, _ kinds: WordTable<WorkKind>) {
    let clock = step.orderedEvent.clock
    let work = Work(begin: TimeMark(step))
    if step.kind == .workBegin {
      if let end = early, end.isMeant(by: step), end.begin.orderedEvent.ties(with: step.orderedEvent) {
        early = nil
        latest = nil
        return
      }
      running.append(work)
      latest = work
      if kinds[step.signature.taskKind]?.keepsAppRunning == true { covers.append(Interval(begin: clock, end: .max)) }
      // If ends are never recorded, older begins do not count.
      if running.count > 256 { running.removeFirst(128) }
      return
    }
    latest = running.lastIndex { $0.isMeant(by: step) }.map { running.remove(at: $0) }
    if latest == nil { early = work }
    guard let latest, kinds[latest.signature.taskKind]?.keepsAppRunning == true else { return }
    let index = covers.lastIndex { $0.begin == latest.begin.orderedEvent.clock && $0.end == .max }
    if let index { covers[index].end = clock }
  }
}

/// A piece of work that an app marks.
struct Work {
  let begin: TimeMark
  var signature: Signature { begin.orderedEvent.signature }
  var event: Event { begin.orderedEvent.event }
  var name: TextID { signature.name.isNone ? event.task : signature.name }

  func began(before mark: TimeMark) -> Bool { begin.orderedEvent.clock < mark.orderedEvent.clock }

  /// True if it also still runs at a step: no event was lost meanwhile that may be its end.
  func began(before mark: TimeMark, unlostAt step: Step) -> Bool { began(before: mark) && begin.nanos(to: step) != nil }

  /// True if an end is of this work; it may leave name and kind out.
  func isMeant(by step: Step) -> Bool {
    step.event.task == event.task && step.signature.taskKind.agrees(with: signature.taskKind)
      && step.signature.name.agrees(with: signature.name)
  }
}
