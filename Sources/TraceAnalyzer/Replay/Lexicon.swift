package import TraceModel

/// The symbols of a log, and the words among them that replay asks for.
///
/// A class, for speed: every launch refers to it, and a copy of the two would count some fifty references up and down
/// again. It is made where many launches are replayed and gone before symbols are learned, so that learning copies
/// nothing.
package final class Lexicon: Sendable {
  let words: InternedNames
  let symbols: Symbols

  /// A lexicon of `symbols`, whose words are `words`.
  package init(_ words: InternedNames, _ symbols: Symbols) {
    self.words = words
    self.symbols = symbols
  }
}
