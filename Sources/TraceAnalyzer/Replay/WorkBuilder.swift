import TraceModel

/// Follows the work that an app marks, from begin to end.
struct WorkBuilder {
  /// A piece of work that has begun.
  struct Run {
    let begin: Moment
    /// How many events the launch had lost at its begin.
    let lostCount: Int64
    /// Its number among `covers`, if it is of a kind that keeps the app running.
    let cover: Int?

    var name: TextID { begin.signature.name.isNone ? begin.event.task : begin.signature.name }
    var kind: TextID { begin.signature.taskKind }

    /// Whether the event is about this work: by its id or else its name, and its kind if that is said again.
    fileprivate func isMeant(by step: Step) -> Bool {
      let (kind, task) = (step.signature.taskKind, step.event.task)
      return (kind == self.kind || kind.isNone) && task == begin.event.task
        && (!task.isNone || step.signature.name == begin.signature.name)
    }
  }

  /// What runs now, in the order of the begins.
  private(set) var running: [Run] = []
  /// What the last `work.end` ended.
  private(set) var ended: Run?
  /// When work ran of a kind that keeps the app running; what has no end lasts for ever.
  private(set) var covers: [Span] = []

  /// Something that iOS lets run in the background runs now.
  var isCovering: Bool { running.contains { $0.cover != nil } }

  /// Takes the next event; `covering` are the kinds that keep the app running.
  mutating func note(_ step: Step, _ covering: [TextID]) {
    if step.kind == .workEnd {
      ended = running.lastIndex { $0.isMeant(by: step) }.map { running.remove(at: $0) }
      if let cover = ended?.cover { covers[cover].end = step.moment.clock }
    }
    guard step.kind == .workBegin else { return }
    let covers = covering.contains(step.signature.taskKind)
    running.append(Run(begin: step.moment, lostCount: step.lostCount, cover: covers ? self.covers.count : nil))
    if covers { self.covers.append(Span(begin: step.moment.clock, end: .max)) }
    // Where ends are never recorded, what is older tells nothing.
    if running.count > 256 { running.removeFirst(128) }
  }
}
