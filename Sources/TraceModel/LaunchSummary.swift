/// All that one launch says, derived from its events and the machines alone.
///
/// Budgets, severities and everything across launches are applied to summaries when asked.
/// Instants are nanoseconds on the wall clock (since 1970), or on `uptime` where no event of the
/// launch has a time; `Event.absent` is no value.
public struct LaunchSummary: Sendable, Equatable {
  // There may be millions of summaries: in this order there is no padding between fields, and one has 192 bytes.

  public var milestones = Milestones()
  public var model = LifecycleModel.unknown
  public var nature = LaunchNature.foreground
  public var isSeenFromStart = false
  /// Left for the background before its launch time ended.
  public var isInterrupted = false
  /// The kinds that this launch holds.
  public var kinds = KindSet()
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent
  /// The nanoseconds that the watchdog granted the launch, as the log says; absent where it does not.
  public var watchdogNanos = Event.absent
  /// The details that findings and comparisons need, and a report of launch times does not.
  var details = HeldDetails()
  /// The sign that showed the nature: an event's name, a reason, or a word of iOS as in `role UserInteractiveFocal`.
  ///
  /// Of an unknown nature it says where the app was as its process ended, or which move to the background came so late that
  /// a foreground before it may not be recorded. None where UIKit's own events show the foreground.
  public var natureReason = TextID.none
  /// The name of an `ExitReason`, or any other word that the log has.
  public var exitReason = TextID.none
  public var stream = StreamID(rawValue: 0)
  /// Which launch of its stream, from 0.
  public var ordinal: Int32 = 0
  /// Process and device: each field is that of the first event that has it.
  public var context = ContextID(rawValue: 0)
  @Clamped public var eventCount: Int64 = 0
  /// Events whose name is not in the vocabulary.
  @Clamped public var unknownCount: Int64 = 0
  /// Those of them that a reader of another format named, as the vocabulary has no kind for the record.
  @Clamped public var unmappedCount: Int64 = 0
  /// Life-cycle steps seen, and those of them that a machine could judge.
  @Clamped public var stepsSeen: Int64 = 0
  @Clamped public var stepsJudged: Int64 = 0
  /// How much too long a duration may look that was read on its clock, in nanoseconds.
  ///
  /// A step of the clock at each end, so 2 s in a log of whole seconds: no duration is judged any finer.
  @Clamped public var clockSlack: Int64 = 0
  /// The wall clock stepped back between the ends of the launch time, which were read on it.
  public var hasClockStep = false
  /// Milestones come in another order than they can.
  public var hasMilestonesOutOfOrder = false
  /// The state of the device's lock when the launch began.
  public var lock = DeviceLock.unknown
  /// Work of kind `keychain` began while the device was still locked.
  public var readsKeychainLocked = false

  /// A summary of no events.
  public init() {}

  /// True if some of its events have a name in the vocabulary: else it may be no launch, but messages of a system log.
  @inlinable public var holdsKnownEvents: Bool { eventCount > unknownCount }

  /// True if it stands for a launch whose events are not here: others rest on it, and it is counted nowhere.
  @inlinable public var isEarlier: Bool { nature == .earlier }

  /// True if its instants are read on the wall clock, not on `uptime`: no device writes logs with a clock before
  /// 2001-09-09, and none is up for 31 years.
  @inlinable public var hasWallClock: Bool { Self.isOnWallClock(firstInstant) }

  /// The same of the instant of a launch's first event.
  @inlinable public static func isOnWallClock(_ first: Int64) -> Bool { first >= 1_000_000_000_000_000_000 }
}

/// A number in 32 bits, as there may be millions of launches: a larger one is stored as 2,147,483,647.
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
/// Whether a launch was cold or warm depends on earlier launches, and is decided when all launches were read, unless a
/// record of the launch says it.
public enum LaunchNature: UInt8, Sendable, CaseIterable {
  case foreground, background, prewarmed, `extension`
  /// Its events are not here: one of the kind `launch.earlier` is, for the sake of the launches after it.
  case earlier
  /// The log does not show where the app was.
  case unknown
  /// The same of a process that lived on: it was launched in the background if its recorder would have written its
  /// activation, which the launches of its version show.
  case unseen
  /// The record that measured the launch says so (`LaunchMeasure`), whatever other launches show.
  case cold, warm
  /// The record that measured it says that the app only came back from the background: a return, no launch.
  case returned
  /// The events of several launches are mixed in its stream, so that nothing of it is judged; its reason says what parts
  /// them.
  case mixed

  /// The nature's reason where no event says that a launch was prewarmed, but it waited as only such a launch does.
  public static let suspected = "suspected: parked before anybody asked for the app"

  /// The nature's reason of what stands for an earlier launch, if the life of its app was recorded: apps with longer ids may
  /// then be its extensions.
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

  /// The causes for which there are some.
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
  /// The system's log reports an event that the app itself reports as well.
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
