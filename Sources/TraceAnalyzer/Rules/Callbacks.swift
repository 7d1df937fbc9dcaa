import TraceModel

extension PatternRule {
  /// A callback that took long, told where it was entered.
  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.taken > Candidate.leastNanos else { return nil }
    let candidate = Candidate(Self.rule, step.orderedEvent, measured: step.taken).with(
      \.slack, replay.context.slack(of: step))
    return candidate.with(\.place, step.begin ?? step.event.entry)
  }
}

/// `background.handler-overrun`: `didEnterBackground` took too long.
final class HandlerOverrun: PatternRule { static let rule = RuleID.`background.handler-overrun` }

/// `terminate.handler-overrun`: `app.willTerminate` took too long.
final class TerminateHandler: PatternRule { static let rule = RuleID.`terminate.handler-overrun` }

/// `main-thread.blocked`: a callback, or a hang, held the main thread up, or ended the process.
final class MainThreadBlocked: PatternRule {
  static let rule = RuleID.`main-thread.blocked`

  /// Not those that have a budget of their own.
  static let callbacks = KindSet(kinds.kinds.filter { $0 != .mainHang && $0 != .processExit })
  /// Rules that say more of how a process ended.
  private static let ends = RuleID.allCases.filter { terms.contains($0.name) }
  private var isKilled = false

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind != .processExit {
      return step.taken > Candidate.leastNanos
        ? Candidate(.`main-thread.blocked`, step.orderedEvent, measured: step.taken).with(
          \.slack, replay.context.slack(of: step))
        : nil
    }
    let open = replay.stays.unreturned.flatMap { $0.rule == .`main-thread.blocked` ? $0 : nil }
    let words = replay.context.words
    let report = replay.context.text(step.event.attributes)
    // Where nothing but the end of the process was seen, a report may say where it was.
    let isTold = LaunchWatchdog.isOfLaunch(report) == false && LaunchWatchdog.isInForeground(report) == true
    let isOurs = open != nil || replay.stays.isInForeground || isTold
    guard words.exitReasons[step.signature.reason] == .watchdog, isOurs, !isKilled else { return nil }
    isKilled = true
    let callback = open.map { words.kindNames[Int($0.kind.rawValue)] } ?? .none
    return Candidate(
      .`main-thread.blocked`, step.orderedEvent, measured: open?.measured ?? Event.absent, name: callback)
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> FindingDraft? {
    let kind = launch.text(candidate.name) ?? candidate.kind.name
    var unreturned: String { "\(kind) had not returned after \(DurationText.of(candidate.measured))" }
    guard candidate.kind == .processExit else {
      var told = launch.told(
        kind, candidate.measured, slack: candidate.slack, over: ["callback.severe", "callback"], [kind])
      let budget = told?.overrun?.allowed ?? ""
      if candidate.lostCount == 1 { told?.message = "\(unreturned), budget \(budget)" }
      return told
    }
    let isToldElsewhere = launch.summary.candidates.contains {
      ends.contains($0.rule) && ($0.kind == .processExit || $0.lostCount == 1) && launch.finding(for: $0) != nil
    }
    if isToldElsewhere { return nil }
    let callback = candidate.name.isNone ? "" : ": \(unreturned)"
    return FindingDraft(
      message: "the watchdog ended the process in the foreground\(callback)", names: [kind, "watchdog"],
      severity: .error)
  }
}
