/// How the records of a format stand in its text.
enum Framing: Sendable {
  /// One a line.
  case lines
  /// One on several lines, each from a line that begins one.
  case joined(@Sendable (ArraySlice<UInt8>) -> Bool)
  /// JSON objects, whatever stands between them: an array, on one line or many.
  case objects
  /// The elements of a JSON document, as `JSONElements` finds them.
  case elements(JSONWrapper?)
  /// All of it is one; longer than the line limit it is rejected.
  case document

  var isOfElements: Bool { if case .elements = self { true } else { false } }

  var joinsLines: Bool { if case .joined = self { true } else { false } }

  /// Whether what comes later can change what a record means.
  var hasState: Bool { if case .document = self { false } else { true } }
}

/// How deep in a JSON object a position lies.
struct JSONDepth: Sendable, Equatable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Where the object ends that the range begins in, or that comes next, if it ends there.
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
