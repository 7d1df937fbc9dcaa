import TraceModel

/// `memory.warning-ignored`: a memory warning after which the app released no memory.
final class MemoryWarningIgnored: PatternRule {
  static let description = RuleDescription(
    id: .`memory.warning-ignored`,
    severity: .always(.warning),
    summary: """
      The memory footprint did not fall by 5 % within 5 s of a memory warning, though it was not below the \
      budget background.memory.
      """,
    rationale: "iOS next ends apps that release no memory when it warns them.",
    cause: "no code that answers the warning, or memory that something else holds",
    remedy: "Release in didReceiveMemoryWarning what the app can create again.",
    source: "Apple, Responding to low-memory warnings; 5 s and 5 % are this project's",
    sees: .steps(.known, keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      if found.candidate.measured < found.launch.budgets[.backgroundMemory] ?? 0 { return nil }
      return FindingDraft(
        message: "a memory warning freed nothing: the footprint is \(found.memory), \(found.memoryBefore) before")
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=900000000
        2 s app.didReceiveMemoryWarning
      ▸ 4 s view.didAppear memory=890000000
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.didReceiveMemoryWarning memory=50000000
      ▸ 5 s memory.sample memory=50000000
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=900000000
        2 s app.didReceiveMemoryWarning
        4 s view.didAppear memory=600000000
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=49000000
        2 s app.didReceiveMemoryWarning
        4 s view.didAppear memory=49000000
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate memory=400000000
        2 s app.didReceiveMemoryWarning memory=900000000
        2.1 s view.didReceiveMemoryWarning view=Feed memory=900000000
        4 s memory.sample memory=500000000
      """,
    ],
    needs: [[.appDidReceiveMemoryWarning, .viewDidReceiveMemoryWarning, .processMemoryPressure]],
    code: CodeExample(
      wrong: """
        let images = [URL: UIImage]()  // never emptied
        """,
      right: """
        let images = NSCache<NSURL, UIImage>()

        override func didReceiveMemoryWarning() {
          super.didReceiveMemoryWarning()
          images.removeAllObjects()
        }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.hasMemory }
  private static let warnings = KindSet([
    .appDidReceiveMemoryWarning, .viewDidReceiveMemoryWarning, .processMemoryPressure,
  ])
  private static let answerNanos: Int64 = 5_000_000_000
  /// One warning comes by several routes, all of them within this time: this project's number.
  private static let routesNanos: Int64 = 1_000_000_000
  private var before = Event.absent
  private var warned: Int64?
  private var last: OrderedEvent?
  private var worst: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let memory = step.event.memory
    let clock = step.orderedEvent.clock
    if let warned, clock &- warned > Self.answerNanos { takeAnswer() }
    let isRoute = Self.warnings.contains(step.kind) && warned.map { clock &- $0 <= Self.routesNanos } ?? true
    if memory != Event.absent {
      // What the warning itself carries was there before any answer to it.
      if warned == nil || isRoute { before = memory } else { last = step.orderedEvent }
    }
    if isRoute, warned == nil, before != Event.absent { warned = clock }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] {
    takeAnswer()
    return Array(worst)
  }

  /// Looks at the last footprint that was recorded in time after the warning, and waits for the next warning.
  private func takeAnswer() {
    if warned != nil, let last, last.event.memory > before / 100 * 95, last.event.memory > worst?.measured ?? 0 {
      worst = Candidate(Self.rule, last, .memory(bytes: last.event.memory, before: before))
    }
    warned = nil
    last = nil
  }
}
