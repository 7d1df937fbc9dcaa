import TraceModel

/// One event in replay, and how it changed the machines.
///
/// Only the machines change it; measures and rules see it when all machines have processed the event. They must not
/// keep it: what is needed of it later is copied, as its event or its location.
///
/// A class, for speed: it is some 300 bytes and shown to a dozen functions, and replay begins the same step again with
/// each event. As a value it was copied at each event, which took a twentieth of all replay.
final class Step {
  /// A machine, the states that it was in, and the kind of its last event: `unknown` before its first one, nil where that
  /// may be lost.
  struct Before: Sendable {
    var machine: MachineID
    var states: StateSet
    var last: EventKind?
  }

  /// A task, by its number among the machines' instances, and its kind.
  struct Task: Sendable {
    var instance: Int
    var kind: TextID
  }

  private(set) var orderedEvent = OrderedEvent(event: Event(), signature: Signature(), instant: 0, clock: 0)
  private(set) var traits = Traits()
  /// The builders that read it.
  private(set) var builders: ReplayBuilders = []
  /// How many events were lost before it, in this launch.
  var lostCount: Int64 = 0
  /// The event is an entry of its own: no other source has reported it before, and it is not the return of a callback.
  var isEntry = true
  /// Where the callback was entered that this event ends.
  var begin: EventLocation?
  /// Some machine is driven by such events.
  var isSeen = false
  /// Some machine could judge it.
  var isJudged = false
  /// It is illegal where it is, and only events of kinds that the launch holds would have made it legal: it is out of
  /// order, or an event is missing that would have been recorded.
  var isMisplaced = false
  /// Why a machine that it might have driven could not judge it.
  var unjudged = UnjudgedCause.leftOpen
  /// The machine that it drove last, and the states that this may have been in before.
  var before: Before?
  /// The task that it drove.
  var task: Task?

  var event: Event { orderedEvent.event }
  var signature: Signature { orderedEvent.signature }
  var kind: EventKind { orderedEvent.signature.kind }
  /// True if only a living process can have caused this.
  var isOfApp: Bool { traits.contains(.ofApp) && orderedEvent.signature.eventSource != .system }

  /// A step of no event yet.
  init() {}

  /// A step that has driven no machine yet.
  init(_ orderedEvent: OrderedEvent, _ tables: MachineTables) { start(orderedEvent, tables) }

  /// Begins the step of the next event, which has driven no machine yet.
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

  /// How long the callback took that returned here, in nanoseconds; 0 where that is not recorded.
  var taken: Int64 { begin?.nanos(to: event.location) ?? event.taken }
}

/// Looks at each step of one launch while it is replayed.
///
/// Replay knows the rules by this protocol only, as its folder builds upon no other: a `StreamReplay` is given what makes an
/// observer of each launch, and `Rules` gives it `PatternRules`.
protocol StepObserver: AnyObject {
  /// Reads a step that `replay` has processed; returns the candidates there, nil for none.
  func note(_ step: Step, _ replay: inout Replay) -> [Candidate]?
  /// Returns what the whole launch shows, once it is over; `end` is its clock then.
  func finish(at end: Int64) -> [Candidate]
}

extension Candidate {
  /// The time that a callback must exceed for a rule to keep it, in nanoseconds.
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

  /// A step of a machine that is in one of these states; the mildest verdict counts.
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
  static func took(_ nanos: Int64, slack: Int64 = 0) -> Self { .duration(nanos: nanos, slack: slack, isOpen: false) }
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

  /// The same with another value.
  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var changed = self
    changed[keyPath: path] = value
    return changed
  }

  /// The same as what is legal, and reported on request alone; `why` says why.
  func quirk(_ why: TextID) -> Self { with(\.name, why).with(\.explanations, []) }

  /// The same, but that an event of this kind would have made it legal.
  func missing(_ kind: EventKind) -> Self { with(\.explanations, [KindSet([kind])]) }
}

/// Callbacks that run on the main thread, whose time is measured.
extension KindSet {
  /// Those whose time `main-thread.blocked` judges: not those that have a budget of their own.
  static let mainThreadCallbacks: KindSet = [
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive,
    .appWillResignActive, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate,
  ]
  /// The move to the background, which has a budget of its own.
  static let backgroundHandlers: KindSet = [.appDidEnterBackground, .sceneDidEnterBackground]
  /// All of them.
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

  /// The nanoseconds from here to an event; nil where the clock does not say, or an event is lost between.
  func nanos(to step: Step) -> Int64? {
    step.lostCount == lostCount ? orderedEvent.event.location.nanos(to: step.event.entry) : nil
  }
}
