/// One option: its name, what it takes, its line of help, and where its value goes.
struct Option: Sendable {
  typealias Store = @Sendable (inout Settings, _ value: String) throws -> Void

  var name: String
  /// What stands for the value in the help; nothing for a flag.
  var value: String?
  var help: String
  var store: Store

  static func flag(
    _ name: String, _ help: String, _ store: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(name: name, help: help) { settings, _ in store(&settings) }
  }

  /// An option whose value is kept at `path`, as `read` understands it.
  static func value<Value>(
    _ name: String, _ value: String, _ help: String,
    _ path: any WritableKeyPath<Settings, Value> & Sendable,
    _ read: @escaping @Sendable (String) throws -> Value
  ) -> Option {
    Option(name: name, value: value, help: help) { settings, text in
      settings[keyPath: path] = try read(text)
    }
  }

  /// How it is written, with what it takes.
  var synopsis: String { name + (value.map { " \($0)" } ?? "") }
}

/// What can be done on a command line.
struct Command: Sendable {
  /// The option's title in the help, and the options under it.
  typealias Group = (title: String, options: [Option])

  var name: String
  /// What it takes beside options, as in `PATH…`.
  var operands: String
  var operandCount: ClosedRange<Int>
  var summary: String
  var examples: [(line: String, meaning: String)]
  var groups: [Group]
  var run: @Sendable (Session) throws -> ExitCode

  var options: [Option] { groups.flatMap(\.options) }
}
