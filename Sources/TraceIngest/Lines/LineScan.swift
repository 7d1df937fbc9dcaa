import TraceModel

/// Finds the members of one line of JSON, and the fields that they are.
///
/// It looks at each byte of each line, and so it defines what a line holds. `MemberCache` reads lines faster that repeat
/// what was read before, and leaves the others to it.
struct LineScan: ~Copyable {
  /// Keys that are taken for a field's.
  static let aliases: [(field: Field, key: String)] = [
    (.time, "timestamp"), (.time, "ts"), (.launch, "launchId"), (.scene, "sceneId"),
  ]

  /// The names of fields and their aliases as UTF-8, made once: each batch of lines has a scan of its own.
  private static let names: [(field: Field, key: [UInt8])] =
    (Field.allCases.map { ($0, $0.name) } + aliases).map { ($0.0, Array($0.1.utf8)) }

  /// The keys of fields; of several keys of one field on a line the first of these counts.
  private var keys = TextTable()
  /// By the number of a key from 1.
  private var fields: [Field] = []
  /// The factor that turns the value of a key into nanoseconds, if it has a unit.
  private var unitPowers: [Int?] = []
  /// The number of the key that a field has on the line.
  var keyOfField = FixedBuffer(repeating: 0, count: Field.allCases.count)
  /// Where the values of the fields stand that are seen.
  private var tokens = FixedBuffer(repeating: Token(), count: Field.allCases.count)

  /// Fields that stand on the line.
  var seen: UInt64 = 0
  /// Members that are no field.
  var extras = TokenList()
  private(set) var duplicates: Int64 = 0
  /// Keys that lead into objects, and the members that they lead to on this line.
  var paths: [KeyPath] = []
  var nested: [(field: Field, member: Int)] = []

  init(_ mappings: [(field: Field, key: String)], unitPowers powers: [String: Int] = [:]) {
    for (field, key) in mappings {
      let numbers = [add(Array(key.utf8).span, field), addPath(field, key)]
      guard let power = powers[key] else { continue }
      for number in numbers where number > 0 { unitPowers[number - 1] = power }
    }
    for (field, key) in Self.names { _ = add(key.span, field) }
    for index in paths.indices {
      let outermost = paths[index].keys[0]
      paths[index].container = number(of: outermost.span)
    }
  }

  /// The number of a key, which means `field` if it is new.
  mutating func add(_ key: Span<UInt8>, _ field: Field) -> Int {
    let number = Int(keys.intern(key).rawValue)
    if number > fields.count {
      fields.append(field)
      unitPowers.append(nil)
    }
    return number
  }

  /// The number of a key; 0 if it is no field's.
  func number(of key: Span<UInt8>) -> Int { Int(keys.find(key).rawValue) }

  /// The numbers of mapped keys, whether they stand at the top of a line or lead into objects.
  func numbers(of mapped: some Sequence<String>) -> Set<Int> {
    let keys = mapped.map { Array($0.utf8) }
    let numbers = (keys + keys.map { [0xFF] + $0 }).map { number(of: $0.span) }
    return Set(numbers.filter { $0 > 0 })
  }

  /// The field that the key with this number means; nil for 0.
  func field(ofKey number: Int) -> Field? { number == 0 ? nil : fields[number - 1] }

  /// The factor that turns the numbers of `field` on this line into nanoseconds, if their unit was given.
  func unitPower(of field: Field) -> Int? {
    let number = keyOfField[field.index]
    return number == 0 ? nil : unitPowers[number - 1]
  }

  /// Where the value of a field stands that is seen.
  @inline(__always) func token(_ field: Field) -> Token { tokens[field.index] }

  /// Makes a value that of `field` on this line.
  @inline(__always) mutating func set(_ field: Field, _ value: Token, key: Int) {
    tokens[field.index] = value
    keyOfField[field.index] = key
    seen |= field.bit
  }

  /// Forgets the last line.
  @inline(__always) mutating func clear() {
    seen = 0
    duplicates = 0
    extras.clear()
    if !nested.isEmpty { nested.removeAll(keepingCapacity: true) }
  }

  /// Finds the members of the line from `start` on; what was found before a rejection stays.
  mutating func scan(_ line: Span<UInt8>, from start: Int) throws(Reject.Reason) {
    clear()
    var at = JSONScanner.skipSpace(line, start)
    guard at < line.count, line[at] == UInt8(ascii: "{") else {
      let end = try JSONScanner.value(line, at, depth: 0).end
      throw JSONScanner.skipSpace(line, end) == line.count ? .notObject : .notJSON
    }
    at = JSONScanner.skipSpace(line, at + 1)
    if at < line.count, line[at] == UInt8(ascii: "}") { at += 1 } else { try members(line, &at) }
    if JSONScanner.skipSpace(line, at) != line.count { throw .notJSON }
  }

