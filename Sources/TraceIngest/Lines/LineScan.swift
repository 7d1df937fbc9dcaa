import TraceModel

/// Finds the members of one line of JSON, and the field of each; as each byte is read, it defines what a line holds.
///
/// `MemberCache` reads lines faster that repeat members of earlier lines, and leaves the others to it.
struct LineScan: ~Copyable {
  static let aliases: [(field: Field, key: String)] = [
    (.time, "timestamp"), (.time, "ts"), (.launch, "launchId"), (.scene, "sceneId"),
  ]

  /// Made once, as each batch of lines has a scan of its own.
  private static let names: [(field: Field, key: [UInt8])] =
    (Field.allCases.map { ($0, $0.name) } + aliases).map { ($0.0, Array($0.1.utf8)) }

  /// If a line has several keys of one field, the first in this table counts.
  private var keys = TextTable()
  /// By the number of a key, from 1.
  private var fields: [Field] = []
  /// By the number of a key, how its numbers are written, if an option or the source says it.
  private var forms: [KeyForm?] = []
  var keyOfField = FixedBuffer(repeating: 0, count: Field.allCases.count)
  /// The value of a field in `seen`.
  private var tokens = FixedBuffer(repeating: Token(), count: Field.allCases.count)

  /// The bits of the fields on the line.
  var seen: UInt64 = 0
  var extras: [Token] = []
  private(set) var duplicates: Int64 = 0
  /// Mapped keys that lead into objects, and the members that they lead to on this line.
  var paths: [KeyPath] = []
  var nested: [(field: Field, member: Int)] = []

  init(_ mappings: [SourceKeys.Key], forms keyForms: [String: KeyForm] = [:]) {
    for (field, key) in mappings {
      _ = add(Array(key.utf8).span, field)
      _ = addPath(field, key)
    }
    for (field, key) in Self.names { _ = add(key.span, field) }
    for (key, form) in keyForms { for number in numbers(of: [key]) { forms[number - 1] = form } }
    findContainers()
  }

  /// Adds keys that count after all others.
  mutating func take(_ keys: [SourceKeys.Key]) {
    for (field, key) in keys {
      _ = add(Array(key.utf8).span, field)
      _ = addPath(field, key)
    }
    findContainers()
  }

  private mutating func findContainers() {
    for index in paths.indices {
      let outermost = paths[index].keys[0]
      paths[index].container = number(of: outermost.span)
    }
  }

  /// Returns the key's number, a new one unless the table has the key.
  mutating func add(_ key: Span<UInt8>, _ field: Field) -> Int {
    let number = Int(keys.intern(key).rawValue)
    if number > fields.count {
      fields.append(field)
      forms.append(nil)
    }
    return number
  }

  /// 0 for a key of no field.
  func number(of key: Span<UInt8>) -> Int { Int(keys.find(key).rawValue) }

  /// The numbers of mapped keys, at the top of a line and leading into objects.
  func numbers(of mapped: some Sequence<String>) -> Set<Int> {
    let keys = mapped.map { Array($0.utf8) }
    let numbers = (keys + keys.map { [0xFF] + $0 }).map { number(of: $0.span) }
    return Set(numbers.filter { $0 > 0 })
  }

  /// Nil for 0.
  func field(ofKey number: Int) -> Field? { number == 0 ? nil : fields[number - 1] }

  /// How the number of `field` on this line is written, if an option or the source says it.
  func form(of field: Field) -> KeyForm? {
    let number = keyOfField[field.index]
    return number == 0 ? nil : forms[number - 1]
  }

  /// The key of `field` on this line, with dots where it leads into objects.
  func key(of field: Field) -> String {
    let number = keyOfField[field.index]
    let bytes = number == 0 ? [] : keys.slice(TextID(rawValue: Int32(truncatingIfNeeded: number)))
    return (bytes.first == 0xFF ? bytes.dropFirst() : bytes).string
  }

  @inline(__always) func token(_ field: Field) -> Token { tokens[field.index] }

  @inline(__always) mutating func set(_ field: Field, _ value: Token, key: Int) {
    tokens[field.index] = value
    keyOfField[field.index] = key
    seen |= field.bit
  }

