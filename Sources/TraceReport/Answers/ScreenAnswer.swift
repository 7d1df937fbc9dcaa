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
