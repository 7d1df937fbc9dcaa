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
  private var hasForegroundReason = false
  private var push: Int64?
  private var launchEnd: Int64?

  init(
    _ moments: ArraySlice<Moment>, _ facts: LaunchFacts, _ words: Words
  ) {
    if facts.context.processKind == words.extensionKind {
      nature = .extension
      return
    }
    var isPrewarmed = false
    for moment in moments {
      let signature = moment.signature
      let isStart = signature.kind == .processStart || signature.kind == .processMain
      if isStart, signature.prewarmed == true || signature.reason == words.prewarm {
        isPrewarmed = true
      }
      if Self.foregroundKinds.contains(signature.kind) {
        if facts.isSeenFromStart, let evidence = lateness(moment, signature) {
          become(.background, evidence, words)
        }
        if isPrewarmed, nature == .foreground { nature = .prewarmed }
        return
      }
      // Seen from the middle, what comes before a way to the foreground is no part of its start.
      let tells = facts.isSeenFromStart || Self.startKinds.contains(signature.kind)
      if tells { note(moment, signature, words) }
      if nature == .background { return }
    }
    // Not seen from its start, or started by a person: the log may end before the foreground.
    if facts.isSeenFromStart, !hasForegroundReason { nature = .background }
  }

  private mutating func become(_ nature: LaunchNature, _ kind: EventKind, _ words: Words) {
    self.nature = nature
    reason = words.kindNames[Int(kind.rawValue)]
  }

  private mutating func note(
    _ moment: Moment, _ signature: Signature, _ words: Words
  ) {
    switch signature.kind {
    case .processStart, .appDidFinishLaunching:
      if words.backgroundReasons.contains(signature.reason) {
        nature = .background
        reason = signature.reason
      }
      hasForegroundReason =
        hasForegroundReason || words.foregroundReasons.contains(signature.reason)
      if signature.kind == .appDidFinishLaunching { launchEnd = moment.instant }
    case .launchFirstFrame: hasForegroundReason = true  // Nobody sees a background launch.
    case .appDidReceiveRemoteNotification where signature.reason != words.notification:
      push = push ?? moment.instant
    case .taskBegin where !signature.taskKind.isNone && signature.taskKind != words.assertion:
      become(.background, .taskBegin, words)
    case .processSuspend where launchEnd != nil:
      become(.background, .processSuspend, words)
    case let kind where Self.backgroundKinds.contains(kind):
      become(.background, kind, words)
    default: break
    }
  }

  /// What shows that the app was in the background before it came to the foreground.
  private func lateness(_ moment: Moment, _ signature: Signature) -> EventKind? {
    if let push, moment.instant &- push > Self.pushNanos { return .appDidReceiveRemoteNotification }
    guard signature.kind == .appWillEnterForeground, signature.teller == .delegate, let launchEnd,
      moment.instant &- launchEnd > Self.delayNanos
    else { return nil }
    return signature.kind
  }
}
