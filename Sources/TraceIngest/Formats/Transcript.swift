import TraceModel

/// Collects the result of a `LogFormatReader` for one record: events, or the reason why there is none.
///
/// Events are written as the project's own records, which `EventReader` then reads as if a recorder had written
/// them: so in any format, a field with a wrong type is counted and kept in `attributes`, and an event whose time
/// cannot be read becomes a reject (`no usable time`).
struct Transcript {
  private(set) var text: [UInt8]
  private(set) var lines: [LineReader.Line]
  var notes: SourceNotes
  private(set) var outcome = Outcome.pending
  /// False for `--keep lifecycle`, which counts events whose name is in no vocabulary, and does not store them.
  let keepsAll: Bool
  /// The names that `--keep lifecycle` dropped, each with its number of records.
  private(set) var droppedNames: [String: Int64] = [:]
  private var record: LineReader.Line
  /// Where the line with the record begins, in the source and in the buffer, and the line's number.
  private let begin: (offset: Int64, index: Int, number: Int64)

  /// Appends to the contents of `batch`, which are moved out while `record` is read.
  init(appendingTo batch: inout EventBatch, record: LineReader.Line, keepsAll: Bool) {
    text = batch.text
    lines = batch.lines
    notes = batch.notes
    batch.text = []
    batch.lines = []
    batch.notes = SourceNotes()
    self.record = record
    self.keepsAll = keepsAll
    self.record.origin = record.range
    begin = (record.offset, record.range.lowerBound, record.number)
  }

  /// The line on which the next record begins, from 1; in a document, the number of its record.
  var number: Int64 { record.number + (record.fate == .further ? 1 : 0) }

  /// Begins the next record of a document (`Framing.document`), which is the slice `bytes` of the text given to `read`,
  /// with an event or a reject of its own.
  mutating func nextRecord(_ bytes: ArraySlice<UInt8>) {
    if record.fate == .further { record.number += 1 }
    record.offset += Int64(bytes.startIndex - record.origin.lowerBound)
    record.origin = bytes.indices
    record.length = Int64(bytes.count)
    record.fate = .read
    record.isOpen = false
  }

  /// Begins the next of `count` records in an envelope, at `range` of the piece, or the whole piece if nil.
  ///
  /// Its number is that of its line, `linesBefore` lines into the envelope, or the one after the record before it.
  mutating func nextRecord(_ range: Range<Int>?, linesBefore: Int64, of count: Int) {
    let isFirst = record.fate == .read
    record.number = max(begin.number + linesBefore, isFirst ? record.number : record.number + 1)
    if isFirst { record.more = max(record.more - Int64(count - 1), 0) }
    record.fate = .read
    guard let range else { return }
    record.offset = begin.offset + Int64(range.lowerBound - begin.index)
    record.origin = range
    record.length = Int64(range.count)
  }

  enum Outcome: Comparable {
    case pending
    /// Part of an envelope, or rejected.
    case envelope
    /// Kept whole, without a meaning in an app's life cycle.
    case kept
    case event
  }

  struct Mark {
    fileprivate let textCount: Int
    fileprivate let lineCount: Int
    fileprivate let record: LineReader.Line
    fileprivate let outcome: Outcome
  }

  struct Written {
    let outcome: Outcome
    fileprivate let text: [UInt8]
    fileprivate let lines: [LineReader.Line]
    fileprivate let record: LineReader.Line
  }

  var mark: Mark { Mark(textCount: text.count, lineCount: lines.count, record: record, outcome: outcome) }

  /// Resets the transcript to a mark, and returns the content after it.
  mutating func goBack(to mark: Mark) -> Written {
    let written = Written(
      outcome: outcome, text: Array(text[mark.textCount...]), lines: Array(lines[mark.lineCount...]), record: record)
    text.removeSubrange(mark.textCount...)
    lines.removeSubrange(mark.lineCount...)
    record = mark.record
    outcome = mark.outcome
    return written
  }

  mutating func restore(_ written: Written, at mark: Mark) {
    _ = goBack(to: mark)
    text += written.text
    lines += written.lines
    record = written.record
    outcome = written.outcome
  }

  /// Adds an event of the record; a record may give several, and `--keep lifecycle` drops names in no vocabulary.
  mutating func add(_ event: EventLine) {
    outcome = max(outcome, event.name == EventLine.messageName ? .kept : .event)
    add(record: event.bytes, of: event.name)
  }

  /// Adds one of the project's own records as it is; without a `name` of its event `--keep lifecycle` applies when the
  /// record is read.
  mutating func add(record bytes: [UInt8], of name: String? = nil) {
    if !keepsAll, let name, EventNames.meaning(of: name) == nil {
      if record.fate == .read {
        droppedNames[name, default: 0] += 1
        end(.passedOver)
      }
      return
    }
    record.range = text.count..<text.count + bytes.count
    text += bytes
    text.append(UInt8(ascii: "\n"))
    lines.append(record)
    record.fate = .further
    record.more = 0
  }

  /// Ends a record that gives no event, with the reason: `.envelope`, `.passedOver` or `.rejected(reason)`.
  mutating func end(_ fate: LineReader.Line.Fate) {
    if case .passedOver = fate {} else { outcome = max(outcome, .envelope) }
    // The line is counted once if several of its pieces are no records.
    if fate == .envelope, record.fate == .further { return }
    record.fate = fate
    record.range = 0..<0
    lines.append(record)
    record.fate = .further
  }
}
