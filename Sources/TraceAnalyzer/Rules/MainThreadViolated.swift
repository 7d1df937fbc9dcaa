import TraceModel

/// `main-thread.violated`: a delegate's callback ran on another thread than main.
final class MainThreadViolated: PatternRule {
  static let description = RuleDescription(
    rule: .mainThreadViolated, severity: "error",
    summary: "A delegate method of app, scene or view ran on a thread that is not main.",
    rationale: "UIKit is safe on the main thread alone: off it, state is torn and apps crash.",
    remedy: "Call UIKit, and what forwards its callbacks, on the main thread.",
    source: "Apple, UIKit: use UIKit classes only from your app's main thread",
    cause: "a callback forwarded from a queue, or called by hand",
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

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let (thread, main) = (step.signature.thread, replay.bench.words.main)
    let isOff = step.isEntry && step.signature.phase != .end && step.signature.teller == .delegate
    return isOff && !thread.isNone && thread != main
      ? Candidate(.mainThreadViolated, step.moment, name: thread) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let (kind, thread) = (candidate.kind.name, launch.text(candidate.name) ?? "")
    return Told(message: "\(kind) ran on thread '\(thread)'", names: [kind])
  }
}
