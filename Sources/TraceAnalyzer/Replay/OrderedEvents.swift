import TraceModel

/// The events of a launch in the order in which they are replayed: of each it holds where it stands, as there may be
/// millions.
///
/// An element has some 170 bytes: code that reads a few fields of each event gets them from `event(at:)`,
/// `instant(at:)` and `signature(at:)`, which make no copy.
struct OrderedEvents: RandomAccessCollection {
  struct Entry {
    var index: Int
    var instant, clock: Int64
  }

  /// Empty where they are in pieces.
  private let events: [Event]
  private let pieces: PieceReader?
  private let signatures: [Signature]
  /// Where each event stands; empty if they stand in their order, and all have a time by which they are measured.
  ///
  /// For speed: mostly they do, which needs no entries; an entry for each event would need 50 instructions.
  private let entries: [Entry]

  let endIndex: Int

  /// The events in the order of `entries`.
  init(_ events: [Event], _ symbols: Symbols, _ entries: [Entry]) {
    self.events = events
    pieces = nil
    endIndex = events.count
    signatures = symbols.signatures.values
    self.entries = entries
  }

  /// The events in the order in which they stand; each has a time, which its instant and its clock are.
  init(inOrder events: [Event], _ symbols: Symbols) { self.init(events, symbols, []) }

  /// The same of a launch whose events are in pieces.
  init(inOrder events: EventPieces, _ symbols: Symbols) {
    self.events = []
    pieces = PieceReader(events)
    endIndex = events.count
    signatures = symbols.signatures.values
    entries = []
  }

  var startIndex: Int { 0 }

  @inline(__always) subscript(position: Int) -> OrderedEvent {
    OrderedEvent(
      event: event(at: position), signature: signature(at: position), instant: instant(at: position),
      clock: clock(at: position))
  }

  @inline(__always) private func index(at position: Int) -> Int { entries.isEmpty ? position : entries[position].index }

  /// The event at a position.
  @inline(__always) func event(at position: Int) -> Event {
    pieces == nil ? events[index(at: position)] : inPieces(position)
  }

  /// The event at a position of a launch in pieces.
  @inline(never) private func inPieces(_ position: Int) -> Event { pieces?.event(at: position) ?? Event() }

  /// The signature of the event at a position.
  @inline(__always) func signature(at position: Int) -> Signature { signatures[signatureIndex(at: position)] }

  @inline(__always) private func signatureIndex(at position: Int) -> Int {
    Int((pieces == nil ? events[index(at: position)].signature : inPieces(position).signature).rawValue)
  }

  /// The numbers of what the event at a position refers to.
  @inline(__always)
  func ids(at position: Int) -> (context: ContextID, signature: SignatureID, attributes: TextID, task: TextID) {
    if pieces != nil {
      let event = inPieces(position)
      return (event.context, event.signature, event.attributes, event.task)
    }
    let index = index(at: position)
    return (events[index].context, events[index].signature, events[index].attributes, events[index].task)
  }

  /// The kind of the event at a position.
  @inline(__always) func kind(at position: Int) -> EventKind {
    signatures[signatureIndex(at: position)].kind
  }

  /// The instant of the event at a position.
  @inline(__always) func instant(at position: Int) -> Int64 {
    entries.isEmpty ? time(at: position) : entries[position].instant
  }

  /// The time at a position on the clock that the launch is measured by.
  @inline(__always) func clock(at position: Int) -> Int64 {
    entries.isEmpty ? time(at: position) : entries[position].clock
  }

  @inline(__always) private func time(at position: Int) -> Int64 {
    pieces == nil ? events[position].time : inPieces(position).time
  }

  /// The position after the events that tie with the one at `position`, as `OrderedEvent.ties` has it.
  @inline(__always) func endOfTie(at position: Int) -> Int {
    var next = position + 1
    while next < endIndex, clock(at: next) == clock(at: position), ties(next, position) { next += 1 }
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

  /// True if the log does not say which of the two comes first.
  func ties(with other: OrderedEvent) -> Bool { !isNumbered && !other.isNumbered && clock == other.clock }
}
