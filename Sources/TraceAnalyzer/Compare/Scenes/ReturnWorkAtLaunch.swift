import TraceModel

/// M10: what ran at returns to the foreground alone, and now runs at launch as well.
///
/// UIKit calls `applicationWillEnterForeground(_:)` at returns alone, and `sceneWillEnterForeground(_:)` at launch, too.
enum ReturnWorkAtLaunch: SceneCheck {
  /// The fewest launches on each side for which the check says anything; the number is this project's own.
  private static let fewest = 10

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    sides.head.named.keys.compactMap { key in
      if key.kind == .task { return nil }
      let base = sides.base.named[key]
      let head = sides.head.named[key]
      guard base.launchesWithReturnRun >= fewest, min(base.opened, head.opened) >= fewest,
        base.openedWithRun * 100 <= base.opened, head.openedWithRun * 2 >= head.opened
      else { return nil }
      var row = SceneRow(
        .launches, .expected, .note, "\(key.words) runs at launch",
        advice: "nothing to do if that is right: sceneWillEnterForeground(_:) is called at launch as well")
      row.base = SceneRow.Share(base.openedWithRun, of: base.opened)
      row.head = SceneRow.Share(head.openedWithRun, of: head.opened)
      return row
    }
  }
}
