import TraceModel

/// `order.app`: a step that the machine of apps without scenes does not allow.
enum AppOrder: Rule {
  static let description = RuleDescription(
    id: .`order.app`,
    severity: .byMachine,
    summary: "An application event has no legal place in an app that lives by its delegate.",
    rationale: "An app that misses a callback saves too late, or keeps running what it should have paused.",
    cause: nil,
    remedy: "Look at the state that it was in and at the events that were legal there.",
    source: "Apple, Managing your app's life cycle",
    sees: .machine(.app),
    budgets: [],
    message: MachineStep.draft,
    found: [],
    clean: [])
}
