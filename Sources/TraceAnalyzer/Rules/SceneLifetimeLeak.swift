import TraceModel

/// `scene.lifetime-leak`: work for a window that is gone.
final class SceneLifetimeLeak: WorkRule {
  static let description = RuleDescription(
    id: .`scene.lifetime-leak`,
    severity: .always(.note),
    summary: "Work that names a scene went on for more than 5 s after the scene had disconnected.",
    rationale: "The window is gone but its objects are not: memory grows with each window that is closed.",
    cause: "something that holds the scene's objects: a timer, a subscription, a closure",
    remedy: "Stop in sceneDidDisconnect what the scene began, and release what the app can create again.",
    source: "Apple, sceneDidDisconnect(_:); 5 s is this project's",
    sees: .steps(.known, keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(
        message: "\(found.work) was still running \(found.time) after its scene disconnected", names: found.workNames)
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s work.begin kind=timer task=7 scene=A
        3 s scene.didDisconnect scene=A
        6 s data.save
      ▸ 9 s work.end kind=timer task=7 scene=A
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s work.begin kind=timer task=7 scene=A
        3 s scene.didDisconnect scene=A
      ▸ 9 s data.save
        10 s data.save
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s work.begin kind=timer task=7 scene=A
        3 s scene.didDisconnect scene=A
        4 s work.end kind=timer task=7 scene=A
        9 s data.save
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s work.begin kind=timer task=7 scene=A
        3 s scene.didDisconnect scene=A
        900 s work.end kind=timer task=7 scene=A
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s work.begin kind=timer task=7
        3 s scene.didDisconnect scene=A
        9 s work.end kind=timer task=7
      """,
    ],
    needs: [[.sceneDidDisconnect], [.workBegin]],
    code: CodeExample(
      wrong: """
        func sceneDidDisconnect(_ scene: UIScene) {}  // its player keeps playing
        """,
      right: """
        func sceneDidDisconnect(_ scene: UIScene) {
          player.stop()
          observers.removeAll()
        }
        """))

  private var gone: [(scene: TextID, mark: TimeMark)] = []
  private var last = Event.absent

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let clock = step.orderedEvent.clock
    let scene = step.event.scene
    // A suspended process runs no code.
    if clock &- last > Inference.suspended.nanos || step.kind == .processSuspend { gone = [] }
    last = clock
    if step.kind == .sceneWillConnect { gone.removeAll { $0.scene == scene } }
    if step.kind == .sceneDidDisconnect, step.isEntry, !scene.isNone { gone.append((scene, TimeMark(step))) }
    for (scene, mark) in gone {
      guard let nanos = mark.nanos(to: step), nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000
      else { continue }
      let left = replay.stays.work.running + (step.kind == .workEnd ? Array(replay.stays.work.latest) : [])
      let leak = left.first { $0.event.scene == scene && $0.began(before: mark, unlostAt: step) }
      if let leak { return found(step, leak, nanos: nanos).missing(.workEnd) }
    }
    return nil
  }
}
