import TraceModel

/// Recognizes text in another encoding than UTF-8, or with other line ends than newlines, and says how to convert it.
///
/// Such text is not read: offsets and rejected lines refer to the file, and nobody would find them there. One command
/// converts the file.
struct ForeignText {
  /// As in `text in UTF-16LE without a byte-order mark`.
  let what: String
  /// What to do, as an imperative.
  let hint: String
  /// The first bytes converted to UTF-8 with newlines.
  let readable: [UInt8]

  /// An encoding by the name that `iconv` has for it, as in `UTF-16LE`.
  private struct Encoding {
    var name: String
    /// The number of bytes of a unit, and whether the highest comes first.
    var width: Int
    var isBigEndian: Bool

    static let all = [
      Encoding(name: "UTF-32LE", width: 4, isBigEndian: false), Encoding(name: "UTF-32BE", width: 4, isBigEndian: true),
      Encoding(name: "UTF-16LE", width: 2, isBigEndian: false), Encoding(name: "UTF-16BE", width: 2, isBigEndian: true),
    ]

    /// The byte-order mark, U+FEFF.
    var mark: [UInt8] {
      let units: [UInt8] = [0xFF, 0xFE] + [UInt8](repeating: 0, count: width - 2)
      return isBigEndian ? units.reversed() : units
    }

    /// The characters of bytes, whose last one may be cut; nil if they are no text.
    func characters(_ bytes: ArraySlice<UInt8>) -> String.UnicodeScalarView? {
      var scalars = String.UnicodeScalarView()
      var units: [UInt32] = []
      for start in stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width) {
        let unit = bytes[start..<start + width]
        units.append((isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) })
      }
      var at = 0
      while at < units.count {
        var value = units[at]
        at += 1
        if width == 2, 0xD800..<0xDC00 ~= value {
          if at == units.count { break }
          guard 0xDC00..<0xE000 ~= units[at] else { return nil }
          value = 0x10000 + (value - 0xD800) << 10 + (units[at] - 0xDC00)
          at += 1
        }
        guard let scalar = Unicode.Scalar(value), Self.isOfText(scalar) else { return nil }
        scalars.append(scalar)
      }
      return scalars
    }

    /// False for characters that text hardly has, and that bytes other than text decode to.
    private static func isOfText(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control: scalar.properties.isWhitespace || scalar.value == 0x1B
      case .unassigned, .privateUse, .surrogate: false
      default: true
      }
    }
  }

  /// Characters that end lines in place of a newline, and the command that replaces them by newlines.
  private static let lineEnds: [(end: [UInt8], name: String, command: String)] = [
    ([0x0D], "a carriage return alone", "tr '\\r' '\\n' < FILE > FILE.lf"),
    (Array("\u{2028}".utf8), "U+2028", perl("\\xE2\\x80\\xA8")),
    (Array("\u{2029}".utf8), "U+2029", perl("\\xE2\\x80\\xA9")),
    (Array("\u{85}".utf8), "U+0085", perl("\\xC2\\x85")),
    ([0], "NUL", "tr '\\0' '\\n' < FILE > FILE.lf"),
  ]

  private static func perl(_ bytes: String) -> String { "perl -pe 's/\(bytes)/\\n/g' FILE > FILE.lf" }

  /// The text that the first bytes of a source, without the mark of UTF-8, are; nil if they are no such text.
  static func find(in bytes: [UInt8]) -> ForeignText? { marked(bytes) ?? unmarked(bytes) ?? lines(bytes) }

  /// Text with a byte-order mark.
  private static func marked(_ bytes: [UInt8]) -> ForeignText? {
    for encoding in Encoding.all where bytes.starts(with: encoding.mark) {
      // With a mark, iconv's `UTF-16` has either byte order.
      let name = String(encoding.name.dropLast(2))
      guard let text = encoding.characters(bytes.dropFirst(encoding.mark.count)) else { continue }
      return ForeignText(what: "text in \(name)", hint: iconv(name), readable: Array(String(text).utf8))
    }
    return nil
  }

  /// Text in UTF-16 or UTF-32 without a byte-order mark.
  ///
  /// A log has digits, blanks and names in ASCII, whatever its language: half of the bytes of these characters are 0.
  private static func unmarked(_ bytes: [UInt8]) -> ForeignText? {
    guard bytes.contains(0) else { return nil }
    for encoding in Encoding.all {
      guard let text = encoding.characters(bytes[...]), text.count > 3 else { continue }
      if 4 * text.count(where: \.isASCII) < text.count { continue }
      let what = "text in \(encoding.name) without a byte-order mark"
      return ForeignText(what: what, hint: iconv(encoding.name), readable: Array(String(text).utf8))
    }
    return nil
  }

  private static func iconv(_ name: String) -> String {
    "turn it into UTF-8: iconv -f \(name) -t UTF-8 FILE > FILE.utf8"
  }

  /// Text with other line ends: it has no newline, and more than one line.
  private static func lines(_ bytes: [UInt8]) -> ForeignText? {
    if bytes.contains(UInt8(ascii: "\n")) { return nil }
    for (end, name, command) in lineEnds {
      let lines = bytes.split(separator: end, omittingEmptySubsequences: false)
      guard lines.count(where: { !$0.allSatisfy(JSONScanner.isSpace) }) > 1, endsFirstLine(bytes, end, lines) else {
        continue
      }
      let readable = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      return ForeignText(
        what: "text whose lines end with \(name)", hint: "turn it into lines: \(command)", readable: readable)
    }
    return nil
  }

  /// True if `end` ends the first line, and the others.
  ///
  /// If the first line begins an object, that must be whole: within an object the characters may be white space or part
  /// of a text.
  private static func endsFirstLine(_ bytes: [UInt8], _ end: [UInt8], _ lines: [ArraySlice<UInt8>]) -> Bool {
    let text = bytes.span
    let start = JSONScanner.skipSpace(text, 0)
    guard start < bytes.count else { return false }
    if bytes[start] == UInt8(ascii: "{") {
      guard let value = try? JSONScanner.value(text, start, depth: 0) else { return false }
      let rest = bytes[value.end...].drop { $0 == 0x20 || $0 == 0x09 }
      return rest.starts(with: end) && !rest.dropFirst(end.count).allSatisfy(JSONScanner.isSpace)
    }
    if LogHead.beginsJSON(String(decoding: lines[0], as: UTF8.self)) { return false }
    // Binary data has other control characters, or runs of NULs. The last line may be cut within a character.
    if end == [0], lines.dropLast().contains(where: \.isEmpty) { return false }
    return lines.dropLast().allSatisfy { line in
      let isPlain = line.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x1B }
      return isPlain && String(validating: line, as: UTF8.self) != nil
    }
  }

  /// The error for a source with such text; one that was found in a folder is an error only if it is a log.
  func error(_ path: SourcePath, _ options: IngestOptions) -> IngestError {
    var isLog = false
    if !readable.allSatisfy(JSONScanner.isSpace) {
      do throws(IngestError) { isLog = try DetectedFormat(of: readable, path, options).nonLog == nil } catch {
        isLog = !error.isOfNoLog
      }
    }
    return IngestError(
      operation: "read", subject: path.name, cause: "it is \(what)", hint: "\(name: hint)", isOfNoLog: !isLog)
  }
}
