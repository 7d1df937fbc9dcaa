import TraceModel

/// M1: launches of head that have not adopted scenes.
enum MissingAdoption: SceneSideCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] { rows(base: sides.base, head: sides.head) }

  static func rows(of head: SceneSide) -> [SceneRow] { rows(base: nil, head: head) }

  private static func rows(base: SceneSide?, head: SceneSide) -> [SceneRow] {
    var rows = FoundByRule.rows(
      .model, .`order.no-scenes`, base: base, head: head,
      advice: "add a scene manifest to Info.plist, and a scene delegate")
    // The rule reports a version of an app once, whatever launches show it.
    if rows.count == 1 {
      rows[0].base = base.map(share)
      rows[0].head = share(of: head)
    }
    return rows
  }

  /// The launches of a side that show that the app has not adopted scenes.
  private static func share(of side: SceneSide) -> SceneRow.Share {
    let launches = side.side.launches
    let count = launches.count { launch in launch.candidates.contains { $0.rule == .`order.no-scenes` } }
    return SceneRow.Share(count, of: launches.count)
  }
}
