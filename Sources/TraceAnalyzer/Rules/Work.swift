import TraceModel

/// A rule about the work that an app marks, in launches that are seen from their start.
protocol WorkRule: PatternRule {}

extension WorkRule {
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.workBegin)
  }

  /// What is found of `work` at a step; `view` keeps its kind.
  func found(_ step: Step, _ work: Work, _ nanos: Int64 = Event.absent) -> Candidate {
    Candidate(Self.rule, step.orderedEvent, measured: nanos, name: work.name).with(\.view, work.signature.taskKind)
  }
}

extension ReplayContext {
  /// Whether work is of one of these kinds.
  func isOne(_ work: Work, of kinds: [WorkKind]) -> Bool {
    words.workKinds[work.signature.taskKind].map(kinds.contains) ?? false
  }
}

/// `inactive.work-continues`: what moves goes on while nobody can act on it.
final class InactiveWork: WorkRule {
  static let rule = RuleID.`inactive.work-continues`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife)
  private var left: [TextID: TimeMark] = [:]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.isEntry, replay.context.facts.whereabouts.contains(step.kind) else { return nil }
    let scene = step.event.scene
    let isAlone = replay.judge.scenes.summaries.count < 2
    if step.kind == .sceneWillDeactivate || step.kind == .appWillResignActive { left[scene] = TimeMark(step) }
    guard let since = left[scene], let nanos = since.nanos(to: step),
      nanos &- replay.context.facts.summary.clockSlack > 1_000_000_000
    else { return nil }
    return replay.stays.work.running.first { work in
      replay.context.isOne(work, of: [.timer, .animation, .game]) && work.began(before: since, unlostAt: step)
        && (work.event.scene.isNone ? isAlone : work.event.scene == scene)
    }.map { found(step, $0, nanos).missing(.workEnd) }
  }
}

/// `game.resumed-by-itself`: a game that goes on before the player says so.
final class GameResumed: WorkRule {
  static let rule = RuleID.`game.resumed-by-itself`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife).union(KindSet([.workBegin, .workEnd]))
  private var (left, active): (TimeMark?, TimeMark?)
  private var paused: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    switch step.kind {
    case .appWillResignActive, .sceneWillDeactivate:
      left = TimeMark(step)
      active = nil
    case .appDidBecomeActive, .sceneDidActivate:
      if left != nil {
        left = nil
        active = TimeMark(step)
      }
    case .workEnd: if let work = replay.stays.work.latest { paused.insert(work.name) }
    case .workBegin:
      guard let work = replay.stays.work.latest, replay.context.isOne(work, of: [.game]), paused.contains(work.name),
        let nanos = active?.nanos(to: step), (1...500_000_000).contains(nanos),
        replay.context.text(step.signature.reason) != "user"
      else { return nil }
      return found(step, work, nanos)
    default: break
    }
    return nil
  }
}

/// `background.uncovered-work`: work that ran long after leaving, with nothing that keeps the app running.
final class UncoveredWork: WorkRule {
  static let rule = RuleID.`background.uncovered-work`
  static let keeps = Keeping.longest
  private static let quiet = KindSet(families: ["work", "data", "memory"])
  private var since: TimeMark?
  private var last = Event.absent

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let clock = step.orderedEvent.clock
    let kind = step.signature.taskKind
    let words = replay.context.words
    let isLeaving = step.kind == .appDidEnterBackground || step.kind == .sceneDidEnterBackground
    let isCover = EventKind.taskEvents.contains(step.kind) || words.workKinds[kind]?.keepsAppRunning == true
    if clock &- last > Inference.suspended.nanos { since = nil }
    last = clock
    // What covers begins the time anew; whatever else comes may have woken the app.
    if isLeaving || isCover && since != nil {
      since = TimeMark(step)
    } else if !Self.quiet.contains(step.kind) {
      since = nil
    }
    guard step.kind == .workBegin || step.kind == .workEnd, let work = replay.stays.work.latest,
      let nanos = since?.nanos(to: step), nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000,
      replay.stays.isInBackground,
      replay.stays.tasks.running.isEmpty, !replay.stays.work.covers.contains(where: { $0.end == .max }),
      // There iOS suspends nothing.
      replay.context.facts.context.debugger != true, replay.context.facts.context.simulator != true
    else { return nil }
    return found(step, work, nanos).missing(.taskBegin).with(\.confidence, .possible)
  }
}

