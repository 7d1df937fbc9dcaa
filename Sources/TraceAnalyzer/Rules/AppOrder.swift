import TraceModel

/// `order.app`: a step that the machine of apps without scenes does not allow.
enum AppOrder: Rule {
  static let description = RuleDescription(
    id: .`order.app`,
    severity: .byMachine,
    summary: "An application event is not legal in the state of an app without scenes.",
    rationale: "An app that misses a callback saves too late, or keeps running what it should have paused.",
    cause: nil,
    remedy: "Compare the state before the event with the events that were legal there.",
    source: "Apple, Managing your app's life cycle",
    sees: .machine(.app),
    budgets: [],
    settles: .withStep,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: MachineStep.draft,
    found: [],
    clean: [])
}
