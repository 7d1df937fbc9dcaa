/// A word of a log that is in none of the vocabularies: it is kept as it is, and no rule or budget looks at it.
package struct UnknownWord: Sendable, Equatable {
  /// Where such a word stands.
  package enum Field: Sendable, CaseIterable {
    /// The kind of a background task: `TaskKind` has no such case.
    case taskKind
    /// Why a process ended: `ExitReason` has no such case.
    case exitReason
  }

  /// The field that holds the word.
  package var field: Field
  /// The word as the log has it.
  package var word: String
  /// How many tasks or exits have it.
  package var count: Int64

  /// A word of a field, with the number of tasks or exits that have it.
  package init(field: Field, word: String, count: Int64) {
    self.field = field
    self.word = word
    self.count = count
  }
}
