/// The records of a source that is newest first, kept until its last one was read: from there they are replayed.
///
/// Readers of foreign formats understand a record by those before it, so a source whose times descend (`SourceClock`)
/// is read from its end. All is kept: a pipe has no end before it is closed.
struct TurnedRecords: Sendable {
  private(set) var bytes: [UInt8] = []
  /// In the order of the source, with ranges in `bytes`.
  private(set) var records: [LineReader.Line] = []

  mutating func add(_ record: LineReader.Line, _ text: some Collection<UInt8>) {
    var record = record
    record.range = bytes.count..<bytes.count + text.count
    record.isOpen = false
    bytes += text
    records.append(record)
  }

  /// Adds the records in an envelope, which is `text`, numbered as in `Transcript.nextRecord`; returns the last number.
  mutating func add(_ inner: [Envelope.Excerpt], of line: LineReader.Line, _ text: ArraySlice<UInt8>) -> Int64 {
    if inner.isEmpty {
      add(line, text)
      return line.number
    }
    var record = line
    record.more = max(line.more - Int64(inner.count - 1), 0)
    var counted = text.startIndex
    var number = line.number
    for (index, piece) in inner.enumerated() {
      if let range = piece.range, range.lowerBound > counted {
        number += Int64(text[counted..<range.lowerBound].count { $0 == UInt8(ascii: "\n") })
        counted = range.lowerBound
      }
      record.number = index == 0 ? number : max(number, record.number + 1)
      record.offset = line.offset + Int64((piece.range?.lowerBound ?? text.startIndex) - text.startIndex)
      record.length = Int64(piece.bytes.count)
      add(record, piece.bytes)
      record.more = 0
    }
    return record.number
  }
}
