import TraceModel

/// `main-thread.blocked`: a callback or a hang that blocked the main thread.
final class MainThreadBlocked: PatternRule {
  static let description = RuleDescription(
    id: .`main-thread.blocked`,
    severity: .usually(
      .warning, "error over callback.severe, note while nothing of the app is in the foreground"),
    summary: "A life-cycle callback or a hang took longer than the budget callback.",
    rationale: "Meanwhile the screen is frozen, and taps wait.",
    cause: "work that waits for the disk, the network or a lock, or builds too much at once",
    remedy: "Move the work off the main thread, or to after the first frame.",
    source: "Apple, Improving app responsiveness: a hang is a delay over 250 ms",
    sees: .steps(KindSet.mainThreadCallbacks.union([.mainHang]), keeps: .each),
    budgets: [.callbackSevere, .callback],
    settles: .withEnd,
    traits: [.findsOnlyOverruns, .looksOnlyAtLongSteps],
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
      ▸ 9 s main.hang phase=begin thread=main
        11 s memory.sample thread=other memory=50000000
      """,
      """
        0 s process.start reason=location
        0.1 s app.didFinishLaunching phase=begin
      ▸ 0.9 s app.didFinishLaunching phase=end
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
    ],
    code: CodeExample(
      wrong: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          feed.items = try? loader.loadSync()
        }
        """,
      right: """
        func sceneDidBecomeActive(_ scene: UIScene) {
          Task { feed.items = try? await loader.load() }
        }
        """))

  /// The longest while the app was in the foreground or on its way there; and the longest that nobody waited for.
  private var seen, unseen: Candidate?
  /// The longest that took longer than iOS lets a process live on.
  private var overlong: Candidate?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let taken = step.taken
    // A scene that connects in the background may do so on the way to the foreground.
    let mayBeSeen =
      step.kind == .sceneWillConnect && replay.context.facts.summary.kinds.intersects(Self.foreground)
    let isUnseen = replay.stays.isUnseen && !mayBeSeen
    let detail = Candidate.Detail.took(taken, slack: replay.context.slack(of: step), isUnseen: isUnseen)
    let found = Candidate(Self.rule, step.orderedEvent, detail).doubted(replay.context)
    let slot = found.doubts.isEmpty ? isUnseen ? \MainThreadBlocked.unseen : \.seen : \.overlong
    if taken > max(Candidate.leastNanos, self[keyPath: slot]?.measured ?? 0) { self[keyPath: slot] = found }
    return nil
  }

  func finish(at end: Int64) -> [Candidate] { [seen, unseen, overlong].compactMap(\.self) }

  private static let foreground: KindSet = [.sceneWillEnterForeground, .sceneDidActivate]

  private static func draft(_ found: CandidateInLaunch) -> FindingDraft? {
    let kind = found.kind.name
    var draft = found.tookTooLong("\(name: kind)", names: [kind])
    let budget = draft?.overrun?.allowed ?? ""
    if case .duration(_, _, _, isUnseen: true) = found.candidate.detail, let overrun = draft?.overrun {
      draft?.message = "\(name: kind) took \(overrun.ran) in the background, budget \(budget)"
      draft?.names.append("background")
      draft?.severity = .note
    }
    if found.candidate.isOpen {
      draft?.message = "\(name: kind) had not returned after \(found.time), budget \(budget)"
    }
    return draft
  }
}
