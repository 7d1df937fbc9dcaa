/// A budget as it is defined, before `--budget` sets another limit.
public struct Budget: Sendable {
  /// What a limit counts.
  public enum Unit: Sendable {
    /// Nanoseconds.
    case time
    /// Bytes.
    case memory
  }

  /// The name on the command line and in documents.
  public let name: String
  public let unit: Unit
  /// The limit in nanoseconds or bytes; nil for a budget that holds only where it is set.
  public let limit: Int64?
  /// The severity of a finding over it.
  public let severity: Severity
  /// Who publishes the number.
  public let source: String
  /// How far over the limit a measure must be for it to be certain that it is too long, in nanoseconds: where the source
  /// says "about", one second, which is this project's number; else 0.
  public let tolerance: Int64
  /// The lowest limit that can be set, in nanoseconds or bytes: a launch's summary holds no callback or resume that took
  /// less, so that a lower limit would find no more; 0 where all are held.
  public let least: Int64

  /// What a callback or a resume must exceed to be held, in nanoseconds: below 100 ms nobody notices a delay (Apple,
  /// *Improving app responsiveness*).
  public static let leastHeldNanos: Int64 = 100_000_000

  static func time(
    _ name: String, ms: Int64, isAbout: Bool = false, least: Int64 = 0, _ severity: Severity, _ source: String
  ) -> Self {
    Budget(
      name: name, unit: .time, limit: ms * 1_000_000, severity: severity, source: source,
      tolerance: isAbout ? 1_000_000_000 : 0, least: least)
  }

  static func memory(_ name: String, megabytes: Int64, _ severity: Severity, _ source: String) -> Self {
    Budget(
      name: name, unit: .memory, limit: megabytes * 1_000_000, severity: severity, source: source, tolerance: 0,
      least: 0)
  }

  static func phase(_ phase: LaunchPhaseName) -> Self {
    Budget(
      name: "phase.\(phase.name)", unit: .time, limit: nil, severity: .warning, source: "whoever sets it",
      tolerance: 0, least: 0)
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
  case phaseUIKitInit, phaseAppInit, phaseSceneConnect, phaseFirstFrame

  /// The budget of a phase.
  public static func phase(_ phase: LaunchPhaseName) -> Self {
    switch phase {
    case .processCreation: .phaseProcessCreation
    case .systemInterface: .phaseSystemInterface
    case .staticInitializers: .phaseStaticInitializers
    case .preMain: .phasePreMain
    case .uikitInit: .phaseUIKitInit
    case .appInit: .phaseAppInit
    case .sceneConnect: .phaseSceneConnect
    case .firstFrame: .phaseFirstFrame
    }
  }

  /// Its definition; a budget without a row here does not compile.
  public var definition: Budget {
    switch self {
    case .launch:
      .time("launch", ms: 400, .warning, "Apple, WWDC19, Optimizing App Launch: to the first frame")
    case .launchWatchdog:
      .time(
        "launch.watchdog", ms: 20_000, .error,
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
    case .phaseSceneConnect: .phase(.sceneConnect)
    case .phaseFirstFrame: .phase(.firstFrame)
    }
  }

  /// The budget's name, as in `background.assertion`.
  public var name: String { definition.name }
}
