import TraceModel

/// The members of one line: where each field's value stands, and what it is if it came before.
///
/// Logs repeat themselves. For each key the bytes of its last member, `"device":"2c1e…"`, are
/// remembered with what the value meant, and for each key the one that followed it. A member that
/// equals the remembered bytes is not looked at again: it is neither scanned nor hashed.
struct LineScan {
  private static let width = 128

  /// A field on the line.
  private struct Slot {
    var token = Token()
    var key = 0
    /// What the value means, where `seen` but not `fresh` has the field.
    var value: Int64 = 0
  }

  /// What is remembered of a key's last member.
  private struct Memory {
    var field: Field
    var rank: UInt8
    var kind = Token.Kind.null
    /// How many bytes lie before the value.
    var keyLength = 0
    /// How many bytes the whole of it has, if its value is known.
    var length = 0
    var value: Int64 = 0
    var successor = 1
  }

  let keys: KeyTable
  private var slots = [Slot](repeating: Slot(), count: Field.allCases.count)
  private var memories: [Memory]
  /// The remembered members, by key.
  private var bytes: [UInt8]

  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Fields whose value must be read.
  private(set) var fresh: UInt64 = 0
  /// Fields that stand under another key than their own.
  private(set) var aliased: UInt64 = 0
  /// Members that are no field.
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0

  init(_ keys: KeyTable) {
    self.keys = keys
    memories = keys.keys.map { Memory(field: $0.field, rank: $0.rank) }
    bytes = Array(repeating: 0, count: memories.count * Self.width + 8)
  }

  /// Where the value of a field stands that is seen.
  @inline(__always) func token(_ field: Field) -> Token { slots[field.index].token }

  /// What the value of a field means that is seen.
  @inline(__always) subscript(field: Field) -> Int64 {
    get { slots[field.index].value }
    set { slots[field.index].value = newValue }
  }

  /// Forgets what values meant: their numbers are of other symbols.
  mutating func forget() {
    for key in memories.indices { memories[key].length = 0 }
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
    let guess = memories[previous].successor
    let memory = memories[guess]
    let common = equalBytes(line, start, guess, memory)
    if memory.length > 0, common == memory.length, isEnd(line, start + common) {
      previous = guess
      at = start + common
      let token = Token(memory.kind, member: start, start + memory.keyLength, at)
      add(guess, memory, token, isKnown: true)
    } else if memory.keyLength > 0, common >= memory.keyLength {
      previous = guess
      try scanValue(line, start, start + memory.keyLength, guess, &at)
    } else {
      try unguessed(line, &at, &previous)
    }
    let isLast = line[at] == UInt8(ascii: "}")
    at += 1
    if !isLast { at = JSONScanner.skipSpace(line, at) }
    return !isLast
  }

  /// A member whose key is not the one that followed the last time.
  private mutating func unguessed(
    _ line: Span<UInt8>, _ at: inout Int, _ previous: inout Int
  ) throws(Rejection) {
    let start = at
    let (key, valueStart) = try self.key(line, start)
    guard key != 0 else { return try scanValue(line, start, valueStart, 0, &at) }
    memories[previous].successor = key
    previous = key
    let memory = memories[key]
    let common = equalBytes(line, start, key, memory)
    if valueStart - start != memory.keyLength || common < memory.keyLength {
      rememberKey(line, start..<valueStart, key)
    } else if memory.length > 0, common == memory.length, isEnd(line, start + common) {
      at = start + common
      return add(key, memory, Token(memory.kind, member: start, valueStart, at), isKnown: true)
    }
    try scanValue(line, start, valueStart, key, &at)
  }

  private mutating func scanValue(
    _ line: Span<UInt8>, _ start: Int, _ valueStart: Int, _ key: Int, _ at: inout Int
  ) throws(Rejection) {
    var token = try JSONScanner.value(line, JSONScanner.skipSpace(line, valueStart), depth: 1)
    token.member = Int32(truncatingIfNeeded: start)
    at = JSONScanner.skipSpace(line, Int(token.end))
    guard isEnd(line, at) else { throw Rejection(.notJSON) }
    if key == 0 { extras.append(token) } else { add(key, memories[key], token, isKnown: false) }
  }

  /// Whether a member ends at `at`.
  @inline(__always) private func isEnd(_ line: Span<UInt8>, _ at: Int) -> Bool {
    at < line.count && (line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "}"))
  }

  @inline(__always) private func equalBytes(
    _ line: Span<UInt8>, _ start: Int, _ key: Int, _ memory: Memory
  ) -> Int {
    line.commonPrefix(
      at: start, with: bytes.span, at: key * Self.width,
      length: max(memory.length, memory.keyLength))
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

  @inline(__always) private mutating func add(
    _ key: Int, _ memory: Memory, _ token: Token, isKnown: Bool
  ) {
    let field = memory.field
    if seen & field.bit != 0, !isWinner(key, memory, token) { return }
    seen |= field.bit
    if memory.rank != 1 { aliased |= field.bit }
    slots[field.index] = Slot(token: token, key: key, value: memory.value)
    if isKnown { fresh &= ~field.bit } else { fresh |= field.bit }
  }

  /// Whether the second value of a field counts; the one that does not is no field.
  private mutating func isWinner(_ key: Int, _ memory: Memory, _ token: Token) -> Bool {
    let other = slots[memory.field.index]
    if other.key == key {
      duplicates += 1
      return true
    }
    if token.isAbsent { return false }
    if other.token.isAbsent { return true }
    let isWinner = memory.rank < memories[other.key].rank
    extras.append(isWinner ? other.token : token)
    return isWinner
  }

  private mutating func rememberKey(_ line: Span<UInt8>, _ range: Range<Int>, _ key: Int) {
    let fits = range.count <= Self.width
    if fits { line.copy(range, into: &bytes, at: key * Self.width) }
    memories[key].length = 0
    memories[key].keyLength = fits ? range.count : 0
  }

  /// Remembers what the value of `field` on this line means.
  mutating func remember(_ line: Span<UInt8>, _ field: Field) {
    let slot = slots[field.index]
    let range = Int(slot.token.member)..<Int(slot.token.end)
    guard memories[slot.key].keyLength > 0, range.count <= Self.width else { return }
    line.copy(range, into: &bytes, at: slot.key * Self.width)
    memories[slot.key].keyLength = Int(slot.token.start - slot.token.member)
    memories[slot.key].length = range.count
    memories[slot.key].value = slot.value
    memories[slot.key].kind = slot.token.kind
  }
}
