import TraceModel

/// `order.no-scenes`: an app that has not adopted scenes.
final class NoScenes: PatternRule {
  static let description = RuleDescription(
    rule: .orderNoScenes, severity: "error; warning before SDK 27",
    summary: "The app lives by its application delegate alone, without scenes.",
    rationale: "Built with SDK 27, such an app does not launch.",
    remedy: "Adopt the scene-based life cycle: a scene manifest and a scene delegate.",
    source: "Apple, TN3187: Migrating to the UIKit scene-based life cycle",
    cause: "no scene manifest in Info.plist",
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

  static let kinds = KindSet([
    .processExit, .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive,
    .appDidEnterBackground,
  ])
  private static let required = [
    "UIScene life cycle is required for apps built with this SDK", "NoSceneLifecycleAdoption",
  ]

  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.model == .app || facts.summary.kinds.contains(.processExit)
  }

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    let (texts, facts) = (replay.bench.symbols.texts, replay.bench.facts)
    if step.kind == .processExit {
      let told = texts.string(step.signature.reason) + texts.string(step.event.attributes)
      // The words are long: what is shorter is not searched.
      guard told.utf8.count > 20, Self.required.contains(where: { told.contains($0) }) else {
        return nil
      }
    } else {
      guard facts.summary.model == .app, step.signature.teller == .delegate,
        Normalised.major(texts.string(facts.context.osVersion)) ?? 0 >= 13
      else { return nil }
    }
    return Candidate(.orderNoScenes, step.moment)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    if candidate.kind == .processExit {
      return Told(
        message: "the process was ended: scenes are required and not adopted", names: ["refused"])
    }
    let sdk = Normalised.major(launch.text(launch.context.sdkVersion) ?? "") ?? 0
    return Told(
      message: "the app does not adopt the scene-based life cycle",
      severity: sdk >= 27 ? .error : .warning)
  }
}
