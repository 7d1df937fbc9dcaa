import TraceModel

/// JSON strings to bytes and back, and values in canonical form.
///
/// A lone surrogate, which has no UTF-8, stands as its three bytes of "generalized UTF-8" in decoded
/// strings and is written as its escape again.
enum JSONText {
  private static let letters = Array(#""\/bfnrt"#.utf8)
  private static let meanings = Array("\"\\/\u{8}\u{C}\n\r\t".utf8)

  /// The UTF-16 unit of the escape at `at` and where that ends, or nothing if there is none.
  static func escape(_ line: Span<UInt8>, _ at: Int) -> (unit: UInt32, end: Int)? {
    guard at + 1 < line.count, line[at] == UInt8(ascii: "\\") else { return nil }
    if let index = letters.firstIndex(of: line[at + 1]) { return (UInt32(meanings[index]), at + 2) }
    guard at + 6 <= line.count, line[at + 1] == UInt8(ascii: "u") else { return nil }
    var value = 0
    for index in at + 2..<at + 6 {
      guard let digit = Character(Unicode.Scalar(line[index])).hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    return (UInt32(value), at + 6)
  }

  /// Appends the string whose opening quote is at `start`; tells whether it is text.
  ///
  /// The string must have been scanned.
  @discardableResult static func decode(_ line: Span<UInt8>, _ start: Int, to text: inout [UInt8]) -> Bool {
    var (at, isText) = (start + 1, true)
    while line[at] != UInt8(ascii: "\"") {
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
    return isText
  }

  /// Appends decoded bytes as a JSON string with as few escapes as there can be.
  private static func encode(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var at = 0
    while at < text.count {
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

  private static func escape(_ unit: UInt32, to output: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    output += Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }

  /// Appends a scanned value: keys sorted, no white space, numbers as they were written.
  ///
  /// - Returns: How many keys stood twice in an object; the last one counts.
  static func canonical(_ line: Span<UInt8>, _ token: Token, to output: inout [UInt8]) throws(Reject.Reason) -> Int64 {
    var duplicates: Int64 = 0
    switch token.kind {
    case .escapedString:
      var text: [UInt8] = []
      decode(line, token.start, to: &text)
      encode(text, to: &output)
    case .object:
      var members = Members()
      try JSONScanner.items(line, token.start, depth: 0) { members.add(line, $0) }
      duplicates = try members.write(line, to: &output)
    case .array:
      output.append(UInt8(ascii: "["))
      try JSONScanner.items(line, token.start, depth: 0) { item throws(Reject.Reason) in
        if output.last != UInt8(ascii: "[") { output.append(UInt8(ascii: ",")) }
        duplicates += try canonical(line, item, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .string, .number, .isTrue, .isFalse, .null: line.extracting(token.range).append(to: &output)
    }
    return duplicates
  }

  /// Members of one object on their way to canonical form.
  struct Members {
    private var values: [[UInt8]: Token] = [:]
    private var duplicates: Int64 = 0

    var isEmpty: Bool { values.isEmpty }

    /// Adds a scanned member; of members with the same key the last counts.
    mutating func add(_ line: Span<UInt8>, _ value: Token) {
      var key: [UInt8] = []
      decode(line, value.member, to: &key)
      if values.updateValue(value, forKey: key) != nil { duplicates += 1 }
    }

    /// Appends the object; returns how many keys stood twice in it or in a nested object.
    func write(_ line: Span<UInt8>, to output: inout [UInt8]) throws(Reject.Reason) -> Int64 {
      var duplicates = duplicates
      var mark = UInt8(ascii: "{")
      for (key, value) in values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        output.append(mark)
        mark = UInt8(ascii: ",")
        encode(key, to: &output)
        output.append(UInt8(ascii: ":"))
        duplicates += try canonical(line, value, to: &output)
      }
      output += values.isEmpty ? [UInt8(ascii: "{"), UInt8(ascii: "}")] : [UInt8(ascii: "}")]
      return duplicates
    }
  }
}
