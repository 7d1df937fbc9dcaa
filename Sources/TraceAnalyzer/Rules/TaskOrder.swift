import TraceModel

/// `order.task`: a step that the task machine does not allow.
enum TaskOrder: Rule {
  static let description = RuleDescription(
    id: .`order.task`,
    severity: .byMachine,
    summary: "A background task began or ended in a state that does not allow it.",
    rationale: "An assertion that the app can no longer end makes iOS end the app when its time is up.",
    cause: nil,
    remedy: "Keep one identifier for each begin, and set it to invalid after its end.",
    source: "Apple DTS, UIApplication Background Task Notes",
    sees: .machine(.task),
    budgets: [],
    settles: .withStep,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: MachineStep.draft,
    found: [],
    clean: [],
    code: CodeExample(
      wrong: """
        app.endBackgroundTask(task)  // and once more in the expiration handler
        """,
      right: """
        func end() {
          if task == .invalid { return }
          app.endBackgroundTask(task)
          task = .invalid
        }
        """))
}
