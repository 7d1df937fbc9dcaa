import TraceModel

/// A rule about the work that an app marks: of no concern where it marks none.
protocol WorkRule: PatternRule {}

extension WorkRule {
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.contains(.workBegin) }
}

extension Candidate {
  /// What is found of a piece of work; `view` keeps its kind.
  init(_ rule: RuleID, _ step: Step, _ work: WorkBuilder.Run, nanos: Int64 = Event.absent) {
    self.init(rule, step.moment, measured: nanos, name: work.name)
    (view, task, scene) = (work.kind, work.begin.event.task, work.begin.event.scene)
  }
}

extension LaunchFindings {
  /// What is said of a piece of work; `kind` stands before its name.
  func told(_ candidate: Candidate, _ text: String, _ names: [String] = [], _ severity: Severity? = nil) -> Told {
    let (kind, name) = (self.text(candidate.view) ?? "work", self.text(candidate.name) ?? "unnamed")
    return Told(
      message: "\(kind) '\(name)' \(text)", names: [kind, Normalised.name(name)] + names, severity: severity)
  }
}

/// `inactive.work-continues`: what moves goes on while nobody can act on it.
final class InactiveWork: WorkRule {
  static let rule = RuleID.`inactive.work-continues`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife)
  static let keeps = Keeping.each
  private var left: [TextID: Moment] = [:]
  private var told: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.isEntry, replay.bench.facts.whereabouts.contains(step.kind) else { return nil }
    let scene = step.event.scene
    if step.kind == .sceneWillDeactivate || step.kind == .appWillResignActive { left[scene] = step.moment }
    guard
      [.sceneDidActivate, .appDidBecomeActive, .sceneDidEnterBackground, .appDidEnterBackground].contains(step.kind),
      let since = left.removeValue(forKey: scene), let nanos = since.event.place.nanos(to: step.event.entry),
      nanos >= 1_000_000_000
    else { return nil }
    let isAlone = replay.judge.scenes.summaries.count < 2
    let run = replay.stays.work.running.first { run in
      ["timer", "animation", "game"].contains(replay.text(run.kind)) && run.lostCount == step.lostCount
        && run.begin.clock < since.clock && (run.begin.event.scene.isNone ? isAlone : run.begin.event.scene == scene)
        && !told.contains(run.name)
    }
    guard let run else { return nil }
    told.insert(run.name)
    return Candidate(Self.rule, step, run, nanos: nanos).missing(.workEnd)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let isGame = launch.text(candidate.view) == "game"
    return launch.told(
      candidate, "still ran \(DurationText.of(candidate.measured)) after the deactivation", [],
      isGame ? .warning : .note)
  }
}

/// `game.resumed-by-itself`: a game that goes on before the player says so.
final class GameResumed: WorkRule {
  static let rule = RuleID.`game.resumed-by-itself`
  static let kinds = EventKind.appLife.union(EventKind.sceneLife).union(KindSet([.workBegin, .workEnd]))
  private static let soonNanos: Int64 = 500_000_000
  private var hasLeft = false
  private var resumed: (moment: Moment, lost: Int64)?
  private var paused: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    switch step.kind {
    case .workEnd: if let run = replay.stays.work.ended { paused.insert(run.name) }
    case .workBegin:
      guard let run = replay.stays.work.running.last, let resumed, resumed.lost == step.lostCount,
        replay.text(run.kind) == "game", paused.contains(run.name), replay.text(step.signature.reason) != "user",
        let nanos = resumed.moment.event.place.nanos(to: step.event.place), nanos <= Self.soonNanos
      else { return nil }
      return Candidate(Self.rule, step, run, nanos: nanos)
    case .appWillResignActive, .sceneWillDeactivate: (hasLeft, resumed) = (true, nil)
    case .appDidBecomeActive, .sceneDidActivate:
      if hasLeft { (hasLeft, resumed) = (false, (step.moment, step.lostCount)) }
    default: break
    }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told(candidate, "went on \(DurationText.of(candidate.measured)) after the activation, and nobody asked")
  }
}

/// `background.uncovered-work`: work that ran long after leaving, with nothing that keeps the app running.
final class UncoveredWork: WorkRule {
  static let rule = RuleID.`background.uncovered-work`
  static let keeps = Keeping.longest
  private static let graceNanos: Int64 = 5_000_000_000
  private static let covers = EventKind.taskEvents.union(KindSet([.workBegin, .workEnd]))
  /// What may have woken the app.
  private static let wakes = KindSet([
    .processSuspend, .processResume, .appDidReceiveRemoteNotification, .appHandleEventsForBackgroundURLSession,
    .appPerformFetch,
  ])
  private var since: Moment?
  private var last = Event.absent
  private var lost: Int64 = 0

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (clock, work) = (step.moment.clock, replay.stays.work)
    let isAwake = clock &- last <= Inference.suspended.nanos && step.lostCount == lost
    (last, lost) = (clock, step.lostCount)
    let isLeaving = step.kind == .appDidEnterBackground || step.kind == .sceneDidEnterBackground
    if isLeaving, step.isEntry, replay.stays.isInBackground { since = step.moment }
    if !isAwake && !isLeaving || Self.wakes.contains(step.kind) || !replay.stays.isInBackground { since = nil }
    // What covers may have begun or ended: its end begins the time anew.
    let isWork = step.kind == .workBegin || step.kind == .workEnd
    let isCovering = replay.bench.words.coveringWork.contains(step.signature.taskKind) || work.isCovering
    if since != nil, Self.covers.contains(step.kind), !isWork || isCovering { since = step.moment }
    guard isWork, !isCovering, replay.stays.tasks.running.isEmpty, let since,
      let nanos = since.event.place.nanos(to: step.event.place), nanos > Self.graceNanos,
      let run = step.kind == .workEnd ? work.ended : work.running.last
    else { return nil }
    return Candidate(Self.rule, step, run, nanos: nanos).missing(.taskBegin).with(\.confidence, .possible)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    guard launch.isEnforced else { return nil }
    return launch.told(candidate, "ran \(DurationText.of(candidate.measured)) into the background, and no task did")
  }
}

