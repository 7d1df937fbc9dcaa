import TraceModel

/// `order.foreground-at-launch`: a callback that a launch to the foreground does not get.
final class ForegroundAtLaunch: PatternRule {
  static let description = RuleDescription(
    rule: .orderForegroundAtLaunch, severity: "note, possible",
    summary: "The app delegate was told willEnterForeground while it was launched.",
    rationale: "UIKit does not call it at launch: what it does there is done by hand, or twice.",
    remedy: "Do what both need in a method of your own, not by calling the delegate's.",
    source: "Apple, About the app launch sequence; openradar 14075101",
    cause: "the method called by hand, or a launch in the background that is not told",
    found: [
      """
        0 s app.didFinishLaunching source=delegate
      ▸ 0.2 s app.willEnterForeground source=delegate
        0.4 s app.didBecomeActive source=delegate
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate
        0.4 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate reason=location
        0.2 s app.willEnterForeground source=delegate
        0.4 s app.didBecomeActive source=delegate
      """,
    ])

  static let kinds = EventKind.appLife.union(KindSet([.appDidFinishLaunching]))
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.model == .app && facts.summary.nature == .foreground
  }
  private static let soonNanos: Int64 = 1_000_000_000
  private var launched: Int64?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .appDidFinishLaunching {
      launched = step.moment.instant
      return nil
    }
    defer { launched = nil }
    guard let launched, step.kind == .appWillEnterForeground, step.signature.teller == .delegate, step.lostCount == 0,
      step.moment.instant &- launched <= Self.soonNanos
    else { return nil }
    return Candidate(.orderForegroundAtLaunch, step.moment).with(\.confidence, .possible)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "app.willEnterForeground came during a launch to the foreground")
  }
}

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

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
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
      return Told(message: "the app delegate got \(kind) in an app that lives by scenes", names: [kind])
    }
    return Told(
      message: "the app delegate gets \(kind), sent on from the scene's callback", names: ["sent on"],
      cause: "a framework or SDK that sends scene callbacks on to the app delegate", severity: .note)
  }
}

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
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.namesMain && facts.namesOther }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (thread, main) = (step.signature.thread, replay.bench.words.main)
    let isOff = step.isEntry && step.signature.phase != .end && step.signature.teller == .delegate
    return isOff && !thread.isNone && thread != main ? Candidate(.mainThreadViolated, step.moment, name: thread) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let (kind, thread) = (candidate.kind.name, launch.text(candidate.name) ?? "")
    return Told(message: "\(kind) ran on thread '\(thread)'", names: [kind])
  }
}
