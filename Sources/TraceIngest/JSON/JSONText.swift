import TraceModel

/// Decodes JSON strings to bytes, and encodes bytes as JSON strings.
///
/// A lone surrogate, which has no UTF-8, is three bytes of "generalized UTF-8" when decoded, and its escape again when
/// encoded.
enum JSONText {
  private static let letters = Array(#""\/bfnrt"#.utf8)
  private static let meanings = Array("\"\\/\u{8}\u{C}\n\r\t".utf8)

  /// The UTF-16 unit of the escape at `at`, and the end of the escape; nil without one.
  static func escape(_ line: Span<UInt8>, _ at: Int) -> (unit: UInt32, end: Int)? {
    guard at + 1 < line.count, line[at] == UInt8(ascii: "\\") else { return nil }
    if let index = letters.firstIndex(of: line[at + 1]) { return (UInt32(meanings[index]), at + 2) }
    guard at + 6 <= line.count, line[at + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt32 = 0
    for index in at + 2..<at + 6 {
      let digit = line[index] &- UInt8(ascii: "0")
      let letter = line[index] | 0x20 &- UInt8(ascii: "a")
      guard digit < 10 || letter < 6 else { return nil }
      unit = unit << 4 | UInt32(digit < 10 ? digit : letter + 10)
    }
    return (unit, at + 6)
  }

  /// Appends a scanned string whose opening quote is at `start`; false if it has a lone surrogate.
  @discardableResult static func decode(_ line: Span<UInt8>, _ start: Int, to text: inout [UInt8]) -> Bool {
    var at = start + 1
    var isText = true
    while true {
      let plain = at..<line.plainEnd(at)
      line.extracting(plain).append(to: &text)
      at = plain.upperBound
      if line[at] == UInt8(ascii: "\"") { return isText }
      guard line[at] == UInt8(ascii: "\\"), var (unit, end) = escape(line, at) else {
        text.append(line[at])
        at += 1
        continue
      }
      if unit >> 10 == 0x36, let low = escape(line, end), low.unit >> 10 == 0x37 {
        unit = 0x10000 + (unit & 0x3FF) << 10 + (low.unit & 0x3FF)
        end = low.end
      }
      if let bytes = Unicode.Scalar(unit).flatMap(UTF8.encode) {
        text += bytes
      } else {
        text += [0xED, UInt8(0x80 | unit >> 6 & 0x3F), UInt8(0x80 | unit & 0x3F)]
        isText = false
      }
      at = end
    }
  }

  /// Appends decoded bytes as a JSON string, with as few escapes as possible.
  static func encode(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var at = text.startIndex
    while true {
      let plain = at..<text.startIndex + text.span.plainEnd(at - text.startIndex)
      output += text[plain]
      at = plain.upperBound
      if at == text.endIndex { break }
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), ..<0x20:
        if let index = meanings.firstIndex(of: byte) {
          output += [UInt8(ascii: "\\"), letters[index]]
        } else {
          escape(UInt32(byte), to: &output)
        }
      case 0xED where text[at + 1] >= 0xA0:
        escape(0xD000 | UInt32(text[at + 1] & 0x3F) << 6 | UInt32(text[at + 2] & 0x3F), to: &output)
        at += 2
      default: output.append(byte)
      }
      at += 1
    }
    output.append(UInt8(ascii: "\""))
  }

  /// The end of a string whose opening quote is the first byte, with unchecked escapes; nil if it does not end.
  static func end(ofString text: ArraySlice<UInt8>) -> Int? {
    var at = text.startIndex + 1
    while at < text.endIndex {
      if text[at] == UInt8(ascii: "\"") { return at + 1 }
      at += text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func escape(_ unit: UInt32, to output: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    output += Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }
}
