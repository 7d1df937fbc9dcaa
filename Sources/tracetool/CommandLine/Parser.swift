/// What a command line asks for.
enum Request {
  case run(Command, Settings)
  case help(Command?)
  case version
}

/// Reads a command line by the table of commands.
enum Parser {
  /// What `arguments`, without the program's name, ask for.
  static func parse(_ arguments: [String]) throws -> Request {
    if arguments.prefix(while: { $0 != "--" }).contains("--help") {
      return .help(Command.all.first { arguments.contains($0.name) })
    }
    guard let first = arguments.first else { throw Failure.usage("no command was given") }
    if first == "--version" { return .version }
    if let command = Command.all.first(where: { $0.name == first }) {
      return .run(command, try settings(of: command, arguments.dropFirst()))
    }
    if first.hasPrefix("-") { throw Failure.usage("the command comes first, before '\(first)'") }
    let hint = Suggestion.hint(first, among: Command.all.map(\.name))
    throw Failure.usage("unknown command '\(first)'\(hint)")
  }

  private static func settings(
    of command: Command, _ arguments: ArraySlice<String>
  ) throws -> Settings {
    var settings = Settings()
    var given: Set<String> = []
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "--" {
        settings.arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        settings.arguments.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = command.options.first(where: { $0.name == name }) else {
        let hint = Suggestion.hint(name, among: command.options.map(\.name))
        throw Failure.usage("unknown option '\(name)' of '\(command.name)'\(hint)")
      }
      let value = try value(of: option, parts.count > 1 ? String(parts[1]) : nil, &rest)
      do {
        try option.store(&settings, value)
      } catch let failure as Failure {
        throw Failure.usage("\(name): \(failure.text)")
      }
      given.insert(name)
    }
    try check(settings.arguments, given, command)
    return settings
  }

  private static func value(
    of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws -> String {
    guard option.takesValue else {
      if let attached { throw Failure.usage("'\(option.name)' takes no value, not '\(attached)'") }
      return ""
    }
    let isNext = attached == nil && rest.first?.hasPrefix("--") == false
    let value = attached ?? (isNext ? rest.removeFirst() : "")
    if !value.isEmpty { return value }
    throw Failure.usage("'\(option.name)' needs a value: \(option.synopsis)")
  }

  private static func check(
    _ operands: [String], _ given: Set<String>, _ command: Command
  ) throws {
    let counts = command.operandCount
    if operands.count < counts.lowerBound {
      throw Failure.usage("nothing was given for \(command.operands)")
    }
    if let extra = operands.dropFirst(counts.upperBound).first {
      throw Failure.usage("'\(extra)' is more than '\(command.name)' takes")
    }
    if operands.isEmpty, let name = Command.logs.map(\.name).first(where: given.contains) {
      throw Failure.usage("'\(name)' says how to read logs: name them, too, as in logs/")
    }
  }
}
