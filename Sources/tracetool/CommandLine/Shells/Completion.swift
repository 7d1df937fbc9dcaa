/// The words that a shell offers for a value before it is typed.
enum Completion: Equatable {
  case oneOf([String])
  /// A list of these words, with commas between them.
  case listOf([String])
  /// One of these beginnings; the rest cannot be completed, as in `--budget launch=`.
  case beginnings([String])
  case path
  case unknown

  var list: Completion {
    switch self {
    case .oneOf(let words): .listOf(words)
    case .listOf, .beginnings, .path, .unknown: self
    }
  }
}
