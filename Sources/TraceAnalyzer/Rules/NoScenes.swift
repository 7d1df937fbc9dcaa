import TraceModel

/// `order.no-scenes`: an app that has not adopted scenes.
final class NoScenes: PatternRule {
  static let description = RuleDescription(
    rule: .orderNoScenes, severity: "error; warning before SDK 27",
    summary: "The app lives by its application delegate alone, without scenes.",
    rationale: "Built with SDK 27, such an app does not launch.",
    remedy: "Adopt the scene-based life cycle: a scene manifest and a scene delegate.",
    source: "Apple, TN3187: Migrating to the UIKit scene-based life cycle", cause: "no scene manifest in Info.plist",
    found: [
      """
        0 s app.didFinishLaunching source=delegate osVersion=18.2
      ▸ 1 s app.didBecomeActive source=delegate
      """,
      """
        0 s process.start osVersion=27.0
      ▸ 1 s process.exit reason=NoSceneLifecycleAdoption source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate osVersion=12.5
        1 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate osVersion=18.2
        1 s scene.willConnect scene=A source=delegate
      """,
    ])

  static let kinds = KindSet(EventKind.allCases)
  /// What logs and reports say: the first two when the process is refused, the others as a warning.
  private static let words = [
    "UIScene life cycle is required for apps built with this SDK", "NoSceneLifecycleAdoption",
    "does not adopt UIScene lifecycle", "UIScene lifecycle will soon be required",
  ]

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.model == .app || facts.hasLongText }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let told = replay.text(step.signature.reason) + replay.text(step.event.attributes)
    // The words are long: what is shorter is not searched.
    let number = told.utf8.count <= 20 ? nil : Self.words.firstIndex { told.contains($0) }
    if let number { return Candidate(.orderNoScenes, step.moment, count: number < 2 ? 1 : 0) }
    guard replay.bench.facts.summary.model == .app, step.signature.teller == .delegate,
      EventKind.appLife.contains(step.kind),
      Normalised.major(replay.text(replay.bench.facts.context.osVersion)) ?? 0 >= 13
    else { return nil }
    return Candidate(.orderNoScenes, step.moment)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    if candidate.lostCount == 1 {
      return Told(message: "the process was ended: scenes are required and not adopted", names: ["refused"])
    }
    let sdk = Normalised.major(launch.text(launch.context.sdkVersion) ?? "") ?? 0
    return Told(message: "the app does not adopt the scene-based life cycle", severity: sdk >= 27 ? .error : .warning)
  }
}
