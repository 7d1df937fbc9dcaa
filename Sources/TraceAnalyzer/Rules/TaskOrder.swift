import TraceModel

/// `order.task`: a step that the task machine does not allow.
enum TaskOrder: Rule {
  static let description = RuleDescription(
    id: .`order.task`,
    severity: .byMachine,
    summary: "A background task is begun or ended where it can't be.",
    rationale: "An assertion that can no longer be ended gets the app killed when its time is up.",
    cause: nil,
    remedy: "Keep one identifier per begin, and set it to invalid after its end.",
    source: "Apple DTS, UIApplication Background Task Notes",
    sees: .machine(.task),
    budgets: [],
    message: MachineStep.draft,
    found: [],
    clean: [])
}
