import TraceModel

/// `main-thread.blocked`: a callback or a hang that blocked the main thread.
final class MainThreadBlocked: PatternRule {
  static let description = RuleDescription(
    id: .`main-thread.blocked`,
    severity: .usually(.warning, "error over callback.severe"),
    summary: "A life-cycle callback or a hang took longer than the budget callback.",
    rationale: "Meanwhile nothing on the screen moves, and taps wait.",
    cause: "work that waits for the disk, the network or a lock, or builds too much at once",
    remedy: "Move the work off the main thread, or behind the first frame.",
    source: "Apple, Improving app responsiveness: a hang is a delay over 250 ms",
    sees: .steps(KindSet.mainThreadCallbacks.union([.mainHang]), keeps: .longest),
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
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        90 s process.exit reason=watchdog source=system
      """,
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

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    return Candidate(
      .`main-thread.blocked`, step.orderedEvent, .took(step.taken, slack: replay.context.slack(of: step)))
  }

  private static func draft(_ found: FoundCandidate) -> FindingDraft? {
    let kind = found.name ?? found.candidate.kind.name
    var draft = found.tookTooLong(kind, names: [kind])
    let budget = draft?.overrun?.allowed ?? ""
    if found.candidate.isOpen { draft?.message = "\(kind) had not returned after \(found.time), budget \(budget)" }
    return draft
  }
}
