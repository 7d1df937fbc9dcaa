import TraceModel

/// What a whole launch says before it is replayed: the kinds it holds, who tells them, its clocks.
struct LaunchFacts: Sendable {
  private(set) var kinds = KindSet()
  /// Kinds told by the app itself, not by a system log alone.
  private(set) var inAppKinds = KindSet()
  private(set) var hasManyTellers = false
  private(set) var model = LifecycleModel.unknown
  private(set) var isSeenFromStart = false
  private(set) var hasSeq = false
  /// Every event carries `uptime`, so durations are read on it.
  private(set) var isOnUptime = true
  /// Ordered by the wall clock alone, which steps back from line to line.
  private(set) var isOrderInDoubt = false
  /// It holds steps of a scene's life, which tell where the app is.
  private(set) var hasScenes = false
  private(set) var hasSceneEvents = false
  private(set) var context = Context()
  private(set) var unknownCount: Int64 = 0
  /// Names that stand for a task's id and of which two tasks run at once.
  private(set) var ambiguousNames: Set<TextID> = []

  private static let sceneFamily = KindSet(families: ["scene"])
  private static let appKinds = KindSet([
    .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground,
  ])
  private static let startKinds = KindSet([
    .processStart, .processInitializers, .processMain, .appWillFinishLaunching,
    .appDidFinishLaunching,
  ])
  private static let families = KindSet(families: ["process", "app", "scene", "view"])

  /// The facts of a launch whose events stand in replay order.
  init(_ moments: ArraySlice<Moment>, _ symbols: Symbols) {
    var tellers: UInt8 = 0
    var delegateKinds = KindSet()
    var runningNames: Set<TextID> = []
    var isFirst = true
    var lastContext: ContextID?
    for moment in moments {
      let event = moment.event
      let signature = moment.signature
      if event.context != lastContext {
        context.fill(from: symbols.context(event.context))
        lastContext = event.context
      }
      hasSeq = hasSeq || event.seq != Event.absent
      isOnUptime = isOnUptime && event.uptime != Event.absent
      guard signature.kind != .unknown else {
        unknownCount += 1
        continue
      }
      kinds.insert(signature.kind)
      tellers |= 1 << signature.teller.rawValue
      if signature.teller != .system { inAppKinds.insert(signature.kind) }
      if signature.teller == .delegate { delegateKinds.insert(signature.kind) }
      if isFirst, Self.families.contains(signature.kind) {
        isFirst = false
        isSeenFromStart = Self.startKinds.contains(signature.kind)
      }
      if event.task.isNone, signature.phase != .end { note(signature, &runningNames) }
    }
    hasManyTellers = tellers.nonzeroBitCount > 1
    hasScenes = kinds.bits & EventKind.sceneLife.bits != 0
    hasSceneEvents = kinds.bits & Self.sceneFamily.bits != 0
    model = Self.model(delegateKinds)
    isOrderInDoubt = !hasSeq && !isOnUptime && Self.stepsBack(moments)
  }

  /// When the event was, on the clock that the launch is ordered and measured by.
  func clock(_ moment: Moment) -> Int64 { isOnUptime ? moment.event.uptime : moment.instant }

  /// Only delegate methods tell: UIKit posts both families of notifications in every app.
  private static func model(_ delegateKinds: KindSet) -> LifecycleModel {
    let holdsScenes = delegateKinds.bits & EventKind.sceneLife.bits != 0
    if holdsScenes || delegateKinds.contains(.appConfigurationForConnecting) { return .scenes }
    return delegateKinds.bits & appKinds.bits != 0 ? .app : .unknown
  }

  private mutating func note(_ signature: Signature, _ running: inout Set<TextID>) {
    guard !signature.name.isNone else { return }
    if signature.kind == .taskBegin, !running.insert(signature.name).inserted {
      ambiguousNames.insert(signature.name)
    }
    if signature.kind == .taskEnd { running.remove(signature.name) }
  }

  /// Whether some source wrote a line later whose time is earlier.
  private static func stepsBack(_ moments: ArraySlice<Moment>) -> Bool {
    var lastLines: [SourceID: Int32] = [:]
    for moment in moments where moment.event.time != Event.absent {
      let line = moment.event.line
      if line < lastLines[moment.event.source, default: 0] { return true }
      lastLines[moment.event.source] = line
    }
    return false
  }
}

extension Context {
  /// Takes from `later` each field that is still unknown; `debugger` once true stays true.
  fileprivate mutating func fill(from later: Context) {
    func fill(_ path: WritableKeyPath<Context, TextID>) {
      if self[keyPath: path].isNone { self[keyPath: path] = later[keyPath: path] }
    }
    for path in Self.textPaths { fill(path) }
    if pid == Event.absent { pid = later.pid }
    simulator = simulator ?? later.simulator
    debugger = debugger == true ? true : later.debugger ?? debugger
  }

  private static var textPaths: [WritableKeyPath<Context, TextID>] {
    [
      \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion,
      \.appBuild, \.sdkVersion, \.boot, \.records, \.format,
    ]
  }
}

extension EventKind {
  /// The steps of a scene's life.
  static let sceneLife = KindSet([
    .sceneWillConnect, .sceneDidDisconnect, .sceneWillEnterForeground, .sceneDidActivate,
    .sceneWillDeactivate, .sceneDidEnterBackground,
  ])
}
