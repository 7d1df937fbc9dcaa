import TraceModel

/// The kind of start that a launch was, by the signs of its events (`LaunchSign`); unknown without a sign.
///
/// The end of a log, or an exit, is no sign.
struct LaunchStart {
  /// What counts in a launch that is not seen from its start.
  private static let kindsOfMiddle: KindSet = [.launchRequest, .processStart, .appDidFinishLaunching, .processExit]

  /// The moves to the background, which UIKit makes at once in a background launch as well.
  private static let leaving: KindSet = [.appDidEnterBackground, .sceneDidEnterBackground]
  private static let settling: KindSet = [
    .processMain, .appDidFinishLaunching, .sceneWillConnect, .processResume,
  ]

  /// A sign, and the launch's clock at it.
  private typealias Timed = (sign: LaunchSign, clock: Int64)

  private(set) var nature = LaunchNature.unknown
  private(set) var reason = TextID.none
  /// Where the wait of a prewarmed launch ended, if known.
  private(set) var awake: OrderedEvent?
  /// The launch's clock when a person asked for a prewarmed launch, if known.
  private(set) var wanted: Int64?
  private let lexicon: Lexicon
  private let isSeenFromStart: Bool
  private var isPrewarmed = false
  private var hasStarted = false
  /// The event after the last pause in which iOS suspends a process, and after one so long that no watchdog ran.
  private var pause, longPause: OrderedEvent?
  /// A scene of the app's own has connected, and had done so before that long pause.
  private var isConnected = false
  private var wasConnected = false
  /// The launch's clock at a request for a process that had started, or when the process was resumed.
  private var requested: Int64?
  private var push, launchEnd, last: Int64?
  /// The launch's clock when it last finished launching, connected a scene or went on.
  private var settled: Int64?
  private var openCount = 0
  private var firstClock, lastClock: Int64?
  /// The process lived on for so long after its launch that a launch to the foreground would have become active.
  private var livedOn = false
  /// A sign that it was started for the foreground: iOS' word before the app's.
  private var asked: LaunchSign?
  /// The first signs of the background, of the app and of iOS.
  private var ofApp, ofSystem: Timed?
  /// The process was suspended before a sign that it had finished launching.
  private var suspended: LaunchSign?
  /// A sign of the foreground that proves nothing alone.
  private var weak: LaunchSign?
  /// Where the app was when its process ended, and whether that is said of its launch.
  private var atExit: (sign: LaunchSign, isOfLaunch: Bool)?

  private var words: InternedNames { lexicon.words }

  /// The start of a launch; `system` is the major version of iOS, `granted` the watchdog's time in nanoseconds.
  init(
    _ orderedEvents: some Sequence<OrderedEvent>, isSeenFromStart: Bool, system: @autoclosure () -> Int?,
    granted: Int64?, _ lexicon: Lexicon
  ) {
    self.lexicon = lexicon
    self.isSeenFromStart = isSeenFromStart
    defer { if isPrewarmed || nature == .prewarmed { wanted = [awake?.clock, requested].compactMap(\.self).max() } }
    for orderedEvent in orderedEvents {
      let signature = orderedEvent.signature
      noteLife(orderedEvent)
      notePause(before: orderedEvent, granted ?? Inference.prewarmed.nanos)
      let isStart = signature.kind == .processStart || signature.kind == .processMain
      let isMarked = signature.prewarmed == true || words.launchReasons[signature.reason] == .prewarm
      if isStart, isMarked { isPrewarmed = true }
      // An end after a wait shows nobody who has opened the app.
      if isPrewarmed, pause?.signature.kind != .processExit { awake = pause }
      // What iOS says of the same moment counts first.
      if let ofApp, orderedEvent.clock &- ofApp.clock > Inference.late.nanos { break }
      let sign = LaunchSign(orderedEvent, lexicon)
      if let sign, sign.isOfForeground {
        // Since iOS 15 a process may be started early and parked.
        let isSuspected = longPause != nil && isSeenFromStart && system() ?? 0 >= 15
        decideForeground(sign, orderedEvent, isSuspected: isSuspected)
        return
      }
      // Seen from the middle, events before a way to the foreground do not belong to its start.
      guard isSeenFromStart || Self.kindsOfMiddle.contains(signature.kind) else { continue }
      if let sign, isLeaving(sign, orderedEvent) {
        reason = sign.shown
        return
      }
      if let sign { take(sign, orderedEvent) }
      note(orderedEvent)
      if nature != .unknown { return }
    }
    finish()
  }

