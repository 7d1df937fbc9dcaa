/// The members of a launch's summary that use most of its memory; `LaunchSummary` documents them.
package struct LaunchDetails: Sendable, Equatable {
  /// How the app was used.
  package var use = LaunchUse()
  /// The runs of named work.
  package var named = [NamedWork]()
  /// Which kind of event followed which.
  package var order = EventOrder()
  /// The scenes.
  package var scenes = [SceneSummary]()
  /// The background tasks.
  package var tasks = [TaskSummary]()
  /// The stays in the background.
  package var stays = [StaySummary]()
  /// How long the returns from the background took, in nanoseconds.
  package var resumes = [Int64]()
  /// What may become findings.
  package var candidates = [Candidate]()
  /// The steps that were not judged.
  package var unjudged = UnjudgedSteps()
  /// The counts in a payload of MetricKit.
  package var metrics = [MetricCount]()
  /// When the device was first seen unlocked.
  package var unlocked = Event.absent

  /// A hash of the details, equal for equal ones; nil with scenes, tasks, candidates, metrics, resumes or an unlock, of
  /// which no two launches have equal ones.
  ///
  /// Stays count by their ends, so details with one hash may differ.
  var sharedHash: UInt64? {
    if !scenes.isEmpty || !tasks.isEmpty || !candidates.isEmpty || !metrics.isEmpty || !resumes.isEmpty { return nil }
    if unlocked != Event.absent { return nil }
    var hash = WordHash()
    for counts in [use.appHandled, use.appUnhandled, use.sceneHandled, use.sceneUnhandled] { hash.add(counts.word) }
    hash.add(UInt64(use.returns) << 16 | UInt64(use.windowConnects))
    for cause in UnjudgedCause.allCases { hash.add(UInt64(UInt32(bitPattern: unjudged[cause]))) }
    for work in named {
      hash.add(work.name, .none)
      hash.add(UInt64(work.runs) << 8 | UInt64(work.kind.rawValue))
    }
    for pair in order.pairs { hash.add(UInt64(pair.previous.rawValue) << 8 | UInt64(pair.next.rawValue)) }
    for set in [order.untilFirstFrame, order.withFirstFrame] {
      hash.add(UInt64(truncatingIfNeeded: set.bits))
      hash.add(UInt64(truncatingIfNeeded: set.bits >> 64))
    }
    for stay in stays { hash.add(UInt64(stay.end.rawValue)) }
    return hash.value
  }
}

/// The details of a launch: empty details use no memory, and copies share them until one changes.
///
/// For memory: a report of launch times holds a million summaries, and reads none of their details. Changing one member
/// costs more than in the summary itself, so replay sets each once.
struct HeldDetails: Sendable, Equatable {
  /// A list of one, or an empty list where all are empty: a summary has one reference to them.
  private var list: [LaunchDetails] = []

  /// The details, to be changed in place.
  var own: LaunchDetails {
    get { value { $0 } ?? LaunchDetails() }
    _modify {
      if list.isEmpty { list = [LaunchDetails()] }
      yield &list[0]
    }
  }

  /// True if there are some; they may be empty.
  var areHeld: Bool { !list.isEmpty }

  func isSame(_ other: Self) -> Bool {
    // Not as lists, whose comparison copies elements.
    !list.isEmpty && !other.list.isEmpty && list[0] == other.list[0]
  }

  /// A hash, if another launch may have equal details; nil if they name what only this launch has.
  var sharedHash: UInt64? { list.isEmpty ? nil : list[0].sharedHash }

  /// The result of `read`; nil if all details are empty.
  @inline(__always) func value<Value>(_ read: (LaunchDetails) -> Value) -> Value? {
    list.isEmpty ? nil : read(list[0])
  }

  static func == (a: Self, b: Self) -> Bool { a.own == b.own }
}

extension LaunchSummary {
  /// How the app was used.
  public var use: LaunchUse {
    get { details.value { $0.use } ?? LaunchUse() }
    _modify { yield &details.own.use }
  }

