import TraceModel

/// `order.foreground-at-launch`: a callback that a launch to the foreground does not get.
final class ForegroundAtLaunch: PatternRule {
  static let rule = RuleID.`order.foreground-at-launch`
  static let kinds = EventKind.appLife.union(KindSet([.appDidFinishLaunching]))
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.model == .app && facts.summary.nature == .foreground
  }
  private static let soonNanos: Int64 = 1_000_000_000
  private var launched: Int64?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .appDidFinishLaunching {
      launched = step.orderedEvent.instant
      return nil
    }
    defer { launched = nil }
    guard let launched, step.kind == .appWillEnterForeground, step.signature.eventSource == .delegate,
      step.lostCount == 0,
      step.orderedEvent.instant &- launched <= Self.soonNanos
    else { return nil }
    return Candidate(.`order.foreground-at-launch`, step.orderedEvent).with(\.confidence, .possible)
  }
}

/// `order.mixed`: an app with a scene delegate whose app delegate is told of its life as well.
final class MixedCallbacks: PatternRule {
  static let rule = RuleID.`order.mixed`

  /// App callbacks and the scene callbacks that they may be sent on from.
  static let pairs = Dictionary(uniqueKeysWithValues: zip(EventKind.appMoves, EventKind.sceneMoves))
  static let kinds = KindSet(EventKind.appMoves + EventKind.sceneMoves)
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.model == .scenes }
  private var scenes: [EventKind: Int64] = [:]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.signature.eventSource == .delegate, step.signature.phase != .end else { return nil }
    guard let scene = Self.pairs[step.kind] else {
      scenes[step.kind] = step.orderedEvent.instant
      return nil
    }
    // One that had no scene's before it counts as the latest.
    let delay = scenes[scene].map { step.orderedEvent.instant &- $0 } ?? .max
    return Candidate(.`order.mixed`, step.orderedEvent, measured: delay)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    if candidate.measured > Inference.forwarded.nanos { return page?.told(candidate, launch) }
    return FindingDraft(
      message: "the app delegate gets \(candidate.kind.name), sent on from the scene's callback", names: ["sent on"],
      cause: "a framework or SDK that sends scene callbacks on to the app delegate", severity: .note,
      inferred: .forwarded)
  }
}

/// `main-thread.violated`: a delegate's callback ran on another thread than main.
final class MainThreadViolated: PatternRule {
  static let rule = RuleID.`main-thread.violated`
  static let kinds = KindSet(families: ["app", "scene", "view"])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.namesMain && facts.namesOther }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let thread = step.signature.thread
    let main = replay.context.words.main
    let isOff = step.isEntry && step.signature.phase != .end && step.signature.eventSource == .delegate
    guard isOff, !thread.isNone, thread != main else { return nil }
    return Candidate(.`main-thread.violated`, step.orderedEvent, name: thread)
  }
}
