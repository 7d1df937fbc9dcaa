/// The words that a shell offers for a value before it is typed.
enum Completion: Equatable {
  /// One of some words.
  case oneOf([String])
  /// Some of these words, with commas between them.
  case listOf([String])
  /// One of these beginnings; what follows cannot be completed, as in `--budget launch=`.
  case beginnings([String])
  /// The path of a file or a folder.
  case path
  /// No words: only the user knows the value.
  case unknown

  /// Several such values, with commas between them.
  var list: Completion {
    switch self {
    case .oneOf(let words): .listOf(words)
    case .listOf, .beginnings, .path, .unknown: self
    }
  }
}
