/// Reads one JSON object from its front: the caller asks for each member by key, in the order of tracetool's writer.
///
/// No tree of values is built, and an absent member costs one comparison: a line of summaries needs a tenth of the
/// instructions of `JSONTree`. A line with spaces, escapes or another order is `isOdd`: its values are not used, and
/// `JSONTree` reads it.
///
/// ```swift
/// var block = LineBlock()
/// block.append(Array(#"{"launches":3,"complete":true}"#.utf8)[...])
/// block.finish()
/// var line = JSONLine()
/// line.begin(block, 0)
/// let launches = line.member("launches") ? line.wholeNumber() : nil
/// let isComplete = line.member("complete") ? line.truth() : nil
/// line.end()
/// ```
package struct JSONLine {
  /// The block that holds the line; each line is followed by a zero, which JSON does not allow.
  @usableFromInline var text = LineBlock.padding
  private var at = 0
  private var lineEnd = 0
  /// True once the line is not written as expected: then no value that was read from it may be used.
  package private(set) var isOdd = false

  /// A reader without a line.
  package init() {}

  /// Begins to read the line of a finished block with this number, and enters its object.
  package mutating func begin(_ block: LineBlock, _ number: Int) {
    text = block.bytes
    at = block.ranges[number].lowerBound
    lineEnd = block.ranges[number].upperBound
    isOdd = false
    open(UInt8(ascii: "{"))
  }

  /// Begins to read after `head`, with which the line must begin; `head` begins with the brace of the object.
  package mutating func begin(_ block: LineBlock, _ number: Int, head: [UInt8]) {
    begin(block, number)
    let start = block.ranges[number].lowerBound
    if lineEnd - start >= head.count, text.span.holds(head.span, at: start) {
      at = start + head.count
    } else {
      isOdd = true
    }
  }

  /// Leaves the line's object, which must end the line.
  package mutating func end() {
    close(UInt8(ascii: "}"))
    if at != lineEnd { isOdd = true }
  }

  /// Ends reading at the end of a member; of the rest only the brace that ends the line is checked.
  package mutating func endEarly() {
    let isEnd = at == lineEnd - 1
    if isOdd || lineEnd - 1 < at || text[lineEnd - 1] != UInt8(ascii: "}") || !isEnd && text[at] != UInt8(ascii: ",") {
      isOdd = true
    }
    at = lineEnd
  }

  /// True if the next member of the object has this key; then its value is read next.
  package mutating func member(_ key: String) -> Bool {
    guard !isOdd, let start = valueStart(ofMember: key) else { return false }
    at = start
    return true
  }

  /// Nil for another key than `key`, of at most `LineBlock.longestKey` bytes: two bytes more are read.
  private func valueStart(ofMember key: String) -> Int? {
    let bytes = text.span
    let isFirst = bytes[at - 1] == UInt8(ascii: "{")
    if !isFirst, bytes[at] != UInt8(ascii: ",") { return nil }
    let start = isFirst ? at : at + 1
    if bytes[start] != UInt8(ascii: "\"") { return nil }
    // Most members that are asked for are absent, and most other keys have another length.
    let end = start + 1 + key.utf8.count
    if bytes[end] != UInt8(ascii: "\"") || bytes[end + 1] != UInt8(ascii: ":") { return nil }
    return bytes.holds(key.utf8.span, at: start + 1) ? end + 2 : nil
  }

  /// Enters an object or an array, which begins with `bracket`.
  package mutating func open(_ bracket: UInt8) {
    if text[at] == bracket { at += 1 } else { isOdd = true }
  }

  /// Leaves an object, or an array without items, which ends with `bracket`.
  package mutating func close(_ bracket: UInt8) {
    if text[at] == bracket { at += 1 } else { isOdd = true }
  }

  /// True if another item of an array follows, which is read next; else the array is left.
  package mutating func hasItem() -> Bool {
    if isOdd { return false }
    if text[at] == UInt8(ascii: "]") {
      at += 1
      return false
    }
    if text[at - 1] == UInt8(ascii: "[") { return true }
    if text[at] != UInt8(ascii: ",") {
      isOdd = true
      return false
    }
    at += 1
    return true
  }

  /// Reads a whole number; any other value gives nil and makes the line odd.
  package mutating func wholeNumber() -> Int64? {
    let isNegative = text[at] == UInt8(ascii: "-")
    var end = isNegative ? at + 1 : at
    guard !isOdd, let number = text.span.wholeNumber(&end) else {
      isOdd = true
      return nil
    }
    at = end
    return isNegative ? -Int64(number) : Int64(number)
  }

  /// Reads `true` or `false`; any other value gives nil and makes the line odd.
  package mutating func truth() -> Bool? {
    let word = text.span.eight(at)
    if word & 0xFFFF_FFFF == Self.trueWord {
      at += 4
      return true
    }
    if word & 0xFF_FFFF_FFFF == Self.falseWord {
      at += 5
      return false
    }
    isOdd = true
    return nil
  }

  /// The bytes as numbers, the first byte lowest.
  private static let trueWord: UInt64 = 0x6575_7274
  private static let falseWord: UInt64 = 0x65_736C_6166

  /// Reads a text of sixteen hexadecimal digits; any other value gives nil and makes the line odd.
  package mutating func hexNumber() -> UInt64? {
    guard let range = plainText(), range.count == 16 else {
      isOdd = true
      return nil
    }
    var number: UInt64 = 0
    for index in range {
      guard let digit = Self.hexDigit(text[index]) else {
        isOdd = true
        return nil
      }
      number = number << 4 | UInt64(digit)
    }
    return number
  }

  /// As tracetool writes it: in lower case.
  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Reads a text without escapes, and returns its range; any other value gives nil and makes the line odd.
  package mutating func plainText() -> Range<Int>? {
    let start = at + 1
    guard !isOdd, text[at] == UInt8(ascii: "\""), let end = textEnd(from: start) else {
      isOdd = true
      return nil
    }
    at = end + 1
    return start..<end
  }

  /// The offset at which the next value begins.
  package var offset: Int { at }

  /// Continues at `offset`: the caller has read all before it.
  package mutating func go(to offset: Int) { at = offset }

  /// Skips an array or an object, of which only brackets and texts are checked.
  package mutating func passOver() {
    var depth = 0
    var next = at
    repeat {
      switch text[next] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        next += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        next += 1
      case UInt8(ascii: "\""):
        guard let end = textEnd(from: next + 1) else { return isOdd = true }
        next = end + 1
      default:
        guard depth > 0, text[next] != 0 else { return isOdd = true }
        next = text.span.markEnd(next + 1)
      }
    } while depth > 0
    at = next
  }

  /// The offset of a text's closing quote; nil if the text has escapes or is not UTF-8.
  private func textEnd(from start: Int) -> Int? {
    let bytes = text.span
    var end = bytes.plainEnd(start)
    let isASCII = bytes[end] == UInt8(ascii: "\"")
    while bytes[end] >= 0x80 { end = bytes.plainEnd(end + 1) }
    guard bytes[end] == UInt8(ascii: "\""), isASCII || bytes.extracting(start..<end).isUTF8 else { return nil }
    return end
  }

  /// A range of bytes as text.
  package func string(_ range: Range<Int>) -> String { text.span.extracting(range).string }

  /// Calls `body` with a range of bytes.
  @inlinable package func withBytes<Value>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Value) -> Value {
    body(text.span.extracting(range))
  }

  /// As `withBytes`, with a table that `body` may change while it reads the bytes.
  @inlinable package func withBytes<Table, Value>(
    _ range: Range<Int>, _ table: inout Table, _ body: (Span<UInt8>, inout Table) -> Value
  ) -> Value {
    body(text.span.extracting(range), &table)
  }
}

