import TraceModel

/// `order.mixed`: an app with a scene delegate whose app delegate gets life-cycle callbacks as well.
final class MixedCallbacks: PatternRule {
  static let description = RuleDescription(
    id: .`order.mixed`,
    severity: .usually(.warning, "note where they are forwarded"),
    summary: "The app delegate receives life-cycle callbacks in a scene-based app.",
    rationale: """
      UIKit calls only one of the two delegates: other code calls the second, perhaps twice or late.
      """,
    cause: "code that calls a delegate method by hand, or two delegates in one log",
    remedy: "Let SDKs and frameworks observe notifications; remove calls of delegate methods.",
    source: "Apple, Transitioning to the UIKit scene-based life cycle",
    sees: .steps(
      KindSet(EventKind.appMoves + EventKind.sceneMoves), keeps: .longest),
    settles: .withLaunch,
    traits: [.isReportedOnce],
    message: { found in
      if found.candidate.measured > Inference.forwarded.nanos {
        return FindingDraft(
          message: "the app delegate received \(name: found.kind.name) in a scene-based app", names: [found.kind.name])
      }
      return FindingDraft(
        message: "the app delegate receives \(name: found.kind.name), forwarded from the scene's callback",
        names: ["sent on"],
        cause: "a framework or SDK that forwards scene callbacks to the app delegate", severity: .note,
        inferred: .forwarded)
    },
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

  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.model == .scenes && facts.delegateKinds.intersects(EventKind.appLife)
  }

  /// The clock of each last scene callback, which may send on the app's, by index in `EventKind.sceneMoves`.
  private var sceneClocks = [Int64?](repeating: nil, count: EventKind.sceneMoves.count)

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.signature.eventSource == .delegate, step.signature.phase != .end else { return nil }
    guard let index = EventKind.appMoves.firstIndex(of: step.kind) else {
      if let index = EventKind.sceneMoves.firstIndex(of: step.kind) { sceneClocks[index] = step.orderedEvent.clock }
      return nil
    }
    // A callback without a scene's before it counts as the latest.
    let delay = sceneClocks[index].map { step.orderedEvent.clock &- $0 } ?? .max
    return Candidate(.`order.mixed`, step.orderedEvent, .took(delay))
  }
}
