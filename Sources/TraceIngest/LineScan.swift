import TraceModel

/// The members of one line: where each field's value stands, and what it is if it came before.
///
/// Logs repeat themselves. For each key the bytes of its last member, `"device":"2c1e…"`, are
/// remembered with what the value meant, and for each key the one that followed it. A member that
/// equals the remembered bytes is not looked at again: it is neither scanned nor hashed.
struct LineScan {
  /// A field on the line.
  private struct Slot {
    var token = Token()
    var key = 0
    /// What the value means, where `seen` but not `fresh` has the field.
    var value: Int64 = 0
  }

  /// What is remembered of a key's last member.
  private struct Memory {
    let field: Field
    /// How many of its bytes lie before the value; 0 if they are too many.
    var keyLength = 0
    /// How many bytes the value has, if it is known what it means.
    var valueLength = 0
    var kind = Token.Kind.null
    var value: Int64 = 0
    var successor = 1
  }

  private static let width = 128
  private var slots = [Slot](repeating: Slot(), count: Field.allCases.count)
  /// By key; of several keys of one field on a line the first of these counts.
  private var memories = [Memory(field: .event)]
  /// The remembered members, by key.
  private var bytes = [UInt8](repeating: 0, count: width)
  /// The keys; 0 is no key: what comes before the first member of a line.
  private var keys = ["": 0]

  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Fields whose value must be read.
  private(set) var fresh: UInt64 = 0
  /// Fields that may mean something else than on the line before.
  private(set) var changed: UInt64 = 0
  /// Members that are no field.
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0

  init(_ mappings: [IngestOptions.KeyMapping]) throws(IngestError) {
    for mapping in mappings {
      guard let field = Field.allCases.first(where: { $0.name == mapping.field }) else {
        throw IngestError(
          operation: "map key", subject: mapping.key, cause: "there is no field '\(mapping.field)'",
          hint: "use one of \(IngestOptions.fieldNames.joined(separator: ", "))")
      }
      add(mapping.key, field)
    }
    for field in Field.allCases { add(field.name, field) }
    add("timestamp", .time)
    add("ts", .time)
    add("launchId", .launch)
    add("sceneId", .scene)
  }

  private mutating func add(_ key: String, _ field: Field) {
    guard keys[key] == nil else { return }
    keys[key] = memories.count
    memories.append(Memory(field: field))
    bytes += repeatElement(0, count: Self.width)
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
    for key in memories.indices { memories[key].valueLength = 0 }
  }

  /// Finds the members of `line`; what was found before a rejection stays.
  mutating func scan(_ line: Span<UInt8>) throws(Rejection) {
    seen = 0
    fresh = 0
    changed = 0
    duplicates = 0
    extras.removeAll(keepingCapacity: true)
    var at = JSONScanner.skipSpace(line, 0)
    guard at < line.count, line[at] == UInt8(ascii: "{") else {
      let end = try JSONScanner.value(line, at, depth: 0).end
      throw Rejection(JSONScanner.skipSpace(line, end) == line.count ? .notObject : .notJSON)
    }
    at = JSONScanner.skipSpace(line, at + 1)
    if at < line.count, line[at] == UInt8(ascii: "}") {
      at += 1
    } else {
      var previous = 0
      while try member(line, &at, &previous) {}
    }
    if JSONScanner.skipSpace(line, at) != line.count { throw Rejection(.notJSON) }
  }

  /// Takes the member at `at` and what stands behind it; tells whether another one must follow.
  @inline(__always) private mutating func member(
    _ line: Span<UInt8>, _ at: inout Int, _ previous: inout Int
  ) throws(Rejection) -> Bool {
    let start = at
    var key = memories[previous].successor
    var known = knownLength(line, start, key)
    var valueStart = start + memories[key].keyLength
    if known == 0 {
      (key, valueStart) = try find(line, start)
      if key > 0 { memories[previous].successor = key }
      known = knownLength(line, start, key)
    }
    if key > 0 { previous = key }
    if known > valueStart - start {
      at = start + known
      let memory = memories[key]
      let token = Token(kind: memory.kind, start: valueStart, end: at, member: start)
      add(key, token, known: memory.value)
    } else {
      var token = try JSONScanner.value(line, JSONScanner.skipSpace(line, valueStart), depth: 1)
      token.member = start
      at = JSONScanner.skipSpace(line, token.end)
      guard isEnd(line, at) else { throw Rejection(.notJSON) }
      if key > 0 { add(key, token, known: nil) } else { extras.append(token) }
    }
    let isLast = line[at] == UInt8(ascii: "}")
    at = isLast ? at + 1 : JSONScanner.skipSpace(line, at + 1)
    return !isLast
  }

