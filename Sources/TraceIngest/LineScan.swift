import TraceModel

/// The members of one line: where each field's value stands, and what it is if it came before.
///
/// Logs repeat themselves. Of each key it is remembered where its last member, `"device":"2c1e…"`,
/// stands in the buffer, what the value meant, and which key followed it. A line is compared with
/// those bytes: as far as they are the same it is neither scanned nor read again.
struct LineScan: ~Copyable {
  /// What is remembered of a key.
  struct Memory {
    /// What the key means, if it is a field's.
    let field: Field?
    /// Where the last member begins.
    var start = 0
    /// From there on: its value, and the next one, or what follows the object; 0 if the member is
    /// not in the buffer.
    var valueStart = 0
    var valueEnd = 0
    var next = 0
    var kind = Token.Kind.null
    var isLast = false
    /// What the value means, if that is known.
    var meaning: Int64 = 0
    var isKnown = false
    var successor = 1

    var token: Token { Token(kind: kind, start: start + valueStart, end: start + valueEnd, member: start) }
  }

  /// So many keys are remembered; those of fields are fewer.
  private static let limit = 256
  /// By key; of several keys of one field on a line the first of these counts.
  private var memories = Block(repeating: Memory(field: nil), count: limit)
  /// The keys; 0 is none of them, and what comes before the first member of a line.
  private var keys = TextTable()
  /// The key of the last member that began with the same eight bytes, by eight bits made of those.
  ///
  /// It is what a member is compared with where keys come in no order.
  private var guesses = Block(repeating: 0, count: 256)
  /// The key that a field had when it was seen last.
  private var keyOfField = Block(repeating: 0, count: Field.allCases.count)

  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Fields whose value must be read.
  private(set) var fresh: UInt64 = 0
  /// Fields that may mean something else than when they were seen last.
  private(set) var changed: UInt64 = 0
  /// Members that are no field.
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0

  init(_ mappings: [(field: Field, key: String)]) {
    let aliases: [(Field, String)] = [(.time, "timestamp"), (.time, "ts"), (.launch, "launchId"), (.scene, "sceneId")]
    for (field, key) in mappings + Field.allCases.map({ ($0, $0.name) }) + aliases {
      _ = add(Array(key.utf8).span, field)
    }
  }

  /// The number of a key, which means `field` if it is new; 0 if there is no room for it.
  private mutating func add(_ key: Span<UInt8>, _ field: Field?) -> Int {
    let known = keys.find(key)
    guard known.isNone, keys.count + 1 < Self.limit else { return Int(known.rawValue) }
    let number = Int(keys.intern(key).rawValue)
    memories[number] = Memory(field: field)
    return number
  }

  /// Where the value of a field stands that is seen.
  @inline(__always) func token(_ field: Field) -> Token { memories[keyOfField[field.index]].token }

  /// What the value of a field means that is seen.
  @inline(__always) subscript(field: Field) -> Int64 { memories[keyOfField[field.index]].meaning }

  /// Keeps what the value of `field` on this line means.
  mutating func remember(_ field: Field, _ meaning: Int64) {
    memories[keyOfField[field.index]].meaning = meaning
    // Whether a time has a zone, and what is in the attributes, is asked for each line.
    memories[keyOfField[field.index]].isKnown = field != .time && field != .attributes
  }

  /// Finds the members of the line from `start` on; what was found before a rejection stays.
  mutating func scan(_ line: Span<UInt8>, from start: Int) throws(Reject.Reason) {
    (seen, fresh, changed, duplicates) = (0, 0, 0, 0)
    extras.removeAll(keepingCapacity: true)
    var at = JSONScanner.skipSpace(line, start)
    guard at < line.count, line[at] == UInt8(ascii: "{") else {
      let end = try JSONScanner.value(line, at, depth: 0).end
      throw JSONScanner.skipSpace(line, end) == line.count ? .notObject : .notJSON
    }
    at = JSONScanner.skipSpace(line, at + 1)
    if at < line.count, line[at] == UInt8(ascii: "}") { at += 1 } else { try members(line, &at) }
    if JSONScanner.skipSpace(line, at) != line.count { throw .notJSON }
  }

