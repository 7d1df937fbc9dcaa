import TraceModel

/// `launch.main-thread-work`: work that the launch waits for.
final class LaunchMainThreadWork: WorkRule {
  static let description = RuleDescription(
    id: .`launch.main-thread-work`,
    severity: .usually(.warning, "error over callback.severe"),
    summary: "Work on the main thread, inside a launch or connect callback, took longer than the budget callback.",
    rationale: "The first frame waits for it at each launch.",
    cause: "reading, decoding or setting up what the first screen does not need",
    remedy: "Do it on another thread, or after the first frame.",
    source: "Apple, Reducing your app's launch time; Improving app responsiveness: 250 ms",
    sees: .steps(
      [.appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect, .workEnd], keeps: .longest),
    budgets: [.callbackSevere, .callback],
    settles: .withEnd,
    traits: [],
    message: { found in
      let name = found.name ?? "unnamed"
      return found.tookTooLong("work '\(name: name)' on the main thread of the launch", names: [name])
    },
    found: [
      """
        0 s app.didFinishLaunching phase=begin thread=main
        0.01 s work.begin kind=disk name=index thread=main
      ▸ 0.41 s work.end kind=disk name=index thread=main
        0.42 s app.didFinishLaunching phase=end thread=main
      """
    ],
    clean: [
      """
        0 s app.didFinishLaunching phase=begin thread=main
        0.01 s work.begin kind=disk name=index thread=main
        0.11 s work.end kind=disk name=index thread=main
        0.12 s app.didFinishLaunching phase=end thread=main
      """,
      """
        0 s app.didFinishLaunching phase=begin thread=main
        0.01 s work.begin kind=disk name=index thread=worker
        0.41 s work.end kind=disk name=index thread=worker
        0.42 s app.didFinishLaunching phase=end thread=main
      """,
      """
        0 s app.didFinishLaunching phase=begin thread=main
        0.01 s work.begin kind=network name=config thread=main
        0.02 s app.didFinishLaunching phase=end thread=main
        0.41 s work.end kind=network name=config thread=main
      """,
    ],
    code: CodeExample(
      wrong: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          let data = try? Data(contentsOf: url)  // waits for the disk
          catalogue = data.flatMap(decode)
          return true
        }
        """,
      right: """
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          Task.detached {
            let data = try Data(contentsOf: url)
            let catalogue = decode(data)
            await MainActor.run { show(catalogue) }
          }
          return true
        }
        """))

  private var callback: TimeMark?

  func note(_ step: Step, _ replay: inout Replay) -> Candidate? {
    guard step.kind == .workEnd else {
      if step.signature.phase != .instant { callback = step.signature.phase == .begin ? TimeMark(step) : nil }
      return nil
    }
    guard let callback, callback.nanos(to: step) != nil, let work = replay.stays.work.latest,
      !work.began(before: callback), !work.begin.orderedEvent.ties(with: callback.orderedEvent),
      Set([work.signature.thread, step.signature.thread]) == [replay.context.words.main],
      let nanos = work.begin.nanos(to: step), nanos > Candidate.leastNanos
    else { return nil }
    let slack = replay.context.facts.slack(from: work.event.location, to: step.event.location)
    return found(step, work, nanos: nanos, slack: slack)
  }
}
