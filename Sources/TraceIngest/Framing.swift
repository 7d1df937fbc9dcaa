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
  /// The elements of a JSON document that holds the project's own records, as `JSONElements` finds them.
  case elements(JSONWrapper?)
  /// The whole source is handed over at once, and `Transcript.nextRecord` says where its records lie; over the limit of
  /// a line (16 MiB) it is rejected. For formats whose records can only be read together, as XML is.
  case document

  var isOfLines: Bool { if case .lines = self { true } else { false } }

  var isOfElements: Bool { if case .elements = self { true } else { false } }

  var joinsLines: Bool { if case .joined = self { true } else { false } }

  /// True if a reader may carry something from one record to the next; a document is read whole.
  var hasState: Bool { if case .document = self { false } else { true } }
}
