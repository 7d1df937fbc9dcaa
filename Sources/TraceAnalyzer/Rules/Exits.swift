import TraceModel

/// `launch.watchdog`: iOS ended a launch that took too long.
final class LaunchWatchdog: PatternRule {
  static let rule = RuleID.`launch.watchdog`
  private static let upKinds = KindSet([.launchFirstFrame, .logSceneReady, .sceneDidActivate, .appDidBecomeActive])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard replay.context.words.exitReasons[step.signature.reason] == .watchdog else { return nil }
    let facts = replay.context.facts.summary
    let isNamed = Self.isOfLaunch(replay.context.text(step.event.attributes))
    // A launch that never came to the foreground counts as one in the background; only where a
    // reason says so was it one.
    let isWanted = facts.nature != .background || facts.natureReason.isNone
    let isEarly = !facts.kinds.intersects(Self.upKinds) && facts.isSeenFromStart && isWanted
    guard isNamed ?? isEarly else { return nil }
    // Where nothing came but the start and the end, it may have been in the background for long.
    let isBare = isNamed == nil && facts.kinds.isSubset(of: KindSet([.processStart, .processExit]))
    let nanos = step.orderedEvent.instant &- facts.firstInstant
    let candidate = Candidate(.`launch.watchdog`, step.orderedEvent, measured: nanos).with(\.slack, facts.clockSlack)
    return candidate.with(\.confidence, isBare ? .possible : .certain)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let granted = launch.summary.watchdogNanos
    let limit = granted == Event.absent ? launch.judging.options.budgets["launch.watchdog"] ?? 0 : granted
    let isOver = candidate.measured &- candidate.slack > limit && launch.isEnforced
    var told = page?.told(candidate, launch)
    told?.message += granted == Event.absent ? "" : "; it was granted \(DurationText.of(granted))"
    told?.overrun = isOver ? BudgetOverrun(budget: "launch.watchdog", measured: candidate.measured, limit: limit) : nil
    return told
  }

  /// Whether a report of the watchdog names a launch as what took too long; nothing where it names nothing.
  static func isOfLaunch(_ report: String) -> Bool? {
    if ["process-launch", "scene-create"].contains(where: report.contains) { return true }
    return ["scene-update", "process-exit"].contains(where: report.contains) ? false : nil
  }

  /// Whether a report of the watchdog says that the process was in the foreground; nothing where it doesn't say.
  ///
  /// `Role`, in a document `procRole`, is what the system had the process for when it ended it, where the watchdog's own
  /// word is missing. Source: Apple, *Examining the fields in a crash report*.
  static func isInForeground(_ report: String) -> Bool? {
    for place in ["ProcessVisibility: ", "\"procRole\":\""] {
      if report.contains(place + "Foreground") { return true }
      if report.contains(place + "Background") { return false }
    }
    return nil
  }
}

/// `launch.abandoned`: a launch that nobody waited for.
final class LaunchAbandoned: PatternRule {
  static let rule = RuleID.`launch.abandoned`
  static func concerns(_ facts: LaunchFacts) -> Bool {
    let nature = facts.summary.nature
    return facts.summary.isSeenFromStart && nature != .background && nature != .extension
  }
  private var isOver = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard !isOver else { return nil }
    isOver = true
    guard step.kind == .processExit || replay.stays.isInBackground, step.lostCount == 0,
      ![.crash, .watchdog].contains(replay.context.words.exitReasons[step.signature.reason])
    else { return nil }
    return Candidate(.`launch.abandoned`, step.orderedEvent).missing(
      replay.context.facts.hasScenes ? .sceneDidActivate : .appDidBecomeActive)
  }
}

/// `launch.crashed`: the process crashed soon after it was launched.
final class LaunchCrashed: PatternRule {
  static let rule = RuleID.`launch.crashed`
  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.isSeenFromStart }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let nanos = step.orderedEvent.instant &- replay.context.facts.summary.firstInstant
    return nanos <= 5_000_000_000 && replay.context.words.exitReasons[step.signature.reason] == .crash
      ? Candidate(.`launch.crashed`, step.orderedEvent, measured: nanos) : nil
  }
}

/// `background.killed`: iOS ended the process in the background for what it did there.
final class BackgroundKilled: PatternRule {
  static let rule = RuleID.`background.killed`
  /// What iOS ends a background process for that the app can help.
  private static let reasons = Set(terms)

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let reason = step.signature.reason
    let facts = replay.context.facts.summary
    // Whether such a launch was meant for the background is not known: `launch.watchdog` tells it.
    let isUnclear = facts.nature == .background && facts.natureReason.isNone
    let report = replay.context.text(step.event.attributes)
    let isLaunch = LaunchWatchdog.isOfLaunch(report) ?? isUnclear
    let isByWatchdog = replay.context.words.exitReasons[reason] == .watchdog
    guard replay.stays.isInBackground, Self.reasons.contains(replay.context.text(reason)), !isLaunch || !isByWatchdog
    else { return nil }
    let task = replay.stays.tasks.longestRunning ?? TaskSummary()
    // The page's `view` is the task's name.
    let candidate = Candidate(.`background.killed`, step.orderedEvent, name: reason)
      .with(\.task, task.task).with(\.view, task.name)
    guard isByWatchdog, isUnclear else { return candidate }
    // That it was in the background is known from its report alone: a process that does not exit in time may have
    // been in the foreground when it was asked to.
    guard let isInForeground = LaunchWatchdog.isInForeground(report) else {
      return candidate.with(\.confidence, .possible)
    }
    return isInForeground ? nil : candidate
  }
}
