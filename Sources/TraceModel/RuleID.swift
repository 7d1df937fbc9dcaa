/// The rules of this version, in the order in which `explain` lists them and replay shows events to them.
///
/// A released name is never changed or reused: stores, fingerprints and documents hold it.
public enum RuleID: UInt8, Sendable, CaseIterable {
  case `order.process`, `order.app`, `order.scene`, `order.view`, `order.task`, `order.launch`, `order.aggregate`
  case `order.foreground-at-launch`, `order.never-activated`, `order.mixed`, `order.no-scenes`
  case `main-thread.violated`, `main-thread.blocked`
  case `launch.slow`, `launch.slow-phase`, `launch.watchdog`, `launch.abandoned`, `launch.crashed`
  case `launch.early-access`, `launch.locked-access`, `launch.main-thread-work`, `launch.reason-unanswered`,
    `launch.setup-repeated`
  case `resume.slow`, `terminate.handler-overrun`
  case `background.handler-overrun`, `background.task-overrun`, `background.task-leaked`, `background.task-late-end`
  case `background.task-not-completed`, `background.late-registration`, `background.task-refused`
  case `background.uncovered-work`, `background.killed`, `process.killed`, `background.memory-not-released`
  case `memory.warning-ignored`
  case `inactive.work-continues`, `game.resumed-by-itself`, `terminate.work-continues`, `scene.lifetime-leak`
  case `data.lost-at-exit`, `data.saved-only-on-deactivation`
  case `trace.gap`, `trace.clock`, `trace.conflict`, `trace.unrecorded`

  /// The rule's name, as in `background.task-overrun`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)".filter { $0 != "`" } }

  /// The rule that reports illegal steps of a machine.
  public init(_ machine: MachineID) { self = Self.machines[Int(machine.rawValue)] }

  private static let machines = [`order.process`, `order.app`, `order.scene`, `order.view`, `order.task`]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The rule of this name; nil if there is none.
  public init?(name: String) {
    guard let rule = Self.byName[name] else { return nil }
    self = rule
  }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

extension RuleID: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// A limit for the time or memory of work, which `--budget NAME=VALUE` sets.
public enum BudgetID: UInt8, Sendable, CaseIterable {
  case launch, launchWatchdog
  case callback, callbackSevere
  case resume, resumeWatchdog
  case terminateHandler, backgroundHandler
  /// The app's own tasks (`beginBackgroundTask`): when to warn, and when iOS ends the app.
  case assertionWarning, assertion
  case expirationHandler
  /// Tasks that the system begins, by their kinds.
  case appRefresh, fetch, remoteNotification, urlSession, processing
  case backgroundMemory
  /// The phases of a launch, which have no limit until one is set.
  case phaseProcessCreation, phaseSystemInterface, phaseStaticInitializers, phasePreMain
  case phaseUIKitInit, phaseAppInit, phaseLaunching, phaseSceneConnect, phaseFirstFrame

  /// The budget of a phase.
  public static func phase(_ phase: LaunchPhaseName) -> Self {
    switch phase {
    case .processCreation: .phaseProcessCreation
    case .systemInterface: .phaseSystemInterface
    case .staticInitializers: .phaseStaticInitializers
    case .preMain: .phasePreMain
    case .uikitInit: .phaseUIKitInit
    case .appInit: .phaseAppInit
    case .launching: .phaseLaunching
    case .sceneConnect: .phaseSceneConnect
    case .firstFrame: .phaseFirstFrame
    }
  }

  /// Its definition.
  public var definition: Budget {
    switch self {
    case .launch:
      .time("launch", ms: 400, .warning, "Apple, WWDC19, Optimizing App Launch: to the first frame")
    case .launchWatchdog:
      .time(
        "launch.watchdog", ms: Budget.launchWatchdogNanos / 1_000_000, .error,
        "termination reports, process-launch and scene-create; where the log grants another, that")
    case .callback:
      .time(
        "callback", ms: 250, least: Budget.leastHeldNanos, .warning,
        "Apple, Improving app responsiveness: a hang is a delay over 250 ms")
    case .callbackSevere:
      .time("callback.severe", ms: 1000, least: Budget.leastHeldNanos, .error, "sampled hang reports")
    case .resume:
      .time("resume", ms: 400, least: Budget.leastHeldNanos, .note, "this project: Apple publishes none")
    case .resumeWatchdog:
      .time(
        "resume.watchdog", ms: 10_000, least: Budget.leastHeldNanos, .error, "termination reports, scene-update")
    case .terminateHandler:
      .time(
        "terminate.handler", ms: 5000, least: Budget.leastHeldNanos, .error,
        "Apple, applicationWillTerminate(_:): about five seconds")
    case .backgroundHandler:
      .time(
        "background.handler", ms: 5000, least: Budget.leastHeldNanos, .error,
        "Apple, applicationDidEnterBackground(_:): about five seconds")
    case .assertionWarning:
      .time("background.assertion.warning", ms: 25_000, .warning, "this project: five sixths of background.assertion")
    case .assertion:
      .time(
        "background.assertion", ms: 30_000, isAbout: true, .error,
        "Apple DTS, UIApplication Background Task Notes: about 30 s; iOS 13 and later")
    case .expirationHandler:
      .time(
        "background.expirationHandler", ms: 1000, .warning, "Apple DTS, UIApplication Background Task Notes")
    case .appRefresh:
      .time(
        "background.appRefresh", ms: 30_000, isAbout: true, .error, "Apple, Choosing background strategies for your app"
      )
    case .fetch:
      .time(
        "background.fetch", ms: 30_000, isAbout: true, .error,
        "Apple, application(_:performFetchWithCompletionHandler:)")
    case .remoteNotification:
      .time(
        "background.remoteNotification", ms: 30_000, isAbout: true, .error,
        "Apple, application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    case .urlSession:
      .time(
        "background.urlSession", ms: 30_000, isAbout: true, .warning,
        "Apple, application(_:handleEventsForBackgroundURLSession:completionHandler:)")
    case .processing:
      .time("background.processing", ms: 600_000, .note, "no published limit: Apple says minutes")
    case .backgroundMemory:
      .memory("background.memory", megabytes: 50, .warning, "WWDC20, Why is my app getting killed?")
    case .phaseProcessCreation: .phase(.processCreation)
    case .phaseSystemInterface: .phase(.systemInterface)
    case .phaseStaticInitializers: .phase(.staticInitializers)
    case .phasePreMain: .phase(.preMain)
    case .phaseUIKitInit: .phase(.uikitInit)
    case .phaseAppInit: .phase(.appInit)
    case .phaseLaunching: .phase(.launching)
    case .phaseSceneConnect: .phase(.sceneConnect)
    case .phaseFirstFrame: .phase(.firstFrame)
    }
  }

  /// The budget's name, as in `background.assertion`.
  public var name: String { definition.name }
}
