/// How the records of a format stand in its text: `LineReader` cuts a source accordingly, in memory that does not grow
/// with the source.
enum Framing: Sendable {
  /// One a line. A blank line is counted and not read.
  case lines
  /// One on one line or several: a line for which the closure answers true begins a record, any other goes on with the
  /// record before it, as a message with line breaks in it does.
  case joined(@Sendable (_ line: ArraySlice<UInt8>) -> Bool)
  /// JSON objects, whatever stands between them: one a line, pretty-printed, or the elements of an array.
  case objects
  /// The elements of a JSON document, as `JSONElements` finds them: objects, or those of the lists that an envelope finds
  /// in them.
  case elements(Envelope?)
  /// The whole source is handed over at once, and `Transcript.nextRecord` says where its records lie; over the limit of
  /// a line (16 MiB) it is rejected. For formats whose records can only be read together, as XML is.
  case document

  var isOfLines: Bool { if case .lines = self { true } else { false } }

  var isOfElements: Bool { if case .elements = self { true } else { false } }

  /// What finds the elements of such a document, at its start; nil for other sources.
  var elements: JSONElements? { if case .elements(let envelope) = self { JSONElements(envelope) } else { nil } }

  var joinsLines: Bool { if case .joined = self { true } else { false } }

  /// True if a reader may carry something from one record to the next; a document is read whole.
  var hasState: Bool { if case .document = self { false } else { true } }
}

extension Framing {
  /// How records of the project's own stand in a source that begins with `bytes`: a line each, unless they are the
  /// elements of a JSON document.
  init(records bytes: [UInt8]) {
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
    if text[start] == UInt8(ascii: "{"), !Self.isOnOneLine(text, start) { self = .elements(nil) }
  }

  /// Whether the object at `start` ends with its line, or breaks off there.
  private static func isOnOneLine(_ text: Span<UInt8>, _ start: Int) -> Bool {
    let newline = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
    var grammar = JSONGrammar()
    var at = start
    repeat {
      // It breaks off, or something else does: each line is for itself.
      guard grammar.accept(text[at]) else { return true }
      at += 1
    } while at < text.count && (grammar.depth > 0 || grammar.isInString)
    if at > newline { return false }
    if grammar.depth > 0 { return true }
    while at < newline, JSONScanner.isSpace(text[at]) { at += 1 }
    // Lines of an array whose brackets were cut off end in commas; some who ship logs write records without a newline.
    return at == newline || text[at] != UInt8(ascii: ",") && text[at] != UInt8(ascii: "{")
  }
}
