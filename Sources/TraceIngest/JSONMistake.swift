/// Why a text that people write by hand is no JSON, and where.
package struct JSONMistake: Error, Sendable, Equatable {
  package var place: TextPlace
  /// What is wrong, and what would be right.
  package var text: String
}
