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

  static let kinds = KindSet(families: ["app", "scene", "view"])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.namesMain }
  private var isFound = false

  mutating func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let signature = step.signature
    guard !isFound, step.isEntry, signature.teller == .delegate, !signature.thread.isNone,
      signature.thread != replay.bench.words.main
    else { return nil }
    isFound = true
    var candidate = Candidate(.mainThreadViolated, step.moment)
    candidate.name = signature.thread
    return candidate
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(
      severity: .error,
      message:
        "\(candidate.kind.name) ran on thread '\(launch.grounds.text(candidate.name) ?? "")'",
      cause: "a callback forwarded from a queue, or called by hand", names: [candidate.kind.name])
  }
}
