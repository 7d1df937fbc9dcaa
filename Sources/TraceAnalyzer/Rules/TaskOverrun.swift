import TraceModel

/// `background.task-overrun`: a task, or all of a stay together, ran for too long.
enum TaskOverrun: TaskRule {
  static let description = RuleDescription(
    id: .`background.task-overrun`,
    severity: .usually(.error, "warning from 25 s"),
    summary: "A task, or all assertions of one stay together, ran in the background longer than the budget.",
    rationale: "iOS grants one time to the whole app, and ends the app if a task still runs when it is up.",
    cause: "work that takes longer than iOS grants, or a task that is ended only after such work",
    remedy: "End the task sooner, in its expiration handler at the latest; use a BGProcessingTask for long work.",
    source: "Apple DTS, UIApplication Background Task Notes",
    sees: .tasks,
    budgets: JudgingContext.assertionBudgets,
    settles: .withEnd,
    traits: [],
    message: { found in
      let name = found.name ?? found.task ?? "unnamed"
      if found.kind == .taskOverdue {
        return FindingDraft(
          message: "task '\(name: name)' ran for over 30 s, as UIKit says, which ends an app in the background",
          names: [Normalised.name(name)])
      }
      // A task without an end which UIKit, when its time in the background was up, said to be still running.
      guard let overrun = found.overrun else { return nil }
      return FindingDraft(
        message: "task '\(name: name)' still ran after \(overrun.ran) in the background, budget \(overrun.allowed)",
        names: [Normalised.name(name)], overrun: overrun)
    },
    code: CodeExample(
      wrong: """
        task = app.beginBackgroundTask(withName: "sync") { end() }
        syncEverything { end() }  // takes minutes
        """,
      right: """
        // Do the rest later, when iOS grants the app more time.
        let request = BGProcessingTaskRequest(identifier: "com.example.sync")
        request.requiresNetworkConnectivity = true
        try BGTaskScheduler.shared.submit(request)
        """))

  static func concerns(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool { launch.mayOverrun(task) }

  static func draft(of task: TaskSummary, _ launch: JudgedLaunch) -> FindingDraft? {
    guard task.outcome != .leaked, task.outcome != .open, !task.isCovered, !task.isSystem,
      let overrun = launch.overrun(of: task)
    else { return nil }
    let name = launch.name(of: task)
    if isAnswered(task, launch) {
      // The app did what iOS asked for, when it asked.
      return FindingDraft(
        message: "task '\(name: name)' ran \(overrun.ran) in the background, until iOS expired it",
        names: [Normalised.name(name)],
        cause: "work about as long as the time that iOS grants: some of it may be cut off", severity: .warning,
        overrun: overrun, doubts: [.expiredAsAsked], answered: [.unrecordedEnd])
    }
    return FindingDraft(
      message: "task '\(name: name)' ran \(overrun.ran) in the background, budget \(overrun.allowed)",
      names: [Normalised.name(name)], overrun: overrun,
      doubts: doubts(launch, overrun, hasExpired: task.expire != EventLocation()).union(task.doubts(launch.summary)),
      answered: [.unrecordedEnd])
  }

  /// True if iOS expired the task, and its end followed within the budget of an expiration handler.
  private static func isAnswered(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool {
    guard task.outcome == .expired, task.expirationNanos != Event.absent else { return false }
    return launch.overrun(task.expirationNanos, slack: launch.summary.clockSlack, over: [.expirationHandler]) == nil
  }

  /// All assertions of one stay, if none of them alone is over its budget.
  static func draft(of stay: StaySummary, _ launch: JudgedLaunch) -> FindingDraft? {
    guard !stay.isCovered, stay.assertionNanos > launch.judging.leastAssertion,
      let overrun = launch.overrun(
        stay.assertionNanos, slack: launch.summary.clockSlack, over: JudgingContext.assertionBudgets),
      !launch.summary.tasks.contains(where: { isOver($0, in: stay, launch) })
    else { return nil }
    return FindingDraft(
      message: "background tasks kept the app running for \(overrun.ran) of one stay, budget \(overrun.allowed)",
      names: ["stay"], cause: "the time is granted to the app, not to each task: they add up", overrun: overrun,
      doubts: doubts(launch, overrun, hasExpired: false), inferred: stay.end == .suspendedInferred ? .suspended : nil)
  }

  private static func isOver(_ task: TaskSummary, in stay: StaySummary, _ launch: JudgedLaunch) -> Bool {
    task.kind == launch.judging.words.assertion && launch.overrun(of: task) != nil && !stay.isOver(before: task.begin)
      && stay.begin.nanos(to: task.lastLocation) != nil
  }

  /// An overrun is certain if the system said so, by an expiration or by the end it made, and it is not near to a limit
  /// of which Apple says "about"; but for tvOS no time for assertions is published.
  private static func doubts(_ launch: JudgedLaunch, _ overrun: BudgetOverrun, hasExpired: Bool) -> DoubtSet {
    var doubts = DoubtSet()
    if !hasExpired, launch.exitReason != .backgroundTask { doubts.insert(.notReported) }
    if overrun.isNear { doubts.insert(.nearLimit) }
    if launch.platform == .tvOS { doubts.insert(.noPublishedLimit) }
    return doubts
  }
}
