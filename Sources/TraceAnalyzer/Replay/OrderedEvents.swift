import TraceModel

/// The events of a launch in the order of replay.
///
/// An element has some 170 bytes: code that reads a few fields of each event gets them from `event(at:)`,
/// `instant(at:)` and `signature(at:)` without a copy.
protocol ReplayOrder: RandomAccessCollection where Element == OrderedEvent, Index == Int, Indices == Range<Int> {
  func event(at position: Int) -> Event
  func signature(at position: Int) -> Signature
  func ids(at position: Int) -> (context: ContextID, signature: SignatureID, attributes: TextID, task: TextID)
  func kind(at position: Int) -> EventKind
  func instant(at position: Int) -> Int64
  /// On the clock that the launch is measured by.
  func clock(at position: Int) -> Int64
  /// The position after the events that tie with the one at `position`, by `OrderedEvent.ties`.
  func endOfTie(at position: Int) -> Int
}

/// Events that are all in memory, with the position of each if they are not in order.
struct OrderedEvents: ReplayOrder {
  struct Entry {
    var index: Int
    var instant, clock: Int64
  }

  private let events: [Event]
  private let signatures: [Signature]
  /// The position of each event; empty if they stand in their order, and all have a time by which they are measured.
  ///
  /// For speed: mostly they do, and an entry for each event would need 50 instructions.
  private let entries: [Entry]

  init(_ events: [Event], _ symbols: Symbols, _ entries: [Entry]) {
    self.events = events
    signatures = symbols.signatures.values
    self.entries = entries
  }

  /// Events that stand in their order; each has a time, which is its instant and its clock.
  init(inOrder events: [Event], _ symbols: Symbols) { self.init(events, symbols, []) }

  var startIndex: Int { 0 }
  var endIndex: Int { events.count }

  @inline(__always) subscript(position: Int) -> OrderedEvent {
    OrderedEvent(
      event: event(at: position), signature: signature(at: position), instant: instant(at: position),
      clock: clock(at: position))
  }

  @inline(__always) private func index(at position: Int) -> Int { entries.isEmpty ? position : entries[position].index }

  @inline(__always) func event(at position: Int) -> Event { events[index(at: position)] }

  @inline(__always) func signature(at position: Int) -> Signature {
    signatures[Int(events[index(at: position)].signature.rawValue)]
  }

  @inline(__always)
  func ids(at position: Int) -> (context: ContextID, signature: SignatureID, attributes: TextID, task: TextID) {
    let index = index(at: position)
    return (events[index].context, events[index].signature, events[index].attributes, events[index].task)
  }

  @inline(__always) func kind(at position: Int) -> EventKind {
    signatures[Int(events[index(at: position)].signature.rawValue)].kind
  }

  @inline(__always) func instant(at position: Int) -> Int64 {
    entries.isEmpty ? events[position].time : entries[position].instant
  }

  @inline(__always) func clock(at position: Int) -> Int64 {
    entries.isEmpty ? events[position].time : entries[position].clock
  }

  @inline(__always) func endOfTie(at position: Int) -> Int {
    var next = position + 1
    while next < events.count, clock(at: next) == clock(at: position), ties(next, position) { next += 1 }
    return next
  }

  private func ties(_ a: Int, _ b: Int) -> Bool { self[a].ties(with: self[b]) }
}

/// One event of a launch, with the instant it is ordered and measured by.
struct OrderedEvent: Sendable {
  var event: Event
  var signature: Signature
  /// Nanoseconds on the wall clock, computed from `uptime` if the event has no time.
  var instant: Int64
  /// Nanoseconds on the clock that its launch is measured by: `uptime` if an event of the launch carries it, else the
  /// instant.
  ///
  /// Setting the wall clock does not change `uptime`. Two events of one launch are compared by this clock alone.
  var clock: Int64

  var isNumbered: Bool { event.seq != Event.absent }

  /// True if the log does not say which of the two comes first.
  func ties(with other: OrderedEvent) -> Bool { !isNumbered && !other.isNumbered && clock == other.clock }
}
