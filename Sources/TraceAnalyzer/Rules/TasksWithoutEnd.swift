import TraceModel

/// `background.task-leaked`: a task that was never ended.
enum TaskLeaked: BackgroundRule {
  static let description = RuleDescription(
    rule: .backgroundTaskLeaked, severity: "error; note for a task that is only open",
    summary: "A background task expired or outlived the process's sleep and was never ended.",
    rationale: "iOS kills an app that leaves a task open after its expiration handler.",
    remedy: "End the task on every path, and in its expiration handler.",
    source: "Apple, beginBackgroundTask(withName:expirationHandler:)",
    cause: "a path that forgets endBackgroundTask, or no end in the expiration handler")

  static func found(in launch: LaunchFindings) -> [(Candidate, Told)] {
    if !launch.recordsTaskEnds { return [] }
    return launch.summary.tasks.compactMap { task in
      let candidate = Candidate(.backgroundTaskLeaked, at: task.begin, .taskBegin, task: task.task)
      if task.outcome == .leaked { return (candidate, leaked(task, launch.name(of: task))) }
      guard task.outcome == .open, launch.isEnforced, !task.isCovered, !task.isSystem,
        let excess = launch.excess(of: task), !excess.budget.hasSuffix(".warning")
      else { return nil }
      return (candidate.with(\.confidence, .possible), open(launch.name(of: task), excess))
    }
  }

  private static func leaked(_ task: TaskSummary, _ name: String) -> Told {
    let how = task.expire == Place() ? "its process was suspended or killed" : "it expired"
    return Told(
      message: "task '\(name)' was never ended, though \(how)", names: [Normalised.name(name)])
  }

  private static func open(_ name: String, _ excess: Excess) -> Told {
    Told(
      message:
        "task '\(name)' has no end, and the app lived on for \(excess.ran) in the background",
      names: [Normalised.name(name), "open"], cause: "an end that was not recorded, or a leak",
      severity: .note, excess: excess)
  }
}

/// `background.task-not-completed`: a task of the system's that the app never completed.
enum TaskNotCompleted: BackgroundRule {
  static let description = RuleDescription(
    rule: .backgroundTaskNotCompleted, severity: "error",
    summary: "A BGTask, fetch or push was never completed, though the process lived on.",
    rationale: "The system runs such an app less and less often, and ends it.",
    remedy: "Call setTaskCompleted, or the completion handler, on every path.",
    source: "Apple, BGTask.setTaskCompleted(success:); didReceiveRemoteNotification",
    cause: "a path that does not call the completion",
    found: [
      """
        0 s app.didFinishLaunching reason=backgroundTask
      ▸ 1 s task.begin task=r kind=appRefresh
        60 s app.willEnterForeground source=delegate
        61 s app.didBecomeActive source=delegate
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching reason=backgroundTask
        1 s task.begin task=r kind=appRefresh
        9 s task.end task=r kind=appRefresh
        60 s app.willEnterForeground source=delegate
      """,
      """
        0 s app.didFinishLaunching reason=backgroundTask
        1 s task.begin task=r kind=appRefresh
        3 s process.suspend
      """,
    ])

  /// Kinds of tasks, and the seconds after which one is over: their budgets.
  private static let seconds: [String: Int64] = [
    "appRefresh": 30, "fetch": 30, "remoteNotification": 30, "processing": 600, "continued": 600,
  ]

  static func found(in launch: LaunchFindings) -> [(Candidate, Told)] {
    // Its end may be among what was lost.
    let hasGap = launch.summary.candidates.contains { $0.rule == .traceGap }
    if hasGap || !launch.recordsTaskEnds { return [] }
    return launch.summary.tasks.compactMap { task in
      let begin = task.begin.time == Event.absent ? task.begin.uptime : task.begin.time
      let nanos = launch.summary.lastInstant &- begin
      guard task.outcome == .open || task.outcome == .leaked, let kind = launch.text(task.kind),
        let seconds = seconds[kind], nanos > seconds * 1_000_000_000
      else { return nil }
      let (name, lived) = (launch.name(of: task), DurationText.of(nanos))
      let told = Told(
        message:
          "the \(kind) task '\(name)' was never completed in \(lived) that the process lived",
        names: [kind, Normalised.name(name)])
      let rule = RuleID.backgroundTaskNotCompleted
      return (Candidate(rule, at: task.begin, .taskBegin, task: task.task), told)
    }
  }
}

extension LaunchFindings {
  /// Whether the recorder writes the ends of tasks: else nothing is known of one without an end.
  var recordsTaskEnds: Bool {
    if summary.tasks.isEmpty { return true }
    let record = grounds.recorders[Recorders.Key(context)]
    return switch grounds.recorders.knowledge(.taskEnd, summary, context, record) {
    case .recorded: true
    case .unrecorded: false
    case .unknown: record.holding(.taskEnd) > 0 || record.holding(.taskBegin) < Recorders.dueLimit
    }
  }
}
