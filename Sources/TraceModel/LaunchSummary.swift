/// All that one launch says, derived from its events and the machines alone.
///
/// Budgets, severities and everything across launches are applied to summaries when asked.
/// Instants are nanoseconds on the wall clock (since 1970), or on `uptime` where no event of the
/// launch has a time; `Event.absent` is not known.
public struct LaunchSummary: Sendable, Equatable {
  public var stream = StreamID(rawValue: 0)
  /// Which launch of its stream, from 0.
  public var ordinal: Int32 = 0
  /// What the launch's first events say of process and device, each field on its own.
  public var context = ContextID(rawValue: 0)
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent
  public var eventCount: Int64 = 0
  /// Events whose name is not in the vocabulary.
  public var unknownCount: Int64 = 0
  /// Those of them that a reader of another format named, as the record says nothing that the vocabulary holds.
  public var unmappedCount: Int64 = 0
  /// The kinds that this launch holds.
  public var kinds = KindSet()
  public var isSeenFromStart = false
  public var model = LifecycleModel.unknown
  public var nature = LaunchNature.foreground
  /// What showed the nature: an event's name or a reason.
  public var natureReason = TextID.none
  public var exitReason = TextID.none
  public var milestones = Milestones()
  /// Left for the background before its launch time ended.
  public var isInterrupted = false
  /// The wall clock stepped back between the ends of the launch time, which were read on it.
  public var hasClockStep = false
  /// Milestones come in another order than they can.
  public var hasMilestonesOutOfOrder = false
  /// What the watchdog granted the launch, in nanoseconds, as the log says; absent where it does not.
  public var watchdogNanos = Event.absent
  /// Whether the device was locked when the launch began.
  public var lock = DeviceLock.unknown
  /// Work of kind `keychain` began while the device was still locked.
  public var readsKeychainLocked = false
  /// How much too long a duration may look that was read on its clock, in nanoseconds.
  ///
  /// A step of the clock at each end, so 2 s in a log of whole seconds: no duration is judged any finer.
  public var clockSlack: Int64 = 0
  /// Life-cycle steps seen, and those of them that a machine could judge.
  public var stepsSeen: Int64 = 0
  public var stepsJudged: Int64 = 0
  /// Why the others could not be judged.
  public var unjudged = UnjudgedSteps()
  public var scenes: [SceneSummary] = []
  public var tasks: [TaskSummary] = []
  public var stays: [StaySummary] = []
  public var candidates: [Candidate] = []
  /// What is no launch but MetricKit's aggregates.
  public var metrics: [MetricCount] = []

  /// A summary of no events.
  public init() {}

  /// Whether its instants are wall clock, not `uptime`: no device writes logs with a clock before
  /// 2001-09-09.
  public var hasWallClock: Bool { firstInstant >= 1_000_000_000_000_000_000 }
}

/// Whether an app lives by scenes or by its application delegate alone.
public enum LifecycleModel: UInt8, Sendable, CaseIterable { case unknown, app, scenes }

/// Whether protected data could be read when a launch began, as its log shows.
public enum DeviceLock: UInt8, Sendable, CaseIterable { case unknown, unlocked, locked }

/// What kind of start a launch was, as far as it tells by itself.
public enum LaunchNature: UInt8, Sendable, CaseIterable { case foreground, background, prewarmed, `extension` }

/// The instants that a launch passes, all read on one clock.
public struct Milestones: Sendable, Equatable {
  /// The milestones in their order; `active` and `fullyDrawn` stand beside it.
  public enum Name: UInt8, Named, Sendable, CaseIterable {
    case request, start, initializers, main, launchBegin, launchEnd, sceneConnected, firstFrame
    case active, fullyDrawn
  }

  /// Whether the instants are `uptime`, which every milestone carries; else they are `time`.
  public var isUptime = false
  /// `log.sceneReady` of a system log stands in for `launch.firstFrame`.
  public var isFirstFrameFromLog = false
  /// For a prewarmed launch, the instant at which the wait ended.
  public var resumed = Event.absent
  /// The edge lies on the unknown side of an instant: shown with `~`, never judged.
  public var approximate: UInt16 = 0

