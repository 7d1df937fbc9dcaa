import TraceModel

/// `background.uncovered-work`: work that ran long after leaving, without a task that keeps the app running.
final class UncoveredWork: WorkRule {
  static let description = RuleDescription(
    id: .`background.uncovered-work`,
    severity: .always(.warning),
    summary: "Work went on for more than 5 s after the app left the foreground, and no task kept the app running.",
    rationale: "iOS may suspend such an app at any moment: the work stops, or is cut off.",
    cause: "work without beginBackgroundTask, or under a background mode that is not recorded",
    remedy: "Begin a background task with the work and end it with the work; record what else keeps the app running.",
    source: "Apple, Extending your app's background execution time; 5 s is this project's",
    sees: .steps(.known, keeps: .longest),
    settles: .withLaunch,
    traits: [],
    message: { found in
      FindingDraft(
        message: "\(found.work) ran \(found.time) into the background without a background task", names: found.workNames
      )
    },
    found: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        4 s work.begin kind=network name=upload
      ▸ 11 s work.end kind=network name=upload
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        4 s task.begin task=1 name=upload
        4.1 s work.begin kind=network name=upload
        11 s work.end kind=network name=upload
        11.1 s task.end task=1
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=audio name=player
        3 s app.willResignActive source=delegate
        4 s app.didEnterBackground source=delegate
        8 s work.begin kind=network name=next
        14 s work.end kind=network name=next
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s work.begin kind=network name=upload
        3 s app.willResignActive source=delegate
        4 s app.didEnterBackground source=delegate
        900 s app.willEnterForeground source=delegate
        900.1 s app.didBecomeActive source=delegate
        901 s work.end kind=network name=upload
      """,
      """
        0 s app.didFinishLaunching
        1 s app.didBecomeActive source=delegate
        2 s app.willResignActive source=delegate
        3 s app.didEnterBackground source=delegate
        9 s app.didReceiveRemoteNotification
        10 s work.begin kind=network name=upload
        16 s work.end kind=network name=upload
      """,
    ],
    needs: [[.workBegin], .backgroundHandlers],
    code: CodeExample(
      wrong: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          Task { await upload() }  // stops wherever iOS suspends the app
        }
        """,
      right: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          var task = UIBackgroundTaskIdentifier.invalid
          func end() {
            app.endBackgroundTask(task)
            task = .invalid
          }
          let work = Task { await upload(); end() }
          task = app.beginBackgroundTask(withName: "upload") {
            work.cancel()
            end()
          }
        }
        """))

  private static let quiet = KindSet(families: ["work", "data", "memory"])
  private var since: TimeMark?
  private var last = Event.absent

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    let clock = step.orderedEvent.clock
    let kind = step.signature.taskKind
    let words = replay.context.words
    let isLeaving = step.kind == .appDidEnterBackground || step.kind == .sceneDidEnterBackground
    let isCover = EventKind.taskEvents.contains(step.kind) || words.workKinds[kind]?.keepsAppRunning == true
    if clock &- last > Inference.suspended.nanos { since = nil }
    last = clock
    // What covers begins the time anew; any other event may have woken the app.
    if isLeaving || isCover && since != nil {
      since = TimeMark(step)
    } else if !Self.quiet.contains(step.kind) {
      since = nil
    }
    guard step.kind == .workBegin || step.kind == .workEnd, let work = replay.stays.work.latest,
      let nanos = since?.nanos(to: step), nanos &- replay.context.facts.summary.clockSlack > 5_000_000_000,
      replay.stays.isInBackground, !replay.stays.isKeptRunning,
      // There iOS suspends no app.
      replay.context.facts.context.debugger != true, replay.context.facts.context.simulator != true
    else { return nil }
    return found(step, work, nanos: nanos).missing(.taskBegin).with(\.doubts, [.unrecordedTask])
  }
}
