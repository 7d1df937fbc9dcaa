import TraceModel

/// M6: interface state that head restores after its first view appeared, or not at all.
enum LateRestoration: SceneCheck {
  /// So many launches that restore a state there are on each side at least: this project's number.
  private static let fewest = 10
  /// So many connections with a state to restore show that none is restored: this project's number.
  private static let fewestConnects = 20

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    let hasRestored = sides.base.launches.contains { $0.use.restoration != .none }
    if !hasRestored { return [] }
    return Array(late(sides)) + Array(lost(sides))
  }

  private static func late(_ sides: SceneSides) -> SceneRow? {
    func share(_ launches: [SceneLaunch]) -> SceneRow.Share {
      let after = launches.count { $0.use.restoration == .afterView }
      return SceneRow.Share(after, of: after + launches.count { $0.use.restoration == .beforeView })
    }
    let base = share(sides.base.launches)
    let head = share(sides.head.launches)
    guard min(base.of, head.of) >= fewest, base.count * 10 <= base.of, head.count * 10 >= head.of * 9 else {
      return nil
    }
    var row = SceneRow(
      .restoration, .late, .note, "state restored after the first view appeared",
      advice: "restore from session.stateRestorationActivity in scene(_:willConnectTo:options:)")
    row.base = base
    row.head = head
    return row
  }

  private static func lost(_ sides: SceneSides) -> SceneRow? {
    let launches = sides.head.launches.filter { $0.use.restoredConnects > 0 }
    let connects = launches.reduce(0) { $0 + Int($1.use.restoredConnects) }
    guard connects >= fewestConnects, launches.allSatisfy({ $0.use.restoration == .none }) else { return nil }
    let subject = "state restored where a scene connected with one"
    // A scene may restore its state without a callback of its own: only a recorder that names the event shows it.
    guard sides.head.records(.sceneRestoreState) else {
      return .cannotTell(.restoration, subject, advice: "record scene.restoreState wherever a scene restores its state")
    }
    var row = SceneRow(
      .restoration, .lost, .warning, subject,
      advice: "restore from session.stateRestorationActivity in scene(_:willConnectTo:options:)")
    row.head = SceneRow.Share(0, of: connects)
    return row
  }
}
