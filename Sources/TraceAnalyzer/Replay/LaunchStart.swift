import TraceModel

/// What kind of start a launch was, read from what comes before its first way to the foreground.
struct LaunchStart {
  /// A push this long before the foreground woke the app by itself; sooner, the person answered it.
  private static let pushNanos: Int64 = 2_000_000_000
  /// A launch to the foreground goes there at once; later the app was in the background already.
  private static let delayNanos: Int64 = 1_000_000_000
  private static let foregroundKinds = KindSet([
    .sceneWillEnterForeground, .sceneDidActivate, .appWillEnterForeground, .appDidBecomeActive,
  ])
  private static let startKinds = KindSet([.processStart, .appDidFinishLaunching])
  private static let backgroundKinds = KindSet([
    .appHandleEventsForBackgroundURLSession, .appPerformFetch, .appDidEnterBackground,
    .sceneDidEnterBackground,
  ])

  private(set) var nature = LaunchNature.foreground
  private(set) var reason = TextID.none
  private let words: Words
  private var hasForegroundReason = false
  private var push: Int64?
  private var launchEnd: Int64?

  /// The start of a launch; `system` is the major version of iOS, if it is known.
  init(
    _ moments: [Moment], isSeenFromStart: Bool, _ processKind: TextID, system: Int?,
    _ words: Words
  ) {
    self.words = words
    if processKind == words.extensionKind {
      nature = .extension
      return
    }
    var isPrewarmed = false
    var pauses = Pauses()
    for moment in moments {
      let signature = moment.signature
      pauses.note(moment)
      let isStart = signature.kind == .processStart || signature.kind == .processMain
      if isStart, signature.prewarmed == true || signature.reason == words.prewarm {
        isPrewarmed = true
      }
      if Self.foregroundKinds.contains(signature.kind) {
        if isSeenFromStart, let evidence = lateness(moment) { noteBackground(evidence) }
        // Since iOS 15 a process may be started early and parked.
        let isSuspected = pauses.place != nil && isSeenFromStart && system ?? 0 >= 15
        if nature == .foreground, isPrewarmed || isSuspected {
          nature = .prewarmed
          if !isPrewarmed { reason = words.suspected }
        }
        return
      }
      // Seen from the middle, what comes before a way to the foreground is no part of its start.
      if isSeenFromStart || Self.startKinds.contains(signature.kind) { note(moment) }
      if nature == .background { return }
    }
    // Not seen from its start, or started by a person: the log may end before the foreground.
    if isSeenFromStart, !hasForegroundReason { nature = .background }
  }

  private mutating func noteBackground(_ kind: EventKind) {
    nature = .background
    reason = words.kindNames[Int(kind.rawValue)]
  }

  private mutating func note(_ moment: Moment) {
    let signature = moment.signature
    switch signature.kind {
    case .processStart, .appDidFinishLaunching:
      if words.backgroundReasons.contains(signature.reason) {
        nature = .background
        reason = signature.reason
      }
      if words.foregroundReasons.contains(signature.reason) { hasForegroundReason = true }
      if signature.kind == .appDidFinishLaunching { launchEnd = moment.instant }
    case .launchFirstFrame: hasForegroundReason = true  // Nobody sees a background launch.
    case .appDidReceiveRemoteNotification where signature.reason != words.notification:
      push = push ?? moment.instant
    case .taskBegin where !signature.taskKind.isNone && signature.taskKind != words.assertion:
      noteBackground(.taskBegin)
    case .processSuspend where launchEnd != nil: noteBackground(.processSuspend)
    case let kind where Self.backgroundKinds.contains(kind): noteBackground(kind)
    default: break
    }
  }

  /// What shows that the app was in the background before it came to the foreground.
  private func lateness(_ moment: Moment) -> EventKind? {
    if let push, moment.instant &- push > Self.pushNanos { return .appDidReceiveRemoteNotification }
    let signature = moment.signature
    guard signature.kind == .appWillEnterForeground, signature.teller == .delegate, let launchEnd,
      moment.instant &- launchEnd > Self.delayNanos
    else { return nil }
    return signature.kind
  }
}

/// Looks for a pause between events in which no callback ran and the main thread did not hang.
struct Pauses {
  /// The first event after the last such pause.
  private(set) var place: Place?
  private var last: Int64?
  private var openCount = 0

  mutating func note(_ moment: Moment) {
    let signature = moment.signature
    if let last, openCount == 0, signature.kind != .mainHang, moment.event.taken == 0,
      moment.instant &- last > Inference.prewarmed.nanos
    {
      place = moment.event.place
    }
    last = moment.instant
    if signature.phase == .begin { openCount += 1 }
    if signature.phase == .end { openCount = max(0, openCount - 1) }
  }
}
