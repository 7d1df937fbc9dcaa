import TraceModel

/// `order.view`: a step that the view machine does not allow.
enum ViewOrder: Rule {
  static let description = RuleDescription(
    id: .`order.view`,
    severity: .byMachine,
    summary: "The appearance calls of a view controller are unbalanced.",
    rationale: "Work that begins in one appearance call and ends in its counterpart runs twice or never stops.",
    cause: nil,
    remedy: "Forward appearance calls from container view controllers, and do not present during a transition.",
    source: "Apple, UIViewController",
    sees: .machine(.view),
    budgets: [],
    settles: .withStep,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: MachineStep.draft,
    found: [],
    clean: [])
}
