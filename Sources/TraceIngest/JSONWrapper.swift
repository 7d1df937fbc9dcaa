import TraceModel

/// The object around an array of records, as in `{"data":{"logs":[…]}}`.
struct JSONWrapper: Sendable, Equatable {
  /// Keys under which exports put their records, whatever these hold.
  private static let names: Set = [
    "data", "documents", "entries", "events", "hits", "items", "lines", "log", "logs", "messages", "records", "result",
    "results", "rows", "values",
  ]

  /// The keys that lead to the array.
  let path: [[UInt8]]

  /// How many objects stand around the array.
  var depth: Int { path.count }
  /// The last of the keys.
  var key: [UInt8] { path.last ?? [] }
  /// The keys in words, as in `data.logs`.
  var name: String { path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") }

  /// The wrapper of a source that begins with `bytes`; nothing if its first object is a record.
  ///
  /// An array of objects is one of records if the first of them has a key of `eventKeys`, or the array's own key is one
  /// that exports use. An object that has a field's key is a record, whatever else it holds.
  init?(_ bytes: [UInt8], eventKeys: Set<String>, fieldKeys: Set<String>) {
    let text = bytes.span
    func path(_ start: Int, isNamed: Bool) -> [[UInt8]]? {
      var at = JSONScanner.skipSpace(text, start + 1)
      while let (key, value) = try? JSONScanner.key(text, at), value < text.count {
        let name = text.extracting(key.inner).string
        if fieldKeys.contains(name) { return nil }
        let isNamed = isNamed && Self.names.contains(name)
        if text[value] == UInt8(ascii: "{"), let rest = path(value, isNamed: isNamed) {
          return [Array(name.utf8)] + rest
        }
        let first = JSONScanner.skipSpace(text, value + 1)
        if text[value] == UInt8(ascii: "["), first < text.count, text[first] == UInt8(ascii: "{"),
          isNamed || !eventKeys.isDisjoint(with: LogHead.keys(text, first))
        {
          return [Array(name.utf8)]
        }
        guard let token = try? JSONScanner.value(text, value, depth: 0) else { return nil }
        at = JSONScanner.skipSpace(text, token.end)
        guard at < text.count, text[at] == UInt8(ascii: ",") else { return nil }
        at = JSONScanner.skipSpace(text, at + 1)
      }
      return nil
    }
    let start = JSONScanner.skipSpace(text, 0)
    guard start < text.count, text[start] == UInt8(ascii: "{"), let path = path(start, isNamed: true) else {
      return nil
    }
    self.path = path
  }
}

extension Framing {
  /// How records of the project's own stand in a source that begins with `bytes`: a line each, unless they are the
  /// elements of a JSON document.
  init(records bytes: [UInt8], _ options: IngestOptions) {
    self = .lines
    let text = bytes.span
    let start = JSONScanner.skipSpace(text, 0)
    guard start < text.count else { return }
    if text[start] == UInt8(ascii: "[") {
      let first = JSONScanner.skipSpace(text, start + 1)
      let isOfObjects = first == text.count || text[first] == UInt8(ascii: "{")
      // An array without an element is alone.
      let isEmpty = first < text.count && text[first] == UInt8(ascii: "]")
      if isOfObjects || isEmpty && JSONScanner.skipSpace(text, first + 1) == text.count { self = .elements(nil) }
      return
    }
    guard text[start] == UInt8(ascii: "{") else { return }
    if let wrapper = JSONWrapper(bytes, eventKeys: options.eventKeys, fieldKeys: options.fieldKeys) {
      self = .elements(wrapper)
    } else if !Self.isOnOneLine(text, start) {
      self = .elements(nil)
    }
  }

  /// Whether the object at `start` ends with its line, or breaks off there.
  private static func isOnOneLine(_ text: Span<UInt8>, _ start: Int) -> Bool {
    let newline = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
    var grammar = JSONGrammar()
    var at = start
    repeat {
      // It breaks off, or something else does: each line is for itself.
      guard grammar.take(text[at]) else { return true }
      at += 1
    } while at < text.count && (grammar.depth > 0 || grammar.isInString)
    if at > newline { return false }
    if grammar.depth > 0 { return true }
    while at < newline, JSONScanner.isSpace(text[at]) { at += 1 }
    // Lines of an array whose brackets were cut off end in commas; some who ship logs write records without a newline.
    return at == newline || text[at] != UInt8(ascii: ",") && text[at] != UInt8(ascii: "{")
  }
}

extension IngestOptions {
  /// Keys that may hold an event's name, or the length of a launch, at the top of a record.
  var eventKeys: Set<String> {
    let keys = keyMap.filter { $0.field == .event }.map(\.key) + launchKeys
    return Set(keys + keys.map(Self.outermost) + [Field.event.name])
  }

  /// Whether an object has a key that may hold an event's name.
  func isRecord(_ object: [UInt8]) -> Bool { !eventKeys.isDisjoint(with: LogHead.keys(object.span, 0)) }

  private static func outermost(_ key: String) -> String { String(key.prefix { $0 != "." }) }

  /// Keys that a record has, and no object around records; `records` may be either's.
  var fieldKeys: Set<String> {
    let fields = Field.allCases.filter { $0 != .records }.map(\.name)
    return Set(keyMap.map(\.key) + keyMap.map { Self.outermost($0.key) } + fields + LineScan.aliases.map(\.key))
  }
}
