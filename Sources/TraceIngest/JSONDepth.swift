/// How many JSON objects lie around a position; what stands in strings is not counted.
struct JSONDepth: Sendable, Equatable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Where the outermost object ends that the range begins in, or that comes next; nil if it ends behind the range.
  mutating func end(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for at in range {
      let byte = text[at]
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        isInString = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if depth > 0, byte == UInt8(ascii: "\"") {
        isInString = true
      } else if depth > 0, byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return at + 1 }
      }
    }
    return nil
  }
}
