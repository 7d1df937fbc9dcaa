package import TraceModel

/// The values that a command hands over to be written, in no format.
///
/// Protocols that refine this one say in which shapes an answer can be had. A format that needs more than a shape, such
/// as a list of findings, asks for the answer's own type.
package protocol Answer: SendableMetatype {}

/// An answer that people can read.
package protocol ScreenAnswer: Answer {
  /// Tables and sentences, one below the other.
  func tables(drawing: Drawing) -> [Table]

  /// The whole text, each line with a newline; the tables unless an answer draws itself.
  func text(drawing: Drawing) -> String

  /// Writes the text, in pieces if memory may not hold it; throws what `put` or reading the answer's rows throws.
  func write(_ drawing: Drawing, to put: (String) throws -> Void) throws
}

extension ScreenAnswer {
  package func text(drawing: Drawing) -> String {
    tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n")
  }

  package func write(_ drawing: Drawing, to put: (String) throws -> Void) throws { try put(text(drawing: drawing)) }
}

/// An answer that programs can read as one JSON document.
package protocol DocumentAnswer: Answer {
  /// The document on one line, with its newline; throws `EncodingError` if JSON cannot hold a value.
  func document() throws -> String

  /// Writes the document, in pieces if memory may not hold it; throws what `put`, encoding or reading rows throws.
  func writeDocument(to put: (String) throws -> Void) throws
}

extension DocumentAnswer {
  package func writeDocument(to put: (String) throws -> Void) throws { try put(document()) }
}

/// An answer that spreadsheets can read.
package protocol SheetAnswer: Answer {
  /// Its rows under the names of their columns.
  var sheet: Table { get }

  /// Writes the rows as CSV, in pieces if memory may not hold them; throws what `put` or reading the rows throws.
  func writeSheet(to put: (String) throws -> Void) throws
}

extension SheetAnswer {
  package func writeSheet(to put: (String) throws -> Void) throws { try put(sheet.csv) }
}

/// Tables and sentences that only people read.
package struct TextAnswer: ScreenAnswer {
  private let tables: [Table]

  /// These tables, one below the other.
  package init(_ tables: [Table]) { self.tables = tables }

  package func tables(drawing: Drawing) -> [Table] { tables }
}

/// An answer for a comment on a pull request, or the summary of a job.
package protocol CommentAnswer: Answer {
  /// The comment in Markdown, each line with a newline; the first line is a marker by which a program finds it again.
  var comment: String { get }

  /// The word of the marker, as in `report`.
  static var marker: String { get }
}

extension CommentAnswer where Self: ScreenAnswer {
  /// The tables of the screen, one below the other.
  package var comment: String {
    let tables = tables(drawing: Drawing()).map(\.markdown).joined(separator: "\n")
    return "<!-- tracetool:\(Self.marker) -->\n" + tables
  }
}

/// An answer that a system for continuous integration shows as annotations without a line of code.
package protocol AnnotationAnswer: Answer {
  /// The annotations, at most as many of a level as such a system shows.
  var annotations: [Annotation] { get }
  /// The line below them, which begins with a word that is no command.
  var annotationsEnd: Sentence { get }
}

/// A sentence that a system for continuous integration shows beside a run.
package struct Annotation: Equatable {
  var level: AlertLevel
  var title, text: Sentence
}
