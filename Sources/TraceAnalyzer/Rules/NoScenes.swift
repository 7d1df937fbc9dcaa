import TraceModel

/// `order.no-scenes`: an app that has not adopted scenes.
final class NoScenes: PatternRule {
  static let description = RuleDescription(
    id: .`order.no-scenes`,
    severity: .usually(.error, "warning before SDK 27"),
    summary: """
      The app has only an app delegate and has not adopted scenes, on a system that warns about it (18.4 and later), or \
      built with an SDK that requires scenes (27 and later).
      """,
    rationale: "An app that is built with SDK 27 does not launch without scenes.",
    cause: "no scene manifest in Info.plist",
    remedy: "Adopt the scene-based life cycle: a scene manifest and a scene delegate.",
    source: "Apple, TN3187: Migrating to the UIKit scene-based life cycle",
    sees: .steps(
      KindSet(EventKind.allCases), keeps: .first),
    settles: .withLaunch,
    traits: [.isReportedOnce],
    message: { found in
      if found.candidate.detail == .withoutScenes(isRefused: true) {
        return FindingDraft(message: "the process was ended: scenes are required and not adopted", names: ["refused"])
      }
      let sdk = Normalised.major(found.launch.text(found.launch.context.sdkVersion) ?? "") ?? 0
      return FindingDraft(
        message: "the app does not adopt the scene-based life cycle", severity: sdk >= 27 ? .error : .warning)
    },
    found: [
      """
        0 s app.didFinishLaunching source=delegate osVersion=18.4
      ▸ 1 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate osVersion=17.5 sdkVersion=27.0
      ▸ 1 s app.didBecomeActive source=delegate
      """,
      """
        0 s process.start osVersion=27.0
      ▸ 1 s process.exit reason=NoSceneLifecycleAdoption source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate osVersion=18.3.2
        1 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate osVersion=18.4
        1 s scene.willConnect scene=A source=delegate
      """,
    ],
    needs: [EventKind.appLife.union(EventKind.sceneLife)])

  private static let phrases = (MissingScenesText.refusals + MissingScenesText.warnings).map { Array($0.utf8) }

  static func concerns(_ facts: LaunchFacts) -> Bool { facts.summary.model == .app || facts.mayMissScenes }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if let number = phrase(step, replay.context.symbols.texts) {
      return Candidate(
        .`order.no-scenes`, step.orderedEvent, .withoutScenes(isRefused: number < MissingScenesText.refusals.count))
    }
    guard replay.context.facts.summary.model == .app, step.signature.eventSource == .delegate,
      EventKind.appLife.contains(step.kind), isWarned(replay.context)
    else { return nil }
    return Candidate(.`order.no-scenes`, step.orderedEvent, .withoutScenes(isRefused: false))
  }

  /// True if UIKit warns of such an app, since 18.4, or does not launch it any more, if it was built with SDK 27.
  private func isWarned(_ context: ReplayContext) -> Bool {
    let process = context.facts.context
    let isRequired = Normalised.major(context.text(process.sdkVersion)) ?? 0 >= 27
    return isRequired || Self.warning?.contains(Normalised.version(context.text(process.osVersion))) == true
  }

  /// The systems that warn: Apple, TN3187.
  private static let warning = VersionRange(">=18.4")

  /// The index in `phrases` of the one that an event holds.
  ///
  /// Each event may have a text of its own, and the search for all phrases takes microseconds: the word that all of
  /// them hold is looked for first.
  private func phrase(_ step: Step, _ texts: TextTable) -> Int? {
    let reason = step.signature.reason
    let attributes = step.event.attributes
    let word = MissingScenesText.word
    guard texts.holds(word, reason) || texts.holds(word, attributes) else { return nil }
    return Self.phrases.firstIndex { texts.holds($0, reason) || texts.holds($0, attributes) }
  }
}
