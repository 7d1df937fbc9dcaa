import TraceModel

/// A callback that took longer than its budget.
protocol CallbackRule: PatternRule {
  /// It is told where the callback was entered, not where it returned.
  static var isToldAtEntry: Bool { get }
}

extension CallbackRule {
  static var isToldAtEntry: Bool { true }

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    let candidate = Candidate(Self.description.rule, step.moment, measured: step.taken)
    return Self.isToldAtEntry ? candidate.with(\.place, step.begin ?? step.event.entry) : candidate
  }
}

/// `background.handler-overrun`: `didEnterBackground` took too long.
final class HandlerOverrun: CallbackRule {
  static let description = RuleDescription(
    rule: .backgroundHandlerOverrun, severity: "error",
    summary: "didEnterBackground took longer than background.handler.",
    rationale: "iOS kills an app that has not returned from it in about five seconds.",
    remedy: "Begin a background task and do the work outside the callback.",
    source: "Apple, applicationDidEnterBackground(_:)",
    cause: "work done inside the callback: saving, waiting for a queue or the network",
    found: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
      ▸ 3 s app.didEnterBackground source=delegate phase=begin
        9 s app.didEnterBackground source=delegate phase=end
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A
        4 s scene.willDeactivate scene=A
      ▸ 11 s scene.didEnterBackground scene=A duration=6s
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate phase=begin
        7 s app.didEnterBackground source=delegate phase=end
      """
    ])

  static let kinds = KindSet([.sceneDidEnterBackground, .appDidEnterBackground])
  static let keeps = Keeping.each

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("didEnterBackground", candidate.measured, over: ["background.handler"])
  }
}

/// `terminate.handler-overrun`: `app.willTerminate` took too long.
final class TerminateHandler: CallbackRule {
  static let description = RuleDescription(
    rule: .terminateHandlerOverrun, severity: "error", summary: "app.willTerminate took longer than terminate.handler.",
    rationale: "iOS ends the process when the time is up, in the middle of what it saves.",
    remedy: "Save as things change, not at the end.", source: "Apple, applicationWillTerminate(_:): about five seconds",
    cause: "saving, or waiting for a queue or the network",
    found: [
      """
        0 s app.didFinishLaunching
      ▸ 9 s app.willTerminate phase=begin
        15 s app.willTerminate phase=end
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        9 s app.willTerminate phase=begin
        12 s app.willTerminate phase=end
      """
    ])

  static let kinds = KindSet([.appWillTerminate])

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("app.willTerminate", candidate.measured, over: ["terminate.handler"])
  }
}

/// `main-thread.blocked`: a callback, or a hang, held the main thread up.
final class MainThreadBlocked: CallbackRule {
  static let description = RuleDescription(
    rule: .mainThreadBlocked, severity: "warning, error over callback.severe",
    summary: "A life-cycle callback or a hang took longer than callback.",
    rationale: "While it runs nothing on the screen moves, and taps wait.",
    remedy: "Move what it does off the main thread, or behind the first frame.",
    source: "Apple, Improving app responsiveness: a hang is a delay over 250 ms",
    cause: "work that waits: disk, network, locks, or much to build at once",
    found: [
      """
        0 s app.didFinishLaunching phase=begin
      ▸ 0.4 s app.didFinishLaunching phase=end
      """,
      """
        0 s app.didFinishLaunching
      ▸ 9 s main.hang duration=2s
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching phase=begin
        0.2 s app.didFinishLaunching phase=end
      """
    ])

  /// Not those that have a budget of their own.
  static let kinds = KindSet([
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive,
    .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate, .mainHang,
  ])
  static let keeps = Keeping.longest
  static let isToldAtEntry = false

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let kind = candidate.kind.name
    return launch.told(kind, candidate.measured, over: ["callback.severe", "callback"], [kind])
  }
}
