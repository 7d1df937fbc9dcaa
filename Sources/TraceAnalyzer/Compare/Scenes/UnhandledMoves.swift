import TraceModel

/// Moves that the app delegate handled in base, and that no delegate handles in head.
///
/// Once scenes are adopted, UIKit does not call the app delegate's callbacks: what they did does not happen unless a
/// scene delegate does it.
enum UnhandledMoves: SceneCheck {
  /// The least number of moves on each side: this project's number.
  private static let fewest = 10
  /// Shares within models are sums of fractions: nine of ten may come out a little less than that.
  private static let slack = 1e-9

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    let moves = LifecycleMove.allCases.compactMap { move in
      shares(of: move, sides).map { (move: move, shares: $0) }
    }.filter { isHandledInBase($0.shares) }
    if moves.isEmpty { return [] }
    let hasCalls = sides.head.launches.contains { !$0.use.sceneHandled.isEmpty || !$0.use.appHandled.isEmpty }
    if !hasCalls {
      return [
        .cannotTell(
          .callbacks, "callbacks of the scene delegate",
          advice: "record them in the scene delegate, with source delegate")
      ]
    }
    return moves.compactMap { row($0.move, $0.shares, sides) }
  }

  /// The moves of this kind that were handled, of those that came in base, and of those that must have come in head.
  private static func shares(of move: LifecycleMove, _ sides: SceneSides) -> ShareDifference? {
    sides.shares(
      base: { launch in
        let handled = launch.use.appHandled[move]
        return SceneRow.Share(handled, of: handled + launch.use.appUnhandled[move])
      },
      head: { launch in
        let due = due(move, launch)
        return SceneRow.Share(min(due, max(launch.use.sceneHandled[move], launch.use.appHandled[move])), of: due)
      })
  }

  private static func isHandledInBase(_ shares: ShareDifference) -> Bool {
    shares.base.launches >= fewest && shares.base.share >= 0.9 - slack
  }

  private static func row(_ move: LifecycleMove, _ shares: ShareDifference, _ sides: SceneSides) -> SceneRow? {
    guard shares.head.launches >= fewest, shares.head.share <= 0.1 + slack else { return nil }
    let kind = move.sceneKind
    if sides.head.leavesOut(kind) {
      return .cannotTell(.callbacks, subject(move), advice: "record \(name: kind.name) in the scene delegate")
    }
    if !shares.areAlike { return .cannotTell(.callbacks, subject(move), unlike: shares) }
    var row = SceneRow(
      .callbacks, .notHandled, .warning, subject(move),
      advice: "do in \(sceneMethod(move)) what \(appMethod(move)) did; if it does that, record it there")
    row.set(shares, hasInterval: false)
    return row
  }

  /// How often the move came in a launch with scenes, as any source reported it, or as the moves around it require.
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

  private static func subject(_ move: LifecycleMove) -> Sentence {
    switch move {
    case .foreground: "entering the foreground"
    case .active: "becoming active"
    case .inactive: "resigning active"
    case .background: "entering the background"
    }
  }

  private static func appMethod(_ move: LifecycleMove) -> Sentence {
    switch move {
    case .foreground: "applicationWillEnterForeground(_:)"
    case .active: "applicationDidBecomeActive(_:)"
    case .inactive: "applicationWillResignActive(_:)"
    case .background: "applicationDidEnterBackground(_:)"
    }
  }

  private static func sceneMethod(_ move: LifecycleMove) -> Sentence {
    switch move {
    case .foreground: "sceneWillEnterForeground(_:)"
    case .active: "sceneDidBecomeActive(_:)"
    case .inactive: "sceneWillResignActive(_:)"
    case .background: "sceneDidEnterBackground(_:)"
    }
  }
}
