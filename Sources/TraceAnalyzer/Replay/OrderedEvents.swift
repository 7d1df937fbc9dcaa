import TraceModel

/// The events of a launch in the order in which they are replayed: of each it holds where it stands, as there may be
/// millions.
///
/// An element is some 170 bytes: who looks at a few fields of each event takes them from `event(at:)` and
/// `signature(at:)`, which copy nothing.
struct OrderedEvents: RandomAccessCollection {
  struct Entry {
    var index: Int
    var instant, clock: Int64
  }

  private let events: [Event]
  private let signatures: [Signature]
  let entries: [Entry]

  init(_ events: [Event], _ symbols: Symbols, _ entries: [Entry]) {
    self.events = events
    signatures = symbols.signatures.values
    self.entries = entries
  }

  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  @inline(__always) subscript(place: Int) -> OrderedEvent {
    let entry = entries[place]
    return OrderedEvent(
      event: event(at: place), signature: signature(at: place), instant: entry.instant, clock: entry.clock)
  }

  /// The event at a place.
  @inline(__always) func event(at place: Int) -> Event { events[entries[place].index] }

  /// The signature of the event at a place.
  @inline(__always) func signature(at place: Int) -> Signature {
    signatures[Int(events[entries[place].index].signature.rawValue)]
  }

  /// The place after the events that tie with the one at `place`, as `OrderedEvent.ties` has it.
  @inline(__always) func endOfTie(at place: Int) -> Int {
    var next = place + 1
    while next < entries.count, entries[next].clock == entries[place].clock, ties(next, place) { next += 1 }
    return next
  }

  private func ties(_ a: Int, _ b: Int) -> Bool { self[a].ties(with: self[b]) }
}
