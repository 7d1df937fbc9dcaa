import TraceModel

/// `game.resumed-by-itself`: a game that goes on before the player says so.
final class GameResumed: WorkRule {
  static let description = RuleDescription(
    id: .`game.resumed-by-itself`,
    severity: .always(.note),
    summary: """
      Work of kind game that had ended began again within 0.5 s of a later activation, without the reason user.
      """,
    rationale: "A player who returns from a call is not ready to play yet.",
    cause: "a didBecomeActive that undoes all that willResignActive did",
    remedy: "Stay paused after an activation until the player resumes the game.",
    source: "Apple, App Programming Guide for iOS, Responding to Temporary Interruptions; 0.5 s is this project's",
    sees: .steps(
      EventKind.appLife.union(EventKind.sceneLife).union([.workBegin, .workEnd]), keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(
        message: "\(found.work) resumed by itself \(found.time) after the app became active again",
        names: found.workNames)
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=game name=level
        9 s app.willResignActive source=delegate
        9.1 s work.end kind=game name=level
        12 s app.didBecomeActive source=delegate
      ▸ 12.1 s work.begin kind=game name=level
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        1.1 s work.begin kind=game name=level
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=game name=level
        9 s app.willResignActive source=delegate
        9.1 s work.end kind=game name=level
        12 s app.didBecomeActive source=delegate
        12.1 s work.begin kind=game name=level reason=user
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=game name=level
        9 s app.willResignActive source=delegate
        9.1 s work.end kind=game name=level
        12 s app.didBecomeActive source=delegate
        15 s work.begin kind=game name=level
      """,
    ],
    code: CodeExample(
      wrong: """
        func sceneDidBecomeActive(_ scene: UIScene) { game.isPaused = false }
        """,
      right: """
        func sceneWillResignActive(_ scene: UIScene) { game.pause() }

        func resumeButtonTapped() { game.isPaused = false }
        """))

  private var (left, active): (TimeMark?, TimeMark?)
  private var paused: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    switch step.kind {
    case .appWillResignActive, .sceneWillDeactivate:
      left = TimeMark(step)
      active = nil
    case .appDidBecomeActive, .sceneDidActivate:
      if left != nil {
        left = nil
        active = TimeMark(step)
      }
    case .workEnd: if let work = replay.stays.work.latest { paused.insert(work.name) }
    case .workBegin:
      guard let work = replay.stays.work.latest, replay.context.isOne(work, of: [.game]), paused.contains(work.name),
        let nanos = active?.nanos(to: step), (1...500_000_000).contains(nanos),
        replay.context.text(step.signature.reason) != "user"
      else { return nil }
      return found(step, work, nanos: nanos)
    default: break
    }
    return nil
  }
}
