import TraceModel

/// One event in replay, and how it changed the machines.
///
/// Only the machines change it; measures and rules see it when all machines have processed the event. They must not
/// keep it, but copy its event or location.
///
/// A class, for speed: it is some 300 bytes and passed to a dozen functions, and replay reuses it for each event; as a
/// value its copies took a twentieth of all replay.
final class Step {
  /// A machine, its states before, and the kind of its last event: `unknown` before its first, nil if that may be lost.
  struct Before: Sendable {
    var machine: MachineID
    var states: StateSet
    var last: EventKind?
  }

  /// A task, by its index in `MachineReplay.instances`, and its kind.
  struct Task: Sendable {
    var instance: Int
    var kind: TextID
  }

  private(set) var orderedEvent = OrderedEvent(event: Event(), signature: Signature(), instant: 0, clock: 0)
  private(set) var traits = Traits()
  private(set) var builders: ReplayBuilders = []
  /// How many events were lost before it, in this launch.
  var lostCount: Int64 = 0
  /// The event is an entry of its own: no other source has reported it before, and it is not the return of a callback.
  var isEntry = true
  /// Where the callback was entered that this event ends.
  var begin: EventLocation?
  /// A machine is driven by events of this kind.
  var isSeen = false
  var isJudged = false
  /// The event is illegal here, and only kinds that the launch holds would have made it legal: it is out of order, or
  /// an event that would have been recorded is missing.
  var isMisplaced = false
  /// Why a machine that it might have driven could not judge it.
  var unjudged = UnjudgedCause.leftOpen
  /// The last machine that it drove, and the states that this may have been in before.
  var before: Before?
  var task: Task?

  var event: Event { orderedEvent.event }
  var signature: Signature { orderedEvent.signature }
  var kind: EventKind { orderedEvent.signature.kind }
  /// True if only a living process can have caused this.
  var isOfApp: Bool { traits.contains(.ofApp) && orderedEvent.signature.eventSource != .system }

  init() {}

  init(_ orderedEvent: OrderedEvent, _ tables: MachineTables) { start(orderedEvent, tables) }

  @inline(__always) func start(_ orderedEvent: OrderedEvent, _ tables: MachineTables) {
    self.orderedEvent = orderedEvent
    let kind = Int(orderedEvent.signature.kind.rawValue)
    traits = tables.traits[kind]
    builders = tables.builders[kind]
    lostCount = 0
    isEntry = true
    begin = nil
    isSeen = false
    isJudged = false
    isMisplaced = false
    unjudged = .leftOpen
    before = nil
    task = nil
  }

  /// How long the callback took that returned here, in nanoseconds; 0 if unknown.
  var taken: Int64 { begin?.nanos(to: event.location) ?? event.taken }
}

/// Sees each step of one launch while it is replayed.
///
/// Replay calls the rules by this protocol only: `StreamReplay` is given what makes an observer of each launch, and
/// `Rules` gives it `PatternRules`.
protocol StepObserver: AnyObject {
  /// Reads a step that `replay` has processed; returns the candidates there, nil for none.
  func note(_ step: Step, _ replay: inout Replay) -> [Candidate]?
  /// Returns what the whole launch shows; `end` is its clock at the end.
  func finish(at end: Int64) -> [Candidate]
  /// Returns what a callback that had not returned at the end shows.
  func candidate(of callback: UnreturnedCallback) -> Candidate
  /// Returns what UIKit's word about a task shows.
  func candidate(of task: OverdueTask) -> Candidate
  /// Removes what the reason of the process's end refutes.
  func review(_ candidates: inout [Candidate], _ exit: ExitReason?)
}

extension Candidate {
  /// A rule keeps only callbacks that took longer, in nanoseconds.
  static let leastNanos = Budget.leastHeldNanos

  /// A candidate at one event, with its kind, location and scene.
  init(_ rule: RuleID, _ orderedEvent: OrderedEvent, _ detail: Detail = .none, name: TextID = .none) {
    self.init()
    self.rule = rule
    kind = orderedEvent.signature.kind
    location = orderedEvent.event.location
    scene = orderedEvent.event.scene
    self.name = name
    self.detail = detail
  }

  /// A step of a machine in one of these states; the mildest verdict counts.
  init(_ step: Step, _ table: MachineTable, _ states: StateSet, lostCount: Int64 = 0) {
    let decisive = UInt8(table.verdict(states, on: step.kind).state)
    self.init(
      RuleID(table.machine.id), step.orderedEvent, .step(states: states, decisive: decisive, lostCount: lostCount))
    view = step.signature.view
    task = step.event.task
  }
}

extension Candidate.Detail {
  /// A duration that ended.
  static func took(_ nanos: Int64, slack: Int64 = 0, isUnseen: Bool = false) -> Self {
    .duration(nanos: nanos, slack: slack, isOpen: false, isUnseen: isUnseen)
  }
}

extension Candidate {
  /// A candidate at a location, of a task if one is named.
  init(_ rule: RuleID, at location: EventLocation, _ kind: EventKind = .unknown, task: TextID = .none) {
    self.init()
    self.rule = rule
    self.location = location
    self.kind = kind
    self.task = task
  }

  /// A copy with another value.
  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var changed = self
    changed[keyPath: path] = value
    return changed
  }

  /// A copy as a legal step, reported on request alone because of `why`.
  func quirk(_ why: TextID) -> Self { with(\.name, why).with(\.explanations, []) }

  /// A copy that an event of this kind would have made legal.
  func missing(_ kind: EventKind) -> Self { with(\.explanations, [KindSet([kind])]) }
}

/// Callbacks that run on the main thread, whose time is measured.
extension KindSet {
  /// The callbacks that `main-thread.blocked` judges: all without a budget of their own.
  static let mainThreadCallbacks: KindSet = [
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive,
    .appWillResignActive, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate,
  ]
  /// The move to the background, which has a budget of its own.
  static let backgroundHandlers: KindSet = [.appDidEnterBackground, .sceneDidEnterBackground]
  static let timedCallbacks = mainThreadCallbacks.union(backgroundHandlers).union([.appWillTerminate])
}

/// An event from which a time is measured.
struct TimeMark {
  let orderedEvent: OrderedEvent
  private let lostCount: Int64

  init(_ step: Step) {
    orderedEvent = step.orderedEvent
    lostCount = step.lostCount
  }

  /// The nanoseconds from here to an event; nil if the clock does not say, or an event is lost between.
  func nanos(to step: Step) -> Int64? {
    step.lostCount == lostCount ? orderedEvent.event.location.nanos(to: step.event.entry) : nil
  }
}
