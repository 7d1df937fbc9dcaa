import TraceModel

/// A value of a JSON text that people write by hand, with its position.
///
/// The text may have comments, and a comma after the last member or item. Logs may have neither: `JSONScanner` reads
/// those.
///
/// ```swift
/// let root = try JSONNode(text: Array("{ \"failOn\": \"error\", } // as agreed".utf8))
/// ```
package struct JSONNode: Sendable {
  /// A value without its position.
  package enum Value: Sendable {
    case text(String)
    case number(String)
    case truth(Bool)
    case null
    case list([JSONNode])
    /// The members in their order; no key comes twice.
    case object([JSONMember])
  }

  package let value: Value
  package let position: TextPosition

  /// An object with these members, which is in no text.
  package init(members: [JSONMember]) { self.init(.object(members), at: TextPosition()) }

  init(_ value: Value, at position: TextPosition) {
    self.value = value
    self.position = position
  }

  /// The value of a text of at most 1 MiB of UTF-8, which may begin with a byte order mark and have lines with CR LF.
  ///
  /// - Throws: `JSONMistake` for other text, for a key that comes twice in an object, and for more than 64 levels or
  /// 10,000 members or items in one object or list.
  package init(text: [UInt8]) throws(JSONMistake) {
    var reader = JSONNodeReader(text)
    self = try reader.root()
  }
}

/// A key of an object that people write by hand, and its value.
package struct JSONMember: Sendable {
  package let key: String
  /// The position of the key.
  package let position: TextPosition
  package let node: JSONNode
}

/// A mistake in a text that people write by hand.
package struct JSONMistake: Error, Sendable, Equatable {
  package var position: TextPosition
  /// What is wrong, and what would be right.
  package var text: String
}

/// A position in a text that people edit.
package struct TextPosition: Sendable, Equatable {
  /// From 1.
  package var line: Int
  /// From 1; each Unicode scalar counts.
  package var column: Int

  /// A position, the first of the text unless given.
  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }
}

/// Reads JSON that people write: with comments, and with a comma after the last member or item.
///
/// Texts, numbers and words are left to `JSONScanner`, which is as strict here as with logs.
struct JSONNodeReader {
  private static let mostBytes = 1 << 20
  private static let deepest = 64
  private static let mostEntries = 10_000

  private let bytes: [UInt8]
  private var at: Int
  /// The position of the byte `counted`, never after `at`: positions are asked for in their order.
  private var position = TextPosition()
  private var counted: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.starts(with: [UInt8].byteOrderMark) ? [UInt8].byteOrderMark.count : 0
    counted = at
  }

  mutating func root() throws(JSONMistake) -> JSONNode {
    if bytes.count > Self.mostBytes { throw mistake("the file is longer than 1 MiB") }
    try skipSpace()
    let node = try value(depth: 0)
    try skipSpace()
    if at < bytes.count { throw mistake("nothing may follow the end of the first value") }
    return node
  }

  private mutating func value(depth: Int) throws(JSONMistake) -> JSONNode {
    guard at < bytes.count else { throw mistake("a value is missing") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""):
      let start = here()
      return JSONNode(.text(try text()), at: start)
    default: return try word()
    }
  }

  private mutating func object(depth: Int) throws(JSONMistake) -> JSONNode {
    let start = here()
    var members: [JSONMember] = []
    var lines: [String: Int] = [:]
    try entries(until: UInt8(ascii: "}"), depth: depth) { reader throws(JSONMistake) in
      let position = reader.here()
      guard reader.next == UInt8(ascii: "\"") else { throw reader.mistake("needs a key in quotes, or '}'") }
      let key = try reader.text()
      if let line = lines[key] {
        throw JSONMistake(position: position, text: "the key '\(key)' comes twice: it is in line \(line) as well")
      }
      lines[key] = position.line
      try reader.skipSpace()
      guard reader.next == UInt8(ascii: ":") else { throw reader.mistake("needs ':' after the key '\(key)'") }
      reader.at += 1
      try reader.skipSpace()
      members.append(JSONMember(key: key, position: position, node: try reader.value(depth: depth + 1)))
    }
    return JSONNode(.object(members), at: start)
  }

  private mutating func list(depth: Int) throws(JSONMistake) -> JSONNode {
    let start = here()
    var items: [JSONNode] = []
    try entries(until: UInt8(ascii: "]"), depth: depth) { reader throws(JSONMistake) in
      items.append(try reader.value(depth: depth + 1))
    }
    return JSONNode(.list(items), at: start)
  }

  /// Reads up to the closing bracket `end`; `entry` reads one member or item.
  private mutating func entries(
    until end: UInt8, depth: Int, _ entry: (inout JSONNodeReader) throws(JSONMistake) -> Void
  ) throws(JSONMistake) {
    if depth >= Self.deepest { throw mistake("objects and lists are nested more than 64 deep") }
    at += 1
    var count = 0
    while true {
      try skipSpace()
      if next == end { break }
      if count == Self.mostEntries { throw mistake("one object or list may hold 10,000 entries at most") }
      try entry(&self)
      count += 1
      try skipSpace()
      if next == end { break }
      guard next == UInt8(ascii: ",") else {
        throw mistake("needs ',' or '\(Character(Unicode.Scalar(end)))' here")
      }
      at += 1
    }
    at += 1
  }

  private mutating func text() throws(JSONMistake) -> String {
    let token = try scalar("the text has no end on its line, or a wrong escape")
    var decoded: [UInt8] = []
    guard JSONText.decode(bytes.span, token.start, to: &decoded) else {
      throw mistake("the text has half of a surrogate pair")
    }
    at = token.end
    return String(decoding: decoded, as: UTF8.self)
  }

  private mutating func word() throws(JSONMistake) -> JSONNode {
    let start = here()
    let token = try scalar("needs a value: a text in quotes, a number, true, false, null, an object or a list")
    at = token.end
    switch token.kind {
    case .isTrue: return JSONNode(.truth(true), at: start)
    case .isFalse: return JSONNode(.truth(false), at: start)
    case .null: return JSONNode(.null, at: start)
    default: return JSONNode(.number(String(decoding: bytes[token.range], as: UTF8.self)), at: start)
    }
  }

  private mutating func scalar(_ wrong: String) throws(JSONMistake) -> Token {
    do { return try JSONScanner.value(bytes.span, at, depth: 0) } catch {
      throw mistake(error == .invalidUTF8 ? "the text is not UTF-8" : wrong)
    }
  }

  private mutating func skipSpace() throws(JSONMistake) {
    while true {
      at = JSONScanner.skipSpace(bytes.span, at)
      guard next == UInt8(ascii: "/"), at + 1 < bytes.count else { return }
      if bytes[at + 1] == UInt8(ascii: "/") {
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if bytes[at + 1] == UInt8(ascii: "*") {
        guard let end = bytes[(at + 2)...].firstIndex(of: "*/".utf8) else {
          throw mistake("the comment has no end: '*/' is missing")
        }
        at = end + 2
      } else {
        return
      }
    }
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func here() -> TextPosition {
    for byte in bytes[counted..<at] {
      if byte == UInt8(ascii: "\n") {
        position = TextPosition(line: position.line + 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    counted = at
    return position
  }

  private mutating func mistake(_ text: String) -> JSONMistake { JSONMistake(position: here(), text: text) }
}