  /// The runs of named work, in the order of first runs: at most `NamedWork.mostNames` names.
  public var named: [NamedWork] {
    get { details.value { $0.named } ?? [] }
    _modify { yield &details.own.named }
  }

  /// Which kind of event followed which.
  public var order: EventOrder {
    get { details.value { $0.order } ?? EventOrder() }
    _modify { yield &details.own.order }
  }

  /// The scenes, in the order in which they came.
  public var scenes: [SceneSummary] {
    get { details.value { $0.scenes } ?? [] }
    _modify { yield &details.own.scenes }
  }

  /// The background tasks, in the order in which they began.
  public var tasks: [TaskSummary] {
    get { details.value { $0.tasks } ?? [] }
    _modify { yield &details.own.tasks }
  }

  /// The stays in the background, in their order.
  public var stays: [StaySummary] {
    get { details.value { $0.stays } ?? [] }
    _modify { yield &details.own.stays }
  }

  /// A return from the background that did not end: the process died meanwhile, or the log ended.
  public static let unendedResume: Int64 = -1

  /// How long the returns from the background took, from `willEnterForeground` to the activation, in nanoseconds.
  ///
  /// Only returns that the log shows whole, without the first way to the foreground; the last may be `unendedResume`.
  public var resumes: [Int64] {
    get { details.value { $0.resumes } ?? [] }
    _modify { yield &details.own.resumes }
  }

  /// What may become findings, in the order of the events.
  public var candidates: [Candidate] {
    get { details.value { $0.candidates } ?? [] }
    _modify { yield &details.own.candidates }
  }

  /// The instant of the first event that says that the device is unlocked, if the app was not active before.
  public var unlocked: Int64 {
    get { details.value { $0.unlocked } ?? Event.absent }
    _modify { yield &details.own.unlocked }
  }

  /// Why the steps that are in `stepsSeen` and not in `stepsJudged` could not be judged.
  public var unjudged: UnjudgedSteps {
    get { details.value { $0.unjudged } ?? UnjudgedSteps() }
    _modify { yield &details.own.unjudged }
  }

  /// The counts in a payload of MetricKit, which is a summary but no launch.
  public var metrics: [MetricCount] {
    get { details.value { $0.metrics } ?? [] }
    _modify { yield &details.own.metrics }
  }
}

extension [LaunchSummary] {
  /// The indices of MetricKit's payloads, which are no launches.
  ///
  /// For speed: only the reference to the details of each large summary is read.
  public var metricIndices: [Int] { indices.filter { self[$0].details.value { !$0.metrics.isEmpty } ?? false } }

  /// The candidates of the launch at an index, which reads no other member.
  public func candidates(at index: Int) -> [Candidate] { self[index].details.value { $0.candidates } ?? [] }
}

extension LaunchSummary {
  /// All details.
  package var allDetails: LaunchDetails { details.own }

  /// Changes several of the details at once.
  ///
  /// Changing one member takes the details out and puts them back, with two allocations.
  package mutating func changeDetails(_ change: (inout LaunchDetails) -> Void) { change(&details.own) }
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

/// A count of MetricKit's for one period of one device.
public struct MetricCount: Sendable, Equatable {
  /// The name of its event, as `metrickit.timeToFirstDraw`.
  public var event = TextID.none
  /// Why the app ended, for a counter of exits.
  public var reason = TextID.none
  /// The period.
  public var begin = Event.absent
  public var end = Event.absent
  /// The bucket's bounds in nanoseconds or bytes; absent where they could not be read.
  public var lower = Event.absent
  public var upper = Event.absent
  public var count = Event.absent

  /// A count of 0.
  public init() {}

  /// The word after `metrickit.` of a payload without a count that is read, such as sizes of files.
  public static let nothing = "nothing"
  /// The word after `metrickit.` of a payload with counts of states alone, which overlap and have no sum.
  public static let statesAlone = "statesAlone"
  /// The part of a stream's name for reports, which iOS 27 writes: `metrickit/report/6e91f7522f78dc03`.
  public static let report = "report"
  /// The part of a stream's name for reports that name a process: `metrickit/process/6e91f7522f78dc03`.
  public static let process = "process"
}
