import TraceModel

/// `launch.watchdog`: iOS ended a launch that took too long.
final class LaunchWatchdog: PatternRule {
  static let description = RuleDescription(
    id: .`launch.watchdog`,
    severity: .always(.error),
    summary: "The watchdog ended the process before its first frame.",
    rationale: "The user sees the launch screen and then the home screen: the app did not start.",
    cause: "work on the main thread in didFinishLaunching or willConnect, or waiting for a lock",
    remedy: "Look at the longest phase of this launch, and move its work to after the first frame.",
    source: "Apple, Addressing watchdog terminations: process-launch, scene-create",
    sees: .steps([.processExit], keeps: .first),
    budgets: [.launchWatchdog],
    settles: .withLaunch,
    traits: [],
    message: { found in
      let candidate = found.candidate
      let launch = found.launch
      let granted = launch.summary.watchdogNanos
      let limit = granted == Event.absent ? launch.budgets[.launchWatchdog] ?? 0 : granted
      let isOver = candidate.measured &- candidate.slack > limit && launch.isEnforced
      let cpu = found.name.flatMap(WatchdogGrant.cpuNanos).map { "\(nanos: $0) of CPU time" as Sentence }
      let grants = [granted == Event.absent ? nil : "\(nanos: granted)" as Sentence, cpu].compactMap(\.self)
      let grant: Sentence = grants.isEmpty ? "" : "; it was granted \(grants.joined(separator: " and "))"
      return FindingDraft(
        message: "the watchdog ended the process before its first frame\(grant)",
        overrun: isOver ? BudgetOverrun(budget: .launchWatchdog, measured: candidate.measured, limit: limit) : nil)
    },
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching phase=begin
      ▸ 21 s process.exit reason=watchdog source=system
      """
    ],
    clean: [
      """
        0 s process.start
        1 s app.didFinishLaunching
        2 s app.didBecomeActive source=delegate
        90 s process.exit reason=watchdog source=system
      """,
      """
        0 s process.start source=system
        4980 s process.exit reason=watchdog source=system
      """,
    ])

  private static let upKinds = KindSet([.launchFirstFrame, .logSceneReady, .sceneDidActivate, .appDidBecomeActive])

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard Self.reports(step, &replay) else { return nil }
    let facts = replay.context.facts.summary
    let isNamed = WatchdogReport.isOfLaunch(replay.context.text(step.event.attributes))
    // If only the start and the end are recorded, it may have been in the background for long.
    let isBare = isNamed == nil && Self.isBare(facts)
    let nanos = step.orderedEvent.clock &- replay.context.facts.wantedClock
    var candidate = Candidate(.`launch.watchdog`, step.orderedEvent, .took(nanos, slack: facts.clockSlack))
    // An allowance of CPU time is no measure of the launch, so that the report itself says it.
    let report = replay.context.text(step.event.attributes)
    if WatchdogGrant.cpuNanos(in: report) != nil { candidate.name = step.event.attributes }
    var doubts: DoubtSet = isBare ? [.startAndEndOnly] : []
    if KilledProcess.mayBeNoApp("", replay.context.facts, replay.context.lexicon) { doubts.insert(.mayBeNoApp) }
    return candidate.with(\.doubts, doubts)
  }

  private static func isBare(_ facts: LaunchSummary) -> Bool {
    facts.kinds.isSubset(of: KindSet([.processStart, .processExit]))
  }

  static func reports(_ step: Step, _ replay: inout Replay) -> Bool {
    guard replay.context.words.exitReasons[step.signature.reason] == .watchdog else { return false }
    let facts = replay.context.facts.summary
    let report = replay.context.text(step.event.attributes)
    let isNamed = WatchdogReport.isOfLaunch(report)
    let atExit = replay.stays.visibility(atExit: step)
    // If the log does not show whether it was in the foreground, a user may have waited for it.
    let isWanted = facts.nature != .background && (atExit?.visibility != .background || atExit?.confidence != .certain)
    // A report may be all that there is of a process, and have no time of its start.
    let isAlone = facts.kinds.isSubset(of: KindSet([.processExit])) && report.contains("\"report\":")
    let mayBeLaunch = facts.isSeenFromStart || isAlone
    // No launch is granted so much: it went on to something else, which is not in the log.
    let lived = step.orderedEvent.clock &- replay.context.facts.wantedClock &- facts.clockSlack
    let isOld = Self.isBare(facts) && !isAlone && lived > WatchdogReport.longestGrantNanos
    let isEarly = !facts.kinds.intersects(Self.upKinds) && mayBeLaunch && isWanted && !isOld
    return isNamed ?? isEarly
  }
}