  private mutating func members(_ line: Span<UInt8>, _ at: inout Int) throws(Reject.Reason) {
    while true {
      let (key, valueStart) = try find(line, at)
      var token = try JSONScanner.value(line, valueStart, depth: 1)
      token.member = at
      let end = JSONScanner.skipSpace(line, token.end)
      guard end < line.count, line[end] == UInt8(ascii: ",") || line[end] == UInt8(ascii: "}") else { throw .notJSON }
      note(token, key)
      if line[end] == UInt8(ascii: "}") {
        at = end + 1
        return
      }
      at = JSONScanner.skipSpace(line, end + 1)
    }
  }

  /// The number of the key at `at`, or 0 if it is no field's, and where its value begins.
  func find(_ line: Span<UInt8>, _ at: Int) throws(Reject.Reason) -> (key: Int, valueStart: Int) {
    let (token, valueStart) = try JSONScanner.key(line, at)
    if token.kind == .string { return (number(of: line.extracting(token.inner)), valueStart) }
    var bytes: [UInt8] = []
    JSONText.decode(line, at, to: &bytes)
    return (number(of: bytes.span), valueStart)
  }

  private mutating func note(_ token: Token, _ key: Int) {
    guard let field = field(ofKey: key) else {
      extras.append(token)
      return
    }
    if seen & field.bit != 0, !isWinner(token, key, field) { return }
    set(field, token, key: key)
  }

  /// True if the second value of a field on a line replaces the first; the other becomes an extra member.
  private mutating func isWinner(_ token: Token, _ key: Int, _ field: Field) -> Bool {
    let other = keyOfField[field.index]
    if other == key {
      duplicates += 1
      return true
    }
    let earlier = self.token(field)
    if token.isAbsent || earlier.isAbsent { return !token.isAbsent }
    extras.append(key < other ? earlier : token)
    return key < other
  }
}

// MARK: - Keys that lead into objects

/// A mapped key with points: the keys that lead to a value in objects.
struct KeyPath: Sendable {
  let field: Field
  let keys: [[UInt8]]
  /// The number that stands for the value among the keys of a line.
  let number: Int
  /// The number of the outermost key, if that is a field's.
  var container = 0
}

extension LineScan {
  /// The number of a value that a key with points leads to; 0 for a key without one.
  mutating func addPath(_ field: Field, _ key: String) -> Int {
    let keys = key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
    guard keys.count > 1, keys.allSatisfy({ !$0.isEmpty }) else { return 0 }
    // No key of a line begins so: it would be no UTF-8.
    let text = [0xFF] + Array(key.utf8)
    let number = add(text.span, field)
    paths.append(KeyPath(field: field, keys: keys, number: number))
    return number
  }

  /// Takes the values in objects that are mapped, after a line was scanned; a key that has the points in it, and a
  /// mapping that was given before, win.
  mutating func takeNested(_ line: Span<UInt8>) {
    nested.removeAll(keepingCapacity: true)
    for path in paths {
      let field = path.field
      let isSeen = seen & path.field.bit != 0
      if isSeen, keyOfField[field.index] < path.number, !token(field).isAbsent { continue }
      guard let (container, owner) = container(of: path, line) else { continue }
      let value = path.keys.dropFirst().reduce(container as Token?) { object, key in
        object.flatMap { Self.member(of: $0, key, line) }
      }
      guard let value, !value.isAbsent else { continue }
      if let owner, owner != .attributes {
        extras.append(container)
        seen &= ~owner.bit
      }
      // What the field would be without the mapping is none.
      if seen & field.bit != 0, !token(field).isAbsent { extras.append(token(field)) }
      note(value, path)
    }
  }

  private mutating func note(_ value: Token, _ path: KeyPath) {
    set(path.field, value, key: path.number)
    nested.append((path.field, value.member))
  }

  /// The object that a path begins with, and the field that it was taken for.
  private func container(of path: KeyPath, _ line: Span<UInt8>) -> (Token, Field?)? {
    if let extra = extras.last(where: { Self.isKey(path.keys[0], $0, line) }) {
      return extra.kind == .object ? (extra, nil) : nil
    }
    guard path.container > 0, let owner = field(ofKey: path.container), seen & owner.bit != 0,
      keyOfField[owner.index] == path.container, token(owner).kind == .object
    else { return nil }
    return (token(owner), owner)
  }

  /// The last member of an object with a key.
  private static func member(of object: Token, _ key: [UInt8], _ line: Span<UInt8>) -> Token? {
    guard object.kind == .object else { return nil }
    var found: Token?
    // It was scanned: there is no error.
    _ = try? JSONScanner.items(line, object.start, depth: 0) { member throws(Reject.Reason) in
      if isKey(key, member, line) { found = member }
    }
    return found
  }

  /// Whether a member has this key, written without escapes.
  private static func isKey(_ key: [UInt8], _ member: Token, _ line: Span<UInt8>) -> Bool {
    let start = member.member + 1
    let end = start + key.count
    guard end < line.count, line[end] == UInt8(ascii: "\"") else { return false }
    return key.indices.allSatisfy { line[start + $0] == key[$0] }
  }
}

/// Values of one line, in the order in which they were found.
///
/// A line of another program has some members that are no fields, and appending to an array is four times as slow.
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
