import TraceModel

/// Finds the members of one line of JSON, and the fields that they are.
///
/// It looks at each byte of each line, and so it defines what a line holds. `LineShapes` and `KnownMembers` read lines
/// faster that repeat what was read before, and leave the others to it.
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
  /// The factor that turns the value of a key into nanoseconds, if its unit is known.
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
      let outermost = paths[index].parts[0]
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
      take(token, key)
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

  private mutating func take(_ token: Token, _ key: Int) {
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
