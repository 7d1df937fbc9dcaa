package import TraceModel

/// The values of a JSON text, each scanned once, in the order in which they stand.
///
/// A value is named by its number; 0 is the text's own. It holds the values that follow it until `next`.
package struct JSONTree {
  private struct Node {
    var token: Token
    /// What stands between the quotes of its key; empty without one.
    var key: Range<Int>
    /// The number of the first value behind it and all that it holds.
    var next: Int
  }

  private static let deepest = 64

  private var text: [UInt8] = []
  private var nodes: [Node] = []
  private let unwanted: [[UInt8]]
  /// True if the text's unwanted members are read as well.
  private var isWhole = false

  /// A tree without values: `read` comes before all else.
  ///
  /// - Parameter unwanted: Keys of members of the text's own object that are left out, written without escapes. Of their
  ///   values only brackets and texts are checked.
  package init(without unwanted: [String] = []) { self.unwanted = unwanted.map { Array($0.utf8) } }

  /// Turns to a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - whole: Whether members that are left out otherwise are read as well.
  /// - Throws: Why it is no JSON.
  package mutating func read(_ text: [UInt8], whole: Bool = false) throws(Reject.Reason) {
    self.text = text
    isWhole = whole
    nodes.removeAll(keepingCapacity: true)
    let span = text.span
    let end = try scan(span, JSONScanner.skipSpace(span, 0), key: 0..<0, depth: 0)
    guard JSONScanner.skipSpace(span, end) == text.count else { throw .notJSON }
  }

  /// Adds the value at an offset and all that it holds; returns its end.
  private mutating func scan(_ text: Span<UInt8>, _ start: Int, key: Range<Int>, depth: Int) throws(Reject.Reason)
    -> Int
  {
    guard start < text.count else { throw .notJSON }
    let isObject = text[start] == UInt8(ascii: "{")
    guard isObject || text[start] == UInt8(ascii: "[") else {
      let token = try JSONScanner.value(text, start, depth: depth)
      nodes.append(Node(token: token, key: key, next: nodes.count + 1))
      return token.end
    }
    if depth >= Self.deepest { throw .tooDeep }
    let number = nodes.count
    nodes.append(Node(token: Token(kind: isObject ? .object : .array, start: start), key: key, next: number + 1))
    let end = try scanMembers(text, start, close: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), depth: depth)
    nodes[number].token.end = end
    nodes[number].next = nodes.count
    return end
  }

  private mutating func scanMembers(_ text: Span<UInt8>, _ start: Int, close: UInt8, depth: Int) throws(Reject.Reason)
    -> Int
  {
    var at = JSONScanner.skipSpace(text, start + 1)
    if at < text.count, text[at] == close { return at + 1 }
    while true {
      var key = 0..<0
      if close == UInt8(ascii: "}") {
        let found = try JSONScanner.key(text, at)
        key = found.token.inner
        at = found.valueStart
      }
      let isLeftOut = depth == 0 && !isWhole && isUnwanted(key, text)
      let end = isLeftOut ? try JSONScanner.end(text, at) : try scan(text, at, key: key, depth: depth + 1)
      at = JSONScanner.skipSpace(text, end)
      guard at < text.count else { throw .notJSON }
      if text[at] == close { return at + 1 }
      guard text[at] == UInt8(ascii: ",") else { throw .notJSON }
      at = JSONScanner.skipSpace(text, at + 1)
    }
  }

  private func isUnwanted(_ key: Range<Int>, _ text: Span<UInt8>) -> Bool {
    unwanted.contains { name in
      name.count == key.count && name.indices.allSatisfy { name[$0] == text[key.lowerBound + $0] }
    }
  }

  /// The number of the first value behind this one and all that it holds.
  package func next(after value: Int) -> Int { nodes[value].next }

  /// True for an object.
  package func isObject(_ value: Int) -> Bool { nodes[value].token.kind == .object }

  /// True for an array.
  package func isArray(_ value: Int) -> Bool { nodes[value].token.kind == .array }

  /// True for `null`.
  package func isNull(_ value: Int) -> Bool { nodes[value].token.kind == .null }

  /// True for a value with this key, which must be written without escapes.
  package func hasKey(_ value: Int, _ key: String) -> Bool {
    let range = nodes[value].key
    guard range.count == key.utf8.count else { return false }
    var index = range.lowerBound
    for byte in key.utf8 {
      if text[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// The UTF-8 of a string; nil for any other value.
  package func bytes(of value: Int) -> ArraySlice<UInt8>? {
    let token = nodes[value].token
    if token.kind == .string { return text[token.inner] }
    guard token.kind == .escapedString else { return nil }
    var bytes: [UInt8] = []
    return JSONText.decode(text.span, token.start, to: &bytes) ? bytes[...] : nil
  }

  /// A whole number that is written as one; nil for any other value, and for one that does not fit.
  package func wholeNumber(of value: Int) -> Int64? {
    let token = nodes[value].token
    guard token.kind == .number else { return nil }
    return Int64(exactly: token.whole) ?? Int64(String(decoding: text[token.range], as: UTF8.self))
  }

  /// The value of `true` or `false`; nil for any other.
  package func truth(of value: Int) -> Bool? {
    switch nodes[value].token.kind {
    case .isTrue: true
    case .isFalse: false
    default: nil
    }
  }
}
