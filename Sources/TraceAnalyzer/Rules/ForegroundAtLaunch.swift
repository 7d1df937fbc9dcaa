import TraceModel

/// `order.foreground-at-launch`: a callback that a launch to the foreground does not get.
final class ForegroundAtLaunch: PatternRule {
  static let description = RuleDescription(
    id: .`order.foreground-at-launch`,
    severity: .usually(.note, "always only possible"),
    summary: "The app delegate received willEnterForeground while the app launched.",
    rationale: "UIKit does not call it during a launch: other code calls it, and its work may run twice.",
    cause: "code that calls the method by hand, or a launch in the background that the log does not show",
    remedy: "Put the code that both callbacks need into a method of your own; do not call the delegate method.",
    source: "Apple, About the app launch sequence; openradar 14075101",
    sees: .steps(
      EventKind.appLife.union([.appDidFinishLaunching]), keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { _ in
      FindingDraft(message: "app.willEnterForeground came during a launch to the foreground")
    },
    found: [
      """
        0 s app.didFinishLaunching source=delegate
      ▸ 0.2 s app.willEnterForeground source=delegate
        0.4 s app.didBecomeActive source=delegate
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching source=delegate
        0.4 s app.didBecomeActive source=delegate
      """,
      """
        0 s app.didFinishLaunching source=delegate reason=location
        0.2 s app.willEnterForeground source=delegate
        0.4 s app.didBecomeActive source=delegate
      """,
    ],
    code: CodeExample(
      wrong: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          applicationWillEnterForeground(application)
          return true
        }
        """,
      right: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          refresh()
          return true
        }

        func applicationWillEnterForeground(_ application: UIApplication) {
          refresh()
        }
        """))

  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.model == .app && [.foreground, .cold, .warm].contains(facts.summary.nature)
  }
  private static let soonNanos: Int64 = 1_000_000_000
  private var launched: Int64?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .appDidFinishLaunching {
      launched = step.orderedEvent.clock
      return nil
    }
    defer { launched = nil }
    guard let launched, step.kind == .appWillEnterForeground, step.signature.eventSource == .delegate,
      step.lostCount == 0,
      step.orderedEvent.clock &- launched <= Self.soonNanos
    else { return nil }
    return Candidate(.`order.foreground-at-launch`, step.orderedEvent).with(\.doubts, [.unknownReason])
  }
}