/// `terminate.work-continues`: something that the end of the process cuts off.
final class TerminateWork: WorkRule {
  static let rule = RuleID.`terminate.work-continues`
  static let kinds = KindSet([.appWillTerminate, .workBegin, .taskBegin])
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.kinds.contains(.appWillTerminate) }
  private var hasReturned = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .appWillTerminate else {
      let name = step.signature.name.isNone ? step.event.task : step.signature.name
      return hasReturned ? Candidate(Self.rule, step.moment, name: name).with(\.view, step.signature.taskKind) : nil
    }
    guard step.begin != nil || step.event.duration != Event.absent else { return nil }
    hasReturned = true
    let open = replay.stays.work.running.first { $0.cover == nil && $0.lostCount == step.lostCount }
    return open.map { Candidate(Self.rule, step, $0).missing(.workEnd) }
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let how = candidate.kind == .appWillTerminate ? "still ran when" : "began after"
    return launch.told(candidate, "\(how) app.willTerminate returned", [how])
  }
}

/// `launch.early-access`: a locked device may not let it.
final class EarlyAccess: WorkRule {
  static let rule = RuleID.`launch.early-access`
  private static let launches = KindSet([.appWillFinishLaunching, .appDidFinishLaunching])
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.isSeenFromStart && facts.summary.kinds.contains(.workBegin)
      && facts.summary.kinds.intersects(launches)
  }
  private var held: Candidate?
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if isOver || step.lostCount > 0 { return nil }
    if step.kind == .workBegin, held == nil, let run = replay.stays.work.running.last,
      ["keychain", "disk"].contains(replay.text(run.kind))
    {
      held = Candidate(Self.rule, step, run)
    }
    guard step.kind.family == "app" || step.kind.family == "scene" else { return nil }
    isOver = true
    // Told at its return, or by a notification, the callback may have held the work.
    guard Self.launches.contains(step.kind), step.signature.tellsEntry, let held,
      held.place.nanos(to: step.event.entry) ?? 0 > 0
    else { return nil }
    return step.kind == .appWillFinishLaunching ? held : held.missing(.appWillFinishLaunching)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    // Processes are prewarmed since iOS 15.
    let isOld = launch.text(launch.context.osVersion).flatMap(Normalised.major).map { $0 < 15 } ?? false
    return isOld ? nil : launch.told(candidate, "began before the app was told that it is launched")
  }
}

/// `launch.main-thread-work`: work that the launch waits for.
final class LaunchMainThreadWork: WorkRule {
  static let rule = RuleID.`launch.main-thread-work`
  static let kinds = KindSet([.appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect, .workEnd])
  static let keeps = Keeping.longest
  private var callback: (entry: Moment, lost: Int64)?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .workEnd else {
      if step.signature.phase == .begin { callback = (step.moment, step.lostCount) }
      if step.signature.phase == .end { callback = nil }
      return nil
    }
    guard let callback, callback.lost == step.lostCount, let run = replay.stays.work.ended,
      callback.entry.clock < run.begin.clock, run.begin.signature.thread == replay.bench.words.main,
      step.signature.thread == replay.bench.words.main, let nanos = run.begin.event.place.nanos(to: step.event.place),
      nanos > Candidate.leastNanos
    else { return nil }
    return Candidate(Self.rule, step, run, nanos: nanos)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let work = launch.told(candidate, "on the main thread of the launch")
    return launch.told(work.message, candidate.measured, over: ["callback.severe", "callback"], work.names)
  }
}

/// `scene.lifetime-leak`: work for a window that is gone.
final class SceneLifetimeLeak: WorkRule {
  static let rule = RuleID.`scene.lifetime-leak`
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.kinds.contains(.workBegin) && facts.summary.kinds.contains(.sceneDidDisconnect)
  }
  private var gone: [(scene: TextID, at: Moment)] = []
  private var last = Event.absent
  private var lost: Int64 = 0

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let (clock, work) = (step.moment.clock, replay.stays.work)
    // A process that sleeps runs nothing.
    if clock &- last > Inference.suspended.nanos || step.lostCount > lost || step.kind == .processSuspend { gone = [] }
    (last, lost) = (clock, step.lostCount)
    let scene = step.event.scene
    if step.kind == .sceneWillConnect { gone.removeAll { $0.scene == scene } }
    if step.kind == .sceneDidDisconnect, step.isEntry, !scene.isNone { gone.append((scene, step.moment)) }
    let runs = (step.kind == .workEnd ? Array(work.ended) : []) + (gone.isEmpty ? [] : work.running)
    for (scene, at) in gone {
      guard let nanos = at.event.place.nanos(to: step.event.place), nanos >= 5_000_000_000,
        let run = runs.first(where: { $0.begin.event.scene == scene && $0.begin.clock < at.clock })
      else { continue }
      return Candidate(Self.rule, step, run, nanos: nanos).missing(.workEnd)
    }
    return nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told(candidate, "still ran \(DurationText.of(candidate.measured)) after its scene had disconnected")
  }
}
