import TraceModel

/// `launch.watchdog`: iOS ended a launch that took too long.
final class LaunchWatchdog: PatternRule {
  static let description = RuleDescription(
    rule: .launchWatchdog, severity: "error",
    summary: "The watchdog ended the process before its first frame.",
    rationale: "The person sees the launch screen, then the home screen: the app did not start.",
    remedy: "Look at the longest phase of this launch; move its work behind the first frame.",
    source: "Apple, Addressing watchdog terminations: process-launch, scene-create",
    cause: "work on the main thread in didFinishLaunching or willConnect, or a lock waited for",
    found: [
      """
        0 s process.start
        1 s app.didFinishLaunching phase=begin
      ▸ 21 s process.exit reason=watchdog source=system
      """
    ],
    clean: [
      """
        0 s process.start
        1 s app.didFinishLaunching
        2 s app.didBecomeActive source=delegate
        90 s process.exit reason=watchdog source=system
      """
    ])

  static let kinds = KindSet([.processExit])
  private static let upKinds = KindSet([
    .launchFirstFrame, .logSceneReady, .sceneDidActivate, .appDidBecomeActive,
  ])

  func note(_ step: Step, _ replay: borrowing Replay) -> Candidate? {
    guard step.signature.reason == replay.bench.words.watchdog else { return nil }
    let (facts, told) = (replay.bench.facts.summary, replay.text(step.event.attributes))
    let isNamed = ["process-launch", "scene-create"].contains { told.contains($0) }
    // A launch that never came to the foreground counts as one in the background; only where a
    // reason says so was it one.
    let isWanted = facts.nature != .background || facts.natureReason.isNone
    let isEarly = !facts.kinds.intersects(Self.upKinds) && facts.isSeenFromStart && isWanted
    return isEarly || isNamed ? Candidate(.launchWatchdog, step.moment) : nil
  }

  static func told(_ candidate: Candidate, _ launch: LaunchFindings) -> Told? {
    Told(message: "the watchdog ended the process before its first frame")
  }
}
