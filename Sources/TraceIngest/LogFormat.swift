import TraceModel

/// What a source is in: told by its first bytes, or given.
package struct LogFormat: Sendable {
  /// The name of the project's own format.
  package static let canonical = "canonical"
  /// The formats of others; the first that recognizes a source reads it.
  static let transcoders: [any Transcoder.Type] = [
    UnifiedLogReader.self, UnifiedLogTextReader.self, XCTraceReader.self, MeasureReader.self, IPSReader.self,
    OTLPReader.self, MetricKitReader.self, UntimedTextReader.self,
  ]

  /// The names of all formats.
  package static let names = [canonical] + transcoders.map { $0.name }

  var name = canonical
  /// What reads it; nothing for the project's own.
  var type: (any Transcoder.Type)?
  var framing = Framing.lines
  /// What it seems to be if nothing in it is an event: nothing here says that it is a log.
  private(set) var stranger: Stranger?
  /// What is said of it beside its name, as in `behind a prefix`.
  var manner = ""

  /// The format of a source that begins with `bytes`.
  ///
  /// - Throws: `IngestError` if it is no log, whatever follows.
  init(of bytes: [UInt8], _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    let head = LogHead(bytes)
    if options.format == nil || path.isFound, let stranger = Stranger(marked: head) {
      throw IngestError(path, stranger)
    }
    let mayBeOurs = options.format == nil || options.format == Self.canonical
    if mayBeOurs { framing = Framing(records: head.bytes, options) }
    // What begins as a document does has brackets before its records.
    let prefixed = mayBeOurs && !framing.isOfElements ? PrefixedReader.firstRecord(head) : nil
    let isOurs =
      head.isOurs(options) || head.isOurs(inside: framing, options) || prefixed.map(options.isRecord) ?? false
    if options.format == nil && isOurs {
      readOurs(behindPrefix: prefixed != nil)
      // Prose may hold a record as an example.
      stranger = path.isFound ? Stranger(text: head) : nil
      return
    }
    if options.format == Self.canonical {
      readOurs(behindPrefix: prefixed != nil)
      stranger = path.isFound && !isOurs ? Stranger(found: head) : nil
      return
    }
    for type in Self.transcoders where options.format ?? type.name == type.name {
      guard let framing = type.framing(head) else { continue }
      name = type.name
      self.type = type
      self.framing = framing
      if type == UntimedTextReader.self, let text = UntimedText(head.lines) {
        manner = ": it is \(text.what), so that nothing of it is timed; \(text.hint)"
      }
      return
    }
    if let name = options.format {
      if path.isFound, let stranger = Stranger(text: head) { throw IngestError(path, stranger) }
      throw IngestError(
        operation: "read", subject: path.name, cause: "it does not begin as '\(name)' does",
        hint: "leave out --from, or name another format")
    }
    if prefixed != nil {
      readOurs(behindPrefix: true)
      return
    }
    // Who names JSON says that it is a log: its lines are rejected, one by one.
    stranger = path.isFound ? Stranger(found: head) : Stranger(text: head)
    readOurs(behindPrefix: false)
  }
}

extension LogFormat {
  /// Settles that the records are the project's own.
  private mutating func readOurs(behindPrefix isPrefixed: Bool) {
    if isPrefixed {
      type = PrefixedReader.self
      framing = .lines
      manner = " behind a prefix"
    } else if case .elements(let wrapper?) = framing {
      manner = " in '\(wrapper.name)'"
    }
  }
}

/// The first bytes of a source, as those who look for their format see them.
struct LogHead {
  let bytes: [UInt8]
  /// The keys of the first object, as far as it is in these bytes.
  private(set) var keys: [String] = []

  /// The bytes behind a byte-order mark.
  init(_ bytes: [UInt8]) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = bytes
    if let start = Self.firstObject(in: bytes) { keys = Self.keys(bytes.span, start) }
  }

  /// The keys of the object at `start`, as far as it is in `text`.
  static func keys(_ text: Span<UInt8>, _ start: Int) -> [String] {
    var keys: [String] = []
    var at = start
    repeat {
      guard let (key, start) = try? JSONScanner.key(text, JSONScanner.skipSpace(text, at + 1)) else { break }
      keys.append(text.extracting(key.inner).string)
      guard let value = try? JSONScanner.value(text, start, depth: 1) else { break }
      at = JSONScanner.skipSpace(text, value.end)
    } while at < text.count && text[at] == UInt8(ascii: ",")
    return keys
  }

  /// Where the first object begins that stands at the start of its line: one in the midst of a text is part of that.
  private static func firstObject(in bytes: [UInt8]) -> Int? {
    var isAtStart = true
    for (at, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{"), isAtStart { return at }
      isAtStart = byte == UInt8(ascii: "\n") || isAtStart && (JSONScanner.isSpace(byte) || "[,".utf8.contains(byte))
    }
    return nil
  }

  /// The lines; the last one may be cut.
  var lines: [String] { bytes.lines }

  /// The first byte that is no white space.
  var first: UInt8? { bytes.first { !JSONScanner.isSpace($0) } }

  /// Whether this ASCII text is somewhere in it.
  func contains(_ text: String) -> Bool { bytes[...].firstIndex(of: text.utf8) != nil }

  /// Whether it is the project's own, whatever of another format stands in it.
  func isOurs(_ options: IngestOptions) -> Bool {
    keys.contains { $0 == "attributes" || options.eventKeys.contains($0) }
  }

  /// Whether the first record of an array that an object holds is the project's own.
  func isOurs(inside framing: Framing, _ options: IngestOptions) -> Bool {
    guard case .elements(let wrapper?) = framing else { return false }
    var at = 0
    for key in wrapper.path { at = bytes[at...].firstRange(of: [UInt8(ascii: "\"")] + key)?.upperBound ?? at }
    guard let array = bytes[at...].firstIndex(of: UInt8(ascii: "[")),
      let first = bytes[array...].firstIndex(of: UInt8(ascii: "{"))
    else { return false }
    return !options.eventKeys.isDisjoint(with: Self.keys(bytes.span, first))
  }

  /// Whether a line begins an object, or an array and not a word in brackets, as in `[log] …`.
  static func beginsJSON(_ line: String) -> Bool {
    let text = line.drop { $0.isWhitespace }
    let second = text.dropFirst().first { !$0.isWhitespace }
    return text.first == "{" || text.first == "[" && second.map { !$0.isLetter } ?? true
  }
}
