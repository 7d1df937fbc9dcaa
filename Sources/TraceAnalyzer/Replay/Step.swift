import TraceModel

/// One event as replay takes it, and what it did to the machines.
///
/// Only the judge changes it; measures and rules are shown it when all machines have taken the event. Nobody keeps it:
/// what is needed of it later is copied, as its event or its place.
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
  /// The parts of replay that look at it.
  private(set) var parts: ReplayParts = []
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
  /// It has no place where it stands, and only kinds of events that the launch holds would have made one for it: it is out
  /// of order, or an event is missing that would have been recorded.
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
    parts = tables.parts[kind]
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
  var taken: Int64 { begin?.nanos(to: event.place) ?? event.taken }
}
