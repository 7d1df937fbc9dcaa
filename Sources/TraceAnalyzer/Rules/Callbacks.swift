import TraceModel

/// A callback that took longer than its budget.
protocol CallbackRule: PatternRule {
  /// It is told where the callback was entered, not where it returned.
  static var isToldAtEntry: Bool { get }
}

extension CallbackRule {
  static var isToldAtEntry: Bool { true }

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    let candidate = Candidate(Self.rule, step.moment, measured: step.taken)
    return Self.isToldAtEntry ? candidate.with(\.place, step.begin ?? step.event.entry) : candidate
  }
}

/// `background.handler-overrun`: `didEnterBackground` took too long.
final class HandlerOverrun: CallbackRule {
  static let rule = RuleID.`background.handler-overrun`
  static let kinds = KindSet([.sceneDidEnterBackground, .appDidEnterBackground])
  static let keeps = Keeping.each

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("didEnterBackground", candidate.measured, over: ["background.handler"])
  }
}

/// `terminate.handler-overrun`: `app.willTerminate` took too long.
final class TerminateHandler: CallbackRule {
  static let rule = RuleID.`terminate.handler-overrun`
  static let kinds = KindSet([.appWillTerminate])

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    launch.told("app.willTerminate", candidate.measured, over: ["terminate.handler"])
  }
}

/// `main-thread.blocked`: a callback, or a hang, held the main thread up.
final class MainThreadBlocked: CallbackRule {
  static let rule = RuleID.`main-thread.blocked`

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
