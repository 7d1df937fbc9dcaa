import TraceModel

/// One check that compares an app without scenes with the same app with scenes.
///
/// A new check is a case of `SceneRow.Check`, a type that conforms to this, and its entry in `SceneChecks.all`.
protocol SceneCheck: SendableMetatype {
  /// The rows of the check; empty if it found no fault and nothing of note.
  static func rows(_ sides: SceneSides) -> [SceneRow]
}

/// A check of scenes that looks at the launches of one side alone, so that `tracetool check --scenes` has it, too.
protocol SceneSideCheck: SceneCheck {
  /// The rows that the check gives for an app that has adopted scenes.
  static func rows(of head: SceneSide) -> [SceneRow]
}

/// The checks of an app that adopts scenes, in the order of their rows.
enum SceneChecks {
  static let all: [any SceneCheck.Type] = [
    RuleFindings.self, UnhandledMoves.self, LostEntries.self, RepeatedSetup.self, LateRestoration.self,
    BackgroundScenes.self, RepeatedReturn.self,
  ]

  static let ofOneSide = all.compactMap { $0 as? any SceneSideCheck.Type }
}
