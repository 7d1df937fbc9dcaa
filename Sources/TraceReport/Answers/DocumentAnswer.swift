/// An answer that programs can read as one JSON document.
package protocol DocumentAnswer: Answer {
  /// The document on one line, with its newline.
  ///
  /// - Throws: `EncodingError` if it holds what JSON cannot.
  func document() throws -> String
}
