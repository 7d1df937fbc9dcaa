import TraceModel

/// The first bytes of a source, by which a format recognizes its logs.
///
/// A source of 4 KiB (`SourceFingerprint.length`) or less is complete here; of a longer one the last line is mostly cut.
struct LogHead {
  /// The bytes, without a byte-order mark.
  let bytes: [UInt8]
  /// The keys of the first JSON object that begins a line, as far as the object is in these bytes; empty for a text.
  ///
  /// For `{"resourceLogs":[…]}` they are `["resourceLogs"]`.
  private(set) var keys: [String] = []

  /// The first bytes of a source; a byte-order mark is left out.
  init(_ bytes: [UInt8]) {
    let bytes = bytes.starts(with: [UInt8].byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = bytes
    if let start = Self.firstObject(in: bytes) { keys = Self.keys(bytes.span, start) }
  }

  /// The keys of the object at `start`, as far as it is in `text`.
  static func keys(_ text: Span<UInt8>, _ start: Int) -> [String] {
    var keys: [String] = []
    // The object may break off.
    _ = try? JSONScanner.entries(text, start, depth: 0) { _, key, value throws(Reject.Reason) in
      keys.append(key.map { text.extracting($0.inner).string } ?? "")
      return try JSONScanner.value(text, value, depth: 1).end
    }
    return keys
  }

  /// The start of the first object that begins its line: one within a line of text belongs to the text.
  private static func firstObject(in bytes: [UInt8]) -> Int? {
    var isAtStart = true
    for (at, byte) in bytes.enumerated() {
      // A word in braces is a mark of a page, as `{noformat}`.
      if byte == UInt8(ascii: "{"), isAtStart, at + 1 == bytes.count || !bytes[at + 1].isLetter { return at }
      isAtStart = byte == UInt8(ascii: "\n") || isAtStart && (JSONScanner.isSpace(byte) || "[,".utf8.contains(byte))
    }
    return nil
  }

  /// The lines; the last one may be cut.
  var lines: [String] { bytes.lines }

  /// The first byte that is no white space.
  var first: UInt8? { bytes.first { !JSONScanner.isSpace($0) } }

  /// True if more than a tenth of the characters do not occur in UTF-8 text: bytes that are no UTF-8, or control
  /// characters that lines hardly have.
  var isBinary: Bool {
    let characters = bytes[...].string.unicodeScalars
    let ofText = "\t\n\u{C}\r\u{1B}".unicodeScalars
    let odd = characters.count { $0.value == 0xFFFD || $0.value < 0x20 && !ofText.contains($0) }
    return 10 * odd > characters.count
  }

  /// True if the bytes contain this text.
  func contains(_ text: String) -> Bool { bytes[...].firstIndex(of: text.utf8) != nil }

  /// True if it is text in lines, which may be cleaned, and no document that a program wrote.
  var mayBeCleaned: Bool {
    let start = bytes.drop(while: JSONScanner.isSpace).prefix(9).string.lowercased()
    // An editor has replaced the quotation marks.
    let mark = start.dropFirst().first { $0 != " " }
    if start.hasPrefix("{"), let mark, "“”„".contains(mark) { return true }
    return keys.isEmpty && !["{", "<?xml", "<!doctype", "<html", "<plist"].contains(where: start.hasPrefix)
  }

  /// True if the first object has a key of the event record, even if it also has keys of another format.
  func isCanonical(_ options: IngestOptions) -> Bool {
    keys.contains { $0 == "attributes" || options.eventKeys.contains($0) }
  }

  /// True if a line begins an object or an array; false for a word or a time in brackets, as in `[log] …`, `[10:00:01] …`
  /// and `{noformat}`.
  static func beginsJSON(_ line: String) -> Bool {
    let text = line.drop { $0.isWhitespace }
    let inner = text.dropFirst().drop { $0.isWhitespace }
    let behind = inner.drop { $0.isLetter || $0.isNumber }.first
    switch text.first {
    case "{": return inner.first?.isLetter != true || behind != "}"
    // What is in brackets may be empty.
    case "[" where inner.first == "]": return inner.dropFirst().first.map { ",]}".contains($0) } ?? true
    case "[": return inner.first.map { "{[\"“".contains($0) || $0.isNumber && !":-/".contains(behind ?? " ") } ?? true
    default: return false
    }
  }
}
