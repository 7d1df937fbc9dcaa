import TraceModel

/// `main-thread.blocked`: a callback, or a hang, held the main thread up.
struct MainThreadBlocked: PatternRule {
  static let description = RuleDescription(
    rule: .mainThreadBlocked, severity: "warning, error over callback.severe",
    summary: "A life-cycle callback or a hang took longer than callback.",
    rationale: "While it runs nothing on the screen moves, and taps wait.",
    remedy: "Move what it does off the main thread, or behind the first frame.",
    source: "Apple, Improving app responsiveness: a hang is a delay over 250 ms",
    cause: "work that waits: disk, network, locks, or much to build at once",
    found: [
      """
        0 s app.didFinishLaunching phase=begin
      ▸ 0.4 s app.didFinishLaunching phase=end
      """,
      """
        0 s app.didFinishLaunching
      ▸ 9 s main.hang duration=2s
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching phase=begin
        0.2 s app.didFinishLaunching phase=end
      """
    ])

  /// Not those that have a budget of their own.
  static let kinds = KindSet([
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive,
    .appWillResignActive, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate,
    .sceneWillDeactivate, .mainHang,
  ])
  private var longest: Candidate?

  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    if step.taken > longest?.measured ?? Candidate.leastNanos {
      longest = Candidate(.mainThreadBlocked, step.moment, measured: step.taken)
    }
    return nil
  }

  func finish(at end: Int64) -> Candidate? { longest }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let kind = candidate.kind.name
    return launch.told(kind, candidate.measured, over: ["callback.severe", "callback"], [kind])
  }
}
