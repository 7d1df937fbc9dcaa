import TraceModel

/// The members of one line: where each field's value stands, and what it is if it came before.
///
/// Logs repeat themselves. For each key the bytes of its last member, `"device":"2c1e…"`, are
/// remembered with what the value meant, and for each key the one that followed it. A member that
/// equals the remembered bytes is not looked at again: it is neither scanned nor hashed.
struct LineScan {
  private static let width = 128

  let keys: KeyTable
  private let fields: [Field]
  private let ranks: [UInt8]

  /// By field; valid where `seen` has the field.
  private(set) var tokens: [Token]
  /// By field; what the value means, where `seen` but not `fresh` has the field.
  var values: [Int64]
  private var owners: [UInt8]
  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Fields whose value must be read.
  private(set) var fresh: UInt64 = 0
  /// Fields that stand under another key than their own.
  private(set) var aliased: UInt64 = 0
  /// Members that are no field.
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0

  // By key: the remembered member, how long its part before the value is, and the whole of it if
  // its value is known.
  private var memo: [UInt8]
  private var keyLengths: [Int]
  private var memoLengths: [Int]
  private var memoValues: [Int64]
  private var memoKinds: [Token.Kind]
  private var successors: [UInt8]

  init(_ keys: KeyTable) {
    let count = keys.keys.count
    self.keys = keys
    fields = keys.keys.map(\.field)
    ranks = keys.keys.map(\.rank)
    tokens = Array(repeating: Token(), count: Field.allCases.count)
    values = Array(repeating: 0, count: Field.allCases.count)
    owners = Array(repeating: 0, count: Field.allCases.count)
    memo = Array(repeating: 0, count: count * Self.width + 8)
    keyLengths = Array(repeating: 0, count: count)
    memoLengths = Array(repeating: 0, count: count)
    memoValues = Array(repeating: 0, count: count)
    memoKinds = Array(repeating: .null, count: count)
    successors = Array(repeating: 1, count: count)
  }

  /// Forgets what values meant: their numbers are of other symbols.
  mutating func forget() {
    for key in memoLengths.indices { memoLengths[key] = 0 }
  }

  /// Finds the members of `line`; what was found before a rejection stays.
  mutating func scan(_ line: Span<UInt8>) throws(Rejection) {
    seen = 0
    fresh = 0
    aliased = 0
    duplicates = 0
    extras.removeAll(keepingCapacity: true)
    var at = JSONScanner.skipSpace(line, 0)
    guard at < line.count, line[at] == UInt8(ascii: "{") else { throw try notObject(line, at) }
    at = JSONScanner.skipSpace(line, at + 1)
    var previous = 0
    if at < line.count, line[at] == UInt8(ascii: "}") {
      at += 1
    } else {
      while try member(line, &at, &previous) {}
    }
    if JSONScanner.skipSpace(line, at) != line.count { throw Rejection(.notJSON) }
  }

  private func notObject(_ line: Span<UInt8>, _ at: Int) throws(Rejection) -> Rejection {
    let token = try JSONScanner.value(line, at, depth: 0)
    let end = JSONScanner.skipSpace(line, Int(token.end))
    return Rejection(end == line.count ? .notObject : .notJSON)
  }

