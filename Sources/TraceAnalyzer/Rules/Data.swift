import TraceModel

/// `data.lost-at-exit`: what was changed and not saved goes with the process.
final class DataLost: PatternRule {
  static let rule = RuleID.`data.lost-at-exit`
  static let kinds = KindSet([.dataChange, .dataSave, .appWillTerminate, .processExit])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.contains(.dataChange) }
  private var unsaved: [(name: TextID, lost: Int64)] = []
  /// What an `app.willTerminate` that tells no return may still have saved.
  private var held: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let name = step.signature.name
    switch step.kind {
    case .dataChange: if !unsaved.contains(where: { $0.name == name }) { unsaved.append((name, step.lostCount)) }
    case .dataSave: unsaved.removeAll { $0.name == name || $0.name.isNone || name.isNone }
    default:
      guard replay.text(step.signature.reason) != "tool" else { return nil }
      let found = unsaved.last { $0.lost == step.lostCount }.map {
        Candidate(.`data.lost-at-exit`, step.moment, name: $0.name).missing(.dataSave)
      }
      if step.kind == .processExit || step.begin != nil || step.event.duration != Event.absent { return found }
      held = found?.with(\.confidence, .possible)
      return nil
    }
    if step.kind == .dataSave, unsaved.isEmpty { held = nil }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { Array(held) }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let name = launch.text(candidate.name).map { " '\($0)'" } ?? ""
    return Told(message: "data\(name) was changed and not saved when the process ended")
  }
}

/// `data.saved-only-on-deactivation`: how often one launch saved when; `Habits` tells it of many.
final class SavedOnDeactivation: PatternRule {
  static let rule = RuleID.`data.saved-only-on-deactivation`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife).union(KindSet([.dataSave]))
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.dataSave)
  }
  private var (isAway, isWhole) = (false, true)
  private var (away, there) = (Int64(0), Int64(0))
  private var last: Moment?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    isWhole = isWhole && step.lostCount == 0
    if step.kind == .dataSave {
      // Of several scenes one may be active.
      if isAway, replay.judge.scenes.summaries.count < 2 { away += 1 } else { there += 1 }
      last = step.moment
    } else if replay.bench.facts.whereabouts.contains(step.kind) {
      let leaving: [EventKind] = [
        .appWillResignActive, .appDidEnterBackground, .sceneWillDeactivate, .sceneDidEnterBackground,
      ]
      if leaving.contains(step.kind) { isAway = true }
      if step.kind == .appDidBecomeActive || step.kind == .sceneDidActivate { isAway = false }
    }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] {
    isWhole ? Array(last.map { Candidate(.`data.saved-only-on-deactivation`, $0, measured: there, count: away) }) : []
  }
}

/// `launch.setup-repeated`: which setup one launch began and finished; `Habits` tells it of many.
final class SetupRuns: WorkRule {
  static let rule = RuleID.`launch.setup-repeated`
  static let kinds = KindSet([.workBegin, .workEnd])
  static let keeps = Keeping.each

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let work = replay.stays.work
    guard let run = step.kind == .workBegin ? work.running.last : work.ended, replay.text(run.kind) == "setup",
      !run.name.isNone, step.signature.success != false
    else { return nil }
    return Candidate(Self.rule, step, run)
  }
}

/// `launch.reason-unanswered`: the system launched the app for something that it never did.
final class ReasonUnanswered: PatternRule {
  static let rule = RuleID.`launch.reason-unanswered`
  /// What answers a reason.
  private static let answers: [String: EventKind] = [
    "urlSession": .appHandleEventsForBackgroundURLSession, "remoteNotification": .appDidReceiveRemoteNotification,
    "backgroundFetch": .appPerformFetch, "backgroundTask": .taskBegin, "location": .workBegin,
  ]
  private static let graceNanos: Int64 = 5_000_000_000
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.nature == .background && facts.summary.isSeenFromStart
      && !facts.summary.kinds.intersects(KindSet(answers.values + [.taskBegin, .workBegin]))
  }
  private var launched: Moment?
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if replay.stays.isInForeground || step.lostCount > 0 { isOver = true }
    if step.kind == .appDidFinishLaunching, launched == nil { launched = step.moment }
    let reason = replay.bench.facts.summary.natureReason
    guard !isOver, step.signature.isOfApp, let launched, let answer = Self.answers[replay.text(reason)],
      step.kind == .processSuspend || step.moment.instant &- launched.instant > Self.graceNanos
    else { return nil }
    // Any of them would do.
    let answers = [answer, .taskBegin, .workBegin].map { KindSet([$0]) }
    return Candidate(.`launch.reason-unanswered`, step.moment, name: reason).with(\.explanations, answers)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let reason = launch.text(candidate.name) ?? ""
    return Told(message: "the app was launched in the background for \(reason), and nothing answered", names: [reason])
  }
}
