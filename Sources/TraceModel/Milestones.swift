/// The instants that a launch passes, all read on one clock.
public struct Milestones: Sendable, Equatable {
  /// The milestones in their order; `active` and `fullyDrawn` stand beside it.
  public enum Name: UInt8, Named, Sendable, CaseIterable {
    case request, start, initializers, main, launchBegin, launchEnd, sceneConnected, firstFrame
    case active, fullyDrawn
  }

  /// By `Name.rawValue`, in three vectors, as one vector of ten would use the memory of sixteen.
  @usableFromInline var first = SIMD4<Int64>(repeating: Event.absent)
  @usableFromInline var second = SIMD4<Int64>(repeating: Event.absent)
  @usableFromInline var third = SIMD2<Int64>(repeating: Event.absent)

  /// For a prewarmed launch, the instant at which the wait ended.
  public var resumed = Event.absent
  /// The milestones that are only near an instant, by bit: shown with `~`, never judged.
  ///
  /// `launchBegin` is one if its only sign is an instant of `didFinishLaunching`, which many apps write at the end of
  /// that callback. The highest bit is `isStartOfInterface`.
  public var approximate: UInt16 = 0
  /// Who measured the launch; a record of its length has its ends in `start` and `firstFrame`.
  public var measure = LaunchMeasure.events
  /// `isUptime` and `isFirstFrameFromLog` as bits: another byte would cost 32 for each summary.
  @usableFromInline var flags: UInt8 = 0

  /// No milestones.
  public init() {}

  /// True if the instants are `uptime`, which every milestone then has; else they are `time`.
  @inlinable public var isUptime: Bool {
    get { flags & 1 != 0 }
    set { flags = flags & ~1 | (newValue ? 1 : 0) }
  }

  /// True if `log.sceneReady` of a system log replaces `launch.firstFrame`.
  @inlinable public var isFirstFrameFromLog: Bool {
    get { flags & 2 != 0 }
    set { flags = flags & ~2 | (newValue ? 2 : 0) }
  }

  /// True if `start` is where the system's interface was initialized: Instruments 27 records no earlier part.
  @inlinable public var isStartOfInterface: Bool {
    get { approximate & 1 << 15 != 0 }
    set { approximate = approximate & ~(1 << 15) | (newValue ? 1 << 15 : 0) }
  }

  /// True if the instant is at the other end of the callback, so that it is only near the milestone.
  @inlinable @inline(__always) public func isApproximate(_ name: Name) -> Bool { approximate >> name.rawValue & 1 == 1 }

  /// The instant of a milestone, or `Event.absent`.
  @inlinable public subscript(name: Name) -> Int64 {
    @inline(__always) get { self[number: Int(name.rawValue)] }
    @inline(__always) set { self[number: Int(name.rawValue)] = newValue }
  }

  /// The instant of the milestone with this number among all, or `Event.absent`.
  @inlinable public subscript(number number: Int) -> Int64 {
    @inline(__always) get { number < 4 ? first[number] : number < 8 ? second[number - 4] : third[number - 8] }
    @inline(__always) set {
      switch number {
      case ..<4: first[number] = newValue
      case ..<8: second[number - 4] = newValue
      default: third[number - 8] = newValue
      }
    }
  }
}

/// The phases of a launch, in the order in which they follow each other.
public enum LaunchPhaseName: UInt8, Named, Sendable, CaseIterable {
  case processCreation, systemInterface, staticInitializers, preMain, uikitInit, appInit, launching, sceneConnect
  case firstFrame
}

/// The source of a launch's length: the launch's own events, or a record that holds its length alone.
///
/// Sources measure between different ends and mean different things by cold and warm, so they are never mixed. A record
/// names its source in the field `kind`:
///
/// ```
/// {"event":"launch.measured","time":"2026-11-20T10:00:00.612Z","duration":612000000,"kind":"datadog.ttid","reason":"cold"}
/// ```
public enum LaunchMeasure: UInt8, Sendable, CaseIterable {
  // At most sixteen: a summary keeps four bits.

  /// The launch's own events, and no record of its length.
  case events
  /// A record of another source: the app itself, or what `--map launchDuration` has found.
  case record
  /// Datadog RUM, `vital.app_launch_metric`: to the first frame, and to where the app says that it is ready.
  case datadogTTID, datadogTTFD
  /// The action `application_start` of older versions of Datadog's SDK, to the activation.
  case datadogApplicationStart
  case sentry, firebase
  /// `XCTApplicationLaunchMetric`: to the first frame, and with `waitUntilResponsive` to where the app responds.
  case xctest, xctestResponsive

  /// The word in the field `kind`, as in `datadog.ttid`.
  public var name: String {
    switch self {
    case .events: "events"
    case .record: "record"
    case .datadogTTID: "datadog.ttid"
    case .datadogTTFD: "datadog.ttfd"
    case .datadogApplicationStart: "datadog.application_start"
    case .sentry: "sentry"
    case .firebase: "firebase"
    case .xctest: "xctest"
    case .xctestResponsive: "xctest.responsive"
    }
  }

  /// What the source means by cold and warm, in words behind the kind of a launch.
  ///
  /// Source: dd-sdk-ios (`startup_type`); sentry-cocoa, `SentryAppStartTracker`.
  public var startTypes: String {
    switch self {
    case .datadogTTID, .datadogTTFD:
      "Datadog says so: cold after an install, an update, a start of the device or 7 days, else warm"
    case .sentry: "Sentry says so: cold after an install, an update or a start of the device, else warm"
    case .events, .record, .datadogApplicationStart, .firebase, .xctest, .xctestResponsive: "its record says so"
    }
  }

  /// True if it ends where the app is ready, after the first frame.
  public var isUntilReady: Bool { self == .datadogTTFD || self == .xctestResponsive }
}
