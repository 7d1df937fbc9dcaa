/// All that one launch says, derived from its events and the machines alone.
///
/// Budgets, severities and everything across launches are applied to summaries when asked.
/// Instants are nanoseconds on the wall clock (since 1970), or on `uptime` where no event of the
/// launch has a time; `Event.absent` is not known.
package struct LaunchSummary: Sendable, Equatable {
  package var stream = StreamID(rawValue: 0)
  /// Which launch of its stream, from 0.
  package var ordinal: Int32 = 0
  /// What the launch's first events say of process and device, each field on its own.
  package var context = ContextID(rawValue: 0)
  package var firstInstant = Event.absent
  package var lastInstant = Event.absent
  package var eventCount: Int64 = 0
  /// Events whose name is not in the vocabulary.
  package var unknownCount: Int64 = 0
  /// The kinds that this launch holds.
  package var kinds = KindSet()
  package var isSeenFromStart = false
  package var model = LifecycleModel.unknown
  package var nature = LaunchNature.foreground
  /// What showed the nature: an event's name or a reason.
  package var natureReason = TextID.none
  package var exitReason = TextID.none
  package var milestones = Milestones()
  /// Left for the background before its launch time ended.
  package var isInterrupted = false
  /// The wall clock stepped back between the ends of the launch time, which were read on it.
  package var hasClockStep = false
  /// Milestones come in another order than they can.
  package var hasMilestonesOutOfOrder = false
  /// Life-cycle steps seen, and those of them that a machine could judge.
  package var stepsSeen: Int64 = 0
  package var stepsJudged: Int64 = 0
  package var scenes: [SceneSummary] = []
  package var tasks: [TaskSummary] = []
  package var stays: [StaySummary] = []
  package var candidates: [Candidate] = []

  /// A summary of no events.
  package init() {}

  /// Whether its instants are wall clock, not `uptime`: no device writes logs with a clock before
  /// 2001-09-09.
  package var hasWallClock: Bool { firstInstant >= 1_000_000_000_000_000_000 }
}

/// Whether an app lives by scenes or by its application delegate alone.
package enum LifecycleModel: UInt8, Sendable, CaseIterable { case unknown, app, scenes }

/// What kind of start a launch was, as far as it tells by itself.
package enum LaunchNature: UInt8, Sendable, CaseIterable {
  case foreground, background, prewarmed, `extension`
}

/// The instants that a launch passes, all read on one clock.
package struct Milestones: Sendable, Equatable {
  /// The milestones in their order; `active` and `fullyDrawn` stand beside it.
  package enum Name: UInt8, Sendable, CaseIterable {
    case request, start, initializers, main, launchBegin, launchEnd, sceneConnected, firstFrame
    case active, fullyDrawn

    /// The word in tables and documents.
    package var name: String { "\(self)" }
  }

  /// Whether the instants are `uptime`, which every milestone carries; else they are `time`.
  package var isUptime = false
  /// `log.sceneReady` of a system log stands in for `launch.firstFrame`.
  package var isFirstFrameFromLog = false
  /// For a prewarmed launch, the instant at which the wait ended.
  package var resumed = Event.absent
  /// The edge lies on the unknown side of an instant: shown with `~`, never judged.
  package var approximate: UInt16 = 0

  /// By `Name.rawValue`.
  private var instants = SIMD16<Int64>(repeating: Event.absent)

  /// No milestones.
  package init() {}

  /// Whether the milestone's edge is not really known.
  package func isApproximate(_ name: Name) -> Bool { approximate >> name.rawValue & 1 == 1 }

  /// The instant of a milestone, or `Event.absent`.
  package subscript(name: Name) -> Int64 {
    get { instants[Int(name.rawValue)] }
    set { instants[Int(name.rawValue)] = newValue }
  }
}

/// One connection of one scene.
package struct SceneSummary: Sendable, Equatable {
  package var scene = TextID.none
  package var instance = TextID.none
  package var role = TextID.none
  /// Instants of its first and last event.
  package var firstInstant = Event.absent
  package var lastInstant = Event.absent

  /// A scene without a name.
  package init() {}
}

/// How a background task ended.
package enum TaskOutcome: UInt8, Sendable, CaseIterable {
  case ended, expired, endedTwice, overwritten, leaked, open

  /// The word in tables and documents.
  package var name: String { "\(self)" }
}

/// One background task, from its begin to its end.
package struct TaskSummary: Sendable, Equatable {
  package var task = TextID.none
  package var name = TextID.none
  /// What granted the time: `assertion`, `appRefresh`, and so on.
  package var kind = TextID.none
  package var outcome = TaskOutcome.open
  package var begin = Place()
  package var end = Place()
  package var expire = Place()
  /// Nanoseconds of [begin, end] that lie in stays: what counts against a budget.
  package var backgroundNanos: Int64 = 0
  /// From `task.expire` to `task.end`.
  package var expirationNanos = Event.absent
  /// Another kind of task, or work that iOS lets run, kept the app running meanwhile.
  package var isCovered = false
  /// UIKit's own task (`attributes.system`).
  package var isSystem = false

  /// A task without a name.
  package init() {}
}

/// How a stay in the background ended.
package enum StayEnd: UInt8, Sendable, CaseIterable {
  case foreground, suspended, suspendedInferred, exited, lastEvent

  /// The words in tables and documents.
  package var name: String {
    switch self {
    case .suspendedInferred: "suspended (inferred)"
    case .lastEvent: "last event"
    default: "\(self)"
    }
  }
}

/// One stay in the background.
package struct StaySummary: Sendable, Equatable {
  /// Where it begins: the entry of `didEnterBackground`, a disconnect, a wake.
  package var begin = Place()
  package var nanos: Int64 = 0
  package var end = StayEnd.lastEvent
  /// How long `didEnterBackground` took, where that is recorded.
  package var handlerNanos = Event.absent
  /// Whose `didEnterBackground` that was.
  package var handlerKind = EventKind.unknown
  /// Union of the background times of the app's assertions in this stay.
  package var assertionNanos: Int64 = 0
  /// The end of the last assertion in it, or its begin without one.
  package var assertionPlace = Place()
  /// Another kind of task, or work that iOS lets run, kept the app running meanwhile.
  package var isCovered = false

  /// A stay of no length.
  package init() {}
}

/// Something in one launch that may be told as a finding, once what is never recorded is known.
package struct Candidate: Sendable, Equatable {
  package var rule = RuleID.orderProcess
  package var kind = EventKind.unknown
  package var place = Place()
  /// The machine's states before the event, and the one of them that counts.
  package var states = StateSet(bits: 0)
  package var state: UInt8 = 0
  package var confidence = Confidence.certain
  package var scene = TextID.none
  package var view = TextID.none
  package var task = TextID.none
  /// The smallest sets of kinds that would have made the step legal, had they come before it.
  package var explanations: [KindSet] = []
  /// How many events a hole in `seq` has lost; of a step, how many were
  /// lost since the last one of the same instance.
  package var lostCount: Int64 = 0
  /// What a budget is held against: nanoseconds, or bytes.
  package var measured = Event.absent
  /// What else is named: a reason, a thread, a task.
  package var name = TextID.none
  /// Where the hole begins, or the later event of a pair in the wrong order.
  package var other = Place()

  /// A candidate that says nothing.
  package init() {}
}
