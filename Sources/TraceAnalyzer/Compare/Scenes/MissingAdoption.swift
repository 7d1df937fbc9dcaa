import TraceModel

/// M1: launches of head that have not adopted scenes.
enum MissingAdoption: SceneCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] {
    FoundByRule.rows(
      .model, .`order.no-scenes`, sides,
      advice: "add a scene manifest to Info.plist, and a scene delegate")
  }
}
