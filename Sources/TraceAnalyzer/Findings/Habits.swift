import TraceModel

/// Findings that only several launches of one app version show: `data.saved-only-on-deactivation`,
/// `launch.setup-repeated`.
enum Habits {
  private typealias Shown = (launch: JudgedLaunch, candidate: Candidate)
  private typealias ShownFinding = (launch: JudgedLaunch, found: Found)

  /// The number of launches that make a habit: this project's number.
  private static let launchCount = 3

  private static let rules: [RuleID] = [SavedOnDeactivation.rule, SetupRepeated.rule]

  static func add(to findings: inout Findings, _ launches: [Launch], _ judging: JudgingContext) {
    let concerned = launches.filter(isConcerned)
    for group in concerned.grouped(by: [.app, .appVersion, .appBuild]) {
      let shown = group.launches.map { JudgedLaunch($0, judging) }.filter(\.isJudged)
        .flatMap { launch in launch.summary.candidates.map { Shown(launch, $0) } }
      let saves = shown.filter { $0.candidate.rule == SavedOnDeactivation.rule }
      let setups = shown.filter { $0.candidate.rule == SetupRepeated.rule && !$0.launch.context.device.isNone }
      for (launch, found) in Array(savedOnLeaving(saves)) + repeatedSetup(setups) {
        findings.add(launch.finding(found), launch.numbers(found, from: .overall(0)), in: [launch.launchIndex])
      }
    }
  }

  static func isConcerned(_ launch: Launch) -> Bool {
    launch.candidates.contains { rules.contains($0.rule) }
  }

  private static func savedOnLeaving(_ saves: [Shown]) -> ShownFinding? {
    guard let last = saves.last, saves.count >= launchCount,
      saves.allSatisfy({ $0.candidate.detail == .saves(elsewhere: 0) })
    else { return nil }
    return last.launch.found(last.candidate, SavedOnDeactivation.draft(launchCount: saves.count))
      .map { ShownFinding(last.launch, $0) }
  }

  /// Setup that begins anew on a device where an earlier launch has finished it, in the same boot and not long ago.
  private static func repeatedSetup(_ runs: [Shown]) -> [ShownFinding] {
    var finished: [[TextID]: JudgedLaunch] = [:]
    var reported: Set<[TextID]> = []
    return runs.compactMap { launch, run in
      let setup = [launch.context.device, run.name]
      defer { if run.kind == .workEnd { finished[setup] = launch } }
      guard run.kind == .workBegin, let last = finished[setup], isRepeated(launch, last),
        reported.insert(setup).inserted
      else { return nil }
      return launch.found(run, SetupRepeated.draft(setup: launch.text(run.name) ?? "unnamed"))
        .map { ShownFinding(launch, $0) }
    }
  }

  /// True if one launch comes soon enough after another for its setup to hold still: after a reboot, or from week to
  /// week, setup may have to be repeated.
  private static func isRepeated(_ launch: JudgedLaunch, _ earlier: JudgedLaunch) -> Bool {
    let boots = [launch.context.boot, earlier.context.boot]
    let isOneBoot = boots[0] == boots[1] || boots.contains(.none)
    let age = launch.summary.firstInstant.subtractingReportingOverflow(earlier.summary.firstInstant).partialValue
    return launch.summary.stream != earlier.summary.stream && isOneBoot && age <= SetupRepeated.validNanos
  }
}
