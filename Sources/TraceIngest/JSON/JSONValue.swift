import TraceModel

/// A value of a JSON text, by its range there.
///
/// Callers ask for its type and its content.
struct JSONValue: Sendable {
  private let text: ArraySlice<UInt8>
  private let token: Token

  /// The value of a text, which may have white space around it.
  ///
  /// - Throws: The reason why the text is no value.
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

  /// True if the value is an instant, whether or not its day is known to precede the month.
  var isInstant: Bool { instant() != nil || string.map { WrittenTime.dayOrder(in: [$0]) != nil } == true }

  /// The instant that the value is, in nanoseconds since 1970: a number of any unit, also in a string, or a string that
  /// `Timestamp` reads.
  func instant(zoneOffsetSeconds zone: Int64 = 0) -> Int64? {
    guard let text = isNumber ? raw : bytes else { return nil }
    if let instant = DecimalNumber(text.span)?.instant { return instant }
    let time = Timestamp.parse(text.span, zoneOffsetSeconds: zone)
    if let time = time ?? WrittenTime.instant(text.span, zoneOffsetSeconds: zone) { return time.nanoseconds }
    guard text.contains(UInt8(ascii: ",")), case .plain(let number) = WrittenNumber(text.string) else { return nil }
    return number.instant
  }

  /// The text of a string; nil for any other value, and for a string with a lone surrogate.
  var string: String? { bytes?.string }

  /// The UTF-8 of `string`.
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
    // The text was scanned before: there is no error.
    _ = try? JSONScanner.items(text.span, token.start, depth: 0) { member throws(Reject.Reason) in
      members.append((isObject ? key(of: member) : "", JSONValue(text, member)))
    }
    return members
  }

  /// The value of the last member with a key; nil for `null`.
  subscript(key: String) -> JSONValue? { self[[key]][0] }

  /// The values of several members, in one pass.
  subscript(keys: [String]) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: keys.count)
    guard isObject else { return values }
    _ = try? JSONScanner.items(text.span, token.start, depth: 0) { member throws(Reject.Reason) in
      let index = keys.firstIndex { member.isMember($0.utf8, of: text.span) }
      guard let index, member.kind != .null else { return }
      values[index] = JSONValue(text, member)
    }
    return values
  }

  /// The bytes of an object with its keys sorted and no spaces.
  func canonical() throws(Reject.Reason) -> [UInt8] {
    var canonical = CanonicalJSON()
    try JSONScanner.items(text.span, token.start, depth: 0) { member in canonical.add(text.span, member) }
    try canonical.writeObject(text.span)
    return canonical.output
  }

  private func key(of member: Token) -> String {
    var bytes: [UInt8] = []
    JSONText.decode(text.span, member.member, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Values as exports write them

extension JSONValue {
  /// A string or a number as text, as in `4901`; nil for any other value.
  var word: String? { string ?? (DecimalNumber(raw.span) == nil ? nil : raw.string) }

  /// A number, or a string with one, times ten to the power of `power`; what remains below one is cut off.
  func scaled(by power: Int) -> Int64? {
    let digits = string.map { Array($0.utf8) } ?? Array(raw)
    return DecimalNumber(digits.span)?.scaled(by: power).integer(cutting: true)
  }

  /// The number that it is, or that its text is as people write it; nil for any other value.
  func quantity(mark: DecimalMark? = nil) -> WrittenNumber? {
    if isNumber { return DecimalNumber(raw.span).map { .plain($0) } }
    return string.flatMap { WrittenNumber($0, mark: mark) }
  }

  /// True for a text that is a length with its unit, as `612 ms`.
  var isWithUnit: Bool { if case .length = quantity() { true } else { false } }

  /// A member of a nested object, or of one that an export has flattened: `duration` in `vital` may also have the key
  /// `vital.duration`, `@vital.duration` or `vital_duration`.
  subscript(column path: String) -> JSONValue? {
    let underscored = String(path.map { $0 == "." ? "_" : $0 })
    return self[path: path] ?? self[path] ?? self["@\(path)"] ?? self[underscored]
  }

  /// The value at a path of keys with dots between them.
  subscript(path path: String) -> JSONValue? {
    path.split(separator: ".").reduce(self as JSONValue?) { value, key in value?[String(key)] }
  }

  /// The object that the value is, or that its text is in JSON; nil for any other value.
  var opened: JSONValue? {
    if isObject { return self }
    guard let bytes, bytes.first == UInt8(ascii: "{"), let value = try? JSONValue(bytes), value.isObject else {
      return nil
    }
    return value
  }

  /// The value of a key whose dots may lead into objects; a member whose own key has the dots takes precedence.
  func value(at key: String) -> JSONValue? {
    if let value = self[key] { return value }
    for point in key.indices where key[point] == "." {
      guard let object = self[String(key[..<point])]?.opened else { continue }
      if let value = object.value(at: String(key[key.index(after: point)...])) { return value }
    }
    return nil
  }

  /// The value as it is written, a string without escapes of characters that need none: `"é"` for `"\u00e9"`.
  var shown: String {
    guard let bytes else { return raw.string }
    var text: [UInt8] = []
    JSONText.encode(bytes, to: &text)
    return text[...].string
  }

  /// A string without its quotes, any other value as it is written.
  var written: String { string ?? String(decoding: raw, as: UTF8.self) }
}

/// Writes a JSON object, member by member.
struct JSONObjectText {
  private var text = Array("{".utf8)

  /// An object without members.
  init() {}

  /// An object with the members of another one.
  init(_ object: JSONValue) { text = Array(object.raw.dropLast()) }

  /// The object with the members so far.
  var bytes: [UInt8] { text + [UInt8(ascii: "}")] }

  /// Adds a member with a string, unless `text` is nil.
  mutating func set(_ name: String, text: String?) {
    guard let text else { return }
    begin(name)
    JSONText.encode(Array(text.utf8)[...], to: &self.text)
  }

  /// Adds a member whose value is already JSON, unless `raw` is nil.
  mutating func set(_ name: String, raw: (some Sequence<UInt8>)?) {
    guard let raw else { return }
    begin(name)
    text += raw
  }

  private mutating func begin(_ name: String) {
    // No value ends in a brace that opens an object.
    if text.last(where: { !JSONScanner.isSpace($0) }) != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
    JSONText.encode(Array(name.utf8)[...], to: &text)
    text.append(UInt8(ascii: ":"))
  }
}
