import TraceModel

/// `background.memory-not-released`: as much memory in the background as before.
final class MemoryNotReleased: PatternRule {
  static let description = RuleDescription(
    rule: .backgroundMemoryNotReleased, severity: "warning",
    summary: "In the background the footprint stayed over background.memory and did not fall.",
    rationale: "Of suspended apps the largest are ended first: the next launch is a cold one.",
    remedy: "Drop caches and images in didEnterBackground.",
    source: "WWDC20, Why is my app getting killed?: under 50 MB",
    cause: "caches and images that are kept while nobody looks",
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=90000000
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
      ▸ 6 s task.begin task=1 memory=95000000
        7 s task.end task=1
      """
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
    ])

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let settleNanos: Int64 = 2_000_000_000
  private var before = Event.absent
  private var left: Int64?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (memory, instant) = (step.event.memory, step.moment.instant)
    guard replay.stays.isInBackground else {
      left = nil
      if memory != Event.absent { before = memory }
      return nil
    }
    let since = left ?? instant
    left = since
    let isKept = memory != Event.absent && before != Event.absent && memory >= before
    return isKept && instant &- since >= Self.settleNanos
      ? Candidate(.backgroundMemoryNotReleased, step.moment, measured: memory, count: before) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.excess(candidate.measured, over: ["background.memory"]).map { excess in
      Told(message: "\(candidate.megabytes), budget \(excess.limit / 1_000_000) MB", excess: excess)
    }
  }
}

/// `memory.warning-ignored`: a memory warning after which nothing was let go.
final class MemoryWarningIgnored: PatternRule {
  static let description = RuleDescription(
    rule: .memoryWarningIgnored, severity: "warning",
    summary: "Within 5 s of a memory warning the footprint did not fall by 5 %.",
    rationale: "What does not shrink when asked is ended next.",
    remedy: "Drop what can be made again in didReceiveMemoryWarning.",
    source: "Apple, Responding to low-memory warnings; 5 s and 5 % are this project's",
    cause: "no answer to the warning, or memory that something else holds",
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
    ])

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let warnings = KindSet([
    .appDidReceiveMemoryWarning, .viewDidReceiveMemoryWarning, .processMemoryPressure,
  ])
  private static let answerNanos: Int64 = 5_000_000_000
  private var before = Event.absent
  private var warned: Int64?
  private var last: Moment?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (memory, instant) = (step.event.memory, step.moment.instant)
    let isOver = warned.map { instant &- $0 > Self.answerNanos } ?? false
    let found = isOver ? finish(at: instant) : nil
    if Self.warnings.contains(step.kind), warned == nil, before != Event.absent { warned = instant }
    guard memory != Event.absent else { return found }
    if warned == nil { before = memory } else { last = step.moment }
    return found
  }

  /// What the last footprint that was told in time says.
  func finish(at end: Int64) -> Candidate? {
    defer { (warned, last) = (nil, nil) }
    guard warned != nil, let last, last.event.memory > before / 100 * 95 else { return nil }
    return Candidate(.memoryWarningIgnored, last, measured: last.event.memory, count: before)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "\(candidate.megabytes): a memory warning freed none")
  }
}

extension Candidate {
  /// The footprints at two events, for people.
  var megabytes: String { "\(measured / 1_000_000) MB, \(lostCount / 1_000_000) MB before" }
}
