import TraceModel

/// `launch.slow`: launches of one version, kind and model that take long together; `LaunchTimeFindings` finds them.
enum SlowLaunch: Rule {
  static let description = RuleDescription(
    id: .`launch.slow`,
    severity: .usually(.warning, "note for a single launch under five times its budget"),
    summary: """
      The median of at least five launches of one version, kind and model is over the budget launch, or a single launch is.
      """,
    rationale: "Whoever opens the app waits for it, and may give up.",
    cause: "work before the first frame",
    remedy: "Move work of the phase that the finding names to after the first frame.",
    source: "Apple, WWDC19, Optimizing App Launch: 400 ms to the first frame",
    sees: .launches,
    budgets: [.launch],
    settles: .withAllLaunches,
    traits: [.isAboutTimes],
    message: nil,
    code: CodeExample(
      wrong: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          analytics.start()
          database.migrate()
          return true
        }
        """,
      right: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          // After the first frame: runs once this callback has returned.
          DispatchQueue.main.async {
            analytics.start()
            Task.detached { await database.migrate() }
          }
          return true
        }
        """))
}
