package import TraceModel

/// The events of one stream, in pieces of which one is in memory at a time: of a long launch the others are packed.
///
/// An event takes 88 bytes, and packed some 16. A launch of five million needs 440 MB otherwise.
///
///     let pieces = EventPieces(of: 50_000, count: 5_000_000) { number in unpack(words[number]) }
package struct EventPieces: Sendable {
  /// The number of events.
  package let count: Int
  /// So many events are a piece; the last one may have fewer.
  let size: Int
  /// The events of the piece of this number.
  let piece: @Sendable (Int) -> [Event]

  /// So many events in pieces of this size; `piece` returns those of one.
  package init(of size: Int, count: Int, piece: @escaping @Sendable (Int) -> [Event]) {
    self.size = size
    self.count = count
    self.piece = piece
  }

  /// True if there is more than one piece.
  var areSeveral: Bool { count > size }

  /// All events, of which one piece is unpacked at a time.
  var lazy: some Sequence<Event> { (0..<(count + size - 1) / size).lazy.flatMap(piece) }

  /// All events at once.
  var all: [Event] { areSeveral ? Array(lazy) : piece(0) }
}

/// Events that stand in their order, in pieces: each has a number, so that none ties, and a time, which its instant and its
/// clock are.
final class OrderedPieces: ReplayOrder {
  let startIndex = 0
  let endIndex: Int
  private let pieces: EventPieces
  private let signatures: [Signature]
  /// The piece that was asked for last, and the positions of its events.
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
