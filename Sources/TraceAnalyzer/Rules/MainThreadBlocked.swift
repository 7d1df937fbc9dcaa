import TraceModel

/// `main-thread.blocked`: a callback or a hang that blocked the main thread, or a process that ended by it.
final class MainThreadBlocked: PatternRule {
  static let description = RuleDescription(
    id: .`main-thread.blocked`,
    severity: .usually(.warning, "error over callback.severe or ended by the watchdog"),
    summary: """
      A life-cycle callback or a hang took longer than the budget callback, or made the watchdog end the process.
      """,
    rationale: "Meanwhile nothing on the screen moves, and taps wait.",
    cause: "work that waits for the disk, the network or a lock, or builds too much at once",
    remedy: "Move the work off the main thread, or behind the first frame.",
    source: "Apple, Improving app responsiveness: a hang is a delay over 250 ms",
    sees: .steps(
      KindSet.mainThreadCallbacks.union([.mainHang, .processExit]), keeps: .longest),
    budgets: [.callbackSevere, .callback],
    message: draft,
    found: [
      """
        0 s app.didFinishLaunching phase=begin
      ▸ 0.4 s app.didFinishLaunching phase=end
      """,
      """
        0 s app.didFinishLaunching
      ▸ 9 s main.hang duration=2s
      """,
      """
        0 s app.didFinishLaunching
        1 s scene.willConnect scene=A phase=begin
        1.1 s scene.willConnect scene=A phase=end
        2 s scene.willEnterForeground scene=A
        3 s scene.didActivate scene=A phase=begin
      ▸ 13 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
      ▸ 90 s process.exit reason=watchdog source=system
      """,
    ],
    clean: [
      """
        0 s app.didFinishLaunching phase=begin
        0.2 s app.didFinishLaunching phase=end
      """,
      """
        0 s process.start
        1 s app.didFinishLaunching phase=begin
        21 s process.exit reason=watchdog source=system
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive phase=begin
        9 s data.save
        19 s process.exit reason=normal
      """,
    ])

  static let looksOnlyAtLongSteps = true

  /// Rules that say more of how a process ended.
  private static let ends: [RuleID] = [
    .`launch.watchdog`, .`resume.slow`, .`background.killed`, .`terminate.handler-overrun`,
    .`background.handler-overrun`,
  ]
  private var isKilled = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind != .processExit {
      return step.taken > Candidate.leastNanos
        ? Candidate(
          .`main-thread.blocked`, step.orderedEvent, .took(step.taken, slack: replay.context.slack(of: step)))
        : nil
    }
    let open = replay.stays.unreturned.flatMap { $0.rule == .`main-thread.blocked` ? $0 : nil }
    let words = replay.context.words
    let report = replay.context.text(step.event.attributes)
    // Where nothing but the end of the process was seen, a report may say where it was.
    let isReported =
      WatchdogReport.isOfLaunch(report) == false && LaunchSign.word(atExit: report)?.place == .foreground
    let isOurs = open != nil || replay.stays.isInForeground || isReported
    guard words.exitReasons[step.signature.reason] == .watchdog, isOurs, !isKilled else { return nil }
    isKilled = true
    let callback = open.map { words.kindNames[Int($0.kind.rawValue)] } ?? .none
    let time = open.map { Candidate.Detail.took($0.measured) } ?? .none
    return Candidate(.`main-thread.blocked`, step.orderedEvent, time, name: callback)
  }

  private static func draft(_ found: FoundCandidate) -> FindingDraft? {
    let candidate = found.candidate
    let launch = found.launch
    let kind = found.name ?? candidate.kind.name
    var unreturned: String { "\(kind) had not returned after \(found.time)" }
    guard candidate.kind == .processExit else {
      var draft = found.tookTooLong(kind, names: [kind])
      let budget = draft?.overrun?.allowed ?? ""
      if candidate.isOpen { draft?.message = "\(unreturned), budget \(budget)" }
      return draft
    }
    let isReportedElsewhere = launch.summary.candidates.contains { other in
      ends.contains(other.rule) && (other.kind == .processExit || other.isOpen)
        && Catalogue.draft(of: other, launch).map(launch.isReported) == true
    }
    if isReportedElsewhere { return nil }
    let callback = candidate.name.isNone ? "" : ": \(unreturned)"
    return FindingDraft(
      message: "the watchdog ended the process in the foreground\(callback)", names: [kind, "watchdog"],
      severity: .error)
  }
}
