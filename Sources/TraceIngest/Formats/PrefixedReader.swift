import TraceModel

/// Reads records of the project's own that stand behind something else on their lines, as what collects logs writes
/// them: `2026-01-01T00:00:00.000Z {"event":…}`, `shop | {"event":…}`, or in a string, as Docker does.
///
/// What stands before a record is no part of it, and is not kept.
struct PrefixedReader: LogFormatReader {
  static let name = LogFormat.canonical
  static let summary = "tracetool's own records behind what a collector of logs puts before them"
  /// The greatest number of braces in the prefix of a record.
  private static let mostBraces = 8
  /// Docker's log driver `json-file` writes these keys and no others.
  private static let dockerKeys: Set = ["log", "stream", "time", "attrs"]

  static func framing(_ head: LogHead) -> Framing? { firstRecord(head) == nil ? nil : .lines }

  /// The first record, if each line that begins a source has something before its own.
  static func firstRecord(_ head: LogHead) -> [UInt8]? {
    var lines = head.bytes.split(separator: UInt8(ascii: "\n"))
    // The last one may be cut.
    if lines.count > 1, head.bytes.last != UInt8(ascii: "\n") { lines.removeLast() }
    var first: [UInt8]?
    for line in lines where !line.allSatisfy(JSONScanner.isSpace) {
      guard let found = record(in: line), found.isPrefixed else { return nil }
      first = first ?? found.bytes
    }
    return first
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    guard let found = Self.record(in: record) else { return transcript.end(.rejected(.notJSON)) }
    transcript.add(record: found.bytes)
  }

  /// The record on a line, and whether something stands before it.
  private static func record(in line: ArraySlice<UInt8>) -> (bytes: [UInt8], isPrefixed: Bool)? {
    if line.first(where: { !JSONScanner.isSpace($0) }) == UInt8(ascii: "{") {
      // An object that is broken holds others that are none of the records.
      guard let value = try? JSONValue(line) else { return nil }
      return inString(value).map { ($0, true) } ?? (Array(value.raw), false)
    }
    var braces = 0
    var at = line.startIndex
    while braces < mostBraces, let brace = line[at...].firstIndex(of: UInt8(ascii: "{")) {
      if let value = try? JSONValue(line[brace...]) { return (Array(value.raw), true) }
      braces += 1
      at = brace + 1
    }
    return nil
  }

  /// The record in the string that Docker makes of a line.
  private static func inString(_ value: JSONValue) -> [UInt8]? {
    let members = value.members
    guard members.allSatisfy({ dockerKeys.contains($0.key) }),
      let text = members.last(where: { $0.key == "log" })?.value.bytes, let inner = record(in: text)
    else { return nil }
    return inner.bytes
  }
}
