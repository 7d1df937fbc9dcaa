import TraceModel

/// Interface state that head restores after its first view appeared, or not at all.
enum LateRestoration: SceneSideCheck {
  /// The least number of launches on each side that restore a state: this project's number.
  private static let fewest = 10
  /// The number of connections with a state to restore that show that none is restored: this project's number.
  private static let fewestConnects = 20

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    let hasRestored = sides.base.launches.contains { $0.use.restoration != .none }
    if !hasRestored { return [] }
    let base = lateShare(sides.base.launches)
    let wasInTime = base.of >= fewest && base.count * 10 <= base.of
    return Array(wasInTime ? late(sides.head, base: base) : nil) + Array(lost(sides.head))
  }

  static func rows(of head: SceneSide) -> [SceneRow] { Array(late(head, base: nil)) + Array(lost(head)) }

  /// Of the launches that restore a state, those that do so after the first view appeared.
  private static func lateShare(_ launches: [SceneLaunch]) -> SceneRow.Share {
    let after = launches.count { $0.use.restoration == .afterView }
    return SceneRow.Share(after, of: after + launches.count { $0.use.restoration == .beforeView })
  }

  private static func late(_ side: SceneSide, base: SceneRow.Share?) -> SceneRow? {
    let head = lateShare(side.launches)
    guard head.of >= fewest, head.count * 10 >= head.of * 9 else { return nil }
    var row = SceneRow(
      .restoration, .late, .note, "state restored after the first view appeared",
      advice: "restore from session.stateRestorationActivity in scene(_:willConnectTo:options:)")
    row.base = base
    row.head = head
    return row
  }

  private static func lost(_ head: SceneSide) -> SceneRow? {
    let launches = head.launches.filter { $0.use.restoredConnects > 0 }
    let connects = launches.reduce(0) { $0 + Int($1.use.restoredConnects) }
    guard connects >= fewestConnects, launches.allSatisfy({ $0.use.restoration == .none }) else { return nil }
    let subject: Sentence = "state restored where a scene connected with one"
    // A scene may restore its state without a callback: only a recorder that names the event shows it.
    guard head.records(.sceneRestoreState) else {
      return .cannotTell(.restoration, subject, advice: "record scene.restoreState wherever a scene restores its state")
    }
    var row = SceneRow(
      .restoration, .lost, .warning, subject,
      advice: "restore from session.stateRestorationActivity in scene(_:willConnectTo:options:)")
    row.head = SceneRow.Share(0, of: connects)
    return row
  }
}
