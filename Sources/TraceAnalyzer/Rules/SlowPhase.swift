import TraceModel

/// `launch.slow-phase`: a phase over its budget, or far over that of other launches; `LaunchTimeFindings` finds it.
enum SlowPhase: Rule {
  static let description = RuleDescription(
    id: .`launch.slow-phase`,
    severity: .always(.warning),
    summary: "A phase took longer than its budget; without one, far longer than in the app's other launches.",
    rationale: "A phase that takes far longer than usual shows where to look.",
    cause: "work before the first frame",
    remedy: "Look at what this launch did in that phase; --budget phase.NAME=VALUE sets a limit.",
    source: "this project: three interquartile ranges and 100 ms over the third quartile of eight",
    sees: .launches,
    budgets: LaunchPhaseName.allCases.map { .phase($0) },
    settles: .withAllLaunches,
    traits: [.isAboutTimes],
    message: nil)
}
