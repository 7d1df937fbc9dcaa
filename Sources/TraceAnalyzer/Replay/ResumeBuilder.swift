import TraceModel

/// Follows the app back to the foreground, and times each resume: from `willEnterForeground` to the activation after it.
///
/// The first way to the foreground is no resume: a launch has a time of its own, and in a launch in the background it
/// builds the scene. Where no move to the background is recorded, as in spans of returns, the app's second way to the
/// foreground shows that it had left. A return during which the process was suspended is none either: no user waited
/// for it.
///
/// ```
/// 1 s app.didBecomeActive
/// 3 s app.didEnterBackground
/// 9 s app.willEnterForeground
/// 9.2 s app.didBecomeActive      a resume of 200 ms
/// ```
struct ResumeBuilder {
  /// The kinds of events that it looks at.
  static let kinds: KindSet = [
    .appWillEnterForeground, .sceneWillEnterForeground, .appDidBecomeActive, .sceneDidActivate, .appDidEnterBackground,
    .sceneDidEnterBackground, .processSuspend,
  ]

  /// How long the resumes took that ended, in nanoseconds and in their order.
  ///
  /// One is left out where events were lost meanwhile, which may be another stay, or where the clock stepped back.
  private var nanos: [Int64] = []
  /// All of them, as a launch's summary has them.
  var all: [Int64] { begin != nil && !isBroken ? nanos + [LaunchSummary.unendedResume] : nanos.inOwnStorage }
  /// Where the resume began that is under way; nil if none is.
  private(set) var begin: EventLocation?
  /// Where the resume began that the last event ended; nil if it ended none.
  private(set) var finished: EventLocation?
  /// The scene that began it.
  private var scene = TextID.none
  private var isOfScene = false
  private var wasActive = false
  private var hasLeft = false
  private var isBroken = false

  /// Takes over the storage of another builder.
  mutating func takeStorage(of other: inout ResumeBuilder) { nanos.takeStorage(of: &other.nanos) }

  /// Takes the next event of these kinds.
  mutating func note(_ step: Step, _ context: ReplayContext) {
    finished = nil
    if step.kind == .processSuspend { return leave() }
    guard step.isEntry, context.facts.whereabouts(shownBy: step) else { return }
    switch step.kind {
    case .appWillEnterForeground, .sceneWillEnterForeground:
      // Of several windows that return together the first counts.
      if begin != nil, scene != step.event.scene { return }
      // Of windows without ids it is not known which one becomes active.
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

  /// Events were lost before the next one.
  mutating func lose() { isBroken = true }

  private mutating func finish(at end: EventLocation) {
    guard let begin else { return }
    finished = begin
    self.begin = nil
    if !isBroken, let time = begin.nanos(to: end) { nanos.append(time) }
  }
}
