import TraceModel

/// `data.lost-at-exit`: what was changed and not saved goes with the process.
final class DataLost: PatternRule {
  static let rule = RuleID.`data.lost-at-exit`
  static let kinds = KindSet([.dataChange, .dataSave, .appWillTerminate, .processExit])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.contains(.dataChange) }
  private var unsaved: [(name: TextID, change: TimeMark)] = []
  /// The last save: what changed at the same instant may have been saved with it.
  private var save: TimeMark?
  /// What an `app.willTerminate` that tells no return may still have saved.
  private var held: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let name = step.signature.name
    let isSaved =
      save.map { $0.orderedEvent.ties(with: step.orderedEvent) && $0.orderedEvent.signature.name.agrees(with: name) }
      ?? false
    if step.kind == .dataChange, !isSaved { unsaved.append((name, TimeMark(step))) }
    if step.kind == .dataSave {
      unsaved.removeAll { $0.name.agrees(with: name) }
      save = TimeMark(step)
    }
    if unsaved.isEmpty { held = nil }
    guard step.kind == .appWillTerminate || step.kind == .processExit,
      replay.context.words.exitReasons[step.signature.reason] != .tool
    else { return nil }
    let lost = unsaved.last { $0.change.nanos(to: step) != nil }
      .map { Candidate(.`data.lost-at-exit`, step.orderedEvent, name: $0.name).missing(.dataSave) }
    if step.kind == .processExit || step.begin != nil || step.event.duration != Event.absent { return lost }
    // FindingDraft by another reporter as well, it was told before.
    held = held ?? lost?.with(\.confidence, .possible)
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { Array(held) }
}

/// `data.saved-only-on-deactivation`: whether one launch saved so; `Habits` tells it of many.
final class SavedOnDeactivation: PatternRule {
  static let rule = RuleID.`data.saved-only-on-deactivation`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife).union(KindSet([.dataSave]))
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.dataSave)
  }
  private static let leaving = KindSet([
    .appWillResignActive, .appDidEnterBackground, .sceneWillDeactivate, .sceneDidEnterBackground,
  ])
  private var isAway = false
  private var elsewhere: Int64 = 0
  private var last: OrderedEvent?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .dataSave {
      // Of several scenes one may be active; and what is lost may be a save.
      if !isAway || replay.judge.scenes.summaries.count > 1 || step.lostCount > 0 { elsewhere += 1 }
      last = step.orderedEvent
    } else if replay.context.facts.whereabouts.contains(step.kind) {
      if Self.leaving.contains(step.kind) { isAway = true }
      if step.kind == .appDidBecomeActive || step.kind == .sceneDidActivate { isAway = false }
    }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { Array(last.map { Candidate(Self.rule, $0, measured: elsewhere) }) }
}

/// `launch.reason-unanswered`: the system launched the app for something that it never did.
final class ReasonUnanswered: PatternRule {
  static let rule = RuleID.`launch.reason-unanswered`
  private static let answers: [LaunchReason: EventKind] = [
    .urlSession: .appHandleEventsForBackgroundURLSession, .remoteNotification: .appDidReceiveRemoteNotification,
    .backgroundFetch: .appPerformFetch, .backgroundTask: .taskBegin, .location: .workBegin,
  ]
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.nature == .background && facts.summary.isSeenFromStart
      && !facts.summary.kinds.intersects(KindSet(answers.values))
  }
  private var launched: TimeMark?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .appDidFinishLaunching, step.lostCount == 0 { launched = launched ?? TimeMark(step) }
    if replay.stays.isInForeground { launched = nil }
    let reason = replay.context.facts.summary.natureReason
    guard step.isOfApp, let nanos = launched?.nanos(to: step),
      let answer = replay.context.words.launchReasons[reason].flatMap({ Self.answers[$0] }),
      step.kind == .processSuspend || nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000
    else { return nil }
    // Any of them would do.
    let answers = [answer, .taskBegin, .workBegin].map { KindSet([$0]) }
    return Candidate(.`launch.reason-unanswered`, step.orderedEvent, name: reason).with(\.explanations, answers)
  }
}
