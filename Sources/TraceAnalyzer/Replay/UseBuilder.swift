import TraceModel

/// Counts how an app is used in one launch: its moves, who handled them, and the ways in which it was opened.
struct UseBuilder {
  /// The kinds of events that it counts, or that say when something came.
  static let kinds: KindSet = [
    .processStart, .appDidFinishLaunching, .sceneWillConnect, .sceneDidDisconnect, .appWillEnterForeground,
    .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground, .sceneWillEnterForeground, .sceneDidActivate,
    .sceneWillDeactivate, .sceneDidEnterBackground, .appOpenURL, .sceneOpenURL, .appContinueUserActivity,
    .sceneContinueUserActivity, .appShortcutItem, .sceneShortcutItem, .appDidReceiveRemoteNotification, .appDecodeState,
    .sceneRestoreState, .viewWillAppear,
  ]

  private(set) var use = LaunchUse()
  private(set) var stage: LaunchStage
  /// Entries into the foreground that are the first of the app or of a window, and so no returns.
  private var firstEntries: Int
  /// When `didFinishLaunching` was last reported, on the launch's clock.
  private var launched: Int64?
  /// When the app was last opened in each way, by `LaunchEntry.rawValue`.
  private var lastEntries = SIMD4<Int64>(repeating: Event.absent)
  private var windows = 0
  private var hasDisconnected = false
  private var hasAppeared = false
  private var lastMove: LifecycleMove?

  init(isSeenFromStart: Bool) {
    stage = isSeenFromStart ? .launch : []
    firstEntries = isSeenFromStart ? 1 : 0
  }

  mutating func note(_ step: Step, _ context: ReplayContext) {
    let kind = step.kind
    // The system's log repeats an event that the app reports.
    if step.signature.eventSource == .system, context.facts.inAppKinds.contains(kind) { return }
    switch kind {
    case .appWillEnterForeground: noteApp(.foreground, step, context)
    case .appDidBecomeActive: noteApp(.active, step, context)
    case .appWillResignActive: noteApp(.inactive, step, context)
    case .appDidEnterBackground: noteApp(.background, step, context)
    case .sceneWillEnterForeground: noteScene(.foreground, step)
    case .sceneDidActivate: noteScene(.active, step)
    case .sceneWillDeactivate: noteScene(.inactive, step)
    case .sceneDidEnterBackground: noteScene(.background, step)
    case .viewWillAppear: noteView()
    case .appDecodeState, .sceneRestoreState: noteRestoration()
    case .sceneWillConnect: noteConnect(step, context)
    case .sceneDidDisconnect: noteDisconnect(step, context)
    case .processStart, .appDidFinishLaunching: noteLaunch(step, context)
    default: noteOpening(step, context)
    }
  }

  private mutating func noteApp(_ move: LifecycleMove, _ step: Step, _ context: ReplayContext) {
    Self.count(move, step, &use.appHandled, &use.appUnhandled)
    if step.isEntry, !context.facts.hasScenes { follow(move) }
  }

  private mutating func noteScene(_ move: LifecycleMove, _ step: Step) {
    Self.count(move, step, &use.sceneHandled, &use.sceneUnhandled)
    if step.isEntry { follow(move) }
  }

  private static func count(
    _ move: LifecycleMove, _ step: Step, _ handled: inout MoveCounts, _ unhandled: inout MoveCounts
  ) {
    let isCall = step.signature.eventSource == .delegate
    if step.isEntry {
      if isCall { handled[move] += 1 } else { unhandled[move] += 1 }
    } else if isCall, step.signature.phase != .end, unhandled[move] > 0 {
      // A notification of this move came first.
      unhandled[move] -= 1
      handled[move] += 1
    }
  }

  private mutating func follow(_ move: LifecycleMove) {
    if move == .active, lastMove == .inactive { Self.raise(&use.interruptions) }
    switch move {
    case .foreground: enterForeground()
    case .active:
      // The log may leave out the way to the foreground, which UIKit does not report to an app delegate at launch.
      if lastMove == .background || lastMove == nil && firstEntries > 0 { enterForeground() }
      stage.remove(.connect)
    case .inactive, .background: stage = []
    }
    lastMove = move
  }

