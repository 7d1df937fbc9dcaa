import TraceModel

/// The numbers that the words of one vocabulary have in one `Symbols`, and back.
///
/// Made once for a `Symbols`, so that replay asks what a number of an event means without looking at its text.
struct WordTable<Word: Vocabulary>: Sendable {
  private let words: [Word]
  /// By the word's place in `words`.
  private let ids: [TextID]

  /// The table for `symbols`, which learns the words that it did not hold.
  init(_ symbols: inout Symbols) {
    let words = Array(Word.allCases)
    ids = words.map { symbols.texts.intern($0.name) }
    self.words = words
  }

  /// The word that a number stands for; `nil` for no text, and for a text that is not in the vocabulary.
  subscript(id: TextID) -> Word? {
    // At most some 20 words: to look through them is faster than to hash one number.
    guard !id.isNone, let place = ids.firstIndex(of: id) else { return nil }
    return words[place]
  }

  /// The number of a word.
  func id(of word: Word) -> TextID { words.firstIndex(of: word).map { ids[$0] } ?? .none }
}
