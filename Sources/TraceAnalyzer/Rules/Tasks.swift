import TraceModel

/// A fault of one background task, which shows when its launch is over.
protocol TaskRule: Rule {
  /// What is said of a task with this fault.
  static func told(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft?
}

/// `background.task-late-end`: an expiration handler that took its time.
enum TaskLateEnd: TaskRule {
  static let rule = RuleID.`background.task-late-end`
  static func told(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft? {
    if task.expirationNanos <= 0 { return nil }
    let name = launch.name(of: task)
    return launch.told(
      "the end of task '\(name)' after it expired", task.expirationNanos, slack: launch.summary.clockSlack,
      over: ["background.expirationHandler"],
      [Normalised.name(name)])
  }
}

/// `background.task-overrun`: a task, or all of a stay together, ran for too long.
enum TaskOverrun: TaskRule {
  static let rule = RuleID.`background.task-overrun`

  static func told(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft? {
    guard task.outcome != .leaked, task.outcome != .open, !task.isCovered, !task.isSystem,
      let overrun = launch.overrun(of: task)
    else { return nil }
    let name = launch.name(of: task)
    return FindingDraft(
      message: "task '\(name)' ran \(overrun.ran) in the background, budget \(overrun.allowed)",
      names: [Normalised.name(name)], overrun: overrun, confidence: confidence(launch, task.expire != EventLocation()))
  }

  /// A task without an end of which UIKit said, when its time in the background was up, that it still ran.
  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let overrun = launch.overrun(candidate.measured, slack: candidate.slack, over: JudgingContext.assertionBudgets)
    guard let overrun else { return nil }
    let name = launch.text(candidate.name) ?? launch.text(candidate.task) ?? "unnamed"
    return FindingDraft(
      message: "task '\(name)' still ran after \(overrun.ran) in the background, budget \(overrun.allowed)",
      names: [Normalised.name(name)], overrun: overrun)
  }

  /// All assertions of one stay, where none of them alone is over its budget.
  static func told(of stay: StaySummary, _ launch: LaunchFindings) -> FindingDraft? {
    guard !stay.isCovered, stay.assertionNanos > launch.judging.leastAssertion,
      let overrun = launch.overrun(
        stay.assertionNanos, slack: launch.summary.clockSlack, over: JudgingContext.assertionBudgets),
      !launch.summary.tasks.contains(where: { isOver($0, in: stay, launch) })
    else { return nil }
    return FindingDraft(
      message: "background tasks kept the app running for \(overrun.ran) of one stay, budget \(overrun.allowed)",
      names: ["stay"], cause: "the time is granted to the app, not to each task: they add up", overrun: overrun,
      confidence: confidence(launch, false), inferred: stay.end == .suspendedInferred ? .suspended : nil)
  }

  private static func isOver(_ task: TaskSummary, in stay: StaySummary, _ launch: LaunchFindings) -> Bool {
    task.kind == launch.judging.words.assertion && launch.overrun(of: task) != nil && !stay.isOver(before: task.begin)
      && stay.begin.nanos(to: task.lastPlace) != nil
  }

  /// An overrun is certain where the system said so, by an expiration or by the end it made; but
  /// for tvOS no time for assertions is published.
  private static func confidence(_ launch: LaunchFindings, _ hasExpired: Bool) -> Confidence {
    let isTold = hasExpired || launch.judging.words.exitReasons[launch.summary.exitReason] == .backgroundTask
    return isTold && launch.platform != .tvOS ? .certain : .possible
  }
}

/// `background.task-leaked`: a task that was never ended.
enum TaskLeaked: TaskRule {
  static let rule = RuleID.`background.task-leaked`
  static func told(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft? {
    if task.outcome == .leaked {
      let name = launch.name(of: task)
      let hasExpired = task.expire != EventLocation()
      let how =
        task.isUnended
        ? "its expiration handlers were called, as UIKit says"
        : hasExpired ? "it expired" : "its process was suspended or killed"
      // The system may have shown it as well, by what it did while the task ran.
      let exit = launch.judging.words.exitReasons[launch.summary.exitReason]
      let isKilled = exit == .backgroundTask || exit == .watchdog
      let isShown = launch.summary.stays.contains {
        ($0.end == .suspended || $0.end == .exited && isKilled) && !$0.isOver(before: task.begin)
      }
      return FindingDraft(
        message: "task '\(name)' was never ended, though \(how)", names: [Normalised.name(name)],
        // What UIKit says, or the system ended the process for, needs no record of ends.
        confidence: task.isUnended || exit == .backgroundTask ? .certain : nil,
        inferred: hasExpired && !isShown && !task.isUnended ? .leaked : nil)
    }
    guard task.outcome == .open, !task.isCovered, !task.isSystem, !isToldOverdue(task, launch),
      let overrun = launch.overrun(of: task), !overrun.budget.hasSuffix(".warning")
    else { return nil }
    let name = launch.name(of: task)
    return FindingDraft(
      message: "task '\(name)' has no end, and the app lived on for \(overrun.ran) in the background",
      names: [Normalised.name(name), "open"], cause: "an end that was not recorded, or a leak", severity: .note,
      overrun: overrun, confidence: .possible)
  }

  /// Whether UIKit's own word tells that the task ran for too long.
  private static func isToldOverdue(_ task: TaskSummary, _ launch: LaunchFindings) -> Bool {
    launch.summary.candidates.contains {
      $0.rule == .`background.task-overrun` && $0.place == task.begin && TaskOverrun.told($0, launch) != nil
    }
  }
}

/// `background.task-not-completed`: a task of the system's that the app never completed.
enum TaskNotCompleted: TaskRule {
  static let rule = RuleID.`background.task-not-completed`

  /// Kinds of tasks, and the seconds after which one is over: their budgets.
  private static let seconds: [String: Int64] = [
    "appRefresh": 30, "fetch": 30, "remoteNotification": 30, "processing": 600, "continued": 600,
  ]

  static func told(of task: TaskSummary, _ launch: LaunchFindings) -> FindingDraft? {
    let begin = task.begin.time == Event.absent ? task.begin.uptime : task.begin.time
    let nanos = launch.summary.lastInstant &- begin
    guard task.outcome == .open || task.outcome == .leaked, let kind = launch.text(task.kind),
      let seconds = seconds[kind], nanos &- launch.summary.clockSlack > seconds * 1_000_000_000,
      // Its end may be among what was lost.
      !launch.summary.candidates.contains(where: { $0.rule == .`trace.gap` })
    else { return nil }
    let name = launch.name(of: task)
    let lived = DurationText.of(nanos)
    return FindingDraft(
      message: "the \(kind) task '\(name)' was never completed in \(lived) that the process lived",
      names: [kind, Normalised.name(name)])
  }
}

extension StaySummary {
  /// Whether it ended before something began.
  func isOver(before place: EventLocation) -> Bool { begin.nanos(to: place).map { $0 > nanos } ?? false }
}

extension TaskSummary {
  /// Where it ended, or began if it has no end.
  var lastPlace: EventLocation { end == EventLocation() ? begin : end }
}
