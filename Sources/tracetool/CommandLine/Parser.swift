import TraceIngest

/// What a command line asks for.
enum Request {
  case run(Command, Invocation)
  case show(String)
}

/// Reads a command line by the help of the commands.
enum Parser {
  /// What `arguments`, without the program's name, ask for.
  static func parse(_ arguments: [String]) throws -> Request {
    if arguments.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
      return .show(Command.all.first { arguments.contains($0.name) }?.help ?? Command.overview)
    }
    guard let first = arguments.first else { throw Failure.usage("no command was given") }
    if first == "--version" { return .show("tracetool \(Entrypoint.version)\n") }
    if let command = Command.all.first(where: { $0.name == first }) {
      return .run(command, try read(arguments.dropFirst(), of: command))
    }
    if first.hasPrefix("-") { throw Failure.usage("the command comes first, before '\(first)'") }
    let hint = Suggestion.hint(first, among: Command.all.map(\.name))
    throw Failure.usage("unknown command '\(first)'\(hint)")
  }

  private static func read(_ words: ArraySlice<String>, of command: Command) throws -> Invocation {
    var invocation = Invocation()
    invocation.format = command.formats[0]
    var rest = words
    while let word = rest.popFirst(), word != "--" {
      let isOption = word.hasPrefix("-") && word != "-"
      if isOption { try invocation.take(word, &rest, of: command) } else { invocation.arguments.append(word) }
    }
    invocation.arguments += rest
    let count = invocation.arguments.count
    let operands = command.operands
    if count == 0, let first = operands.first, !first.hasPrefix("[") {
      throw Failure.usage("nothing was given for \(first)")
    }
    if count > operands.count, operands.last?.contains("…") != true {
      throw Failure.usage("'\(invocation.arguments[operands.count])' is more than '\(command.name)' takes")
    }
    let odd = zip(invocation.arguments.indices, invocation.arguments).first { place, word in
      PathText.isPath(word) && !(operands[min(place, operands.count - 1)].contains("PATH"))
    }
    if let odd { throw Failure.usage("'\(PathText.shown(odd.1))' is not UTF-8, as only a path may be") }
    // The paths come last.
    if count < operands.count, let name = invocation.readingOption {
      throw Failure.usage("'\(name)' says how to read logs: name them, too, as in logs/")
    }
    return invocation
  }
}

extension Invocation {
  /// Takes in the option that is `word`, and its value from `rest`.
  fileprivate mutating func take(_ word: String, _ rest: inout ArraySlice<String>, of command: Command) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let options = command.options
    guard let (_, synopsis) = options.first(where: { $0.name == name }) else {
      let hint = Suggestion.hint(name, among: options.map(\.name))
      throw Failure.usage("unknown option '\(name)' of '\(command.name)'\(hint)")
    }
    var value = parts.count > 1 ? String(parts[1]) : nil
    let isFlag = synopsis == name
    if isFlag, let value { throw Failure.usage("'\(name)' takes no value, not '\(value)'") }
    if !isFlag, value == nil, rest.first?.hasPrefix("--") == false { value = rest.popFirst() }
    if let value, PathText.isPath(value) {
      throw Failure.usage("\(name): '\(PathText.shown(value))' is not UTF-8, as only the paths of logs may be")
    }
    if !isFlag, value ?? "" == "" { throw Failure.usage("'\(name)' needs a value: \(synopsis)") }
    do { try set(name, value ?? "", of: command) } catch let failure as Failure where failure.code == .usage {
      throw Failure.usage("\(name): \(failure)")
    }
  }
}
