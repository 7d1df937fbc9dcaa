/// All that one launch says, derived from its events and the machines alone.
///
/// Budgets, severities and all that depends on other launches are applied later. Instants are nanoseconds on the wall
/// clock (since 1970), or on `uptime` if no event of the launch has a time; `Event.absent` is no value.
public struct LaunchSummary: Sendable, Equatable {
  // There may be millions: in this order fields have no padding, and a summary has 192 bytes.

  public var milestones = Milestones()
  public var model = LifecycleModel.unknown
  public var nature = LaunchNature.foreground
  public var isSeenFromStart = false
  /// True if the app was left for the background before its launch time ended.
  public var isInterrupted = false
  /// The kinds that this launch holds.
  public var kinds = KindSet()
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent
  /// The nanoseconds that the watchdog granted the launch, by the log; else absent.
  public var watchdogNanos = Event.absent
  /// The details, which a report of launch times does not need.
  var details = HeldDetails()
  /// The sign of the nature: an event's name, a reason, or a word of iOS as in `role UserInteractiveFocal`.
  ///
  /// For an unknown nature it says where the app was as its process ended, or which move to the background came so late
  /// that a foreground before it may not be recorded. None if UIKit's own events show the foreground.
  public var natureReason = TextID.none
  /// The name of an `ExitReason`, or another word of the log.
  public var exitReason = TextID.none
  public var stream = StreamID(rawValue: 0)
  /// Which launch of its stream, from 0.
  public var ordinal: Int32 = 0
  /// Process and device: each field is that of the first event that has it.
  public var context = ContextID(rawValue: 0)
  @Clamped public var eventCount: Int64 = 0
  /// Events whose name is not in the vocabulary.
  @Clamped public var unknownCount: Int64 = 0
  /// Those of `unknownCount` that a reader of another format named, as the vocabulary has no kind for the record.
  @Clamped public var unmappedCount: Int64 = 0
  /// Life-cycle steps seen, and those that a machine could judge.
  @Clamped public var stepsSeen: Int64 = 0
  @Clamped public var stepsJudged: Int64 = 0
  /// How much too long a duration on its clock may look, in nanoseconds: a step of the clock at each end.
  ///
  /// For a log of whole seconds it is 2 s; no duration is judged any finer.
  @Clamped public var clockSlack: Int64 = 0
  /// True if the wall clock stepped back within the launch time.
  public var hasClockStep = false
  /// True if milestones come in an impossible order.
  public var hasMilestonesOutOfOrder = false
  /// The state of the device's lock when the launch began.
  public var lock = DeviceLock.unknown
  /// True if work of kind `keychain` began while the device was still locked.
  public var readsKeychainLocked = false

  /// A summary of no events.
  public init() {}

  /// True if an event has a name in the vocabulary: else it may be no launch, but messages of a system log.
  @inlinable public var holdsKnownEvents: Bool { eventCount > unknownCount }

  /// True if it stands for a launch whose events are not here: others rest on it, and it is not counted.
  @inlinable public var isEarlier: Bool { nature == .earlier }

  /// True if its instants are on the wall clock, which no device has before 2001-09-09, not on `uptime` (31 years).
  @inlinable public var hasWallClock: Bool { Self.isOnWallClock(firstInstant) }

  /// True if the instant of a launch's first event is on the wall clock.
  @inlinable public static func isOnWallClock(_ first: Int64) -> Bool { first >= 1_000_000_000_000_000_000 }
}

/// A number in 32 bits, as there may be millions of launches; larger ones are stored as 2,147,483,647.
@propertyWrapper public struct Clamped: Sendable, Equatable {
  @usableFromInline var value: Int32

  /// The number.
  @inlinable public var wrappedValue: Int64 {
    get { Int64(value) }
    set { value = Int32(clamping: newValue) }
  }

  /// A number.
  @inlinable public init(wrappedValue: Int64) { value = Int32(clamping: wrappedValue) }
}

/// The kind of start that a launch was, as far as its own events show.
///
/// Cold and warm depend on earlier launches, and are decided when all launches were read, unless a record says it.
public enum LaunchNature: UInt8, Sendable, CaseIterable {
  case foreground, background, prewarmed, `extension`
  /// A launch of which only `launch.earlier` is here, for the sake of the launches after it.
  case earlier
  /// The log does not show where the app was.
  case unknown
  /// An unknown one whose process lived on: a background launch if its recorder would have written its activation, as
  /// the launches of its version show.
  case unseen
  /// By the record that measured the launch (`LaunchMeasure`), whatever other launches show.
  case cold, warm
  /// A return from the background by the record that measured it, no launch.
  case returned
  /// Events of several launches mixed in one stream, which are not judged; the reason says what would separate them.
  case mixed

  /// The nature's reason if no event says that a launch was prewarmed, but it waited as only such a launch does.
  public static let suspected = "suspected: parked before anybody asked for the app"

  /// An earlier launch's reason if its app's life was recorded: apps with longer ids may be its extensions.
  public static let ofApp = "app"
}

/// How an app follows its life cycle: by scenes, or by its application delegate alone.
public enum LifecycleModel: UInt8, Sendable, CaseIterable { case unknown, app, scenes }

/// The state of the device's lock when a launch began: protected data can be read while it is unlocked.
public enum DeviceLock: UInt8, Sendable, CaseIterable { case unknown, unlocked, locked }

/// How many steps of a launch were not judged, by cause.
public struct UnjudgedSteps: Sendable, Equatable {
  /// By `UnjudgedCause.rawValue`: there may be millions of launches.
  private var counts = SIMD8<Int32>(repeating: 0)

  /// None.
  public init() {}

  /// The causes with unjudged steps.
  public var counted: [UnjudgedCount] {
    UnjudgedCause.allCases.filter { self[$0] != 0 }.map { cause in
      var count = UnjudgedCount()
      count.cause = cause
      count.steps = self[cause]
      return count
    }
  }

  /// How many steps were not judged for this cause.
  public subscript(cause: UnjudgedCause) -> Int32 {
    get { counts[Int(cause.rawValue)] }
    set { counts[Int(cause.rawValue)] = newValue }
  }
}

/// The cause for which a machine could not judge a step of a launch; its name stands in documents.
public enum UnjudgedCause: UInt8, Sendable, CaseIterable {
  /// An event that the system's log and the app itself report.
  case retold
  /// An event of the application delegate, in an app whose scenes show where it is.
  case appOfScenes
  /// Without `viewInstance` two views look like one.
  case viewWithoutInstance
  /// Task 0 is `UIBackgroundTaskIdentifier.invalid`: no task was granted.
  case invalidTask
  /// No id says which task it is.
  case unnamedTask
  /// Scenes without ids look like one.
  case mergedScenes
  /// An event that was lost, or whose order is not recorded, may have made it legal.
  case leftOpen
}

/// How many steps of a launch were not judged for one cause.
public struct UnjudgedCount: Sendable, Equatable {
  public var cause = UnjudgedCause.retold
  public var steps: Int32 = 0

  /// No step.
  public init() {}
}
