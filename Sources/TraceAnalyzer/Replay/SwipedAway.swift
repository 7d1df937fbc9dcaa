import TraceModel

/// Holds back what looks like a fault while an app is closed in the app switcher.
///
/// A person who leaves an app and swipes it away at once makes UIKit report moves that have no other cause
/// (Apple forum thread 732170):
///
/// - In an app with scenes the scene disconnects, and a scene object that never connects, or one that has gone, gets
///   the callbacks for entering the foreground and then the background.
/// - In an app without scenes the inactive app gets the callbacks for entering the foreground, then the background, and
///   is terminated.
///
/// These moves are no fault, unless the app becomes active after all.
struct SwipedAway {
  /// The kinds of events after which it looks at every event.
  static let kinds: KindSet = [.sceneDidDisconnect, .appWillEnterForeground]

  private var disconnected: Int64?
  /// The scenes that came after that and never connected or had gone, by index in `MachineReplay.instances`.
  private var phantoms: Set<Int> = []
  private var heldOfScenes: [Candidate] = []
  /// When the inactive app was called to enter the foreground.
  private var appEntered: Int64?
  private var heldOfApp: [Candidate] = []

  var isExpected: Bool { disconnected != nil || appEntered != nil }

  /// Reads the next step; moves candidates to hold back from `found`, whose new elements begin at `known`.
  mutating func note(
    _ step: Step, _ context: ReplayContext, _ scenes: SceneInstances, _ found: inout [Candidate], known: Int
  ) {
    if step.traits.contains(.scene) {
      noteScene(step, context, scenes, &found, known)
    } else {
      noteApp(step, context, &found, known)
    }
  }

  private mutating func noteScene(
    _ step: Step, _ context: ReplayContext, _ scenes: SceneInstances, _ found: inout [Candidate], _ known: Int
  ) {
    let instant = step.orderedEvent.clock
    if step.kind == .sceneDidActivate {
      found += heldOfScenes
      heldOfScenes = []
      disconnected = nil
    }
    if step.kind == .sceneDidDisconnect { disconnected = instant }
    guard let disconnected, instant &- disconnected <= Inference.swiped.nanos,
      let before = step.before, before.machine == .scene
    else { return }
    if step.kind == .sceneWillEnterForeground {
      let hasGone = before.states.bits & ~context.tables.goneScene.bits == 0
      if hasGone || !scenes.isLatestConnected { phantoms.insert(scenes.latestNumber) }
    }
    let isMove = step.kind == .sceneWillEnterForeground || step.kind == .sceneDidEnterBackground
    guard isMove, phantoms.contains(scenes.latestNumber) else { return }
    heldOfScenes += Self.take(.scene, from: &found, known)
  }

  private mutating func noteApp(_ step: Step, _ context: ReplayContext, _ found: inout [Candidate], _ known: Int) {
    let instant = step.orderedEvent.clock
    if step.kind == .appWillEnterForeground, let illegal = found[known...].first(where: { $0.rule == RuleID(.app) }) {
      let inactive = context.tables.steps.resynchronized(.app, on: .appWillResignActive)
      if illegal.states == inactive { appEntered = instant }
    }
    guard let entered = appEntered else { return }
    let isSoon = instant &- entered <= Inference.swiped.nanos
    if step.kind == .appWillTerminate, isSoon {
      found += Array(heldOfApp.first?.quirk(context.words.quirks.id(of: .swipedAway)))
      heldOfApp = []
      appEntered = nil
    } else if step.kind == .appDidBecomeActive || !isSoon {
      found += heldOfApp
      heldOfApp = []
      appEntered = nil
    } else {
      heldOfApp += Self.take(.app, from: &found, known)
    }
  }

  /// The candidates still held when the launch is over: a scene that was swiped away is a quirk, an app that was not
  /// seen to terminate may have been.
  func finish(_ context: ReplayContext) -> [Candidate] {
    let scenes = Array(heldOfScenes.first?.quirk(context.words.quirks.id(of: .swipedAway)))
    return scenes + heldOfApp.map { $0.with(\.doubts, $0.doubts.union([.swipedAway])) }
  }

  /// Takes the illegal steps of a machine out of `found`, and what was in the foreground without becoming active.
  private static func take(_ machine: MachineID, from found: inout [Candidate], _ known: Int) -> [Candidate] {
    let rules = [RuleID(machine), .`order.never-activated`]
    let taken = found[known...].filter { rules.contains($0.rule) }
    let rest = found[known...].filter { !rules.contains($0.rule) }
    found.replaceSubrange(known..., with: rest)
    return taken
  }
}
