import TraceModel

/// What a source is in: told by its first bytes, or given.
package struct LogFormat: Sendable {
  /// The name of the project's own format.
  package static let canonical = "canonical"
  /// The formats of others; the first that recognizes a source reads it.
  static let transcoders: [any Transcoder.Type] = [
    UnifiedLogReader.self, UnifiedLogTextReader.self, XCTraceReader.self, MeasureReader.self, IPSReader.self,
    OTLPReader.self, MetricKitReader.self,
  ]

  /// The names of all formats.
  package static let names = [canonical] + transcoders.map { $0.name }

  var name = canonical
  /// What reads it; nothing for the project's own.
  var type: (any Transcoder.Type)?
  var framing = Framing.lines
  /// What it seems to be if nothing in it is an event: nothing here says that it is a log.
  private(set) var stranger: Stranger?

  /// The format of a source that begins with `bytes`.
  ///
  /// - Throws: `IngestError` if it is no log, whatever follows.
  init(of bytes: [UInt8], _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    let head = LogHead(bytes)
    if options.format == nil || path.isFound, let stranger = Stranger(marked: head) {
      throw IngestError(path, stranger)
    }
    if options.format == nil && head.isOurs(options) {
      // Prose may hold a record as an example.
      stranger = path.isFound ? Stranger(text: head) : nil
      return
    }
    if options.format == Self.canonical {
      stranger = path.isFound && !head.isOurs(options) ? Stranger(found: head) : nil
      return
    }
    for type in Self.transcoders where options.format ?? type.name == type.name {
      guard let framing = type.framing(head) else { continue }
      (name, self.type, self.framing) = (type.name, type, framing)
      return
    }
    if let name = options.format {
      if path.isFound, let stranger = Stranger(text: head) { throw IngestError(path, stranger) }
      throw IngestError(
        operation: "read", subject: path.name, cause: "it does not begin as '\(name)' does",
        hint: "leave out --from, or name another format")
    }
    // Who names JSON says that it is a log: its lines are rejected, one by one.
    stranger = path.isFound ? Stranger(found: head) : Stranger(text: head)
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
    guard var at = Self.firstObject(in: bytes) else { return }
    let (text, comma) = (bytes.span, UInt8(ascii: ","))
    repeat {
      guard let (key, start) = try? JSONScanner.key(text, JSONScanner.skipSpace(text, at + 1)) else { break }
      keys.append(text.extracting(key.inner).string)
      guard let value = try? JSONScanner.value(text, start, depth: 1) else { break }
      at = JSONScanner.skipSpace(text, value.end)
    } while at < text.count && text[at] == comma
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
    let names = options.keyMap.filter { $0.field == .event }.map(\.key) + ["event", "attributes"]
    return keys.contains(where: names.contains)
  }
}
