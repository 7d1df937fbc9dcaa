/// What a command hands over to be written: all of its values, and no format.
///
/// The protocols that refine this one say in which shapes an answer can be had. A format that needs more than a shape,
/// such as a list of findings, asks for the answer's own type.
package protocol Answer: SendableMetatype {}

/// An answer that people can read.
package protocol ScreenAnswer: Answer {
  /// Tables and sentences, one below the other.
  func tables(drawing: Drawing) -> [Table]

  /// The whole text, each line with a newline; the tables unless an answer draws itself.
  func text(drawing: Drawing) -> String
}

extension ScreenAnswer {
  package func text(drawing: Drawing) -> String {
    tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n")
  }
}

/// An answer that programs can read as one JSON document.
package protocol DocumentAnswer: Answer {
  /// The document on one line, with its newline.
  ///
  /// - Throws: `EncodingError` if it holds what JSON cannot.
  func document() throws -> String
}

/// An answer that spreadsheets can read.
package protocol SheetAnswer: Answer {
  /// Its rows under the names of their columns.
  var sheet: Table { get }
}
