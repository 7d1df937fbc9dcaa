import TraceModel

extension PatternRule {
  /// A callback that took long, told where it was entered.
  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    let candidate = Candidate(Self.description.rule, step.moment, measured: step.taken)
    return candidate.with(\.place, step.begin ?? step.event.entry)
  }
}

/// `background.handler-overrun`: `didEnterBackground` took too long.
final class HandlerOverrun: PatternRule {
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
final class TerminateHandler: PatternRule {
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

/// `main-thread.blocked`: a callback, or a hang, held the main thread up, or ended the process.
final class MainThreadBlocked: PatternRule {
  static let description = RuleDescription(
    rule: .mainThreadBlocked, severity: "warning, error over callback.severe or ended by the watchdog",
    summary: "A life-cycle callback or a hang took longer than callback, or made the watchdog end the process.",
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

  /// Not those that have a budget of their own.
  static let callbacks = KindSet([
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive,
    .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate,
  ])
  /// Rules that say more of how a process ended.
  private static let ends: [RuleID] = [
    .launchWatchdog, .resumeSlow, .backgroundKilled, .terminateHandlerOverrun, .backgroundHandlerOverrun,
  ]
  static let kinds = callbacks.union(KindSet([.mainHang, .processExit]))
  static let keeps = Keeping.longest
  private var isKilled = false

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    if step.kind != .processExit {
      return step.taken > Candidate.leastNanos ? Candidate(.mainThreadBlocked, step.moment, measured: step.taken) : nil
    }
    let open = replay.stays.unreturned.flatMap { $0.rule == .mainThreadBlocked ? $0 : nil }
    let (words, isOurs) = (replay.bench.words, open != nil || replay.stays.isInForeground)
    guard step.signature.reason == words.watchdog, isOurs, !isKilled else { return nil }
    isKilled = true
    let callback = open.map { words.kindNames[Int($0.kind.rawValue)] } ?? .none
    return Candidate(.mainThreadBlocked, step.moment, measured: open?.measured ?? Event.absent, name: callback)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    let kind = launch.text(candidate.name) ?? candidate.kind.name
    let unreturned = "\(kind) had not returned after \(DurationText.of(candidate.measured))"
    guard candidate.kind == .processExit else {
      var told = launch.told(kind, candidate.measured, over: ["callback.severe", "callback"], [kind])
      let budget = told?.excess?.allowed ?? ""
      if candidate.lostCount == 1 { told?.message = "\(unreturned), budget \(budget)" }
      return told
    }
    let isToldElsewhere = launch.summary.candidates.contains {
      ends.contains($0.rule) && ($0.kind == .processExit || $0.lostCount == 1) && launch.finding(for: $0) != nil
    }
    if isToldElsewhere { return nil }
    let callback = candidate.name.isNone ? "" : ": \(unreturned)"
    return Told(
      message: "the watchdog ended the process in the foreground\(callback)", names: [kind, "watchdog"],
      severity: .error)
  }
}
