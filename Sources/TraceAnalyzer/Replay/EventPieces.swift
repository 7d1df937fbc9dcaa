package import TraceModel

/// The events of one launch that has too many to be in memory at once: they are kept in pieces, of which one is unpacked
/// at a time.
///
/// An event takes 88 bytes, and packed some 16. A launch of five million needs 440 MB otherwise.
///
///     let pieces = EventPieces(counts: words.map(\.count)) { number in unpack(words[number]) }
package struct EventPieces: Sendable {
  /// The position behind the last event of each piece.
  let ends: [Int]
  /// The events of the piece of this number.
  let piece: @Sendable (Int) -> [Event]

  /// The events in pieces of these counts; `piece` returns those of one.
  package init(counts: [Int], piece: @escaping @Sendable (Int) -> [Event]) {
    var end = 0
    ends = counts.map { count in
      end += count
      return end
    }
    self.piece = piece
  }

  /// The number of events.
  var count: Int { ends.last ?? 0 }

  /// All events, of which one piece is unpacked at a time.
  var lazy: some Sequence<Event> { ends.indices.lazy.flatMap(piece) }

  /// All events at once.
  var all: [Event] { ends.count == 1 ? piece(0) : Array(lazy) }
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
      let number = pieces.ends.partitioningIndex { $0 > position }
      events = pieces.piece(number)
      range = (number == 0 ? 0 : pieces.ends[number - 1])..<pieces.ends[number]
    }
    return events[position - range.lowerBound]
  }
}
