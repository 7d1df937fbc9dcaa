/// Why a process ended: the field `reason` of `process.exit`.
///
/// `Termination` translates reports and system logs, such as FrontBoard's code `0x8badf00d`, into these cases. `facts`
/// says what each means, whose fault it is, its usual cause, and the remedy.
///
/// Source: Apple, *Understanding the exception types in a crash report*, *Identifying high-memory use with Jetsam event
/// reports*, and `MXAppExitMetric` of MetricKit.
public enum ExitReason: String, Vocabulary {
  /// A person closed the app, or it ended by itself.
  case user, normal
  /// It used more memory than a process may; others needed it; or one of the two.
  case memoryLimit, memoryPressure, memory
  /// The system did not need it any more.
  case idle
  /// The device had too little storage, or the system emptied the app's caches.
  case diskSpace, cacheDelete
  /// It took too long to launch, to change between foreground and background, to answer, or to quit (`0x8badf00d`).
  case watchdog
  /// A background task or another assertion was not ended in time.
  case backgroundTask
  /// A background URL session's events were not handled in time.
  case urlSession
  /// A background fetch was not completed in time.
  case fetch
  /// It was suspended while it held a lock on a file that others share (`0xdead10cc`).
  case fileLock
  case cpu, thermal, resources
  /// More background tasks than an app may have.
  case tooManyTasks
  /// VoIP pushes without a call (`0xbaadca11`), or resumed too often (`0xbad22222`).
  case voip
  /// It showed protected content where that is not allowed (`0x2bad45ec`).
  case security
  /// Its code signature is missing or not valid.
  case codeSigning
  case crash
  /// A developer's tool ended it (`0xfbfbfbfb`).
  case tool
  /// The language of the device was changed, or the conditions of the process's launch no longer held.
  case languageChanged, conditionsChanged
  /// A person changed in Settings what private data the app may use.
  case privacyChanged
  /// The system was too busy to give the app its time (`0xc51bad03`).
  case systemBusy
  /// Background activity scheduling shows developers a kill in the background.
  case killDemo
}

extension ExitReason {
  /// Who could have prevented an end.
  public enum Fault: Sendable, Equatable {
    /// The app: iOS ended it for what it did.
    case app
    /// The system, for a reason of its own: neither the app nor its user.
    case system
    /// The end is part of using an app, or another rule reports it: no finding.
    case none
  }

  /// The meaning of an exit reason, and its remedy.
  public struct Facts: Sendable, Equatable {
    /// Why the process ended, in one sentence.
    public var meaning: String
    public var fault: Fault
    /// Nil for an end that is part of using an app.
    public var cause: String?
    /// Nil where none is needed.
    public var remedy: String?
    /// Who says so.
    public var source: String
    /// True if iOS ends only background processes for this.
    public var isOfBackground = false
  }

