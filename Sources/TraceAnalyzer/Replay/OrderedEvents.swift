import TraceModel

/// The events of a launch in the order in which they are replayed: of each it holds where it stands, as there may be
/// millions.
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

  subscript(place: Int) -> OrderedEvent {
    let entry = entries[place]
    let event = events[entries[place].index]
    return OrderedEvent(
      event: event, signature: signatures[Int(event.signature.rawValue)], instant: entry.instant, clock: entry.clock)
  }
}
