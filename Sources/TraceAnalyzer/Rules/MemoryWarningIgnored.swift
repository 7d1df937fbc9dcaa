import TraceModel

/// `memory.warning-ignored`: a memory warning after which nothing was let go.
final class MemoryWarningIgnored: PatternRule {
  static let description = RuleDescription(
    id: .`memory.warning-ignored`,
    severity: .always(.warning),
    summary: "The memory footprint did not fall by 5 % within 5 s of a memory warning.",
    rationale: "iOS ends next what does not shrink when it is asked to.",
    cause: "no answer to the warning, or memory that something else holds",
    remedy: "Release in didReceiveMemoryWarning what the app can create again.",
    source: "Apple, Responding to low-memory warnings; 5 s and 5 % are this project's",
    sees: .steps(.known, keeps: .first),
    budgets: [],
    message: { found in
      FindingDraft(
        message: "a memory warning freed nothing: the footprint is \(found.memory), \(found.memoryBefore) before")
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=900000000
        2 s app.didReceiveMemoryWarning
      ▸ 4 s view.didAppear memory=890000000
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=900000000
        2 s app.didReceiveMemoryWarning
        4 s view.didAppear memory=600000000
      """
    ],
    needs: [[.appDidReceiveMemoryWarning, .viewDidReceiveMemoryWarning, .processMemoryPressure]])

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

  /// The finding that the last footprint recorded in time shows, if any.
  private func answer() -> Candidate? {
    defer {
      warned = nil
      last = nil
    }
    guard warned != nil, let last, last.event.memory > before / 100 * 95 else { return nil }
    return Candidate(.`memory.warning-ignored`, last, .memory(bytes: last.event.memory, before: before))
  }
}
