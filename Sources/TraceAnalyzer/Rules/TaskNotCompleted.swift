import TraceModel

/// `background.task-not-completed`: a task of the system's that the app never completed.
enum TaskNotCompleted: TaskRule {
  static let description = RuleDescription(
    id: .`background.task-not-completed`,
    severity: .always(.error),
    summary: "The app never completed a BGTask, fetch or push, though its process lived longer than the task's budget.",
    rationale: "The system runs such an app less and less often, and ends it.",
    cause: "a path that does not call the completion handler",
    remedy: "Call setTaskCompleted, or the completion handler, on every path.",
    source: "Apple, BGTask.setTaskCompleted(success:); didReceiveRemoteNotification",
    sees: .tasks,
    budgets: [.appRefresh, .fetch, .remoteNotification, .processing],
    settles: .withLaunch,
    traits: [],
    message: nil,
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
    ],
    code: CodeExample(
      wrong: """
        func refresh(_ task: BGAppRefreshTask) {
          load { items in
            guard let items else { return }  // never completed
            show(items)
            task.setTaskCompleted(success: true)
          }
        }
        """,
      right: """
        func refresh(_ task: BGAppRefreshTask) {
          let loading = load { items in
            if let items { show(items) }
            task.setTaskCompleted(success: items != nil)
          }
          task.expirationHandler = { loading.cancel() }  // calls back with nil
        }
        """))

  static func concerns(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool {
    task.outcome == .open || task.outcome == .leaked
  }

  static func draft(of task: TaskSummary, _ launch: JudgedLaunch) -> FindingDraft? {
    let begin = task.begin.time == Event.absent ? task.begin.uptime : task.begin.time
    let nanos = launch.summary.lastInstant &- begin
    guard task.outcome == .open || task.outcome == .leaked, let kind = launch.judging.words.taskKinds[task.kind],
      let limit = budget(of: kind).flatMap({ launch.budgets[$0] }),
      nanos &- launch.summary.clockSlack > limit,
      // Its end may be lost.
      !launch.summary.candidates.contains(where: { $0.rule == .`trace.gap` })
    else { return nil }
    let name = launch.name(of: task)
    return FindingDraft(
      message:
        "the \(name: kind.name) task '\(name: name)' was never completed in \(nanos: nanos) that the process lived",
      names: [kind.name, Normalised.name(name)])
  }

  /// The budget after which a task of this kind is over; nil for one that the app may leave open.
  private static func budget(of kind: TaskKind) -> BudgetID? {
    switch kind {
    case .appRefresh: .appRefresh
    case .fetch: .fetch
    case .remoteNotification: .remoteNotification
    // A continued task has no published limit of its own.
    case .processing, .healthResearch, .continued: .processing
    case .assertion, .urlSession: nil
    }
  }
}
