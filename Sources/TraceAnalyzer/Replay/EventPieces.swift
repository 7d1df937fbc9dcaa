package import TraceModel

/// The events of one stream, unpacked piece by piece.
///
/// An event takes 88 bytes, packed some 16: a launch of five million events would need 440 MB.
///
///     let pieces = EventPieces(of: 50_000, count: 5_000_000) { number in unpack(words[number]) }
package struct EventPieces: Sendable {
  /// The number of events.
  package let count: Int
  /// Events in each piece but the last.
  let size: Int
  let piece: @Sendable (Int) -> [Event]

  /// `count` events in pieces of `size`; `piece` returns the events of the piece with a number.
  package init(of size: Int, count: Int, piece: @escaping @Sendable (Int) -> [Event]) {
    self.size = size
    self.count = count
    self.piece = piece
  }

  var areSeveral: Bool { count > size }

  /// All events; one piece is unpacked at a time.
  var lazy: some Sequence<Event> { (0..<(count + size - 1) / size).lazy.flatMap(piece) }

  var all: [Event] { areSeveral ? Array(lazy) : piece(0) }
}

/// Events in replay order, in pieces: each has a number, so none ties, and a time, which is its instant and its clock.
final class OrderedPieces: ReplayOrder {
  let startIndex = 0
  let endIndex: Int
  private let pieces: EventPieces
  private let signatures: [Signature]
  private var events: [Event] = []
  private var range = 0..<0

  init(_ pieces: EventPieces, _ symbols: Symbols) {
    self.pieces = pieces
    endIndex = pieces.count
    signatures = symbols.signatures.values
  }

  subscript(position: Int) -> OrderedEvent {
    let event = event(at: position)
    return OrderedEvent(event: event, signature: signature(at: position), instant: event.time, clock: event.time)
  }

  func event(at position: Int) -> Event {
    if !range.contains(position) {
      let number = position / pieces.size
      events = pieces.piece(number)
      range = number * pieces.size..<number * pieces.size + events.count
    }
    return events[position - range.lowerBound]
  }

  func signature(at position: Int) -> Signature { signatures[Int(event(at: position).signature.rawValue)] }

  func ids(at position: Int) -> (context: ContextID, signature: SignatureID, attributes: TextID, task: TextID) {
    let event = event(at: position)
    return (event.context, event.signature, event.attributes, event.task)
  }

  func kind(at position: Int) -> EventKind { signature(at: position).kind }

  func instant(at position: Int) -> Int64 { event(at: position).time }

  func clock(at position: Int) -> Int64 { event(at: position).time }

  func endOfTie(at position: Int) -> Int { position + 1 }
}
