import TraceIngest

/// The JSON object of a line, read in order if tracetool wrote it, else as a tree, as its members may be sorted.
struct SummaryJSON {
  private var line = JSONLine()
  private var tree = JSONTree()
  private(set) var isOrdered = false

  /// Turns to a line; returns false if it is no whole object.
  mutating func begin(_ text: [UInt8]) -> Bool {
    isOrdered = false
    do { try tree.read(text) } catch { return false }
    if tree.isObject { tree.open(UInt8(ascii: "{")) }
    return tree.isObject
  }

  /// Turns to a line that is read in order, and unproved until `end`; returns its digest, nil if this version of
  /// tracetool has not written it.
  mutating func beginOrdered(_ block: LineBlock, _ number: Int, head: [UInt8]) -> UInt64? {
    isOrdered = true
    line.begin(block, number, head: head)
    return line.member("digest") ? line.hexNumber() : nil
  }

  /// Ends the line, whose rest is skipped if `early`.
  ///
  /// False if a line read in order has members not asked for, or another line has a value of a wrong type.
  mutating func end(early: Bool) -> Bool {
    if !isOrdered { return tree.wrongKey == nil }
    if early { line.endEarly() } else { line.end() }
    return !line.isOdd
  }

  /// The key of the first value of a wrong type, in a line read as a tree.
  var wrongKey: String? { tree.wrongKey }

  /// True if the object has this member; then its value is read next.
  mutating func member(_ key: String) -> Bool { isOrdered ? line.member(key) : tree.member(key) }

  mutating func open(_ bracket: UInt8) { if isOrdered { line.open(bracket) } else { tree.open(bracket) } }

  mutating func close() { if isOrdered { line.close(UInt8(ascii: "}")) } else { tree.close() } }

  /// True if another item of an array follows, which is read next; else leaves the array.
  mutating func hasItem() -> Bool { isOrdered ? line.hasItem() : tree.hasItem() }

  mutating func wholeNumber() -> Int64? { isOrdered ? line.wholeNumber() : tree.wholeNumber() }

  mutating func truth() -> Bool? { isOrdered ? line.truth() : tree.truth() }

  mutating func string() -> String? {
    if isOrdered { return line.plainText().map { line.string($0) } }
    return tree.bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of a text and a table, which it may change; nil for any other value.
  @discardableResult mutating func text<Table, Value>(_ table: inout Table, _ body: (Span<UInt8>, inout Table) -> Value)
    -> Value?
  {
    if isOrdered { return line.plainText().map { line.withBytes($0, &table, body) } }
    return tree.bytes().map { body($0.span, &table) }
  }

  /// Goes on behind an object or an array; a tree needs no such step.
  mutating func passOver() { if isOrdered { line.passOver() } }

  var next: Int { isOrdered ? line.offset : tree.value }

  /// Goes to a value of the present object or array.
  mutating func go(to value: Int) { if isOrdered { line.go(to: value) } else { tree.go(to: value) } }
}
