import TraceModel

/// Why a line is no record.
struct Rejection: Error, Equatable {
  var reason: Reject.Reason
  init(_ reason: Reject.Reason) { self.reason = reason }
}

/// A value where it stands in its line.
struct Token {
  enum Kind: UInt8 { case string, escapedString, number, isTrue, isFalse, null, object, array }

  var kind = Kind.null
  /// Where the member begins that holds the value: at its key's quote.
  var member: Int32 = 0
  var start: Int32 = 0
  var end: Int32 = 0

  init() {}

  init(_ kind: Kind, member: Int = 0, _ start: Int, _ end: Int) {
    self.kind = kind
    self.member = Int32(truncatingIfNeeded: member)
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }

  /// All of its bytes, quotes included.
  var range: Range<Int> { Int(start)..<Int(end) }
  /// What stands between the quotes.
  var inner: Range<Int> { Int(start) + 1..<Int(end) - 1 }
  /// `null` and the empty string are as absent.
  var isAbsent: Bool { kind == .null || kind == .string && end - start == 2 }
}

/// Finds JSON values in place: strict RFC 8259, UTF-8 checked, nothing copied.
enum JSONScanner {
  static let deepest = 64

  /// The first position from `at` that is no white space.
  @inline(__always) static func skipSpace(_ line: Span<UInt8>, _ at: Int) -> Int {
    var at = at
    while at < line.count, line[at] <= 0x20, isSpace(line[at]) { at += 1 }
    return at
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  /// The value at `at`; `depth` is how many objects and arrays it lies in.
  static func value(_ line: Span<UInt8>, _ at: Int, depth: Int) throws(Rejection) -> Token {
    guard at < line.count else { throw Rejection(.notJSON) }
    switch line[at] {
    case UInt8(ascii: "\""):
      return try string(line, at)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return Token(.number, at, try number(line, at))
    case UInt8(ascii: "{"):
      return Token(
        .object, at,
        try members(line, at, depth: depth) { (_: Int, _: Token) throws(Rejection) in })
    case UInt8(ascii: "["):
      return Token(
        .array, at, try elements(line, at, depth: depth) { (_: Token) throws(Rejection) in })
    case UInt8(ascii: "t"): return Token(.isTrue, at, try word(line, at, "true"))
    case UInt8(ascii: "f"): return Token(.isFalse, at, try word(line, at, "false"))
    case UInt8(ascii: "n"): return Token(.null, at, try word(line, at, "null"))
    default: throw Rejection(.notJSON)
    }
  }

  /// Calls `body` with each member's value of the object at `at`; returns where the object ends.
  static func members(
    _ line: Span<UInt8>, _ at: Int, depth: Int,
    _ body: (_ key: Int, _ value: Token) throws(Rejection) -> Void
  ) throws(Rejection) -> Int {
    try list(line, at, depth: depth, close: UInt8(ascii: "}")) { at throws(Rejection) in
      guard at < line.count, line[at] == UInt8(ascii: "\"") else { throw Rejection(.notJSON) }
      let start = try colon(line, Int(string(line, at).end))
      var token = try value(line, start, depth: depth + 1)
      token.member = Int32(truncatingIfNeeded: at)
      try body(at, token)
      return Int(token.end)
    }
  }

  /// Calls `body` with each element of the array at `at`; returns where the array ends.
  static func elements(
    _ line: Span<UInt8>, _ at: Int, depth: Int, _ body: (Token) throws(Rejection) -> Void
  ) throws(Rejection) -> Int {
    try list(line, at, depth: depth, close: UInt8(ascii: "]")) { at throws(Rejection) in
      let token = try value(line, at, depth: depth + 1)
      try body(token)
      return Int(token.end)
    }
  }

  private static func list(
    _ line: Span<UInt8>, _ start: Int, depth: Int, close: UInt8,
    _ item: (Int) throws(Rejection) -> Int
  ) throws(Rejection) -> Int {
    if depth >= deepest { throw Rejection(.tooDeep) }
    var at = skipSpace(line, start + 1)
    if at < line.count, line[at] == close { return at + 1 }
    while true {
      at = skipSpace(line, try item(at))
      guard at < line.count else { throw Rejection(.notJSON) }
      if line[at] == close { return at + 1 }
      guard line[at] == UInt8(ascii: ",") else { throw Rejection(.notJSON) }
      at = skipSpace(line, at + 1)
    }
  }

  /// Where the value begins after a key that ends at `at`.
  static func colon(_ line: Span<UInt8>, _ at: Int) throws(Rejection) -> Int {
    let at = skipSpace(line, at)
    guard at < line.count, line[at] == UInt8(ascii: ":") else { throw Rejection(.notJSON) }
    return skipSpace(line, at + 1)
  }

  /// The string whose opening quote is at `start`.
  static func string(_ line: Span<UInt8>, _ start: Int) throws(Rejection) -> Token {
    var at = start + 1
    var kind = Token.Kind.string
    while true {
      at = plainEnd(line, at)
      guard at < line.count else { throw Rejection(.notJSON) }
      switch line[at] {
      case UInt8(ascii: "\""):
        return Token(kind, start, at + 1)
      case UInt8(ascii: "\\"):
        kind = .escapedString
        at = try escape(line, at)
      case 0x80...:
        let length = line.sequenceLength(at: at)
        if length == 0 { throw Rejection(.invalidUTF8) }
        at += length
      default:
        throw Rejection(.notJSON)
      }
    }
  }

  /// The first byte from `at` that ends a run of plain ones: quote, backslash, control, not ASCII.
  @inline(__always) private static func plainEnd(_ line: Span<UInt8>, _ at: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var at = at
    while at + 8 <= line.count {
      let word = line.word(at: at)
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // A byte's top bit: not ASCII, or the subtraction borrowed. Exact up to the first one set.
      let control = (word &- (ones &* 0x20)) & ~word
      let found =
        (word | control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & tops
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < line.count {
      let byte = line[at]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return at }
      at += 1
    }
    return at
  }

  private static func escape(_ line: Span<UInt8>, _ at: Int) throws(Rejection) -> Int {
    guard at + 1 < line.count else { throw Rejection(.notJSON) }
    switch line[at + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:  // " \ / b f n r t
      return at + 2
    case UInt8(ascii: "u"):
      guard JSONText.unit(line, at) != nil else { throw Rejection(.notJSON) }
      return at + 6
    default:
      throw Rejection(.notJSON)
    }
  }

  @inline(__always) private static func digits(_ line: Span<UInt8>, _ at: Int) -> Int {
    var at = at
    while at < line.count, line[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return at
  }

  private static func number(_ line: Span<UInt8>, _ start: Int) throws(Rejection) -> Int {
    let first = line[start] == UInt8(ascii: "-") ? start + 1 : start
    var at = digits(line, first)
    guard at > first, at == first + 1 || line[first] != UInt8(ascii: "0") else {
      throw Rejection(.notJSON)
    }
    if at < line.count, line[at] == UInt8(ascii: ".") {
      let end = digits(line, at + 1)
      if end == at + 1 { throw Rejection(.notJSON) }
      at = end
    }
    if at < line.count, line[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < line.count, line[at] == UInt8(ascii: "+") || line[at] == UInt8(ascii: "-") { at += 1 }
      let end = digits(line, at)
      if end == at { throw Rejection(.notJSON) }
      at = end
    }
    return at
  }

  private static func word(
    _ line: Span<UInt8>, _ start: Int, _ word: String
  ) throws(Rejection) -> Int {
    var at = start
    for byte in word.utf8 {
      guard at < line.count, line[at] == byte else { throw Rejection(.notJSON) }
      at += 1
    }
    return at
  }
}
