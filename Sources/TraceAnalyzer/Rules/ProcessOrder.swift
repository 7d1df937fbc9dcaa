import TraceModel

/// `order.process`: a step that the process machine does not allow.
enum ProcessOrder: Rule {
  static let description = RuleDescription(
    id: .`order.process`,
    severity: .byMachine,
    summary: "The process machine does not allow the event in its state: an event after the exit, or a second launch.",
    rationale: """
      Events after the end of a process belong to another launch; two launches under one id hide each other's \
      faults.
      """,
    cause: nil,
    remedy: "Give each launch its own id; look for a reused process id or logs that were joined.",
    source: "Apple, About the app launch sequence",
    sees: .machine(.process),
    budgets: [],
    settles: .withStep,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: MachineStep.draft,
    found: [],
    clean: [])
}
