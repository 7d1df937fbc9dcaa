import TraceModel

/// Where a `LogFormatReader` writes what it makes of one record: events, or the reason why there is none.
///
/// Events are written as records of the project's own, which `CanonicalReader` then reads as if a recorder had written
/// them: so a field of a wrong type is counted and kept in `attributes`, and an event without a time that can be read
/// becomes a reject (`no usable time`), whatever the format.
struct Transcript {
  /// The records that were written so far in this batch, one behind the other.
  private(set) var text: [UInt8]
  private(set) var lines: [LineReader.Line]
  /// The messages that looked like life cycle and matched no pattern, by what they have in common.
  var unmatched: [String: Int64]
  /// False under `--keep lifecycle`: then events with a name that is in no vocabulary are counted, and not stored.
  let keepsAll: Bool
  private var record: LineReader.Line

  /// Goes on behind what `batch` holds, which it takes over for as long as `record` is read.
  init(appendingTo batch: inout EventBatch, record: LineReader.Line, keepsAll: Bool) {
    text = batch.text
    lines = batch.lines
    unmatched = batch.unmatched
    batch.text = []
    batch.lines = []
    batch.unmatched = [:]
    self.record = record
    self.keepsAll = keepsAll
    self.record.origin = record.range
  }

  /// The line on which the next record begins, from 1; of a document, the number of its record.
  var number: Int64 { record.number + (record.fate == .further ? 1 : 0) }

  /// Begins the next record of a document (`Framing.document`), which is `part` of what `read` was given.
  ///
  /// Each then counts as a record of its own, with an event or a reject of its own.
  mutating func nextRecord(_ part: ArraySlice<UInt8>) {
    if record.fate == .further { record.number += 1 }
    record.offset += Int64(part.startIndex - record.origin.lowerBound)
    record.origin = part.indices
    record.length = Int64(part.count)
    record.fate = .read
    record.isOpen = false
  }

  /// Adds an event of the record; a record may give several.
  ///
  /// Under `--keep lifecycle` an event whose name is in no vocabulary is passed over.
  mutating func add(_ event: EventLine) {
    guard keepsAll || EventNames.meaning(of: event.name) != nil else {
      if record.fate == .read { end(.passedOver) }
      return
    }
    record.range = text.count..<text.count + event.bytes.count + 1
    text += event.bytes
    text.append(UInt8(ascii: "}"))
    lines.append(record)
    record.fate = .further
    record.more = 0
  }

  /// Adds a record of the project's own as it stands in the source.
  mutating func add(record bytes: [UInt8]) {
    record.range = text.count..<text.count + bytes.count
    text += bytes
    text.append(UInt8(ascii: "\n"))
    lines.append(record)
    record.fate = .further
    record.more = 0
  }

  /// Ends a record that gives no event, and says why: `.envelope`, `.passedOver` or `.rejected(reason)`.
  mutating func end(_ fate: LineReader.Line.Fate) {
    record.fate = fate
    record.range = 0..<0
    lines.append(record)
    record.fate = .further
  }
}
