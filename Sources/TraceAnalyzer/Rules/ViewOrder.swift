import TraceModel

/// `order.view`: a step that the view machine does not allow.
enum ViewOrder: Rule {
  static let description = RuleDescription(
    id: .`order.view`,
    severity: .byMachine,
    summary: "A view controller's appearance calls are unbalanced.",
    rationale: "Work begun in one appearance call and ended in its partner runs twice or for ever.",
    cause: nil,
    remedy: "Forward appearance calls from containers, and do not present during a transition.",
    source: "Apple, UIViewController",
    sees: .machine(.view),
    budgets: [],
    message: MachineStep.draft,
    found: [],
    clean: [])
}
