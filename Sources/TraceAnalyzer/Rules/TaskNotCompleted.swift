import TraceModel

/// `background.task-not-completed`: a task of the system's that the app never completed.
struct TaskNotCompleted: PatternRule {
  static let description = RuleDescription(
    rule: .backgroundTaskNotCompleted, shape: "pattern", severity: "error",
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
  static let kinds = KindSet([.taskBegin])

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? { nil }

  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    // Its end may be among what was lost.
    guard !summary.candidates.contains(where: { $0.rule == .traceGap }) else { return [] }
    return summary.tasks.compactMap { task in
      guard task.outcome == .open || task.outcome == .leaked,
        let seconds = Self.seconds[bench.symbols.texts.string(task.kind)],
        case let begin = task.begin.time == Event.absent ? task.begin.uptime : task.begin.time,
        case let nanos = summary.lastInstant &- begin, nanos > seconds * 1_000_000_000
      else { return nil }
      var candidate = Candidate(.backgroundTaskNotCompleted, task, at: task.begin, .taskBegin)
      candidate.view = task.kind
      candidate.measured = nanos
      return candidate
    }
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let name = launch.grounds.text(candidate.name) ?? "unnamed"
    let kind = launch.grounds.text(candidate.view) ?? ""
    let nanos = DurationText.of(candidate.measured)
    return Told(
      severity: .error,
      message: "the \(kind) task '\(name)' was never completed in \(nanos) that the process lived",
      names: [kind, Normalised.name(name)])
  }
}
