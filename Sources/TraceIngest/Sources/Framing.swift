/// How `LineReader` divides a text into records, in memory that does not grow with the source.
enum Framing: Sendable {
  /// One record a line. A blank line is counted and not read.
  case lines
  /// A record is one line or several: a line for which the closure returns true begins a record, any other belongs to
  /// the record before it, as in a message with line breaks.
  case joined(@Sendable (_ line: ArraySlice<UInt8>) -> Bool)
  /// JSON objects, whatever is between them: one a line, pretty-printed, or the elements of an array.
  case objects
  /// The elements of a JSON document, as `JSONElements` finds them: objects, or the items of lists in an envelope.
  case elements(Envelope?)
  /// The whole source is one piece, and `Transcript.nextRecord` states the ranges of its records; over the limit of a
  /// line (16 MiB) it is rejected. For formats such as XML whose records can only be read together.
  case document

  var isOfLines: Bool { if case .lines = self { true } else { false } }

  var isOfElements: Bool { if case .elements = self { true } else { false } }

  /// Nil for other framings.
  var elements: JSONElements? { if case .elements(let envelope) = self { JSONElements(envelope) } else { nil } }

  var joinsLines: Bool { if case .joined = self { true } else { false } }

  /// True if a reader may keep state from one record to the next; a document is read at once.
  var hasState: Bool { if case .document = self { false } else { true } }
}

extension Framing {
  /// The framing of a source of the project's own records that begins with `bytes`: lines, or elements of a document.
  init(records bytes: [UInt8]) {
    self = .lines
    let text = bytes.span
    let start = JSONScanner.skipSpace(text, 0)
    guard start < text.count else { return }
    if text[start] == UInt8(ascii: "[") {
      let first = JSONScanner.skipSpace(text, start + 1)
      let isOfObjects = first == text.count || text[first] == UInt8(ascii: "{")
      let isEmpty = first < text.count && text[first] == UInt8(ascii: "]")
      if isOfObjects || isEmpty && JSONScanner.skipSpace(text, first + 1) == text.count { self = .elements(nil) }
      return
    }
    if text[start] == UInt8(ascii: "{"), !Self.isOnOneLine(text, start) { self = .elements(nil) }
  }

  /// True if the object at `start` ends with its line, or breaks off there.
  private static func isOnOneLine(_ text: Span<UInt8>, _ start: Int) -> Bool {
    let newline = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
    var grammar = JSONGrammar()
    var at = start
    repeat {
      // The object breaks off: each line is a record of its own.
      guard grammar.accept(text[at]) else { return true }
      at += 1
    } while at < text.count && (grammar.depth > 0 || grammar.isInString)
    if at > newline { return false }
    if grammar.depth > 0 { return true }
    while at < newline, JSONScanner.isSpace(text[at]) { at += 1 }
    // Lines of an array without its brackets end in commas; some programs write records without newlines.
    return at == newline || text[at] != UInt8(ascii: ",") && text[at] != UInt8(ascii: "{")
  }
}
