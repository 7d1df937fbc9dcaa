/// Values of one line, in the order in which they were found.
///
/// It exists for speed: a line of another program has some members that are no fields, and to append to an array takes
/// four times as long.
struct TokenList: ~Copyable {
  private var tokens = FixedBuffer(repeating: Token(), count: 16)
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Token {
    precondition(index < count, "no such value")
    return tokens[index]
  }

  @inline(__always) mutating func append(_ token: Token) {
    if count == tokens.count { grow() }
    tokens[count] = token
    count = count &+ 1
  }

  /// Forgets all of them, and keeps their room.
  @inline(__always) mutating func clear() { count = 0 }

  /// The last value of which `isWanted` is true.
  func last(where isWanted: (Token) -> Bool) -> Token? {
    for index in (0..<count).reversed() where isWanted(tokens[index]) { return tokens[index] }
    return nil
  }

  @inline(never) private mutating func grow() {
    var wider = FixedBuffer(repeating: Token(), count: 2 * tokens.count)
    wider.copy(tokens, from: 0, to: 0..<count)
    tokens = wider
  }
}
