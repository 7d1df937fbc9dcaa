import TraceModel

/// M2: moves that the app delegate handled in base, and that nobody handles in head.
///
/// UIKit calls the callbacks of the app delegate no more once scenes are adopted: what they did does not happen unless a
/// scene delegate does it.
enum UnhandledMoves: SceneCheck {
  /// The least number of moves on each side: this project's number.
  private static let fewest = 10

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    let moves = LifecycleMove.allCases.filter { isHandledInBase($0, sides.base) }
    if moves.isEmpty { return [] }
    let hasCalls = sides.head.launches.contains { !$0.use.sceneHandled.isEmpty || !$0.use.appHandled.isEmpty }
    if !hasCalls {
      return [
        .cannotTell(
          .callbacks, "callbacks of the scene delegate",
          advice: "record them in the scene delegate, with source delegate")
      ]
    }
    return moves.compactMap { row($0, sides) }
  }

  /// True if nine tenths of the moves of this kind were handled.
  private static func isHandledInBase(_ move: LifecycleMove, _ base: SceneSide) -> Bool {
    let share = baseShare(move, base)
    return share.of >= fewest && share.count * 10 >= share.of * 9
  }

  private static func baseShare(_ move: LifecycleMove, _ base: SceneSide) -> SceneRow.Share {
    var share = SceneRow.Share(0, of: 0)
    for launch in base.launches {
      share.count += launch.use.appHandled[move]
      share.of += launch.use.appHandled[move] + launch.use.appUnhandled[move]
    }
    return share
  }

  private static func row(_ move: LifecycleMove, _ sides: SceneSides) -> SceneRow? {
    var share = SceneRow.Share(0, of: 0)
    for launch in sides.head.launches {
      let due = due(move, launch)
      share.count += min(due, max(launch.use.sceneHandled[move], launch.use.appHandled[move]))
      share.of += due
    }
    guard share.of >= fewest, share.count * 10 <= share.of else { return nil }
    let kind = move.sceneKind
    if sides.head.leavesOut(kind) {
      return .cannotTell(.callbacks, subject(move), advice: "record \(kind.name) in the scene delegate")
    }
    var row = SceneRow(
      .callbacks, .notHandled, .warning, subject(move),
      advice: "do in \(sceneMethod(move)) what \(appMethod(move)) did; if it does that, record it there")
    row.base = baseShare(move, sides.base)
    row.head = share
    return row
  }

  /// How often the move came in a launch with scenes, whoever reported it, or must have come between those that did.
  private static func due(_ move: LifecycleMove, _ launch: SceneLaunch) -> Int {
    let use = launch.use
    func count(_ move: LifecycleMove) -> Int {
      max(use.sceneHandled[move] + use.sceneUnhandled[move], use.appHandled[move] + use.appUnhandled[move])
    }
    // Each scene enters the foreground once before it enters the background.
    let scenes = 1 + Int(use.reconnects) + Int(use.secondWindows)
    switch move {
    case .foreground: return max(count(.foreground), count(.background) - (launch.isBackground ? 1 : 0))
    case .active: return max(count(.active), count(.inactive))
    case .inactive: return max(count(.inactive), count(.active) - scenes)
    case .background: return max(count(.background), count(.foreground) - scenes)
    }
  }

  private static func subject(_ move: LifecycleMove) -> String {
    switch move {
    case .foreground: "entering the foreground"
    case .active: "becoming active"
    case .inactive: "resigning active"
    case .background: "entering the background"
    }
  }

  private static func appMethod(_ move: LifecycleMove) -> String {
    switch move {
    case .foreground: "applicationWillEnterForeground(_:)"
    case .active: "applicationDidBecomeActive(_:)"
    case .inactive: "applicationWillResignActive(_:)"
    case .background: "applicationDidEnterBackground(_:)"
    }
  }

  private static func sceneMethod(_ move: LifecycleMove) -> String {
    switch move {
    case .foreground: "sceneWillEnterForeground(_:)"
    case .active: "sceneDidBecomeActive(_:)"
    case .inactive: "sceneWillResignActive(_:)"
    case .background: "sceneDidEnterBackground(_:)"
    }
  }
}