  private mutating func enterForeground() {
    if firstEntries > 0 { return firstEntries -= 1 }
    Self.raise(&use.returns)
    stage.insert(.return)
  }

  private mutating func noteView() {
    if hasAppeared { return }
    hasAppeared = true
    if use.restoration == .unordered { use.restoration = .beforeView }
  }

  private mutating func noteRestoration() {
    if use.restoration == .none { use.restoration = hasAppeared ? .afterView : .unordered }
  }

  private mutating func noteConnect(_ step: Step, _ context: ReplayContext) {
    let role = step.signature.sceneRole
    let isWindow = role.isNone || role == context.words.application
    if step.isEntry {
      if hasDisconnected { Self.raise(&use.reconnects) }
      if isWindow {
        if windows > 0 { Self.raise(&use.secondWindows) }
        windows += 1
        // The app's own first entry into the foreground is that of its first window.
        if use.windowConnects > 0 || !context.facts.summary.isSeenFromStart { firstEntries += 1 }
        Self.raise(&use.windowConnects)
        stage.insert(.connect)
      }
    }
    let reason = step.signature.reason
    // Of two sources that report the connection, the delegate's alone knows why.
    if reason.isNone || step.signature.phase == .end { return }
    Self.raise(&use.reasonedConnects)
    if reason == context.words.restoration { Self.raise(&use.restoredConnects) }
    if let entry = LaunchEntry(context.words.launchReasons[reason]) { open(entry, step, context) }
  }

  private mutating func noteDisconnect(_ step: Step, _ context: ReplayContext) {
    if !step.isEntry { return }
    hasDisconnected = true
    let role = step.signature.sceneRole
    if role.isNone || role == context.words.application { windows = max(0, windows - 1) }
  }

  private mutating func noteLaunch(_ step: Step, _ context: ReplayContext) {
    if step.kind == .appDidFinishLaunching { launched = step.orderedEvent.clock }
    // In an app with scenes UIKit gives the reason to the scene, not to the app delegate.
    if context.facts.summary.model == .scenes { return }
    guard let entry = LaunchEntry(context.words.launchReasons[step.signature.reason]) else { return }
    use.coldEntries[entry] = 1
    lastEntries[Int(entry.rawValue)] = step.orderedEvent.clock
  }

  private mutating func noteOpening(_ step: Step, _ context: ReplayContext) {
    switch step.kind {
    case .appOpenURL, .sceneOpenURL: open(.url, step, context)
    case .appContinueUserActivity, .sceneContinueUserActivity: open(.userActivity, step, context)
    case .appShortcutItem, .sceneShortcutItem: open(.shortcut, step, context)
    case .appDidReceiveRemoteNotification:
      let isTapped = context.words.launchReasons[step.signature.reason] == .notification
      if isTapped { open(.notification, step, context) }
    default: break
    }
  }

  /// Counts an opening, unless another callback has reported it: the opening that launched the process is reported soon
  /// after the launch, every later one is of a process that lived already.
  private mutating func open(_ entry: LaunchEntry, _ step: Step, _ context: ReplayContext) {
    if step.signature.phase == .end, !step.isEntry { return }
    let clock = step.orderedEvent.clock
    let index = Int(entry.rawValue)
    let last = lastEntries[index]
    lastEntries[index] = clock
    let isCold = launched.map { clock &- $0 <= Inference.opened.nanos } ?? context.facts.summary.isSeenFromStart
    if isCold {
      use.coldEntries[entry] = 1
    } else if last == Event.absent || clock &- last > Inference.folded.nanos {
      use.warmEntries[entry] += 1
    }
  }

  private static func raise(_ count: inout UInt16) { if count < .max { count += 1 } }
}

/// The stage of its life that an app is in, for counts of named work; empty in the background.
struct LaunchStage: OptionSet {
  let rawValue: UInt8
  /// Since the start of the process, it has not stopped being active.
  static let launch = Self(rawValue: 1)
  /// The scene of a window has connected, and no scene has become active since.
  static let connect = Self(rawValue: 2)
  /// The app has returned to the foreground, and has not stopped being active since.
  static let `return` = Self(rawValue: 4)
}
