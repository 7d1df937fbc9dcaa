import TraceModel

/// The kind of start that a launch was, read from the events before its first way to the foreground.
struct LaunchStart {
  private static let foregroundKinds = KindSet(EventKind.appMoves[..<2] + EventKind.sceneMoves[..<2])
  private static let startKinds = KindSet([.processStart, .appDidFinishLaunching])
  private static let backgroundKinds = KindSet([
    .appHandleEventsForBackgroundURLSession, .appPerformFetch, .appDidEnterBackground, .sceneDidEnterBackground,
  ])

  private(set) var nature = LaunchNature.foreground
  private(set) var reason = TextID.none
  /// Where the wait of a prewarmed launch ended, if that shows.
  private(set) var awake: EventLocation?
  private let words: InternedNames
  private var hasForegroundReason = false
  private var push, launchEnd, last: Int64?
  private var openCount = 0

  /// The start of a launch; `system` is the major version of iOS, if it is known.
  init(
    _ orderedEvents: some Sequence<OrderedEvent>, isSeenFromStart: Bool, system: @autoclosure () -> Int?,
    _ words: InternedNames
  ) {
    self.words = words
    var isPrewarmed = false
    var pause: EventLocation?
    for orderedEvent in orderedEvents {
      let signature = orderedEvent.signature
      if pauses(before: orderedEvent) { pause = orderedEvent.event.place }
      let isStart = signature.kind == .processStart || signature.kind == .processMain
      let isMarked = signature.prewarmed == true || words.launchReasons[signature.reason] == .prewarm
      if isStart, isMarked { isPrewarmed = true }
      if Self.foregroundKinds.contains(signature.kind) {
        if isSeenFromStart { noteLateness(orderedEvent) }
        // Since iOS 15 a process may be started early and parked.
        let isSuspected = pause != nil && isSeenFromStart && system() ?? 0 >= 15
        if nature == .foreground, isPrewarmed || isSuspected {
          nature = .prewarmed
          awake = pause
          if !isPrewarmed { reason = words.suspected }
        }
        return
      }
      // Seen from the middle, what comes before a way to the foreground is no part of its start.
      if isSeenFromStart || Self.startKinds.contains(signature.kind) { note(orderedEvent) }
      if nature == .background { return }
    }
    // Not seen from its start, or started by a person: the log may end before the foreground.
    if isSeenFromStart, !hasForegroundReason { nature = .background }
  }

  /// True if nothing came for long, while no callback ran and the main thread did not hang.
  private mutating func pauses(before orderedEvent: OrderedEvent) -> Bool {
    let signature = orderedEvent.signature
    let isOpen = openCount > 0 || signature.kind == .mainHang || orderedEvent.event.taken != 0
    let nanos = orderedEvent.instant &- (last ?? orderedEvent.instant)
    last = orderedEvent.instant
    if signature.phase == .begin { openCount += 1 }
    if signature.phase == .end { openCount = max(0, openCount - 1) }
    return !isOpen && nanos > Inference.prewarmed.nanos
  }

  private mutating func noteBackground(_ kind: EventKind) {
    nature = .background
    reason = words.kindNames[Int(kind.rawValue)]
  }

  private mutating func note(_ orderedEvent: OrderedEvent) {
    let signature = orderedEvent.signature
    switch signature.kind {
    case .processStart, .appDidFinishLaunching:
      switch words.launchReasons[signature.reason]?.destination {
      case .background:
        nature = .background
        reason = signature.reason
      case .foreground: hasForegroundReason = true
      case .wait, nil: break
      }
      if signature.kind == .appDidFinishLaunching { launchEnd = orderedEvent.instant }
    case .launchFirstFrame: hasForegroundReason = true  // Nobody sees a background launch.
    case .appDidReceiveRemoteNotification where words.launchReasons[signature.reason] != .notification:
      push = push ?? orderedEvent.instant
    case .taskBegin where !signature.taskKind.isNone && words.taskKinds[signature.taskKind] != .assertion:
      noteBackground(.taskBegin)
    case .processSuspend where launchEnd != nil: noteBackground(.processSuspend)
    case let kind where Self.backgroundKinds.contains(kind): noteBackground(kind)
    default: break
    }
  }

  /// Looks for what shows that the app was in the background before it came to the foreground.
  private mutating func noteLateness(_ orderedEvent: OrderedEvent) {
    let signature = orderedEvent.signature
    let instant = orderedEvent.instant
    if let push, instant &- push > Inference.pushed.nanos {
      noteBackground(.appDidReceiveRemoteNotification)
    } else if let launchEnd, instant &- launchEnd > Inference.late.nanos, signature.kind == .appWillEnterForeground,
      signature.eventSource == .delegate
    {
      noteBackground(signature.kind)
    }
  }
}