  /// How much of what is remembered of a key stands at `at`: the member, its key, or nothing.
  @inline(__always) private func knownLength(_ line: Span<UInt8>, _ at: Int, _ key: Int) -> Int {
    let memory = memories[key]
    let length = memory.keyLength + memory.valueLength
    if memory.valueLength > 0, holds(line, at, key, length), isEnd(line, at + length) {
      return length
    }
    return holds(line, at, key, memory.keyLength) ? memory.keyLength : 0
  }

  @inline(__always) private func holds(
    _ line: Span<UInt8>, _ at: Int, _ key: Int, _ length: Int
  ) -> Bool {
    line.holds(bytes.span, key * Self.width..<key * Self.width + length, at: at)
  }

  /// Whether a member ends at `at`.
  @inline(__always) private func isEnd(_ line: Span<UInt8>, _ at: Int) -> Bool {
    at < line.count && (line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "}"))
  }

  /// The number of the key at `at`, 0 if it means no field, and where its value begins.
  private mutating func find(_ line: Span<UInt8>, _ at: Int) throws(Rejection) -> (Int, Int) {
    let (token, valueStart) = try JSONScanner.key(line, at)
    var name = line.extracting(token.inner).string
    if token.kind == .escapedString {
      var bytes: [UInt8] = []
      JSONText.decode(line, at, to: &bytes)
      name = String(decoding: bytes, as: UTF8.self)
    }
    let key = keys[name] ?? 0
    let length = valueStart - at
    if key > 0, length != memories[key].keyLength || !holds(line, at, key, length) {
      memories[key].valueLength = 0
      memories[key].keyLength = copy(line, at..<valueStart, key) ? length : 0
    }
    return (key, valueStart)
  }

  @inline(__always) private mutating func add(_ key: Int, _ token: Token, known meaning: Int64?) {
    let field = memories[key].field
    if seen & field.bit != 0, !isWinner(key, field, token) { return }
    seen |= field.bit
    if meaning == nil { fresh |= field.bit } else { fresh &= ~field.bit }
    if meaning == nil || slots[field.index].key != key { changed |= field.bit }
    slots[field.index] = Slot(token: token, key: key, value: meaning ?? 0)
  }

  /// Whether the second value of a field counts; the one that does not is no field.
  private mutating func isWinner(_ key: Int, _ field: Field, _ token: Token) -> Bool {
    let other = slots[field.index]
    if other.key == key {
      duplicates += 1
      return true
    }
    if token.isAbsent || other.token.isAbsent { return !token.isAbsent }
    extras.append(key < other.key ? other.token : token)
    return key < other.key
  }

  /// Remembers what the value of `field` on this line means.
  mutating func remember(_ line: Span<UInt8>, _ field: Field) {
    let slot = slots[field.index]
    guard copy(line, slot.token.member..<slot.token.end, slot.key) else { return }
    memories[slot.key].keyLength = slot.token.start - slot.token.member
    memories[slot.key].valueLength = slot.token.range.count
    memories[slot.key].kind = slot.token.kind
    memories[slot.key].value = slot.value
  }

  /// Copies what is to be remembered of a key; tells whether there is room for it.
  private mutating func copy(_ line: Span<UInt8>, _ range: Range<Int>, _ key: Int) -> Bool {
    guard range.count <= Self.width else { return false }
    let offset = key * Self.width - range.lowerBound
    for at in range { bytes[offset + at] = line[at] }
    return true
  }
}