  /// Notes a long silence while no callback ran and the main thread did not hang, in a launch that was to be over in
  /// `limit` nanoseconds.
  private mutating func notePause(before orderedEvent: OrderedEvent, _ limit: Int64) {
    let signature = orderedEvent.signature
    let isOpen = openCount > 0 || signature.kind == .mainHang || orderedEvent.event.taken != 0
    let nanos = orderedEvent.clock &- (last ?? orderedEvent.clock)
    last = orderedEvent.clock
    if signature.phase == .begin { openCount += 1 }
    if signature.phase == .end { openCount = max(0, openCount - 1) }
    if isOpen { return }
    if nanos > Inference.suspended.nanos { pause = orderedEvent }
    if nanos > limit {
      longPause = orderedEvent
      wasConnected = isConnected
    }
  }

  /// Notes how long the process has lived since it finished launching, or since it began; not while a callback runs,
  /// nor by an end that a launch may come to.
  private mutating func noteLife(_ orderedEvent: OrderedEvent) {
    let kind = orderedEvent.signature.kind
    let clock = orderedEvent.clock
    firstClock = firstClock ?? clock
    lastClock = clock
    let nanos = clock &- (launchEnd ?? firstClock ?? clock)
    let isExit = kind == .processExit
    let isOfLaunch = isExit && [.watchdog, .crash].contains(words.exitReasons[orderedEvent.signature.reason])
    if openCount > 0 || isOfLaunch { return }
    // Without a recorded end of the launch, as much later as the watchdog would have ended it.
    let limit = isExit || launchEnd == nil ? Inference.watched : Inference.unseen
    if nanos > limit.nanos { livedOn = true }
  }

  private mutating func decide(_ nature: LaunchNature, _ sign: LaunchSign?) {
    self.nature = nature
    reason = sign?.shown ?? .none
  }

  /// Takes a sign that does not show the foreground at its moment.
  private mutating func take(_ sign: LaunchSign, _ orderedEvent: OrderedEvent) {
    let timed = (sign, orderedEvent.clock)
    switch (sign.subject, sign.visibility, sign.author) {
    case (.end, _, _):
      let attributes = lexicon.symbols.texts.string(orderedEvent.event.attributes)
      atExit = (sign, WatchdogReport.isOfLaunch(attributes) == true)
    case (.launch, .foreground, let author): if asked == nil || author == .iOS && asked?.author == .app { asked = sign }
    case (_, .foreground, _): weak = weak ?? sign
    case (.launch, .background, .iOS): decide(.background, sign)
    case (_, .background, .app): if asked == nil { ofApp = ofApp ?? timed }
    case (.moment, .background, .iOS):
      if orderedEvent.signature.kind != .processSuspend {
        ofSystem = ofSystem ?? timed
      } else if asked == nil {
        if launchEnd != nil { decide(.background, sign) } else { suspended = suspended ?? sign }
      }
    }
  }

  /// True if the app enters the background so long after its launch that it probably left an unrecorded foreground.
  private func isLeaving(_ sign: LaunchSign, _ orderedEvent: OrderedEvent) -> Bool {
    let isOfOthers = isPrewarmed || asked != nil || ofApp != nil || ofSystem != nil || suspended != nil || push != nil
    guard !isOfOthers, Self.leaving.contains(orderedEvent.signature.kind), sign.visibility == .background,
      let begin = settled ?? firstClock
    else { return false }
    return orderedEvent.clock &- begin > Inference.left.nanos
  }

