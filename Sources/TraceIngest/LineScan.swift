import TraceModel

/// Scans one line of JSON into its members, and saves the work for members that repeat an earlier line.
///
/// For each key, the scan remembers the place in the buffer of the last member with that key, what its value meant, and
/// the key that came next. It compares a new line with those bytes. Of these two lines
///
/// ```
/// {"event":"scene.didActivate","device":"2c1e","seq":8}
/// {"event":"scene.willDeactivate","device":"2c1e","seq":9}
/// ```
///
/// the second is read like this: `"event":"scene.` is the same as before, so the key need not be looked up, but its value
/// is scanned. `"device":"2c1e",` is the same throughout: its value keeps the number that it has in the text table. Of
/// `"seq":9` the key is known again, and the value is new. `fresh` then holds `event` and `seq`, the fields to be read.
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
    /// The value, if it is such a number.
    var whole = UInt64.max
    var kind = Token.Kind.null
    var isLast = false
    /// What the value means, if that is known.
    var isKnown = false
    var meaning: Int64 = 0
    var successor = 1
    /// What makes nanoseconds of the value, if its unit is known; else negative.
    var unitPower: Int8 = -1

    var token: Token {
      Token(kind: kind, start: start &+ valueStart, end: start &+ valueEnd, member: start, whole: whole)
    }
  }

  /// Keys that are taken for a field's.
  static let aliases: [(field: Field, key: String)] = [
    (.time, "timestamp"), (.time, "ts"), (.launch, "launchId"), (.scene, "sceneId"),
  ]

  /// How many keys are remembered at most; the fields have fewer.
  private static let limit = 256
  /// By key; of several keys of one field on a line the first of these counts.
  var memories = FixedBuffer(repeating: Memory(field: nil), count: limit)
  /// The keys; 0 is none of them, and what comes before the first member of a line.
  private(set) var keys = TextTable()
  /// For the first eight bytes of a key, hashed to eleven bits, the key that had them last: the guess where the order of
  /// keys changes from line to line.
  private var guesses = FixedBuffer(repeating: 0 as UInt8, count: 2048)
  /// The key that a field had when it was seen last.
  var keyOfField = FixedBuffer(repeating: 0, count: Field.allCases.count)

  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Fields whose value must be read.
  var fresh: UInt64 = 0
  /// Fields that may mean something else than when they were seen last.
  var changed: UInt64 = 0
  /// Members that are no field.
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0
  /// Keys that lead into objects, and the members that they lead to on this line.
  var paths: [KeyPath] = []
  var nested: [(field: Field, member: Int)] = []

  init(_ mappings: [(field: Field, key: String)], unitPowers: [String: Int] = [:]) {
    for (field, key) in mappings {
      let numbers = [add(Array(key.utf8).span, field), addPath(field, key)]
      guard let power = unitPowers[key] else { continue }
      for number in numbers where number > 0 { memories[number].unitPower = Int8(clamping: power) }
    }
    for (field, key) in Field.allCases.map({ ($0, $0.name) }) + Self.aliases { _ = add(Array(key.utf8).span, field) }
    for index in paths.indices {
      let outermost = paths[index].parts[0]
      paths[index].container = Int(keys.find(outermost.span).rawValue)
    }
  }

  /// The number of a key, which means `field` if it is new; 0 if there is no room for it.
  mutating func add(_ key: Span<UInt8>, _ field: Field?) -> Int {
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
  @inline(__always) mutating func remember(_ field: Field, _ meaning: Int64) {
    let key = keyOfField[field.index]
    memories[key].meaning = meaning
    // The zone of a time and the members of attributes are needed on each line.
    memories[key].isKnown = field != .time && field != .attributes
  }

  /// Finds the members of the line from `start` on; what was found before a rejection stays.
  mutating func scan(_ line: Span<UInt8>, from start: Int) throws(Reject.Reason) {
    seen = 0
    fresh = 0
    changed = 0
    duplicates = 0
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
    // The `same` bytes from `at` on equal those from `other` on.
    var other = 0
    var same = 0
    while true {
      var start = at
      var key = memories[previous].successor
      if !isKey(key, same) || memories[key].start != other {
        if at &+ 9 <= line.count, line.word(at) != line.word(memories[key].start) {
          key = Int(guesses[Self.place(line, at)])
        }
        (other, same) = compare(line, at, key)
      }
      let length = memories[key].next
      if length > 0, same >= length {
        at = at &+ length
        other = other &+ length
        same = same &- length
      } else {
        key = try member(line, &at, &start, key, same)
        same = 0
      }
      memories[key].start = start
      take(key)
      if memories[previous].successor != key { memories[previous].successor = key }
      if memories[key].isLast { break }
      previous = key
    }
  }

  /// Scans a member of which only the first `same` bytes equal those of the last member of `key`; returns its key.
  private mutating func member(
    _ line: Span<UInt8>, _ at: inout Int, _ start: inout Int, _ key: Int, _ same: Int
  ) throws(Reject.Reason) -> Int {
    start = JSONScanner.skipSpace(line, at)
    var key = key
    var same = same
    var valueStart = 0
    if !isKey(key, same) {
      (key, valueStart) = try find(line, start)
      if start + 9 <= line.count { guesses[Self.place(line, start)] = UInt8(truncatingIfNeeded: key) }
      same = compare(line, start, key).same
      if isKey(key, same), same >= memories[key].next {
        at = start + memories[key].next
        return key
      }
    }
    if isKey(key, same) { valueStart = start + memories[key].valueStart }
    var end = start + memories[key].valueEnd
    if !isKey(key, same) || start + same < end || !isEnd(line, end) {
      let token = try JSONScanner.value(line, JSONScanner.skipSpace(line, valueStart), depth: 1)
      end = JSONScanner.skipSpace(line, token.end)
      guard isEnd(line, end) else { throw .notJSON }
      memories[key].valueStart = token.start - start
      memories[key].valueEnd = token.end - start
      memories[key].kind = token.kind
      memories[key].whole = token.whole
      memories[key].isKnown = false
    }
    let isLast = line[end] == UInt8(ascii: "}")
    at = isLast ? end + 1 : JSONScanner.skipSpace(line, end + 1)
    memories[key].next = at - start
    memories[key].isLast = isLast
    return key
  }

  /// The place of the last member of `key`, and how many bytes from `start` on equal those there.
  @inline(__always) private func compare(_ line: Span<UInt8>, _ start: Int, _ key: Int) -> (other: Int, same: Int) {
    (memories[key].start, memories[key].next > 0 ? line.common(start, memories[key].start) : 0)
  }

  /// True if the equal bytes include the whole key and its colon.
  @inline(__always) private func isKey(_ key: Int, _ same: Int) -> Bool {
    memories[key].valueStart > 0 && same >= memories[key].valueStart
  }

  /// The place in `guesses` for a member that begins at `start`, by the first eight bytes of its key.
  @inline(__always) private static func place(_ line: Span<UInt8>, _ start: Int) -> Int {
    let word = line.word(start &+ 1)
    let ones = 0x0101_0101_0101_0101 as UInt64
    // A quote becomes 0; the lowest 0 is found, and the bytes after it are left out of the hash.
    let quotes = word ^ ones &* 0x22
    let end = (quotes &- ones) & ~quotes & ones << 7
    return Int(((word & (end ^ (end &- 1))) &* 0x9E37_79B9_7F4A_7C15) >> 53)
  }

  /// True if a member ends at `at`.
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

  /// True if the second value of a field on a line replaces the first; the other becomes an extra member.
  private mutating func isWinner(_ key: Int, _ field: Field) -> Bool {
    let other = keyOfField[field.index]
    if other == key {
      duplicates += 1
      return true
    }
    let token = memories[key].token
    let earlier = memories[other].token
    if token.isAbsent || earlier.isAbsent { return !token.isAbsent }
    extras.append(key < other ? earlier : token)
    return key < other
  }
}