  /// Takes the member at `at` and what stands behind it; tells whether another one must follow.
  @inline(__always) private mutating func member(
    _ line: Span<UInt8>, _ at: inout Int, _ previous: inout Int
  ) throws(Rejection) -> Bool {
    let start = at
    var key = Int(successors[previous])
    var common = equalBytes(line, start, key)
    var valueStart = start + keyLengths[key]
    if common < keyLengths[key] || keyLengths[key] == 0 {
      (key, valueStart) = try self.key(line, start)
      if key != 0 {
        successors[previous] = UInt8(truncatingIfNeeded: key)
        common = equalBytes(line, start, key)
        if valueStart - start != keyLengths[key] || common < keyLengths[key] {
          rememberKey(line, start..<valueStart, key)
          common = 0
        }
      }
    }
    if key != 0 { previous = key }
    if key != 0, memoLengths[key] > 0, common == memoLengths[key], start + common < line.count,
      line[start + common] == UInt8(ascii: ",") || line[start + common] == UInt8(ascii: "}")
    {
      at = start + common
      add(key, Token(memoKinds[key], member: start, valueStart, at), isKnown: true)
    } else {
      var token = try JSONScanner.value(line, valueStart, depth: 1)
      token.member = Int32(truncatingIfNeeded: start)
      at = JSONScanner.skipSpace(line, Int(token.end))
      guard at < line.count, line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "}") else {
        throw Rejection(.notJSON)
      }
      if key == 0 { extras.append(token) } else { add(key, token, isKnown: false) }
    }
    let isLast = line[at] == UInt8(ascii: "}")
    at += 1
    if !isLast { at = JSONScanner.skipSpace(line, at) }
    return !isLast
  }

  @inline(__always) private func equalBytes(_ line: Span<UInt8>, _ start: Int, _ key: Int) -> Int {
    line.commonPrefix(
      at: start, with: memo.span, at: key * Self.width,
      length: max(memoLengths[key], keyLengths[key]))
  }

  /// The number of the key at `at`, 0 if it means no field, and where its value begins.
  private func key(_ line: Span<UInt8>, _ at: Int) throws(Rejection) -> (Int, Int) {
    guard at < line.count, line[at] == UInt8(ascii: "\"") else { throw Rejection(.notJSON) }
    let token = try JSONScanner.string(line, at)
    let valueStart = try JSONScanner.colon(line, Int(token.end))
    guard token.kind == .escapedString else { return (keys.find(line, token.inner), valueStart) }
    var name: [UInt8] = []
    JSONText.decode(line, at, to: &name)
    return (keys.find(name.span, 0..<name.count), valueStart)
  }

  @inline(__always) private mutating func add(_ key: Int, _ token: Token, isKnown: Bool) {
    let field = fields[key]
    if seen & field.bit != 0, !isWinner(key, field, token) { return }
    seen |= field.bit
    tokens[field.index] = token
    owners[field.index] = UInt8(truncatingIfNeeded: key)
    if ranks[key] != 1 { aliased |= field.bit }
    if isKnown {
      fresh &= ~field.bit
      values[field.index] = memoValues[key]
    } else {
      fresh |= field.bit
    }
  }

  /// Whether the second value of a field counts; the one that does not is no field.
  private mutating func isWinner(_ key: Int, _ field: Field, _ token: Token) -> Bool {
    let other = Int(owners[field.index])
    if other == key {
      duplicates += 1
      return true
    }
    if token.isAbsent { return false }
    if tokens[field.index].isAbsent { return true }
    let isWinner = ranks[key] < ranks[other]
    extras.append(isWinner ? tokens[field.index] : token)
    return isWinner
  }

  private mutating func rememberKey(_ line: Span<UInt8>, _ range: Range<Int>, _ key: Int) {
    memoLengths[key] = 0
    keyLengths[key] = 0
    guard range.count <= Self.width else { return }
    line.copy(range, into: &memo, at: key * Self.width)
    keyLengths[key] = range.count
  }

  /// Remembers what the value of `field` on this line means.
  mutating func remember(_ line: Span<UInt8>, _ field: Field) {
    let token = tokens[field.index]
    let key = Int(owners[field.index])
    let range = Int(token.member)..<Int(token.end)
    guard keyLengths[key] > 0, range.count <= Self.width else { return }
    line.copy(range, into: &memo, at: key * Self.width)
    keyLengths[key] = Int(token.start - token.member)
    memoLengths[key] = range.count
    memoValues[key] = values[field.index]
    memoKinds[key] = token.kind
  }
}
