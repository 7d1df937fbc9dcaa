import TraceModel

/// `launch.reason-unanswered`: the system launched the app for something that it never did.
final class ReasonUnanswered: PatternRule {
  static let description = RuleDescription(
    id: .`launch.reason-unanswered`,
    severity: .always(.warning),
    summary: "The system launched the app in the background for a reason, and no callback, task or work answered it.",
    rationale: "The user misses what the launch was for, and the system launches such an app less and less often.",
    cause: "a session, a location manager or a task that the app does not create again at each launch",
    remedy: "Create it in didFinishLaunching, whatever the launch is for.",
    source: "Apple, About the background execution sequence; 5 s is this project's",
    sees: .steps(.known, keeps: .first),
    settles: .withLaunch,
    traits: [],
    message: { found in
      found.name.map { reason in
        FindingDraft(
          message: "the system launched the app in the background for \(name: reason), and nothing answered it",
          names: [Normalised.name(reason)])
      }
    },
    found: [
      """
        0 s process.start reason=urlSession
        0.5 s app.didFinishLaunching
      ▸ 3 s process.suspend
      """
    ],
    clean: [
      """
        0 s process.start reason=urlSession
        0.5 s app.didFinishLaunching
        0.7 s app.handleEventsForBackgroundURLSession
        3 s process.suspend
      """,
      """
        0 s process.start reason=location
        0.5 s app.didFinishLaunching
        0.7 s work.begin kind=location name=visit
        3 s process.suspend
      """,
      """
        0 s process.start reason=remoteNotification
        0.5 s app.didFinishLaunching
        1 s process.exit reason=crash source=system
      """,
    ],
    needs: [[.processStart, .appDidFinishLaunching]])

  private static let answers: [LaunchReason: EventKind] = [
    .urlSession: .appHandleEventsForBackgroundURLSession, .remoteNotification: .appDidReceiveRemoteNotification,
    .backgroundFetch: .appPerformFetch, .backgroundTask: .taskBegin, .location: .workBegin,
  ]
  static func concerns(_ facts: LaunchFacts) -> Bool {
    facts.summary.nature == .background && facts.summary.isSeenFromStart
      && !facts.summary.kinds.intersects(KindSet(answers.values))
  }
  private var launched: TimeMark?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    if step.kind == .appDidFinishLaunching, step.lostCount == 0 { launched = launched ?? TimeMark(step) }
    if replay.stays.isInForeground { launched = nil }
    let reason = replay.context.facts.summary.natureReason
    guard step.isOfApp, let nanos = launched?.nanos(to: step),
      let answer = replay.context.words.launchReasons[reason].flatMap({ Self.answers[$0] }),
      step.kind == .processSuspend || nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000
    else { return nil }
    // One of these events is enough.
    let answers = [answer, .taskBegin, .workBegin].map { KindSet([$0]) }
    return Candidate(.`launch.reason-unanswered`, step.orderedEvent, name: reason).with(\.explanations, answers)
  }
}
