import TraceModel

/// Reads a format of others: turns its records, in the order of the source, into the project's own.
///
/// A source that goes on is read again from its start by another transcoder, whose events are dropped until it stands
/// where the one before it ended: what it keeps from record to record is a function of what came before.
protocol Transcoder: Sendable {
  /// What it is called on the command line and in an event's `format`.
  static var name: String { get }

  /// How the records stand in a source that begins so; nothing if it is of another format.
  static func framing(_ head: LogHead) -> Framing?

  init(_ options: IngestOptions)

  /// Says what becomes of one record: an event or several, or one of the other fates.
  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript)
}

/// What a transcoder makes of one batch.
struct Transcript {
  /// The project's own records, one behind the other.
  private(set) var text: [UInt8]
  private(set) var lines: [LineReader.Line]
  /// The messages that looked like life cycle and matched no pattern, by what they have in common.
  var unmatched: [String: Int64]
  private let keepsAll: Bool
  private var record: LineReader.Line

  /// Goes on with what `batch` holds, at its next record.
  init(_ batch: inout EventBatch, _ record: LineReader.Line, keepsAll: Bool) {
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

  /// The number of the next record.
  var number: Int64 { record.number + (record.fate == .further ? 1 : 0) }

  /// Begins the next record of a document: `part` of what is read.
  mutating func nextRecord(_ part: ArraySlice<UInt8>) {
    if record.fate == .further { record.number += 1 }
    record.offset += Int64(part.startIndex - record.origin.lowerBound)
    record.origin = part.indices
    record.length = Int64(part.count)
    record.fate = .read
    record.isOpen = false
  }

  /// An event of the record; one that means nothing is passed over where that is asked for.
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

  /// A record of the project's own, as it stands in the origin.
  mutating func add(record bytes: [UInt8]) {
    record.range = text.count..<text.count + bytes.count
    text += bytes
    text.append(UInt8(ascii: "\n"))
    lines.append(record)
    record.fate = .further
    record.more = 0
  }

  /// The record gives no event.
  mutating func end(_ fate: LineReader.Line.Fate) {
    record.fate = fate
    record.range = 0..<0
    lines.append(record)
    record.fate = .further
  }
}

/// One of the project's own records while it is written.
struct EventLine {
  let name: String
  private(set) var bytes = Array("{".utf8)

  init(_ name: String) {
    self.name = name
    set("event", name)
  }

  private mutating func key(_ key: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONText.encode(Array(key.utf8)[...], to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Sets a field, or an attribute that has no field's name.
  mutating func set(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    JSONText.encode(Array(text.utf8)[...], to: &bytes)
  }

  /// Sets it to a number or a truth.
  mutating func set(_ name: String, _ value: (some LosslessStringConvertible & BitwiseCopyable)?) {
    guard let value else { return }
    key(name)
    bytes += Array(value.description.utf8)
  }

  /// Sets the whole name of the stream, of which the event is whatever else it says; and how many lines of the source
  /// are missing before it, beside those that were rejected.
  mutating func set(stream name: String?, missingCount: Int64 = 0) {
    if name == nil, missingCount == 0 { return }
    key("origin")
    bytes.append(UInt8(ascii: "{"))
    if let name {
      bytes += Array("\"source\":".utf8)
      JSONText.encode(Array(name.utf8)[...], to: &bytes)
    }
    if missingCount > 0 {
      if name != nil { bytes.append(UInt8(ascii: ",")) }
      bytes += Array("\"lost\":\(Int32(clamping: missingCount))".utf8)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Sets it to a value as it stands in the origin.
  mutating func set(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    key(name)
    bytes += value.raw
  }

  /// Says which kinds the format can tell at all: that others are missing means nothing.
  mutating func set(records: String) {
    key("records")
    bytes += Array(records.utf8)
  }

  /// Those of some names that are kinds, as `set(records:)` wants them.
  static func records(_ names: [String]) -> String {
    let kinds = Set(names).filter { EventNames.meaning(of: $0) != nil }
    return "[\(kinds.sorted().map { "\"\($0)\"" }.joined(separator: ","))]"
  }
}
