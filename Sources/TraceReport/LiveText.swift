package import TraceAnalyzer

/// The lines that programs read while a log grows: a JSON document each.
package enum LiveText {
  /// The line of an item.
  ///
  /// - Throws: `EncodingError` if the item holds what JSON cannot.
  package static func document(_ item: LiveItem) throws -> String { try JSONDocument.line(item) }

  /// The last line: the document of the check, with the kind `summary`.
  ///
  /// - Throws: `EncodingError` if the answer holds what JSON cannot.
  package static func summary(_ answer: CheckAnswer) throws -> String {
    "{\"kind\":\"summary\"," + (try answer.document().dropFirst())
  }
}
