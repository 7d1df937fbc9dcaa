/// A word of the command line that is no option, and the property that it sets.
struct Operand<Target> {
  /// How many words an operand has.
  enum Count { case one, atMostOne, any, atLeastOne }

  /// The name in help, as `SQL`.
  let name: String
  let count: Count
  let help: String
  /// True for paths: they alone may hold bytes that are not UTF-8.
  let isPath: Bool
  /// The words that a shell offers for it.
  let completion: Completion
  let set: (inout Target, _ word: String) throws -> Void

  /// How the usage line shows it: `[PATH…]` is any number of paths, `SQL` exactly one word.
  var synopsis: String {
    switch count {
    case .one: name
    case .atMostOne: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }

  /// True if the operand gets all remaining words.
  var takesRest: Bool { count == .any || count == .atLeastOne }

  /// True if the command line is wrong without it.
  var isRequired: Bool { count == .one || count == .atLeastOne }

  /// A word that must be there; `path` holds a placeholder until it is read.
  static func required<Value>(
    _ name: String, _ help: String, _ path: WritableKeyPath<Target, Value>, as type: ArgumentType<Value>
  ) -> Self {
    let help = type.listing(help)
    return Self(name: name, count: .one, help: help, isPath: false, completion: type.completion) { target, word in
      target[keyPath: path] = try type.read(word)
    }
  }

  /// A word that may be left out; a shell offers `words`.
  static func optional(
    _ name: String, _ help: String, _ path: WritableKeyPath<Target, String?>, offering words: [String]
  ) -> Self {
    Self(name: name, count: .atMostOne, help: help, isPath: false, completion: .oneOf(words)) { target, word in
      target[keyPath: path] = word
    }
  }

  /// The paths of logs.
  static func paths(_ path: WritableKeyPath<Target, [String]>, isRequired: Bool = false) -> Self {
    Self(
      name: "PATH", count: isRequired ? .atLeastOne : .any,
      help: "A log: a file, a folder, an archive, or '-' for standard input",
      isPath: true, completion: .path
    ) { target, word in target[keyPath: path].append(word) }
  }
}