  @inline(__always) mutating func clear() {
    seen = 0
    duplicates = 0
    if !extras.isEmpty { extras.removeAll(keepingCapacity: true) }
    if !nested.isEmpty { nested.removeAll(keepingCapacity: true) }
  }

  /// Finds the members of the line from `start` on; those before a fault stay if it throws.
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

  /// The number of the key at `at`, 0 if it is of no field, and the offset of its value.
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

  /// True if a field's second value on a line replaces the first; the other becomes an extra member.
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

/// A mapped key with dots: the keys that lead to a value in objects.
struct KeyPath: Sendable {
  let field: Field
  let keys: [[UInt8]]
  /// The number of the whole path among the keys.
  let number: Int
  /// The number of the outermost key, if it is of a field.
  var container = 0
}

extension LineScan {
  /// Adds a mapped key with dots, and returns its number; 0 for a key without dots.
  mutating func addPath(_ field: Field, _ key: String) -> Int {
    let keys = key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
    guard keys.count > 1, keys.allSatisfy({ !$0.isEmpty }) else { return 0 }
    // No key of a line begins with this byte, which is not UTF-8.
    let text = [0xFF] + Array(key.utf8)
    let number = add(text.span, field)
    // Keys may have dots themselves, such as `resource.attributes` with `device.id` in it.
    for count in 1..<keys.count {
      let outermost = Array(keys[..<count].joined(separator: CollectionOfOne(UInt8(ascii: "."))))
      paths.append(KeyPath(field: field, keys: [outermost] + keys[count...], number: number))
    }
    return number
  }

  /// Finds the mapped values in objects, after a line was scanned; a key that itself has the dots, or an earlier
  /// mapping, takes precedence.
  mutating func takeNested(_ line: Span<UInt8>) {
    nested.removeAll(keepingCapacity: true)
    for path in paths {
      let field = path.field
      let isSeen = seen & path.field.bit != 0
      // An object is no value of a field, but may hold one: `{"device":{"id":"7"}}`.
      let isContainer = isSeen && token(field).kind == .object && keyOfField[field.index] == path.container
      if isSeen, keyOfField[field.index] < path.number, !token(field).isAbsent, !isContainer { continue }
      // An equal path, divided elsewhere, was found before.
      if isSeen, keyOfField[field.index] == path.number, !token(field).isAbsent { continue }
      guard let (container, owner) = container(of: path, line),
        let value = Self.value(in: container, path.keys.dropFirst(), line), !value.isAbsent
      else { continue }
      if let owner, owner != .attributes {
        extras.append(container)
        seen &= ~owner.bit
      }
      // The field's value without the mapping becomes an extra member.
      if seen & field.bit != 0, !token(field).isAbsent { extras.append(token(field)) }
      note(value, path)
    }
  }

  private mutating func note(_ value: Token, _ path: KeyPath) {
    set(path.field, value, key: path.number)
    nested.append((path.field, value.member))
  }

  private func container(of path: KeyPath, _ line: Span<UInt8>) -> (Token, Field?)? {
    if let extra = extras.last(where: { $0.isMember(path.keys[0], of: line) }) {
      return extra.kind == .object ? (extra, nil) : nil
    }
    guard path.container > 0, let owner = field(ofKey: path.container), seen & owner.bit != 0,
      keyOfField[owner.index] == path.container, token(owner).kind == .object
    else { return nil }
    return (token(owner), owner)
  }

  /// The value at a path in an object; of keys that have dots themselves the longest count.
  private static func value(in object: Token, _ keys: ArraySlice<[UInt8]>, _ line: Span<UInt8>) -> Token? {
    for count in stride(from: keys.count, to: 0, by: -1) {
      let key = Array(keys.prefix(count).joined(separator: CollectionOfOne(UInt8(ascii: "."))))
      guard let found = member(of: object, key, line) else { continue }
      if count == keys.count { return found }
      if let value = value(in: found, keys.dropFirst(count), line) { return value }
    }
    return nil
  }

  private static func member(of object: Token, _ key: [UInt8], _ line: Span<UInt8>) -> Token? {
    guard object.kind == .object else { return nil }
    var found: Token?
    // The line was scanned before: there is no error.
    _ = try? JSONScanner.items(line, object.start, depth: 0) { member throws(Reject.Reason) in
      if member.isMember(key, of: line) { found = member }
    }
    return found
  }
}
