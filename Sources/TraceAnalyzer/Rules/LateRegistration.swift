import TraceModel

/// `background.late-registration`: a background task registered too late, or twice.
final class LateRegistration: PatternRule {
  static let description = RuleDescription(
    id: .`background.late-registration`,
    severity: .always(.error),
    summary: "The app registered a BGTask after the launch had finished, or a second time.",
    rationale: "The system ends an app that registers a task twice or too late.",
    cause: "a registration in code that runs after the launch, or that runs twice",
    remedy: "Register every identifier once, before didFinishLaunching returns.",
    source: "Apple, BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)",
    sees: .steps(
      [.taskRegister, .appDidFinishLaunching, .sceneWillConnect], keeps: .each),
    settles: .withStep,
    traits: [],
    message: { found in
      let name = found.name ?? "unnamed"
      let how =
        found.candidate.detail == .registration(isSecond: true) ? "a second time" : "after the launch had finished"
      return FindingDraft(
        message: "task '\(name: name)' was registered \(name: how)", names: [Normalised.name(name), how])
    },
    found: [
      """
        0 s app.didFinishLaunching phase=begin
        0.1 s app.didFinishLaunching phase=end
      ▸ 0.2 s task.register kind=appRefresh name=refresh
      """,
      """
        0 s app.didFinishLaunching phase=begin
        0.1 s task.register kind=processing name=sync
      ▸ 0.2 s task.register kind=processing name=sync
        0.3 s app.didFinishLaunching phase=end
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching phase=begin
        0.1 s task.register kind=appRefresh name=refresh
        0.2 s task.register kind=processing name=sync
        0.3 s app.didFinishLaunching phase=end
      """,
      """
        0 s app.didFinishLaunching
        0.1 s task.register kind=appRefresh name=refresh
      """,
    ],
    code: CodeExample(
      wrong: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          scheduler.register(
            forTaskWithIdentifier: refreshID, using: nil, launchHandler: refresh)
        }
        """,
      right: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          scheduler.register(
            forTaskWithIdentifier: refreshID, using: nil, launchHandler: refresh)
        }
        """))

  private var launched: OrderedEvent?
  private var names: Set<TextID> = []

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let signature = step.signature
    guard step.kind == .taskRegister else {
      let hasReturned =
        signature.phase == .end || signature.eventSource == .notification || step.event.duration != Event.absent
      if step.kind == .sceneWillConnect || hasReturned { launched = launched ?? step.orderedEvent }
      return nil
    }
    guard step.isEntry, replay.context.words.taskKinds[signature.taskKind]?.isScheduled == true else { return nil }
    let name = signature.name.isNone ? step.event.task : signature.name
    let isSecond = !name.isNone && !names.insert(name).inserted
    // If the log does not say which of the two was first, it came in time.
    let isLate = launched.map { !step.orderedEvent.ties(with: $0) } ?? false
    guard isSecond || isLate else { return nil }
    return Candidate(.`background.late-registration`, step.orderedEvent, .registration(isSecond: isSecond), name: name)
  }
}
