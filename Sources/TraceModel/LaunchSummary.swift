/// All that one launch says, derived from its events and the machines alone.
///
/// Budgets, severities and everything across launches are applied to summaries when asked.
/// Instants are nanoseconds on the wall clock (since 1970), or on `uptime` where no event of the
/// launch has a time; `Event.absent` is not known.
public struct LaunchSummary: Sendable, Equatable {
  // There may be millions of summaries: in this order no room is lost between fields, and one takes 256 bytes.

  public var milestones = Milestones()
  public var model = LifecycleModel.unknown
  public var nature = LaunchNature.foreground
  public var isSeenFromStart = false
  /// Left for the background before its launch time ended.
  public var isInterrupted = false
  /// The wall clock stepped back between the ends of the launch time, which were read on it.
  public var hasClockStep = false
  /// Milestones come in another order than they can.
  public var hasMilestonesOutOfOrder = false
  /// The state of the device's lock when the launch began.
  public var lock = DeviceLock.unknown
  /// Work of kind `keychain` began while the device was still locked.
  public var readsKeychainLocked = false
  /// The sign that showed the nature: an event's name, a reason, or a word of iOS as in `role UserInteractiveFocal`.
  ///
  /// Of an unknown nature it says where the app was as its process ended. None where UIKit's own events show the foreground.
  public var natureReason = TextID.none
  /// The name of an `ExitReason`, or any other word that the log has.
  public var exitReason = TextID.none
  public var stream = StreamID(rawValue: 0)
  /// Which launch of its stream, from 0.
  public var ordinal: Int32 = 0
  /// Process and device: each field is that of the first event that has it.
  public var context = ContextID(rawValue: 0)
  /// Why those of the steps seen that are not in `stepsJudged` could not be judged.
  public var unjudged = UnjudgedSteps()
  /// The kinds that this launch holds.
  public var kinds = KindSet()
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent
  public var eventCount: Int64 = 0
  /// Events whose name is not in the vocabulary.
  public var unknownCount: Int64 = 0
  /// Those of them that a reader of another format named, as the record says nothing that the vocabulary holds.
  public var unmappedCount: Int64 = 0
  /// The nanoseconds that the watchdog granted the launch, as the log says; absent where it does not.
  public var watchdogNanos = Event.absent
  /// How much too long a duration may look that was read on its clock, in nanoseconds.
  ///
  /// A step of the clock at each end, so 2 s in a log of whole seconds: no duration is judged any finer.
  public var clockSlack: Int64 = 0
  /// Life-cycle steps seen, and those of them that a machine could judge.
  public var stepsSeen: Int64 = 0
  public var stepsJudged: Int64 = 0
  /// What findings and comparisons rest on, and no report of launch times.
  var details = HeldDetails()

  /// A summary of no events.
  public init() {}

  /// True if some of its events have a known name: one without may be no launch at all, but messages of a system log.
  @inlinable public var holdsKnownEvents: Bool { eventCount > unknownCount }

  /// True if it stands for a launch whose events are not here: others rest on it, and it is counted nowhere.
  @inlinable public var isEarlier: Bool { nature == .earlier }

  /// True if its instants are read on the wall clock, not on `uptime`: no device writes logs with a clock before
  /// 2001-09-09, and none is up for 31 years.
  @inlinable public var hasWallClock: Bool { Self.isOnWallClock(firstInstant) }

  /// The same of the instant of a launch's first event.
  @inlinable public static func isOnWallClock(_ first: Int64) -> Bool { first >= 1_000_000_000_000_000_000 }
}
