import TraceModel

/// `background.memory-not-released`: as much memory in the background as before.
final class MemoryNotReleased: PatternRule {
  static let rule = RuleID.`background.memory-not-released`
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let settleNanos: Int64 = 2_000_000_000
  private var before = Event.absent
  private var left: Int64?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let memory = step.event.memory
    let instant = step.orderedEvent.instant
    guard replay.stays.isInBackground else {
      left = nil
      if memory != Event.absent { before = memory }
      return nil
    }
    let since = left ?? instant
    left = since
    let isKept = memory != Event.absent && before != Event.absent && memory >= before
    return isKept && instant &- since >= Self.settleNanos
      ? Candidate(.`background.memory-not-released`, step.orderedEvent, measured: memory, count: before) : nil
  }
}

/// `memory.warning-ignored`: a memory warning after which nothing was let go.
final class MemoryWarningIgnored: PatternRule {
  static let rule = RuleID.`memory.warning-ignored`
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let warnings = KindSet([
    .appDidReceiveMemoryWarning, .viewDidReceiveMemoryWarning, .processMemoryPressure,
  ])
  private static let answerNanos: Int64 = 5_000_000_000
  private var before = Event.absent
  private var warned: Int64?
  private var last: OrderedEvent?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let memory = step.event.memory
    let instant = step.orderedEvent.instant
    let isOver = warned.map { instant &- $0 > Self.answerNanos } ?? false
    let found = isOver ? answer() : nil
    if Self.warnings.contains(step.kind), warned == nil, before != Event.absent { warned = instant }
    guard memory != Event.absent else { return found }
    if warned == nil { before = memory } else { last = step.orderedEvent }
    return found
  }

  func finish(at end: Int64) -> [Candidate] { Array(answer()) }

  /// What the last footprint that was told in time says.
  private func answer() -> Candidate? {
    defer {
      warned = nil
      last = nil
    }
    guard warned != nil, let last, last.event.memory > before / 100 * 95 else { return nil }
    return Candidate(.`memory.warning-ignored`, last, measured: last.event.memory, count: before)
  }
}
