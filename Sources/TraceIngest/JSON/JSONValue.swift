import TraceModel

/// A value of a JSON text where it stands there; what it is, is asked.
struct JSONValue: Sendable {
  private let text: ArraySlice<UInt8>
  private let token: Token

  /// The value that a text is, white space aside.
  ///
  /// - Throws: Why it is none.
  init(_ text: ArraySlice<UInt8>) throws(Reject.Reason) {
    let start = JSONScanner.skipSpace(text.span, 0)
    token = try JSONScanner.value(text.span, start, depth: 0)
    guard JSONScanner.skipSpace(text.span, token.end) == text.count else { throw .notJSON }
    self.text = text
  }

  private init(_ text: ArraySlice<UInt8>, _ token: Token) {
    self.text = text
    self.token = token
  }

  /// All of its bytes.
  var raw: ArraySlice<UInt8> { text[text.startIndex + token.start..<text.startIndex + token.end] }

  var isObject: Bool { token.kind == .object }

  var isArray: Bool { token.kind == .array }

  var isNull: Bool { token.kind == .null }

  var isNumber: Bool { token.kind == .number }

  /// True if it says when something was.
  var isInstant: Bool { instant() != nil }

  /// When something was, in nanoseconds since 1970: a number of any unit, also in a text, or a text that `Timestamp` reads.
  func instant(zoneOffsetSeconds zone: Int64 = 0) -> Int64? {
    if isNumber { return DecimalNumber(raw.span)?.instant }
    guard let text = bytes else { return nil }
    if let number = DecimalNumber(text.span) { return number.instant }
    let time = Timestamp.parse(text.span, zoneOffsetSeconds: zone)
    return (time ?? Timestamp.written(text.span, zoneOffsetSeconds: zone))?.nanoseconds
  }

  /// The text of a string that is one.
  var string: String? { bytes?.string }

  /// That text's UTF-8.
  var bytes: ArraySlice<UInt8>? {
    if token.kind == .string { return raw.dropFirst().dropLast() }
    guard token.kind == .escapedString else { return nil }
    var bytes: [UInt8] = []
    return JSONText.decode(text.span, token.start, to: &bytes) ? bytes[...] : nil
  }

  /// A whole number, also one in a string; a fraction is cut off.
  var integer: Int64? {
    if token.kind == .number { return DecimalNumber(raw.span)?.integer(cutting: true) }
    return string.flatMap { DecimalNumber(Array($0.utf8).span)?.integer(cutting: true) }
  }

  var truth: Bool? { token.kind == .isTrue ? true : token.kind == .isFalse ? false : nil }

  /// The values of an array.
  var items: [JSONValue] { token.kind == .array ? members.map(\.value) : [] }

  /// The values of an object by their keys, or of an array, in their order.
  var members: [(key: String, value: JSONValue)] {
    guard token.kind == .array || isObject else { return [] }
    var members: [(String, JSONValue)] = []
    // It was scanned: there is no error.
    _ = try? JSONScanner.items(text.span, token.start, depth: 0) { member throws(Reject.Reason) in
      members.append((isObject ? key(of: member) : "", JSONValue(text, member)))
    }
    return members
  }

  /// The value of a member, the last of that key; nil for `null`.
  subscript(key: String) -> JSONValue? { self[[key]][0] }

  /// The values of several members, in one pass.
  subscript(keys: [String]) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: keys.count)
    guard isObject else { return values }
    _ = try? JSONScanner.items(text.span, token.start, depth: 0) { member throws(Reject.Reason) in
      guard let index = keys.firstIndex(where: { isKey(of: member, $0) }), member.kind != .null else { return }
      values[index] = JSONValue(text, member)
    }
    return values
  }

  /// The bytes of an object with its keys in their order and no spaces.
  func canonical() throws(Reject.Reason) -> [UInt8] {
    var canonical = CanonicalText()
    try JSONScanner.items(text.span, token.start, depth: 0) { member in canonical.add(text.span, member) }
    try canonical.writeObject(text.span)
    return canonical.output
  }

  private func key(of member: Token) -> String {
    var bytes: [UInt8] = []
    JSONText.decode(text.span, member.member, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a member has this key, which is written without escapes.
  private func isKey(of member: Token, _ key: String) -> Bool {
    let start = text.startIndex + member.member + 1
    let end = start + key.utf8.count
    return end < text.endIndex && text[end] == UInt8(ascii: "\"") && text[start..<end].elementsEqual(key.utf8)
  }
}

// MARK: - Values as exports write them

extension JSONValue {
  /// What a text or a number says, as in `4901`; nil for anything else.
  var word: String? { string ?? (DecimalNumber(raw.span) == nil ? nil : raw.string) }

  /// A number, or a text that is one, times ten to this power; what is less than one is cut off.
  func scaled(by power: Int) -> Int64? {
    let digits = string.map { Array($0.utf8) } ?? Array(raw)
    return DecimalNumber(digits.span)?.scaled(by: power).integer(cutting: true)
  }

  /// A member of a nested object, or of one that an export has flattened: `vital.duration`, `@vital.duration` or
  /// `vital_duration` stands for `duration` in `vital`.
  subscript(column path: String) -> JSONValue? {
    let underscored = String(path.map { $0 == "." ? "_" : $0 })
    return self[path: path] ?? self[path] ?? self["@\(path)"] ?? self[underscored]
  }

  /// What lies at a path of keys with points between them.
  subscript(path path: String) -> JSONValue? {
    path.split(separator: ".").reduce(self as JSONValue?) { value, key in value?[String(key)] }
  }

  /// The value that a key leads to, at the top or, by its points, in objects; a key that has the points in it wins.
  func value(at key: String) -> JSONValue? {
    if let value = self[key] { return value }
    for point in key.indices where key[point] == "." {
      guard let object = self[String(key[..<point])], object.isObject else { continue }
      if let value = object.value(at: String(key[key.index(after: point)...])) { return value }
    }
    return nil
  }

  /// A text without its quotes, anything else as it is written.
  var written: String { string ?? String(decoding: raw, as: UTF8.self) }
}

/// A JSON object while it is written.
struct JSONObjectText {
  private var members: [UInt8] = []

  /// The object, as far as it was written.
  var bytes: [UInt8] { Array("{".utf8) + members + Array("}".utf8) }

  /// Sets a member to a text, if there is one.
  mutating func set(_ name: String, text: String?) {
    guard let text else { return }
    begin(name)
    JSONText.encode(Array(text.utf8)[...], to: &members)
  }

  /// Sets a member to a value that is written in JSON, if there is one.
  mutating func set(_ name: String, raw: String?) {
    guard let raw else { return }
    begin(name)
    members += Array(raw.utf8)
  }

  private mutating func begin(_ name: String) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    JSONText.encode(Array(name.utf8)[...], to: &members)
    members.append(UInt8(ascii: ":"))
  }
}