  /// The meaning of this reason, and its remedy.
  ///
  ///     ExitReason.voip.facts.cause  // "a VoIP push came, and the app reported no call to CallKit"
  public var facts: Facts {
    switch self {
    case .user: Self.ordinary("A person closed the app.")
    case .normal: Self.ordinary("The process ended by itself.")
    case .memoryPressure: Self.ordinary("Other processes needed the memory.", Self.jetsam)
    case .memory:
      Self.ordinary("It used more memory than one process may, or other processes needed the memory.", Self.jetsam)
    case .crash: Self.ordinary("It crashed.", Self.types)
    case .tool: Self.ordinary("A developer's tool ended it.")
    case .privacyChanged:
      Self.ordinary("A person changed what private data the app may use.", "Open Radar 17945133")
    case .diskSpace: Self.blameless("The system needed disk space.", "xnu, JETSAM_REASON_MEMORY_DISK_SPACE_SHORTAGE")
    case .cacheDelete:
      Self.blameless(
        "The system emptied the app's caches, and ended it for that.", "Apple DTS, Developer Forums 124517")
    case .idle: Self.blameless("The system did not need the process any more.", Self.jetsam)
    case .thermal: Self.blameless("The device was too hot.", Self.sigkill)
    case .languageChanged: Self.blameless("The language of the device was changed.", "Apple Developer Forums 208952")
    case .conditionsChanged:
      Self.blameless("The conditions for which the process was launched no longer held.", Self.sigkill)
    case .systemBusy: Self.blameless("The system was too busy to give the app its time.", Self.sigkill)
    case .killDemo:
      Self.blameless(
        "A setting for tests makes iOS end apps in the background (BG Kill Demo).", "Apple Developer Forums 759754")
    case .watchdog:
      Facts(
        meaning: "It took too long to launch, to change between foreground and background, or to answer.", fault: .app,
        cause: "the main thread was blocked: by work, by a lock, or by waiting for a queue or the network",
        remedy: "Read what the main thread did in the crash report, and move that to another queue.",
        source: "Apple, Addressing watchdog terminations")
    case .backgroundTask:
      Facts(
        meaning: "A background task or another assertion was not ended in time.", fault: .app,
        cause: "a path without endBackgroundTask, or an expiration handler that does not end the task",
        remedy: "End each task on every path, and in its expiration handler at the latest.",
        source: "Apple DTS, UIApplication Background Task Notes", isOfBackground: true)
    case .urlSession:
      Facts(
        meaning: "The events of a background URL session were not handled in time.", fault: .app,
        cause: "the completion handler of handleEventsForBackgroundURLSession was not called",
        remedy: "Call it in urlSessionDidFinishEvents(forBackgroundURLSession:), on the main queue.",
        source: "Apple, urlSessionDidFinishEvents(forBackgroundURLSession:)", isOfBackground: true)
    case .fetch:
      Facts(
        meaning: "A background fetch was not completed in time.", fault: .app,
        cause: "the completion handler of the fetch was not called within 30 s",
        remedy: "Call it on every path, also when the work fails or takes too long.",
        source: "Apple, application(_:performFetchWithCompletionHandler:)", isOfBackground: true)
    case .fileLock:
      Facts(
        meaning: "It was suspended while it held a lock on a file that others share.", fault: .app,
        cause: "a lock on a file, or a SQLite transaction, was held in a shared container at suspension",
        remedy: "Hold a background task while the lock is held, or end the transaction before the app is suspended.",
        source: Self.sigkill, isOfBackground: true)
    case .memoryLimit:
      Facts(
        meaning: "The process used more memory than one process may.", fault: .app,
        cause: "memory that grows with use: large images, caches without a limit, a leak",
        remedy: "Find what holds the memory with Xcode's memory graph, and give caches a limit.",
        source: "Apple, Identifying high-memory use with Jetsam event reports")
    case .cpu:
      Facts(
        meaning: "It used more of the processor than it may.", fault: .app,
        cause: "work that keeps a core busy for minutes, such as a loop that does not wait",
        remedy: "Read the CPU resource report beside it, and pause the work or move it to a BGProcessingTask.",
        source: "Apple, MXBackgroundExitData (cumulativeCPUResourceLimitExitCount)")
    case .resources:
      Facts(
        meaning: "It used more resources than it may.", fault: .app,
        cause: "more open files, ports or other system resources than one process may have",
        remedy: "Close files and ports that are no longer used.", source: Self.sigkill)
    case .tooManyTasks:
      Facts(
        meaning: "It had more background tasks than an app may have.", fault: .app,
        cause: "tasks that begin again and again and are not ended; iOS allows about 1,000",
        remedy: "Begin one task for a piece of work, and end it when the work is done.",
        source: "Apple DTS, Developer Forums 124517", isOfBackground: true)
    case .voip:
      Facts(
        meaning: "It received VoIP pushes and reported no call, or was resumed too often.", fault: .app,
        cause: "a VoIP push came, and the app reported no call to CallKit",
        remedy: "Call reportNewIncomingCall for each VoIP push, before the push handler returns.",
        source: "Apple, pushRegistry(_:didReceiveIncomingPushWith:for:completion:)", isOfBackground: true)
    case .security:
      Facts(
        meaning: "It showed protected content where that is not allowed.", fault: .app,
        cause: "a secure drawing violation: a view showed protected content where iOS does not allow it",
        remedy: "Read the description in the report, which names the layer.", source: Self.sigkill)
    case .codeSigning:
      Facts(
        meaning: "Its code signature is missing or not valid.", fault: .app,
        cause: "a debug build that was launched without Xcode, or a profile that is missing or out of date",
        remedy: "Launch a release build, or install the app with a valid profile.", source: Self.types)
    }
  }

  private static let types = "Apple, Understanding the exception types in a crash report"
  private static let sigkill = "Apple, EXC_CRASH (SIGKILL)"
  private static let jetsam = "Apple, Identifying high-memory use with Jetsam event reports"

  private static func ordinary(_ meaning: String, _ source: String = types) -> Facts {
    Facts(meaning: meaning, fault: .none, source: source)
  }

  private static func blameless(_ meaning: String, _ source: String) -> Facts {
    let cause = "no fault of the app: " + meaning.prefix(1).lowercased() + meaning.dropFirst().dropLast()
    return Facts(meaning: meaning, fault: .system, cause: cause, source: source)
  }
}
