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

/// Finds events by their positions, and keeps the piece that the last one was in.
final class PieceReader {
  private let pieces: EventPieces
  private var range = 0..<0
  private var events: [Event] = []

  init(_ pieces: EventPieces) { self.pieces = pieces }

  /// The event at a position.
  func event(at position: Int) -> Event {
    if !range.contains(position) {
      let number = position / pieces.size
      events = pieces.piece(number)
      range = number * pieces.size..<number * pieces.size + events.count
    }
    return events[position - range.lowerBound]
  }
}