  @inline(__always) private mutating func members(_ line: Span<UInt8>, _ at: inout Int) throws(Reject.Reason) {
    var previous = 0
    // So many bytes from `at` on are the same as those from `other` on.
    var (other, same) = (0, 0)
    var isLast = false
    while !isLast {
      var key = memories[previous].successor
      if same == 0 || memories[key].start != other {
        other = memories[key].start
        same = line.common(at, other)
      }
      let length = memories[key].next
      if length > 0, same >= length {
        memories[key].start = at
        isLast = memories[key].isLast
        (at, other, same) = (at &+ length, other &+ length, same &- length)
      } else {
        key = try member(line, &at, key, same)
        isLast = memories[key].isLast
        same = 0
      }
      take(key)
      if memories[previous].successor != key, key > 0 { memories[previous].successor = key }
      if key > 0 { previous = key }
    }
  }

  /// Takes a member that is not all the same as one before; returns its key.
  ///
  /// `same` of its bytes are the same as those of the last member of `key`.
  private mutating func member(_ line: Span<UInt8>, _ at: inout Int, _ key: Int, _ same: Int) throws(Reject.Reason)
    -> Int
  {
    let start = at
    var (key, same, valueStart) = (key, same, 0)
    if !isKey(key, same) {
      let place = Self.place(line, start)
      (key, same) = compare(line, start, guesses[place])
      if !isKey(key, same) {
        (key, valueStart) = try find(line, start)
        guesses[place] = key
        (key, same) = compare(line, start, key)
      }
    }
    var memory = memories[key]
    if valueStart == 0 { valueStart = start + memory.valueStart }
    at = start + memory.valueEnd
    if memory.valueStart == 0 || same < memory.valueEnd || !isEnd(line, at) {
      valueStart = JSONScanner.skipSpace(line, valueStart)
      let token = try JSONScanner.value(line, valueStart, depth: 1)
      memory.kind = token.kind
      (memory.valueStart, memory.valueEnd) = (token.start - start, token.end - start)
      memory.isKnown = false
      at = JSONScanner.skipSpace(line, token.end)
      guard isEnd(line, at) else { throw .notJSON }
    }
    memory.isLast = line[at] == UInt8(ascii: "}")
    at = memory.isLast ? at + 1 : JSONScanner.skipSpace(line, at + 1)
    memory.start = start
    memory.next = at - start
    memories[key] = memory
    return key
  }

  /// The key, and how many bytes from `start` on are the same as those of its last member.
  private func compare(_ line: Span<UInt8>, _ start: Int, _ key: Int) -> (key: Int, same: Int) {
    (key, key > 0 ? line.common(start, memories[key].start) : 0)
  }

  /// Whether the same bytes hold all of a key and its colon.
  @inline(__always) private func isKey(_ key: Int, _ same: Int) -> Bool {
    memories[key].valueStart > 0 && same >= memories[key].valueStart
  }

  /// Where the guess stands for a member that begins at `start`.
  private static func place(_ line: Span<UInt8>, _ start: Int) -> Int {
    start + 8 <= line.count ? Int((line.word(start) &* 0x9E37_79B9_7F4A_7C15) >> 56) : 0
  }

  /// Whether a member ends at `at`.
  @inline(__always) private func isEnd(_ line: Span<UInt8>, _ at: Int) -> Bool {
    at < line.count && (line[at] == UInt8(ascii: ",") || line[at] == UInt8(ascii: "}"))
  }

  /// The number of the key at `at`, and where its value begins.
  private mutating func find(_ line: Span<UInt8>, _ at: Int) throws(Reject.Reason) -> (Int, Int) {
    let (token, valueStart) = try JSONScanner.key(line, at)
    if token.kind == .string { return (add(line.extracting(token.inner), nil), valueStart) }
    var bytes: [UInt8] = []
    JSONText.decode(line, at, to: &bytes)
    return (add(bytes.span, nil), valueStart)
  }

  @inline(__always) private mutating func take(_ key: Int) {
    guard let field = memories[key].field else {
      extras.append(memories[key].token)
      return
    }
    if seen & field.bit != 0, !isWinner(key, field) { return }
    seen |= field.bit
    let isKnown = memories[key].isKnown
    if isKnown { fresh &= ~field.bit } else { fresh |= field.bit }
    if !isKnown || keyOfField[field.index] != key {
      changed |= field.bit
      keyOfField[field.index] = key
    }
  }

  /// Whether the second value of a field counts; the one that does not is no field.
  private mutating func isWinner(_ key: Int, _ field: Field) -> Bool {
    let other = keyOfField[field.index]
    if other == key {
      duplicates += 1
      return true
    }
    let (token, earlier) = (memories[key].token, memories[other].token)
    if token.isAbsent || earlier.isAbsent { return !token.isAbsent }
    extras.append(key < other ? earlier : token)
    return key < other
  }
}
