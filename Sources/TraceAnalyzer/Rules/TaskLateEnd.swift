import TraceModel

/// `background.task-late-end`: an expiration handler that took its time.
struct TaskLateEnd: PatternRule {
  static let description = RuleDescription(
    rule: .backgroundTaskLateEnd, shape: "budget", severity: "warning",
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

  static let kinds = KindSet([.taskExpire])

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? { nil }

  func finish(_ summary: LaunchSummary, _ bench: Bench) -> [Candidate] {
    summary.tasks.filter { $0.expirationNanos > Candidate.leastNanos }.map { task in
      var candidate = Candidate(.backgroundTaskLateEnd, task, at: task.end, .taskEnd)
      candidate.measured = task.expirationNanos
      return candidate
    }
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let name = launch.grounds.text(candidate.name) ?? "unnamed"
    return launch.told(
      candidate, "the end of task '\(name)' after it expired",
      over: ["background.expirationHandler"], [Normalised.name(name)])
  }
}

extension Candidate {
  /// What is found of a task.
  init(_ rule: RuleID, _ task: TaskSummary, at place: Place, _ kind: EventKind) {
    self.init()
    self.rule = rule
    self.kind = kind
    self.place = place
    self.task = task.task
    name = task.name.isNone ? task.task : task.name
  }
}
