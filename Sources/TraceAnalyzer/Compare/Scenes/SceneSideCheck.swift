/// A check of scenes that looks at the launches of one side alone, so that `tracetool check --scenes` has it, too.
protocol SceneSideCheck: SceneCheck {
  /// The rows that the check gives for an app that has adopted scenes.
  static func rows(of head: SceneSide) -> [SceneRow]
}
