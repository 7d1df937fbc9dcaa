package import TraceModel

/// Reads one JSON object, whose members may come in any order, with spaces and escapes, and are asked for by key as of
/// a `JSONLine`.
///
/// The text is scanned once into its values. A member is searched for from the last one found, and then from the first.
///
/// ```swift
/// var tree = JSONTree()
/// try tree.read(Array(#"{"complete": true, "launches": 3}"#.utf8))
/// tree.open(UInt8(ascii: "{"))
/// let launches = tree.member("launches") ? tree.wholeNumber() : nil
/// let isComplete = tree.member("complete") ? tree.truth() : nil
/// ```
package struct JSONTree {
  private struct Node {
    var token: Token
    /// Within its quotes; empty without a key.
    var key: Range<Int>
    /// The index of the first value after it and all in it.
    var next: Int
  }

  private struct Level {
    var key: String
    /// The indices of its first value, of the next to read, and of the first value after it.
    var first: Int
    var next: Int
    var end: Int
  }

  private var text: [UInt8] = []
  private var nodes: [Node] = []
  private var levels: [Level] = []
  /// The index of the value that is read next.
  package private(set) var value = 0
  private var key = ""
  /// The key of the first member whose value has another type than was asked for.
  package private(set) var wrongKey: String?

  /// A tree without a text: call `read` first.
  package init() {}

  /// Reads a text, in place of the one before; throws the reason why it is no JSON.
  package mutating func read(_ text: [UInt8]) throws(Reject.Reason) {
    self.text = text
    nodes.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    value = 0
    key = ""
    wrongKey = nil
    let span = text.span
    let end = try scan(span, JSONScanner.skipSpace(span, 0), key: 0..<0, depth: 0)
    guard JSONScanner.skipSpace(span, end) == text.count else { throw .notJSON }
  }

  /// Adds the value at an offset and all in it; returns its end.
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
    let number = nodes.count
    nodes.append(Node(token: Token(kind: isObject ? .object : .array, start: start), key: key, next: number + 1))
    let end = try JSONScanner.entries(text, start, depth: depth) { _, key, value throws(Reject.Reason) in
      try scan(text, value, key: key?.inner ?? 0..<0, depth: depth + 1)
    }
    nodes[number].token.end = end
    nodes[number].next = nodes.count
    return end
  }

  /// True if the text is an object.
  package var isObject: Bool { nodes[0].token.kind == .object }

  /// True if the open object has a member other than `null` with this key, free of escapes; its value is read next.
  package mutating func member(_ key: String) -> Bool {
    guard let level = levels.last, let found = find(key, level.next..<level.end) ?? find(key, level.first..<level.next)
    else { return false }
    levels[levels.count - 1].next = nodes[found].next
    value = found
    self.key = key
    return nodes[found].token.kind != .null
  }

  private func find(_ key: String, _ range: Range<Int>) -> Int? {
    var member = range.lowerBound
    while member < range.upperBound {
      if nodes[member].key.count == key.utf8.count, text[nodes[member].key].elementsEqual(key.utf8) { return member }
      member = nodes[member].next
    }
    return nil
  }

  /// Enters an object or an array, which begins with `bracket`; any other value counts as an empty one.
  package mutating func open(_ bracket: UInt8) {
    let isThere = nodes[value].token.kind == (bracket == UInt8(ascii: "{") ? .object : .array)
    if !isThere { refuse() }
    levels.append(Level(key: key, first: value + 1, next: value + 1, end: isThere ? nodes[value].next : value + 1))
  }

  /// Leaves an object.
  package mutating func close() { _ = levels.popLast() }

  /// Returns to a value of the open array that was read before.
  package mutating func go(to value: Int) { self.value = value }

  /// True if another item of an array follows, which is read next; else the array is left.
  package mutating func hasItem() -> Bool {
    guard let level = levels.last, level.next < level.end else {
      close()
      return false
    }
    value = level.next
    key = level.key
    levels[levels.count - 1].next = nodes[value].next
    return true
  }

  private mutating func refuse() { wrongKey = wrongKey ?? key }

  /// Reads a number without fraction and exponent; nil for any other value, and beyond Int64.
  package mutating func wholeNumber() -> Int64? {
    let token = nodes[value].token
    if token.kind == .number {
      if let number = Int64(exactly: token.whole) ?? Int64(String(decoding: text[token.range], as: UTF8.self)) {
        return number
      }
    }
    refuse()
    return nil
  }

  /// Reads `true` or `false`; nil for any other value.
  package mutating func truth() -> Bool? {
    switch nodes[value].token.kind {
    case .isTrue: return true
    case .isFalse: return false
    default:
      refuse()
      return nil
    }
  }

  /// The UTF-8 of a string; nil for any other value.
  package mutating func bytes() -> ArraySlice<UInt8>? {
    let token = nodes[value].token
    if token.kind == .string { return text[token.inner] }
    var bytes: [UInt8] = []
    if token.kind == .escapedString, JSONText.decode(text.span, token.start, to: &bytes) { return bytes[...] }
    refuse()
    return nil
  }
}
