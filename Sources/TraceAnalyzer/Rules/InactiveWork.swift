import TraceModel

/// `inactive.work-continues`: games and animations go on while the user cannot act on them.
final class InactiveWork: WorkRule {
  static let description = RuleDescription(
    id: .`inactive.work-continues`,
    severity: .always(.note),
    summary: "Work of kind timer, animation or game went on for more than 1 s after a deactivation.",
    rationale: """
      While an alert or a call covers the app, the user does not see animations, and a game goes on without its player.
      """,
    cause: "code that does not stop the work in willResignActive",
    remedy: """
      Stop timers, slow down animations and pause the game in willResignActive; start them again when the app is \
      active.
      """,
    source: "Apple, applicationWillResignActive(_:); 1 s is this project's",
    sees: .steps(
      EventKind.appLife.union(EventKind.sceneLife), keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(
        message: "\(found.work) was still running \(found.time) after the deactivation", names: found.workNames)
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=game name=level
        9 s app.willResignActive source=delegate
      ▸ 12 s app.didBecomeActive source=delegate
        20 s work.end kind=game name=level
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
        4 s work.begin kind=timer task=7 scene=A
        5 s scene.willDeactivate scene=A
      ▸ 7 s scene.didEnterBackground scene=A
        8 s work.end kind=timer task=7
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=game name=level
        9 s app.willResignActive source=delegate
        9.3 s work.end kind=game name=level
        12 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=network name=upload
        9 s app.willResignActive source=delegate
        12 s app.didBecomeActive source=delegate
        20 s work.end kind=network name=upload
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
        4 s scene.willConnect scene=B
        5 s scene.willEnterForeground scene=B
        6 s scene.didActivate scene=B
        7 s work.begin kind=animation name=clock
        8 s scene.willDeactivate scene=A
        9 s scene.didEnterBackground scene=A
        20 s work.end kind=animation name=clock
      """,
    ],
    code: CodeExample(
      wrong: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          timer = .scheduledTimer(withTimeInterval: 1, repeats: true, block: tick)
        }
        """,
      right: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          timer = .scheduledTimer(withTimeInterval: 1, repeats: true, block: tick)
        }

        func sceneWillResignActive(_ scene: UIScene) { timer.invalidate() }
        """))

  private var left: [TextID: TimeMark] = [:]

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.isEntry, replay.context.facts.whereabouts(shownBy: step) else { return nil }
    let scene = step.event.scene
    let isAlone = replay.machines.scenes.summaries.count < 2
    if step.kind == .sceneWillDeactivate || step.kind == .appWillResignActive { left[scene] = TimeMark(step) }
    guard let since = left[scene], let nanos = since.nanos(to: step),
      nanos &- replay.context.facts.summary.clockSlack > 1_000_000_000
    else { return nil }
    return replay.stays.work.running.first { work in
      replay.context.isOne(work, of: [.timer, .animation, .game]) && work.began(before: since, unlostAt: step)
        && (work.event.scene.isNone ? isAlone : work.event.scene == scene)
    }.map { found(step, $0, nanos: nanos).missing(.workEnd) }
  }
}