/// `terminate.work-continues`: something that the end of the process cuts off.
final class TerminateWork: WorkRule {
  static let rule = RuleID.`terminate.work-continues`
  static let kinds = KindSet([.appWillTerminate, .workBegin])
  private var hasReturned = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .workBegin { return hasReturned ? replay.stays.work.latest.map { found(step, $0) } : nil }
    guard step.begin != nil || step.event.duration != Event.absent else { return nil }
    hasReturned = true
    return replay.stays.work.running.first {
      replay.context.words.workKinds[$0.signature.taskKind]?.keepsAppRunning != true && $0.begin.nanos(to: step) != nil
    }.map { found(step, $0).missing(.workEnd) }
  }
}

/// `launch.early-access`: a locked device may not let it.
final class EarlyAccess: WorkRule {
  static let rule = RuleID.`launch.early-access`
  static let kinds = KindSet(families: ["app", "scene"]).union(KindSet([.workBegin]))
  private var held: Candidate?
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .workBegin else {
      defer { isOver = true }
      // FindingDraft at its return it may have held the work.
      let isFirst = !isOver && step.kind == .appWillFinishLaunching && step.signature.tellsEntry
      return isFirst ? held.flatMap { $0.place.nanos(to: step.event.entry) ?? 0 > 0 ? $0 : nil } : nil
    }
    guard !isOver, held == nil, step.lostCount == 0, let work = replay.stays.work.latest else { return nil }
    if replay.context.isOne(work, of: [.keychain, .disk]) { held = found(step, work) }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    // That the device was locked says more.
    let isLocked = launch.summary.candidates.contains { $0.rule == .`launch.locked-access` }
    return isLocked ? nil : page?.told(candidate, launch)
  }
}

/// `launch.main-thread-work`: work that the launch waits for.
final class LaunchMainThreadWork: WorkRule {
  static let rule = RuleID.`launch.main-thread-work`
  static let kinds = KindSet([.appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect, .workEnd])
  static let keeps = Keeping.longest
  private var callback: TimeMark?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .workEnd else {
      if step.signature.phase != .instant { callback = step.signature.phase == .begin ? TimeMark(step) : nil }
      return nil
    }
    guard let callback, callback.nanos(to: step) != nil, let work = replay.stays.work.latest,
      !work.began(before: callback), !work.begin.orderedEvent.ties(with: callback.orderedEvent),
      Set([work.signature.thread, step.signature.thread]) == [replay.context.words.main],
      let nanos = work.begin.nanos(to: step), nanos > Candidate.leastNanos
    else { return nil }
    return found(step, work, nanos).with(
      \.slack, replay.context.facts.slack(from: work.event.place, to: step.event.place))
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let name = launch.text(candidate.name) ?? "unnamed"
    return launch.told(
      "work '\(name)' on the main thread of the launch", candidate.measured, slack: candidate.slack,
      over: ["callback.severe", "callback"], [name])
  }
}

/// `scene.lifetime-leak`: work for a window that is gone.
final class SceneLifetimeLeak: WorkRule {
  static let rule = RuleID.`scene.lifetime-leak`
  private var gone: [(scene: TextID, mark: TimeMark)] = []
  private var last = Event.absent

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let clock = step.orderedEvent.clock
    let scene = step.event.scene
    // A process that sleeps runs nothing.
    if clock &- last > Inference.suspended.nanos || step.kind == .processSuspend { gone = [] }
    last = clock
    if step.kind == .sceneWillConnect { gone.removeAll { $0.scene == scene } }
    if step.kind == .sceneDidDisconnect, step.isEntry, !scene.isNone { gone.append((scene, TimeMark(step))) }
    for (scene, mark) in gone {
      guard let nanos = mark.nanos(to: step), nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000
      else { continue }
      let left = replay.stays.work.running + (step.kind == .workEnd ? Array(replay.stays.work.latest) : [])
      let leak = left.first { $0.event.scene == scene && $0.began(before: mark, unlostAt: step) }
      if let leak { return found(step, leak, nanos).missing(.workEnd) }
    }
    return nil
  }
}

/// `launch.setup-repeated`: which setup one launch began and finished; `Habits` tells it of many.
final class SetupRuns: WorkRule {
  static let rule = RuleID.`launch.setup-repeated`
  static let kinds = KindSet([.workBegin, .workEnd])
  static let keeps = Keeping.each

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard let work = replay.stays.work.latest, replay.context.isOne(work, of: [.setup]),
      step.signature.success != false
    else { return nil }
    return found(step, work)
  }
}