extension Span<UInt8> {
  /// The first quote, bracket or zero from `start` on; at least eight bytes must follow the last zero.
  fileprivate func markEnd(_ start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while at + 8 <= count {
      // A mark sets the high bit of its byte; bytes above the first mark may have it wrongly.
      let word = eight(at)
      let quote = word ^ ones &* 0x22
      // Square brackets and braces differ by one bit.
      let open = (word | ones &* 0x20) ^ ones &* 0x7B
      let close = (word | ones &* 0x20) ^ ones &* 0x7D
      var marks = (quote &- ones) & ~quote | (open &- ones) & ~open
      marks |= (close &- ones) & ~close | (word &- ones) & ~word
      if marks & ones << 7 != 0 { return at + (marks & ones << 7).trailingZeroBitCount >> 3 }
      at += 8
    }
    return count - 1
  }
}

/// Lines one after the other in one buffer, which `JSONLine` reads without copying any.
///
/// ```swift
/// var block = LineBlock()
/// block.append(Array(#"{"launches":3}"#.utf8)[...])
/// block.finish()
/// // block.ranges == [0..<14]
/// ```
package struct LineBlock: Sendable {
  /// Zeros after the last line, so that eight bytes, or those after a key of `longestKey` bytes, can be read anywhere.
  static let padding = [UInt8](repeating: 0, count: 32)
  /// The longest key that a caller may ask for, in bytes.
  package static let longestKey = 28

  private(set) var bytes: [UInt8] = []
  /// The range of each line in `bytes`.
  package private(set) var ranges: [Range<Int>] = []

  /// A block without lines, with memory for this many bytes of lines.
  package init(room: Int = 0) { bytes.reserveCapacity(room == 0 ? 0 : room + Self.padding.count) }

  /// The bytes of all lines, with one after each.
  package var byteCount: Int { bytes.count }

  /// Adds a line, without its newline.
  package mutating func append(_ line: ArraySlice<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: line)
    ranges.append(start..<bytes.count)
    bytes.append(0)
  }

  /// Ends the block: its lines may be read only then.
  package mutating func finish() { bytes.append(contentsOf: Self.padding) }

  /// The line with this number.
  package subscript(number: Int) -> ArraySlice<UInt8> { bytes[ranges[number]] }
}
