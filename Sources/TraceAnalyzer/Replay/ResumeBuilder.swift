import TraceModel

/// Follows the app back to the foreground, and times each resume: `willEnterForeground` to the next activation.
///
/// The first way to the foreground is no resume: a launch has a time of its own, and in a background launch it builds
/// the scene. If no move to the background is recorded, as in spans of returns, the app's second way to the foreground
/// shows that it had left. A return during which the process was suspended is no resume: no user waited for it.
///
/// ```
/// 1 s app.didBecomeActive
/// 3 s app.didEnterBackground
/// 9 s app.willEnterForeground
/// 9.2 s app.didBecomeActive      a resume of 200 ms
/// ```
struct ResumeBuilder {
  static let kinds: KindSet = [
    .appWillEnterForeground, .sceneWillEnterForeground, .appDidBecomeActive, .sceneDidActivate, .appDidEnterBackground,
    .sceneDidEnterBackground, .processSuspend,
  ]

  /// The lengths of ended resumes, in nanoseconds and in order, but for those with lost events or a step of the clock.
  private var nanos: [Int64] = []
  var all: [Int64] { begin != nil && !isBroken ? nanos + [LaunchSummary.unendedResume] : nanos.inOwnStorage }
  private(set) var begin: EventLocation?
  /// Where the resume began that the last event ended; nil if it ended none.
  private(set) var finished: EventLocation?
  private var scene = TextID.none
  private var isOfScene = false
  private var wasActive = false
  private var hasLeft = false
  private var isBroken = false

  mutating func takeStorage(of other: inout ResumeBuilder) { nanos.takeStorage(of: &other.nanos) }

  mutating func note(_ step: Step, _ context: ReplayContext) {
    finished = nil
    if step.kind == .processSuspend { return leave() }
    guard step.isEntry, context.facts.whereabouts(shownBy: step) else { return }
    switch step.kind {
    case .appWillEnterForeground, .sceneWillEnterForeground:
      // Of several windows that return together the first counts.
      if begin != nil, scene != step.event.scene { return }
      // Of windows without ids it is unknown which becomes active.
      if begin != nil, scene.isNone, isOfScene, step.kind == .sceneWillEnterForeground {
        begin = nil
        hasLeft = false
        return
      }
      let mayHaveLeft = wasActive && step.kind == .appWillEnterForeground && !context.facts.recordsLeaving
      begin = hasLeft || mayHaveLeft ? step.event.entry : nil
      scene = step.event.scene
      isOfScene = step.kind == .sceneWillEnterForeground
      isBroken = false
    case .appDidBecomeActive, .sceneDidActivate:
      wasActive = true
      hasLeft = false
      finish(at: step.event.location)
    case .appDidEnterBackground, .sceneDidEnterBackground: leave()
    default: break
    }
  }

  private mutating func leave() {
    begin = nil
    hasLeft = wasActive
  }

  mutating func lose() { isBroken = true }

  private mutating func finish(at end: EventLocation) {
    guard let begin else { return }
    finished = begin
    self.begin = nil
    if !isBroken, let time = begin.nanos(to: end) { nanos.append(time) }
  }
}
