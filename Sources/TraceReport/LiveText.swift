package import TraceAnalyzer

/// The lines that programs read while a log grows: a document of the schema `tracetool.follow/1` each.
package enum LiveText {
  private static let schema = "follow"

  /// The last line, which holds the document of the check.
  private struct Summary: Encodable {
    var kind = "summary"
  }

  /// The line of an item.
  ///
  /// - Throws: `EncodingError` if the item holds what JSON cannot.
  package static func document(_ item: LiveItem) throws -> String { try JSONDocument.text(schema, item) }

  /// The last line, which holds the document of the check.
  ///
  /// - Throws: `EncodingError` if the answer holds what JSON cannot.
  package static func summary(_ answer: CheckAnswer) throws -> String {
    let line = try JSONDocument.text(schema, Summary())
    // The check is a document already: it takes the place of the closing brace.
    return "\(line.dropLast(2)),\"check\":\(try answer.document().dropLast())}\n"
  }
}
