import TraceModel

struct SummaryWriter: SummaryMembers {
  let isReading = false
  private let symbols: Symbols
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  /// The ranges of `bytes` that the digest leaves out.
  private var unhashed: [Range<Int>] = []

  init(_ symbols: Symbols = Symbols()) { self.symbols = symbols }

  /// The line with its newline, and its hash without files and lines; `start` makes the first members from the digest.
  func finished(_ start: (_ digest: String) -> String) -> (line: String, digest: UInt64) {
    var hash = Fingerprint()
    var end = 1
    for range in unhashed {
      hash.add(bytes[end..<range.lowerBound])
      end = range.upperBound
    }
    hash.add(bytes[end...])
    let rest = bytes.count > 1 ? "," : ""
    let line = "{\(start(hash.hex))\(rest)\(String(decoding: bytes.dropFirst(), as: UTF8.self))}\n"
    return (line, hash.value)
  }

  mutating func number(_ key: String, _ value: inout Int64) {
    if value == Event.absent { return }
    begin(key)
    bytes += String(value).utf8
  }

  mutating func numbers(_ key: String, _ values: inout [Int64]) { array(key, &values) { $1.bytes += String($0).utf8 } }

  mutating func truth(_ key: String, _ value: inout Bool?) {
    guard let value else { return }
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  mutating func text(_ key: String, _ id: inout TextID, isSign: Bool) {
    if id.isNone { return }
    begin(key)
    put(symbols.texts.slice(id))
  }

  mutating func word(_ key: String, _ value: inout String) {
    if value.isEmpty { return }
    begin(key)
    put(value.utf8)
  }

  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?
  ) {
    var word = value == usual ? "" : names.name(of: value)
    self.word(key, &word)
  }

  mutating func words<Value>(
    _ key: String, _ values: inout [Value], name: (Value) -> String, value: (Span<UInt8>) -> Value?
  ) { array(key, &values) { $1.put(name($0).utf8) } }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    let before = bytes.count
    begin(key)
    bytes.append(UInt8(ascii: "{"))
    let start = bytes.count
    pass(&value, &self)
    if bytes.count == start {
      bytes.removeSubrange(before...)
    } else {
      bytes.append(UInt8(ascii: "}"))
    }
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void
  ) {
    array(key, &values) { value, writer in
      writer.bytes.append(UInt8(ascii: "{"))
      pass(&value, &writer)
      writer.bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func array<Value>(_ key: String, _ values: inout [Value], _ put: (inout Value, inout Self) -> Void) {
    if values.isEmpty { return }
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for index in values.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      put(&values[index], &self)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func passOver(_ key: String) {}

  mutating func stream(_ key: String, _ id: inout StreamID) {
    var stream = symbols.stream(id)
    object(key, &stream) { SummaryShape.pass(&$0, &$1) }
  }

  mutating func context(_ key: String, _ id: inout ContextID) {
    var context = symbols.context(id)
    object(key, &context) { SummaryShape.pass(&$0, &$1) }
  }

  mutating func sourceLine(_ source: inout SourceID, line: inout Int32) {
    let start = bytes.count
    var file = symbols.name(source)
    word("file", &file)
    count("line", &line)
    if bytes.count > start { unhashed.append(start..<bytes.count) }
  }

  private mutating func begin(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    put(key.utf8)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func put(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += "\\u00\(byte < 16 ? "0" : "")\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
