import TraceModel

/// `order.scene`: a step that the scene machine does not allow.
enum SceneOrder: Rule {
  static let description = RuleDescription(
    id: .`order.scene`,
    severity: .byMachine,
    summary: "A scene event is not legal in the state of its scene.",
    rationale: """
      Apps save state and rebuild interfaces in these callbacks; a callback out of order loses one or the other.
      """,
    cause: nil,
    remedy: """
      Compare the state before the event with the events that were legal there; check that each scene's events \
      carry its id.
      """,
    source: "Apple, Managing your app's life cycle; UISceneDelegate",
    sees: .machine(.scene),
    budgets: [],
    settles: .withStep,
    isReportedOnce: false,
    isAboutTimes: false,
    findsOnlyOverruns: false,
    message: MachineStep.draft,
    found: [],
    clean: [])
}
