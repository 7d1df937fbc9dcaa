import TraceModel

/// `order.mixed`: an app with a scene delegate whose app delegate is told of its life as well.
final class MixedCallbacks: PatternRule {
  static let description = RuleDescription(
    rule: .orderMixed, severity: "warning; note where they are sent on",
    summary: "The app delegate gets life-cycle callbacks in an app that lives by scenes.",
    rationale: "UIKit calls one of both: what comes is sent by hand, and may come twice or late.",
    remedy: "Let SDKs and frameworks observe notifications; remove calls of delegate methods.",
    source: "Apple, Transitioning to the UIKit scene-based life cycle",
    cause: "a delegate method called by hand, or two delegates in one log",
    found: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s scene.willConnect scene=A source=delegate
        2 s scene.willEnterForeground scene=A source=delegate
      ▸ 3 s app.didBecomeActive source=delegate
        4 s scene.didActivate scene=A source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate
        1 s scene.willConnect scene=A source=delegate
        2 s scene.willEnterForeground scene=A source=delegate
        3 s scene.didActivate scene=A source=delegate
      ▸ 3.01 s app.didBecomeActive source=delegate
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s scene.willConnect scene=A source=delegate
        2 s scene.willEnterForeground scene=A source=delegate
        3 s scene.didActivate scene=A source=delegate
        3.01 s app.didBecomeActive source=notification
      """
    ])

  /// App callbacks and the scene callbacks that they may be sent on from.
  static let pairs: [EventKind: EventKind] = [
    .appWillEnterForeground: .sceneWillEnterForeground, .appDidBecomeActive: .sceneDidActivate,
    .appWillResignActive: .sceneWillDeactivate, .appDidEnterBackground: .sceneDidEnterBackground,
  ]
  static let kinds = KindSet(Array(pairs.keys) + Array(pairs.values))
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.model == .scenes }
  static let keeps = Keeping.longest
  private var scenes: [EventKind: Int64] = [:]

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.signature.teller == .delegate, step.signature.phase != .end else { return nil }
    guard let scene = Self.pairs[step.kind] else {
      scenes[step.kind] = step.moment.instant
      return nil
    }
    // One that had no scene's before it counts as the latest.
    let delay = scenes[scene].map { step.moment.instant &- $0 } ?? .max
    return Candidate(.orderMixed, step.moment, measured: delay)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let kind = candidate.kind.name
    if candidate.measured > Inference.forwarded.nanos {
      return Told(
        message: "the app delegate got \(kind) in an app that lives by scenes", names: [kind])
    }
    return Told(
      message: "the app delegate gets \(kind), sent on from the scene's callback",
      names: ["sent on"],
      cause: "a framework or SDK that sends scene callbacks on to the app delegate", severity: .note
    )
  }
}
