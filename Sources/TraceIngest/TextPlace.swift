/// A place in a text that people edit.
package struct TextPlace: Sendable, Equatable {
  /// The line, from 1.
  package var line: Int
  /// The character in the line, from 1; each Unicode scalar counts.
  package var column: Int

  /// A place, the first of the text unless given.
  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }
}
