/// An answer that programs can read as one JSON document.
package protocol DocumentAnswer: Answer {
  /// The document on one line, with its newline.
  ///
  /// - Throws: `EncodingError` if it holds what JSON cannot.
  func document() throws -> String

  /// Writes the document, in parts where memory has no room for all of it.
  ///
  /// - Throws: What `put` throws, `EncodingError`, or what reading the answer's rows does.
  func writeDocument(to put: (String) throws -> Void) throws
}

extension DocumentAnswer {
  package func writeDocument(to put: (String) throws -> Void) throws { try put(document()) }
}