  /// By `Name.rawValue`, in two parts: there may be millions, and a vector of ten takes the room of sixteen.
  private var first = SIMD8<Int64>(repeating: Event.absent)
  private var rest = SIMD2<Int64>(repeating: Event.absent)

  /// No milestones.
  public init() {}

  /// Whether the milestone's edge is not really known.
  public func isApproximate(_ name: Name) -> Bool { approximate >> name.rawValue & 1 == 1 }

  /// The instant of a milestone, or `Event.absent`.
  public subscript(name: Name) -> Int64 {
    get { name.rawValue < 8 ? first[Int(name.rawValue)] : rest[Int(name.rawValue) - 8] }
    set {
      if name.rawValue < 8 { first[Int(name.rawValue)] = newValue } else { rest[Int(name.rawValue) - 8] = newValue }
    }
  }
}

/// One connection of one scene.
public struct SceneSummary: Sendable, Equatable {
  public var scene = TextID.none
  public var instance = TextID.none
  public var role = TextID.none
  /// Instants of its first and last event.
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent

  /// A scene without a name.
  public init() {}
}

/// How a background task ended.
public enum TaskOutcome: UInt8, Named, Sendable, CaseIterable {
  case ended, expired, endedTwice, overwritten, leaked, open
}

/// One background task, from its begin to its end.
public struct TaskSummary: Sendable, Equatable {
  public var task = TextID.none
  public var name = TextID.none
  /// What granted the time: `assertion`, `appRefresh`, and so on.
  public var kind = TextID.none
  public var outcome = TaskOutcome.open
  public var begin = EventLocation()
  public var end = EventLocation()
  public var expire = EventLocation()
  /// Nanoseconds of [begin, end] that lie in stays.
  public var backgroundNanos: Int64 = 0
  /// The most of them that lies in one stay: what counts against a budget, as iOS grants each stay its own time.
  public var longestStayNanos: Int64 = 0
  /// From `task.expire` to `task.end`.
  public var expirationNanos = Event.absent
  /// Another kind of task, or work that iOS lets run, kept the app running meanwhile.
  public var isCovered = false
  /// UIKit's own task (`attributes.system`).
  public var isSystem = false
  /// UIKit said that it still ran when its expiration handlers had returned (`attributes.stillRunning`).
  public var isUnended = false

  /// A task without a name.
  public init() {}
}

/// How a stay in the background ended.
public enum StayEnd: UInt8, Sendable, CaseIterable {
  case foreground, suspended, suspendedInferred, exited, lastEvent

  /// The words in tables and documents.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = ["foreground", "suspended", "suspended (inferred)", "exited", "last event"]
}

/// One stay in the background.
public struct StaySummary: Sendable, Equatable {
  /// Where it begins: the entry of `didEnterBackground`, a disconnect, a wake.
  public var begin = EventLocation()
  public var nanos: Int64 = 0
  public var end = StayEnd.lastEvent
  /// How long `didEnterBackground` took, where that is recorded.
  public var handlerNanos = Event.absent
  /// Union of the background times of the app's assertions in this stay.
  public var assertionNanos: Int64 = 0
  /// The end of the last assertion in it, or its begin without one.
  public var assertionPlace = EventLocation()
  /// Another kind of task, or work that iOS lets run, kept the app running meanwhile.
  public var isCovered = false

  /// A stay of no length.
  public init() {}
}

/// How often something came in one period of one device, as MetricKit counted it.
public struct MetricCount: Sendable, Equatable {
  /// The name of its event, as `metrickit.timeToFirstDraw`.
  public var event = TextID.none
  /// Why the app ended, of a counter of exits.
  public var reason = TextID.none
  /// The period.
  public var begin = Event.absent
  public var end = Event.absent
  /// The bucket's bounds in nanoseconds; absent where they could not be read.
  public var lower = Event.absent
  public var upper = Event.absent
  public var count = Event.absent

  /// A count of nothing.
  public init() {}
}
