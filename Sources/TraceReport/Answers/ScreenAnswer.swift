/// An answer that people can read.
package protocol ScreenAnswer: Answer {
  /// Tables and sentences, one below the other.
  func tables(drawing: Drawing) -> [Table]

  /// The whole text, each line with a newline; the tables unless an answer draws itself.
  func text(drawing: Drawing) -> String

  /// Writes the text, in parts where memory has no room for all of it.
  ///
  /// - Throws: What `put` throws, or what reading the answer's rows does.
  func write(_ drawing: Drawing, to put: (String) throws -> Void) throws
}

extension ScreenAnswer {
  package func text(drawing: Drawing) -> String {
    tables(drawing: drawing).map { $0.text(drawing) }.joined(separator: "\n")
  }

  package func write(_ drawing: Drawing, to put: (String) throws -> Void) throws { try put(text(drawing: drawing)) }
}
