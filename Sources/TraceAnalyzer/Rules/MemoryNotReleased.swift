import TraceModel

/// `background.memory-not-released`: as much memory in the background as before.
final class MemoryNotReleased: PatternRule {
  static let description = RuleDescription(
    id: .`background.memory-not-released`,
    severity: .usually(.warning, "note below twice the budget"),
    summary: "In the background the memory footprint stayed over the budget background.memory and did not fall.",
    rationale: "iOS ends the largest suspended apps first: the next launch is a cold one.",
    cause: "caches and images that are kept while they are not shown",
    remedy: "Release caches and images in didEnterBackground.",
    source: "WWDC20, Why is my app getting killed?: under 50 MB",
    sees: .steps(.known, keeps: .first),
    budgets: [.backgroundMemory],
    settles: .withLaunch,
    traits: [],
    message: { found in
      found.overrun.map { overrun in
        let limit = overrun.limit / 1_000_000
        // A footprint little over the budget is no reason to end this app first.
        let isLittle = overrun.measured < 2 * overrun.limit
        return FindingDraft(
          message:
            "the footprint in the background is \(found.memory), \(found.memoryBefore) before, budget \(limit) MB",
          severity: isLittle ? .note : .warning, overrun: overrun)
      }
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=90000000
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
      ▸ 6 s task.begin task=1 memory=95000000
        7 s task.end task=1
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=190000000
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        4 s task.begin task=1
        6 s memory.sample memory=195000000
        7 s task.end task=1
      ▸ 8 s memory.sample memory=191000000
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=90000000
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        6 s task.begin task=1 memory=40000000
        7 s task.end task=1 memory=40000000
      """
    ],
    needs: [.backgroundHandlers],
    code: CodeExample(
      wrong: """
        func sceneDidEnterBackground(_ scene: UIScene) {}  // images stay in memory
        """,
      right: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          images.removeAllObjects()  // an NSCache, filled again when needed
        }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let settleNanos: Int64 = 2_000_000_000
  private var before = Event.absent
  private var left: Int64?
  /// The largest footprint while no task kept the app running; and while one did, which may need the memory.
  private var idle, busy: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let memory = step.event.memory
    let clock = step.orderedEvent.clock
    guard replay.stays.isInBackground else {
      left = nil
      if memory != Event.absent { before = memory }
      return nil
    }
    let since = left ?? clock
    left = since
    let isKept = memory != Event.absent && before != Event.absent && memory >= before
    guard isKept, clock &- since >= Self.settleNanos else { return nil }
    let found = Candidate(Self.rule, step.orderedEvent, .memory(bytes: memory, before: before))
    if replay.stays.isKeptRunning {
      if memory > busy?.measured ?? 0 { busy = found.with(\.doubts, [.keptRunning]) }
    } else if memory > idle?.measured ?? 0 {
      idle = found
    }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { Array(idle ?? busy) }
}
