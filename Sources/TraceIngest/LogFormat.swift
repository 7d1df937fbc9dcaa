import TraceModel

/// What a source is in: told by its first bytes, or given.
package struct LogFormat: Sendable {
  /// The name of the project's own format.
  package static let canonical = "canonical"
  /// The formats of others; the first that recognizes a source reads it.
  static let transcoders: [any Transcoder.Type] = [
    UnifiedLogReader.self, UnifiedLogTextReader.self, XCTraceReader.self,
  ]

  /// The names of all formats.
  package static let names = [canonical] + transcoders.map { $0.name }

  var name = canonical
  /// What reads it; nothing for the project's own.
  var type: (any Transcoder.Type)?
  var framing = Framing.lines

  /// The format of a source that begins with `bytes`.
  ///
  /// - Throws: `IngestError` if it is no log, with what it seems to be.
  init(of bytes: [UInt8], _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    let head = LogHead(bytes)
    if options.format == Self.canonical { return }
    for type in Self.transcoders where options.format ?? type.name == type.name {
      guard let framing = type.framing(head) else { continue }
      (name, self.type, self.framing) = (type.name, type, framing)
      return
    }
    if let name = options.format {
      throw IngestError(
        operation: "read", subject: path.name, cause: "it does not begin as '\(name)' does",
        hint: "leave out --from, or name another format")
    }
    if let (what, hint) = head.strange {
      throw IngestError(operation: "read", subject: path.name, cause: "it is no log but \(what)", hint: hint)
    }
  }
}

/// The first bytes of a source, as those who look for their format see them.
struct LogHead {
  let bytes: [UInt8]

  /// The bytes behind a byte-order mark.
  init(_ bytes: [UInt8]) { self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }

  /// The lines; the last one may be cut.
  var lines: [String] { bytes.lines }

  /// The first byte that is no white space.
  var first: UInt8? { bytes.first { !JSONScanner.isSpace($0) } }

  /// Whether this ASCII text is somewhere in it.
  func contains(_ text: String) -> Bool { String(decoding: bytes, as: UTF8.self).utf8.firstRange(of: text.utf8) != nil }

  /// What a source seems to be that is no log, and what to do with it.
  var strange: (what: String, hint: String)? {
    for line in PackageResources.strangers_txt.lines.dropLast() {
      let parts = line.split(separator: "\t").map(String.init)
      let mark = try? JSONValue(Array(parts[0].utf8)[...]).string
      if let mark, bytes.starts(with: mark.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) {
        return (parts[1], parts[2])
      }
    }
    // Lines may be broken, but not most of them.
    let starts = lines.compactMap { $0.first { !$0.isWhitespace } }
    let isJSON = first.map("{[".utf8.contains) ?? true || 4 * starts.count { "{[".contains($0) } > starts.count
    return isJSON ? nil : ("text without a record", "export it as JSON lines, or as 'log show --style ndjson' does")
  }
}
