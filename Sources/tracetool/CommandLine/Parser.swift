/// What a command line asks for.
enum Request {
  case run(Command, Settings)
  case help(Command?)
  case version
}

/// Reads a command line by the table of commands.
enum Parser {
  /// What `arguments`, without the program's name, ask for.
  static func parse(_ arguments: [String]) throws(UsageError) -> Request {
    let options = arguments.prefix { $0 != "--" }
    let wantsHelp = options.contains { $0 == "--help" || $0 == "-h" } || arguments.first == "help"
    let first = arguments.first { $0 != "help" && $0 != "-h" && $0 != "--help" }
    let command = Command.all.first { $0.name == first }
    if wantsHelp, command != nil || first == nil || first?.hasPrefix("-") ?? false {
      return .help(command)
    }
    if arguments.first == "--version" { return .version }
    guard let first else { throw UsageError("no command was given") }
    guard let command else { throw unknownCommand(first) }
    do throws(UsageError) {
      return .run(command, try settings(of: command, Array(arguments.dropFirst())))
    } catch {
      throw UsageError(error.message, command: command.name)
    }
  }

  private static func unknownCommand(_ word: String) -> UsageError {
    if word.hasPrefix("-") { return UsageError("the command comes first, before '\(word)'") }
    let nearest = Suggestion.nearest(to: word, among: Command.all.map(\.name))
    return UsageError(
      "unknown command '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  private static func settings(
    of command: Command, _ arguments: [String]
  ) throws(UsageError) -> Settings {
    var settings = Settings()
    var seen: Set<String> = []
    var rest = arguments[...]
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
        throw unknownOption(name, command)
      }
      let value = try value(of: option, parts.count > 1 ? String(parts[1]) : nil, &rest)
      if option.value != nil, !option.isRepeatable, !seen.insert(name).inserted {
        throw UsageError("'\(name)' was given twice")
      }
      do throws(UsageError) {
        try option.store(&settings, value)
      } catch {
        throw UsageError("'\(name)' \(error.message)")
      }
    }
    try checkOperands(settings.arguments, command)
    return settings
  }

  private static func value(
    of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let form = option.value else {
      if let attached { throw UsageError("'\(option.name)' takes no value, not '\(attached)'") }
      return ""
    }
    if let attached, !attached.isEmpty { return attached }
    guard attached == nil, let next = rest.first, !next.isEmpty, !next.hasPrefix("--") else {
      throw UsageError("'\(option.name)' needs a value: \(option.name) \(form)")
    }
    rest.removeFirst()
    return next
  }

  private static func unknownOption(_ name: String, _ command: Command) -> UsageError {
    let names = command.options.map(\.name)
    if let nearest = Suggestion.nearest(to: name, among: names) {
      return UsageError("unknown option '\(name)'; did you mean '\(nearest)'?")
    }
    let others = Command.all.filter { $0.options.contains { $0.name == name } }.map {
      "'\($0.name)'"
    }
    if !others.isEmpty {
      return UsageError(
        "'\(name)' is an option of \(others.joined(separator: ", ")), not of this command")
    }
    return UsageError("unknown option '\(name)'; a file of that name is './\(name)'")
  }

  private static func checkOperands(
    _ operands: [String], _ command: Command
  ) throws(UsageError) {
    if operands.count < command.operandCount.lowerBound {
      throw UsageError("nothing was given for \(command.operands)")
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands[command.operandCount.upperBound]
      throw UsageError("'\(extra)' is more than '\(command.name)' takes")
    }
  }
}
