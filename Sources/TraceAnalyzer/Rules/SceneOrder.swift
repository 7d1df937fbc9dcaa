import TraceModel

/// `order.scene`: a step that the scene machine does not allow.
enum SceneOrder: Rule {
  static let description = RuleDescription(
    id: .`order.scene`,
    severity: .byMachine,
    summary: "A scene event has no legal place in the life of its scene.",
    rationale: "State is saved and interfaces are rebuilt on these events; one out of place loses either.",
    cause: nil,
    remedy: "Look at the state the scene was in; check that each scene's events carry its own id.",
    source: "Apple, Managing your app's life cycle; UISceneDelegate",
    sees: .machine(.scene),
    budgets: [],
    message: MachineStep.draft,
    found: [],
    clean: [])
}
