import TraceModel

/// Reads the project's own records as collectors of logs write them: after a prefix, as in
/// `2026-01-01T00:00:00.000Z {"event":…}`, as `Logfmt`, or in an envelope.
///
/// `RecordReader` extracts the records; the text around a record is not kept.
struct EnvelopeReader: LogFormatReader {
  static let name = LogFormat.canonical
  static let summary = "tracetool's own records in what a collector of logs puts around them"

  static func framing(_ head: LogHead) -> Framing? { firstRecord(head) == nil ? nil : .lines }

  /// The first record in a head, if all lines have other text before their records, or are `Logfmt`.
  static func firstRecord(_ head: LogHead) -> [UInt8]? {
    var lines = head.bytes.split(separator: UInt8(ascii: "\n"))
    // The last line may be cut.
    if lines.count > 1, head.bytes.last != UInt8(ascii: "\n") { lines.removeLast() }
    var first: [UInt8]?
    for line in lines where !line.allSatisfy(JSONScanner.isSpace) {
      guard line.first(where: { !JSONScanner.isSpace($0) }) != UInt8(ascii: "{"), let found = Envelope.json(in: line),
        found.isObject
      else { return nil }
      first = first ?? Array(found.raw)
    }
    return first
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    transcript.add(record: Array(record))
  }
}