  private mutating func note(_ orderedEvent: OrderedEvent) {
    let signature = orderedEvent.signature
    if signature.kind == .processStart { hasStarted = true }
    if Self.settling.contains(signature.kind) { settled = orderedEvent.clock }
    switch signature.kind {
    case .appDidFinishLaunching:
      launchEnd = orderedEvent.clock
      // The process was parked before it was launched.
      suspended = nil
    // Before it UIKit announces the scene that it makes for an app without scenes.
    case .sceneWillConnect: isConnected = launchEnd != nil
    case .launchRequest, .processResume: if hasStarted { requested = orderedEvent.clock }
    case .appDidReceiveRemoteNotification where words.launchReasons[signature.reason] != .notification:
      push = push ?? orderedEvent.clock
    default: break
    }
  }

  private mutating func decideForeground(_ sign: LaunchSign, _ orderedEvent: OrderedEvent, isSuspected: Bool) {
    let clock = orderedEvent.clock
    if let ofApp, sign.author == .app { return decide(.background, ofApp.sign) }
    if isSeenFromStart, asked?.author != .iOS, sign.author == .app, let late = lateSign(sign, orderedEvent) {
      return decide(.background, late)
    }
    if asked == nil, !isPrewarmed {
      if let ofSystem, clock &- ofSystem.clock > Inference.unseen.nanos { return decide(.background, ofSystem.sign) }
      if let suspended, !isSuspected { return decide(.background, suspended) }
      // A parked process has no scenes: FrontBoard makes one for an app that runs.
      if isSuspected, wasConnected { return decide(.background, backgroundSign(.sceneWillConnect)) }
    }
    if isPrewarmed || isSuspected {
      decide(.prewarmed, nil)
      if !isPrewarmed {
        awake = longPause
        reason = words.suspected
      }
    } else {
      // UIKit's own events need no words.
      decide(.foreground, asked?.author == .iOS ? asked : sign.author == .iOS ? sign : nil)
    }
  }

  /// The sign that the app was in the background before it came to the foreground; nil without one.
  private func lateSign(_ sign: LaunchSign, _ orderedEvent: OrderedEvent) -> LaunchSign? {
    let signature = orderedEvent.signature
    let clock = orderedEvent.clock
    let kind: EventKind
    if let push, clock &- push > Inference.pushed.nanos {
      kind = .appDidReceiveRemoteNotification
    } else if let launchEnd, clock &- launchEnd > Inference.late.nanos, signature.kind == .appWillEnterForeground,
      signature.eventSource == .delegate
    {
      kind = signature.kind
    } else {
      return nil
    }
    return backgroundSign(kind)
  }

  private func backgroundSign(_ kind: EventKind) -> LaunchSign {
    LaunchSign(
      visibility: .background, author: .app, subject: .moment, confidence: .certain,
      shown: words.kindNames[Int(kind.rawValue)])
  }

  /// Decides for a launch without a sign of the foreground.
  private mutating func finish() {
    if let ofApp { return decide(.background, ofApp.sign) }
    if isPrewarmed {
      return decide(.prewarmed, nil)
    }
    if let asked { return decide(.foreground, asked) }
    let first = firstClock ?? 0
    let end = lastClock ?? 0
    if isSeenFromStart {
      if let suspended { return decide(.background, suspended) }
      // FrontBoard may say so of each launch, before it shows the first scene.
      if let ofSystem,
        ofSystem.clock &- first > Inference.pushed.nanos || end &- ofSystem.clock > Inference.unseen.nanos
      {
        return decide(.background, ofSystem.sign)
      }
    }
    if let weak { return decide(.foreground, weak) }
    if let atExit {
      // No user leaves an app at once: one that ends in the background was launched there.
      let near: [LaunchSign.Visibility: Inference] = [.foreground: .unseen, .background: .pushed]
      let isNear = near[atExit.sign.visibility].map { isSeenFromStart && 0...$0.nanos ~= end &- first } ?? false
      if isNear || atExit.isOfLaunch, atExit.sign.confidence == .certain {
        return decide(atExit.sign.visibility == .foreground ? .foreground : .background, atExit.sign)
      }
      reason = atExit.sign.shown
      if atExit.sign.visibility == .foreground { return }
    }
    if livedOn, isSeenFromStart { nature = .unseen }
  }
}

extension LaunchSign {
  fileprivate var isOfForeground: Bool { visibility == .foreground && subject == .moment && confidence == .certain }
}
