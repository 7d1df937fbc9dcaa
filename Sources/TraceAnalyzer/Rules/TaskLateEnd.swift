import TraceModel

/// `background.task-late-end`: an expiration handler that took its time.
enum TaskLateEnd: TaskRule {
  static let description = RuleDescription(
    id: .`background.task-late-end`,
    severity: .always(.warning),
    summary: "The time from a task's expiration to its end was over the budget background.expirationHandler.",
    rationale: "The handler has only a moment; after that iOS ends the app.",
    cause: "an expiration handler that finishes the work instead of stopping it",
    remedy: "Cancel the work in the handler, and end the task at once.",
    source: "Apple DTS, UIApplication Background Task Notes",
    sees: .tasks,
    budgets: [.expirationHandler],
    settles: .withEnd,
    traits: [],
    message: nil,
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
    ],
    code: CodeExample(
      wrong: """
        task = app.beginBackgroundTask(withName: "save") {
          writer.finish()  // waits for the work that ran out of time
          end()
        }
        """,
      right: """
        task = app.beginBackgroundTask(withName: "save") {
          writer.cancel()
          end()
        }
        """))

  static func concerns(_ task: TaskSummary, _ launch: JudgedLaunch) -> Bool { task.expirationNanos > 0 }

  static func draft(of task: TaskSummary, _ launch: JudgedLaunch) -> FindingDraft? {
    if task.expirationNanos <= 0 { return nil }
    let name = launch.name(of: task)
    var draft = launch.tookTooLong(
      "the end of task '\(name: name)' after it expired", task.expirationNanos, slack: launch.summary.clockSlack,
      over: description.budgets,
      names: [Normalised.name(name)])
    draft?.doubts = task.doubts(launch.summary)
    return draft
  }
}
