import TraceModel

/// `order.launch`: a scene connected before the launch had finished.
enum ConnectBeforeLaunch: Rule {
  static let description = RuleDescription(
    id: .`order.launch`,
    severity: .always(.error),
    summary: "A scene connected before the app entered didFinishLaunching.",
    rationale: "A scene delegate relies on what the application delegate has set up.",
    cause: "entries written out of order (a buffered log), or two launches under one id",
    remedy: "Look for a buffered log, or events of two launches under one id.",
    source: "Apple, About the app launch sequence",
    sees: .replay,
    settles: .withStep,
    traits: [],
    message: { found in
      let time: Sentence = found.timeToNext.map { "\(nanos: $0) " } ?? ""
      return FindingDraft(
        message: "scene.willConnect came \(time)before app.didFinishLaunching of the same launch",
        names: [found.kind.name])
    })
}
