import TraceModel

/// `order.process`: a step that the process machine does not allow.
enum ProcessOrder: Rule {
  static let description = RuleDescription(
    id: .`order.process`,
    severity: .byMachine,
    summary: "A process event has no legal place: after an exit, or a launch told twice.",
    rationale: "What follows a process's end belongs to another launch; two launches under one id hide both.",
    cause: nil,
    remedy: "Give each launch its own id, and look for a reused process id or joined logs.",
    source: "Apple, About the app launch sequence",
    sees: .machine(.process),
    budgets: [],
    message: MachineStep.draft,
    found: [],
    clean: [])
}
