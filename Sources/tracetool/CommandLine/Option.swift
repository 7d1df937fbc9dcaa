/// A command line that says what no command can do; the text says what would do.
struct UsageError: Error, Equatable {
  var message: String
  /// The command whose help tells more.
  var command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }
}

/// One option: its name, what it takes, its line of help, and where its value goes.
struct Option: Sendable {
  typealias Store = @Sendable (inout Settings, _ value: String) throws(UsageError) -> Void

  var name: String
  /// What stands for the value in the help; nothing for a flag.
  var value: String?
  var help: String
  /// May be given several times, each adding to the others.
  var isRepeatable = false
  var store: Store

  static func flag(
    _ name: String, _ help: String, _ store: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(name: name, help: help) { settings, _ throws(UsageError) in store(&settings) }
  }

  static func value(
    _ name: String, _ value: String, _ help: String, isRepeatable: Bool = false,
    _ store: @escaping Store
  ) -> Option {
    Option(name: name, value: value, help: help, isRepeatable: isRepeatable, store: store)
  }

  /// An option whose value is kept as it is.
  static func text(
    _ name: String, _ value: String, _ help: String,
    _ path: any WritableKeyPath<Settings, String?> & Sendable
  ) -> Option {
    Option(name: name, value: value, help: help) { settings, value throws(UsageError) in
      settings[keyPath: path] = value
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
  /// What it takes beside options, as in `PATH…`; empty for nothing.
  var operands: String
  var operandCount: ClosedRange<Int>
  var summary: String
  var examples: [(line: String, meaning: String)]
  var groups: [Group]
  var run: @Sendable (Session) throws -> ExitCode

  var options: [Option] { groups.flatMap(\.options) }
}
