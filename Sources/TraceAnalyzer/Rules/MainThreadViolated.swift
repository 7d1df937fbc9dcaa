import TraceModel

/// `main-thread.violated`: a delegate's callback ran on another thread than main.
struct MainThreadViolated: PatternRule {
  static let description = RuleDescription(
    rule: .mainThreadViolated, shape: "pattern", severity: "error",
    summary: "A delegate method of app, scene or view ran on a thread that is not main.",
    rationale: "UIKit is safe on the main thread alone: off it, state is torn and apps crash.",
    remedy: "Call UIKit, and what forwards its callbacks, on the main thread.",
    source: "Apple, UIKit: use UIKit classes only from your app's main thread",
    found: [
      """
        0 s app.didFinishLaunching source=delegate thread=main
      ▸ 1 s app.didBecomeActive source=delegate thread=worker
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate thread=main
        1 s app.didBecomeActive source=notification thread=worker
      """,
      """
        0 s app.didFinishLaunching source=delegate thread=t1
        1 s app.didBecomeActive source=delegate thread=t2
      """,
    ])

  static let kinds = KindSet(families: ["process", "app", "scene", "view", "task", "work"])
  private static let callbacks = KindSet(families: ["app", "scene", "view"])
  private var isMainNamed = false
  private var first: Candidate?

  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let (signature, main) = (step.signature, replay.bench.words.main)
    if signature.thread == main { isMainNamed = true }
    guard first == nil, step.isEntry, signature.teller == .delegate, !signature.thread.isNone,
      signature.thread != main, Self.callbacks.contains(step.kind)
    else { return nil }
    first = Candidate(.mainThreadViolated, step.moment)
    first?.name = signature.thread
    return nil
  }

  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    isMainNamed ? first.map { [$0] } ?? [] : []
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(
      severity: .error,
      message:
        "\(candidate.kind.name) ran on thread '\(launch.grounds.text(candidate.name) ?? "")'",
      cause: "a callback forwarded from a queue, or called by hand", names: [candidate.kind.name])
  }
}
