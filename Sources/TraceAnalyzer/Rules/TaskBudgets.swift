import TraceModel

/// `background.task-late-end`: an expiration handler that took its time.
enum TaskLateEnd: BackgroundRule {
  static let description = RuleDescription(
    rule: .backgroundTaskLateEnd, severity: "warning",
    summary: "A task ended later than background.expirationHandler after it expired.",
    rationale: "The handler has a moment; iOS kills the app when it is over.",
    remedy: "Cancel the work in the handler and end the task at once.",
    source: "Apple DTS, UIApplication Background Task Notes",
    cause: "an expiration handler that finishes the work instead of ending it",
    found: [
      """
        0 s app.didFinishLaunching reason=location
        1 s task.begin task=1 name=upload
        20 s task.expire task=1
      ▸ 22 s task.end task=1
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching reason=location
        1 s task.begin task=1 name=upload
        20 s task.expire task=1
        20.1 s task.end task=1
      """
    ])

  static func found(in launch: LaunchFindings) -> [(Candidate, Told)] {
    guard launch.isEnforced else { return [] }
    return launch.summary.tasks.compactMap { task in
      let name = launch.name(of: task)
      return launch.told(
        "the end of task '\(name)' after it expired", task.expirationNanos,
        over: ["background.expirationHandler"], [Normalised.name(name)]
      ).map { (Candidate(.backgroundTaskLateEnd, at: task.end, .taskEnd, task: task.task), $0) }
    }
  }
}

/// `background.task-overrun`: a task, or all of a stay together, ran for too long.
enum TaskOverrun: BackgroundRule {
  static let description = RuleDescription(
    rule: .backgroundTaskOverrun, severity: "error, or warning from 25 s",
    summary: "A task, or all assertions of one stay together, ran in the background over budget.",
    rationale: "The time belongs to the app: iOS kills it when the time is up and a task runs.",
    remedy: "End the task sooner, in its expiration handler at the latest; use a BGProcessingTask.",
    source: "Apple DTS, UIApplication Background Task Notes",
    cause: "work too long for the time that iOS grants, or an end that waits for it")

  static func found(in launch: LaunchFindings) -> [(Candidate, Told)] {
    if !launch.isEnforced || !launch.recordsTaskEnds { return [] }
    return launch.summary.tasks.compactMap { alone($0, launch) }
      + launch.summary.stays.compactMap { together($0, launch) }
  }

  private static func alone(_ task: TaskSummary, _ launch: LaunchFindings) -> (Candidate, Told)? {
    guard task.outcome != .leaked, task.outcome != .open, !task.isCovered, !task.isSystem,
      let excess = launch.excess(of: task)
    else { return nil }
    let name = launch.name(of: task)
    let told = Told(
      message: "task '\(name)' ran \(excess.ran) in the background, budget \(excess.allowed)",
      names: [Normalised.name(name)], excess: excess)
    let kind = task.end == Place() ? EventKind.taskBegin : .taskEnd
    let candidate = Candidate(.backgroundTaskOverrun, at: task.lastPlace, kind, task: task.task)
    return (candidate.with(\.confidence, confidence(launch, task.expire != Place())), told)
  }

  /// All assertions of one stay, where none of them alone is over its budget.
  private static func together(_ stay: StaySummary, _ launch: LaunchFindings) -> (Candidate, Told)?
  {
    guard !stay.isCovered,
      let excess = launch.excess(stay.assertionNanos, over: launch.grounds.assertionBudgets),
      !launch.summary.tasks.contains(where: { isOver($0, in: stay, launch) })
    else { return nil }
    let told = Told(
      message: "background tasks kept the app running for \(excess.ran) of one stay,"
        + " budget \(excess.allowed)", names: ["stay"],
      cause: "the time is granted to the app, not to each task: they add up", excess: excess)
    let candidate = Candidate(.backgroundTaskOverrun, at: stay.assertionPlace)
    return (candidate.with(\.confidence, confidence(launch, false)), told)
  }

  private static func isOver(_ task: TaskSummary, in stay: StaySummary, _ launch: LaunchFindings)
    -> Bool
  {
    guard task.kind == launch.grounds.words.assertion, launch.excess(of: task) != nil else {
      return false
    }
    let beginsBeforeEnd = stay.begin.nanos(to: task.begin).map { $0 <= stay.nanos } ?? true
    return beginsBeforeEnd && stay.begin.nanos(to: task.lastPlace) != nil
  }

  /// An overrun is certain where the system said so, by an expiration or by the end it made; but
  /// for tvOS no time for assertions is published.
  private static func confidence(_ launch: LaunchFindings, _ hasExpired: Bool) -> Confidence {
    let isTold = hasExpired || launch.summary.exitReason == launch.grounds.words.backgroundTask
    return isTold && !launch.grounds.ran(launch.context, on: "tvOS") ? .certain : .possible
  }
}

extension TaskSummary {
  /// Where it ended, or began if it has no end.
  fileprivate var lastPlace: Place { end == Place() ? begin : end }
}
