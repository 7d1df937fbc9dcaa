import TraceModel

/// The events of a launch in the order in which they are replayed: of each it holds where it stands, as there may be
/// millions.
///
/// An element is some 170 bytes: who looks at a few fields of each event takes them from `event(at:)`, `instant(at:)` and
/// `signature(at:)`, which copy nothing.
struct OrderedEvents: RandomAccessCollection {
  struct Entry {
    var index: Int
    var instant, clock: Int64
  }

  private let events: [Event]
  private let signatures: [Signature]
  /// Where each event stands; empty if they stand in their order, and all have a time by which they are measured.
  ///
  /// For speed: mostly they do, and to say so takes nothing, where an entry an event takes 50 instructions.
  private let places: [Entry]

  /// The events in the order of `entries`.
  init(_ events: [Event], _ symbols: Symbols, _ entries: [Entry]) {
    self.events = events
    signatures = symbols.signatures.values
    places = entries
  }

  /// The events in the order in which they stand; each has a time, which its instant and its clock are.
  init(inOrder events: [Event], _ symbols: Symbols) { self.init(events, symbols, []) }

  var startIndex: Int { 0 }
  var endIndex: Int { events.count }

  @inline(__always) subscript(place: Int) -> OrderedEvent {
    OrderedEvent(
      event: event(at: place), signature: signature(at: place), instant: instant(at: place), clock: clock(at: place))
  }

  @inline(__always) private func index(at place: Int) -> Int { places.isEmpty ? place : places[place].index }

  /// The event at a place.
  @inline(__always) func event(at place: Int) -> Event { events[index(at: place)] }

  /// The signature of the event at a place.
  @inline(__always) func signature(at place: Int) -> Signature {
    signatures[Int(events[index(at: place)].signature.rawValue)]
  }

  /// The numbers of what the event at a place refers to.
  @inline(__always)
  func ids(at place: Int) -> (context: ContextID, signature: SignatureID, attributes: TextID, task: TextID) {
    let index = index(at: place)
    return (events[index].context, events[index].signature, events[index].attributes, events[index].task)
  }

  /// The kind of the event at a place.
  @inline(__always) func kind(at place: Int) -> EventKind {
    signatures[Int(events[index(at: place)].signature.rawValue)].kind
  }

  /// The instant of the event at a place.
  @inline(__always) func instant(at place: Int) -> Int64 {
    places.isEmpty ? events[place].time : places[place].instant
  }

  /// The time at a place on the clock that the launch is measured by.
  @inline(__always) func clock(at place: Int) -> Int64 {
    places.isEmpty ? events[place].time : places[place].clock
  }

  /// The place after the events that tie with the one at `place`, as `OrderedEvent.ties` has it.
  @inline(__always) func endOfTie(at place: Int) -> Int {
    var next = place + 1
    while next < events.count, clock(at: next) == clock(at: place), ties(next, place) { next += 1 }
    return next
  }

  private func ties(_ a: Int, _ b: Int) -> Bool { self[a].ties(with: self[b]) }
}

/// One event of a launch, with the instant it is ordered and measured by.
struct OrderedEvent: Sendable {
  var event: Event
  var signature: Signature
  /// Nanoseconds on the wall clock, reckoned from `uptime` where the event has no time.
  var instant: Int64
  /// Nanoseconds on the clock that its launch is measured by: `uptime` if an event of the launch carries it, else the
  /// instant.
  ///
  /// A wall clock that is set does not change it. Two events of one launch are compared by it alone.
  var clock: Int64

  /// True if the event has a `seq`.
  var isNumbered: Bool { event.seq != Event.absent }

  /// True if nothing says which of the two comes first.
  func ties(with other: OrderedEvent) -> Bool { !isNumbered && !other.isNumbered && clock == other.clock }
}
