import TraceModel

/// `main-thread.violated`: a delegate's callback ran on another thread than main.
final class MainThreadViolated: PatternRule {
  static let description = RuleDescription(
    id: .`main-thread.violated`,
    severity: .always(.error),
    summary: "A delegate method of an app, scene or view ran on a thread other than main.",
    rationale: "UIKit is safe only on the main thread: on another thread its state is corrupted and apps crash.",
    cause: "a callback that is forwarded from a queue or called by hand",
    remedy: "Call UIKit, and whatever forwards its callbacks, on the main thread.",
    source: "Apple, UIKit: use UIKit classes only from your app's main thread",
    sees: .steps(
      KindSet(families: ["app", "scene", "view"]), keeps: .first),
    settles: .withStep,
    traits: [],
    message: { found in
      found.name.map { thread in
        FindingDraft(
          message: "\(name: found.kind.name) ran on thread '\(name: thread)'", names: [found.kind.name])
      }
    },
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
    ],
    code: CodeExample(
      wrong: """
        URLSession.shared.dataTask(with: url) { _, _, _ in
          delegate.sceneDidBecomeActive?(scene)  // on a thread of URLSession
        }
        """,
      right: """
        URLSession.shared.dataTask(with: url) { _, _, _ in
          DispatchQueue.main.async { self.refresh() }
        }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.namesMain && facts.namesOther }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let thread = step.signature.thread
    let main = replay.context.words.main
    let isOff = step.isEntry && step.signature.phase != .end && step.signature.eventSource == .delegate
    guard isOff, !thread.isNone, thread != main else { return nil }
    return Candidate(.`main-thread.violated`, step.orderedEvent, name: thread)
  }
}
