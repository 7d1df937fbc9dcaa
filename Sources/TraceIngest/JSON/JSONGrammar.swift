/// Follows JSON byte by byte: the depth of a position, and whether a byte is allowed there.
///
/// Words, numbers, missing commas and colons are checked only when a value is read. A refused byte shows that a quote
/// or a bracket before it is missing.
struct JSONGrammar: Sendable {
  private enum Expected { case value, valueOrEnd, key, colon, commaOrEnd }
  private enum Token { case none, string, escape, word }

  /// By the bytes that opened them.
  private var containers: [UInt8] = []
  private var expected = Expected.value
  private var token = Token.none
  /// True if the present string, or the last one, is a key.
  private(set) var isKey = false

  var depth: Int { containers.count }
  var isInString: Bool { token == .string || token == .escape }
  /// True in a string outside an escape.
  var isPlainText: Bool { token == .string }

  static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "+-._".utf8.contains(byte)
  }

  /// True if bytes are a whole JSON value, or none whatever follows: `{"a":1}{"b`, but not `{"a":1,"b`.
  static func isOver(_ bytes: [UInt8]) -> Bool {
    var grammar = JSONGrammar()
    for byte in bytes {
      guard grammar.accept(byte) else { return true }
      let hasClosed = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if hasClosed, grammar.depth == 0, !grammar.isInString { return true }
    }
    return false
  }

  /// Closes all that is open deeper than `depth`, and expects a value there.
  mutating func startValue(at depth: Int) {
    containers.removeSubrange(min(depth, containers.count)...)
    expected = .value
    token = .none
  }

  /// Reads the next byte; false if it is not allowed here.
  mutating func accept(_ byte: UInt8) -> Bool {
    switch token {
    case .escape:
      token = .string
      return byte != UInt8(ascii: "\n")
    case .string:
      if byte == UInt8(ascii: "\\") { token = .escape }
      if byte == UInt8(ascii: "\"") {
        token = .none
        if isKey { expected = .colon } else { endValue() }
      }
      // No string may contain the end of a line.
      return byte != UInt8(ascii: "\n")
    case .word:
      if Self.isOfWord(byte) { return true }
      token = .none
      if isKey { expected = .colon } else { endValue() }
    case .none: break
    }
    return JSONScanner.isSpace(byte) || acceptMark(byte)
  }

  private mutating func endValue() { expected = containers.isEmpty ? .value : .commaOrEnd }

  private mutating func acceptMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard expected == .value || expected == .valueOrEnd else { return false }
      containers.append(byte)
      expected = byte == UInt8(ascii: "{") ? .key : .valueOrEnd
      return true
    case UInt8(ascii: "}"): return close(UInt8(ascii: "{"), isEnd: expected == .key || expected == .commaOrEnd)
    case UInt8(ascii: "]"): return close(UInt8(ascii: "["), isEnd: expected != .colon && expected != .key)
    case UInt8(ascii: ","):
      guard expected == .commaOrEnd else { return false }
      expected = containers.last == UInt8(ascii: "{") ? .key : .value
      return true
    case UInt8(ascii: ":"):
      guard expected == .colon else { return false }
      expected = .value
      return true
    case UInt8(ascii: "\""): return begin(.string)
    default: return Self.isOfWord(byte) && begin(.word)
    }
  }

  private mutating func close(_ opening: UInt8, isEnd: Bool) -> Bool {
    guard isEnd, containers.last == opening else { return false }
    containers.removeLast()
    endValue()
    return true
  }

  private mutating func begin(_ token: Token) -> Bool {
    let isInObject = containers.last == UInt8(ascii: "{")
    if token == .word, expected == .commaOrEnd || expected == .colon { return false }
    // A string in place of a comma or a colon counts as the key or the value that should follow it.
    isKey = expected == .key || expected == .commaOrEnd && isInObject
    self.token = token
    return true
  }
}

/// Counts the JSON objects around a position, and ignores the content of strings.
struct JSONDepth: Sendable, Equatable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// The end of the outermost object that is open at the start of the range, or begins in it; nil if beyond the range.
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
