import TraceModel

/// The reason why a line is no record is thrown as an error.
extension Reject.Reason: Error {}

/// Finds JSON values without copying them: strict RFC 8259, UTF-8 checked.
enum JSONScanner {
  private static let deepest = 64

  @inline(__always) static func skipSpace(_ line: Span<UInt8>, _ at: Int) -> Int {
    var at = at
    while at < line.count, line[at] <= 0x20, isSpace(line[at]) { at += 1 }
    return at
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

  /// `depth` is the number of objects and arrays around the value.
  static func value(_ line: Span<UInt8>, _ at: Int, depth: Int) throws(Reject.Reason) -> Token {
    guard at < line.count else { throw .notJSON }
    switch line[at] {
    case UInt8(ascii: "\""): return try string(line, at)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try items(line, at, depth: depth) { (_) throws(Reject.Reason) in }
    case UInt8(ascii: "t"): return try word(line, at, "true", .isTrue)
    case UInt8(ascii: "f"): return try word(line, at, "false", .isFalse)
    case UInt8(ascii: "n"): return try word(line, at, "null", .null)
    default: return try number(line, at)
    }
  }

  /// Calls `body` with each value of the object or array at `start`; returns that object or array.
  @discardableResult static func items(
    _ line: Span<UInt8>, _ start: Int, depth: Int, _ body: (Token) throws(Reject.Reason) -> Void
  ) throws(Reject.Reason) -> Token {
    let end = try entries(line, start, depth: depth) { member, _, at throws(Reject.Reason) in
      var token = try value(line, at, depth: depth + 1)
      token.member = member
      try body(token)
      return token.end
    }
    return Token(kind: line[start] == UInt8(ascii: "{") ? .object : .array, start: start, end: end)
  }

  /// Reads the object or array at `start`, and returns its end.
  ///
  /// For each value `body` gets the offset of its member, the key and the value's offset; it returns the value's end.
  @inline(__always) static func entries(
    _ line: Span<UInt8>, _ start: Int, depth: Int,
    _ body: (_ member: Int, _ key: Token?, _ start: Int) throws(Reject.Reason) -> Int
  ) throws(Reject.Reason) -> Int {
    if depth >= deepest { throw .tooDeep }
    let isObject = line[start] == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var at = skipSpace(line, start + 1)
    if at < line.count, line[at] == close { return at + 1 }
    while true {
      let found = isObject ? try key(line, at) : nil
      at = skipSpace(line, try body(at, found?.token, found?.valueStart ?? at))
      guard at < line.count else { throw .notJSON }
      if line[at] == close { return at + 1 }
      guard line[at] == UInt8(ascii: ",") else { throw .notJSON }
      at = skipSpace(line, at + 1)
    }
  }

  static func key(_ line: Span<UInt8>, _ at: Int) throws(Reject.Reason) -> (token: Token, valueStart: Int) {
    guard at < line.count, line[at] == UInt8(ascii: "\"") else { throw .notJSON }
    let token = try string(line, at)
    let colon = skipSpace(line, token.end)
    guard colon < line.count, line[colon] == UInt8(ascii: ":") else { throw .notJSON }
    return (token, skipSpace(line, colon + 1))
  }

  private static func string(_ line: Span<UInt8>, _ start: Int) throws(Reject.Reason) -> Token {
    var at = line.plainEnd(start + 1)
    var kind = Token.Kind.string
    var isASCII = true
    while at < line.count, case let byte = line[at], byte >= 0x20 {
      if byte == UInt8(ascii: "\"") {
        if !isASCII, !line.extracting(start..<at).isUTF8 { throw .invalidUTF8 }
        return Token(kind: kind, start: start, end: at + 1)
      }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        guard let escape = JSONText.escape(line, at) else { throw .notJSON }
        at = line.plainEnd(escape.end)
      } else {
        isASCII = isASCII && byte < 0x80
        at += 1
      }
    }
    throw .notJSON
  }

  private static func number(_ line: Span<UInt8>, _ start: Int) throws(Reject.Reason) -> Token {
    let first = line[start] == UInt8(ascii: "-") ? start + 1 : start
    var at = first
    var whole = 0 as UInt64
    try digits(line, &at, &whole)
    guard at == first + 1 || line[first] != UInt8(ascii: "0") else { throw .notJSON }
    let wholeEnd = first > start || at - first > 19 ? 0 : at
    if at < line.count, line[at] == UInt8(ascii: ".") {
      at += 1
      try digits(line, &at, &whole)
    }
    if at < line.count, line[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < line.count, line[at] == UInt8(ascii: "+") || line[at] == UInt8(ascii: "-") { at += 1 }
      try digits(line, &at, &whole)
    }
    return Token(kind: .number, start: start, end: at, whole: at == wholeEnd ? whole : .max)
  }

  @inline(__always) private static func digits(_ line: Span<UInt8>, _ at: inout Int, _ whole: inout UInt64)
    throws(Reject.Reason)
  {
    let start = at
    while let eight = line.eightDigits(at) {
      whole = whole &* 100_000_000 &+ eight
      at += 8
    }
    while at < line.count, case let digit = line[at] &- UInt8(ascii: "0"), digit < 10 {
      whole = whole &* 10 &+ UInt64(digit)
      at += 1
    }
    if at == start { throw .notJSON }
  }

  private static func word(_ line: Span<UInt8>, _ start: Int, _ word: String, _ kind: Token.Kind) throws(Reject.Reason)
    -> Token
  {
    let end = start + word.utf8.count
    guard end <= line.count, line.extracting(start..<end).string == word else { throw .notJSON }
    return Token(kind: kind, start: start, end: end)
  }
}

extension Token {
  /// True if the value's member has this key, written without escapes.
  func isMember(_ key: some Collection<UInt8>, of line: Span<UInt8>) -> Bool {
    let end = member + 1 + key.count
    guard end < line.count, line[end] == UInt8(ascii: "\"") else { return false }
    return zip(member + 1..<end, key).allSatisfy { line[$0] == $1 }
  }
}

struct Token: Sendable {
  enum Kind: UInt8, Sendable { case string, escapedString, number, isTrue, isFalse, null, object, array }

  var kind = Kind.null
  var start = 0
  var end = 0
  /// The offset of the key's quote.
  var member = 0
  /// The value of a number of digits alone below 10^19; else the greatest UInt64.
  var whole = UInt64.max

  /// With quotes.
  var range: Range<Int> { start..<end }
  var inner: Range<Int> { start + 1..<end - 1 }
  /// True for `null` and the empty string, which count as absent.
  var isAbsent: Bool { kind == .null || kind == .string && end - start == 2 }
}
