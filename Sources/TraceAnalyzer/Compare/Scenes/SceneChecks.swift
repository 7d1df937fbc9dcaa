/// The checks of an app that adopts scenes, in the order of their rows.
enum SceneChecks {
  static let all: [any SceneCheck.Type] = [
    MissingAdoption.self, UnhandledMoves.self, LostEntries.self, RepeatedSetup.self, LateRegistrations.self,
    LateRestoration.self, BackgroundScenes.self, MovedPhases.self, RepeatedReturn.self, ReturnWorkAtLaunch.self,
  ]

  /// Those of them that look at the launches of one side alone.
  static let ofOneSide = all.compactMap { $0 as? any SceneSideCheck.Type }
}
