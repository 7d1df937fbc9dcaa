/// A word of the command line that is no option, and the property that it sets.
struct Operand<Target> {
  enum Count { case one, atMostOne, any, atLeastOne }

  let name: String
  let count: Count
  let help: String
  /// True for paths: only these may hold bytes that are not UTF-8.
  let isPath: Bool
  let completion: Completion
  let set: (inout Target, _ word: String) throws -> Void

  /// As in the usage line: `[PATH…]` is any number of paths, `SQL` exactly one word.
  var synopsis: String {
    switch count {
    case .one: name
    case .atMostOne: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }

  var takesRest: Bool { count == .any || count == .atLeastOne }

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

  /// The stores and logs that a command reads; if `isOfLogs`, logs alone, of which it needs one.
  static func paths(_ path: WritableKeyPath<Target, [String]>, isOfLogs: Bool = false) -> Self {
    let log = "a file, a folder, an archive, or '-' for standard input"
    return Self(
      name: "PATH", count: isOfLogs ? .atLeastOne : .any,
      help: isOfLogs ? "A log: \(log)" : "A store, or a log: \(log)", isPath: true, completion: .path
    ) { target, word in target[keyPath: path].append(word) }
  }
}
