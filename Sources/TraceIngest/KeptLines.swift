package import TraceModel

/// The lines of some events of a batch, in little more room than their bytes take: whoever refuses an event later makes a
/// reject of it.
package struct KeptLines: Sendable {
  private struct Line {
    /// The number of the event.
    var event: Int
    /// Where its bytes end; they begin where those of the line before end.
    var end: Int
    var offset: Int64
    var length: Int64
  }

  private var lines: [Line] = []
  private var bytes: [UInt8] = []

  /// How many bytes of memory they take.
  package var byteCount: Int { bytes.count + lines.count * MemoryLayout<Line>.stride }

  /// Keeps the lines of the events at some places in a batch, rising, whose first event has the number `first`.
  package init(of places: [Int], in batch: EventBatch, numberedFrom first: Int) {
    lines.reserveCapacity(places.count)
    bytes.reserveCapacity(places.reduce(0) { $0 + batch.keptBytes(of: $1).count })
    for place in places {
      bytes += batch.keptBytes(of: place)
      let line = batch.lines[place]
      lines.append(Line(event: first + place, end: bytes.count, offset: line.offset, length: line.length))
    }
  }

  /// An event that is refused as a reject with its bytes.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - number: Its number.
  ///   - reason: Why it is refused.
  /// - Returns: The reject; nil if its line was not kept.
  package func reject(_ event: Event, number: Int, _ reason: Reject.Reason) -> Reject? {
    let index = lines.partitioningIndex { $0.event >= number }
    guard index < lines.count, lines[index].event == number else { return nil }
    var reject = Reject(event, reason)
    reject.offset = lines[index].offset
    reject.length = lines[index].length
    reject.raw = Array(bytes[(index == 0 ? 0 : lines[index - 1].end)..<lines[index].end])
    return reject
  }
}

extension EventBatch {
  /// As many bytes of an event's line as a reject keeps.
  fileprivate func keptBytes(of place: Int) -> ArraySlice<UInt8> { raw(lines[place]).prefix(Reject.keptBytes) }
}
