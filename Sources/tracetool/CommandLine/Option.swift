/// One option: how it is written, its line of help, and where its value goes.
struct Option: Sendable {
  /// The name and, unless it is a flag, what stands for its value, as in `--store FILE`.
  var synopsis: String
  var help: String
  var store: @Sendable (inout Settings, _ value: String) throws -> Void

  init(
    _ synopsis: String, _ help: String,
    _ store: @escaping @Sendable (inout Settings, _ value: String) throws -> Void
  ) {
    (self.synopsis, self.help, self.store) = (synopsis, help, store)
  }

  /// An option whose value is kept at `path`, as `read` understands it.
  init<Value>(
    _ synopsis: String, _ help: String,
    _ path: any WritableKeyPath<Settings, Value> & Sendable,
    _ read: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(synopsis, help) { $0[keyPath: path] = try read($1) }
  }

  /// A flag.
  init(_ name: String, _ help: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable) {
    self.init(name, help) { settings, _ in settings[keyPath: path] = true }
  }

  var name: String { String(synopsis.prefix { $0 != " " }) }
  var takesValue: Bool { synopsis != name }
}

/// What can be done on a command line.
struct Command: Sendable {
  /// The title of some options in the help, and these.
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
