import TraceModel

/// M1: launches of head that have not adopted scenes.
enum MissingAdoption: SceneSideCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] { rows(base: sides.base, head: sides.head) }

  static func rows(of head: SceneSide) -> [SceneRow] { rows(base: nil, head: head) }

  private static func rows(base: SceneSide?, head: SceneSide) -> [SceneRow] {
    FoundByRule.rows(
      .model, .`order.no-scenes`, base: base, head: head,
      advice: "add a scene manifest to Info.plist, and a scene delegate")
  }
}
