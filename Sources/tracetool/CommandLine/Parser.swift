import TraceIngest
import TraceModel

/// Reads a command line by the declarations of the commands.
struct Parser {
  let defaults: Defaults

  private static let helpOptions = ["--help", "-h"]
  private static let versionOptions = ["--version", "-V"]

  /// The command for `words`, without the program's name; throws a usage `Failure`.
  func parse(_ words: [String]) throws -> any Command {
    if words.prefix(while: { $0 != "--" }).contains(where: Self.helpOptions.contains) { return try help(words) }
    guard let first = words.first else { return HelpCommand(defaults) }
    if Self.versionOptions.contains(first) { return VersionCommand(defaults) }
    var command: any Command = try Self.type(named: first).init(defaults)
    command.invocation.words = words
    return try read(words.dropFirst(), into: command)
  }

  /// The help of the command that `words` begin with, else of the program.
  private func help(_ words: [String]) throws -> any Command {
    let rest = words.drop(while: Self.helpOptions.contains)
    var command = HelpCommand(defaults)
    command.name = try rest.first.map { try Self.type(named: $0).name }
    command.isBrief = words.first(where: Self.helpOptions.contains) == "-h"
    return command
  }

  private static func type(named word: String) throws -> any Command.Type {
    if let type = CommandList.command(word) { return type }
    if word.hasPrefix("-") { throw Failure.usage("the command comes first, before '\(name: word)'") }
    // What the command `store` does has names that people type as commands.
    let action: Sentence? = StoreCommand.Action(rawValue: word).map {
      "; did you mean '\(name: StoreCommand.name) \(name: $0.rawValue)'?"
    }
    let hint = action ?? Suggestion.hint(word, among: CommandList.names)
    let all = CommandList.names.joined(separator: ", ")
    throw Failure.usage("unknown command '\(name: word)'\(hint.isEmpty ? "; the commands are \(name: all)" : hint)")
  }

  private func read<C: Command>(_ words: ArraySlice<String>, into command: C) throws -> C {
    var command = command
    let options = C.allOptions
    var rest = words
    while let word = rest.popFirst(), word != "--" {
      if word.hasPrefix("-"), word != "-" {
        let option = try Self.read(word, &rest, among: options, into: &command)
        command.invocation.givenOptions.append(option.name)
      } else {
        command.invocation.operands.append(word)
      }
    }
    command.invocation.operands += rest
    try Self.readOperands(into: &command)
    return command
  }

  /// Reads the option that `word` names, and its value, which may be the first word of `rest`.
  private static func read<C: Command>(
    _ word: String, _ rest: inout ArraySlice<String>, among options: [Option<C>], into command: inout C
  ) throws -> Option<C> {
    let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard let option = options.first(where: { $0.name == name }) else {
      let hint = Suggestion.hint(name, among: options.map(\.name) + helpOptions.prefix(1))
      throw Failure.usage("unknown option '\(name: name)' of '\(name: C.name)'\(hint)")
    }
    var value = halves.count > 1 ? String(halves[1]) : nil
    if option.valueName == nil {
      if let value { throw Failure.usage("'\(name: name)' takes no value, not '\(name: value)'") }
    } else {
      if value == nil, rest.first?.hasPrefix("--") == false { value = rest.popFirst() }
      if let value, PathText.isPath(value) {
        throw Failure.usage(
          "\(name: name): '\(name: PathText.shown(value))' is not UTF-8, as only the paths of logs may be")
      }
      if value ?? "" == "" { throw Failure.usage("'\(name: name)' needs a value: \(name: option.synopsis)") }
    }
    if option.isGivenOnce, command.invocation.givenOptions.contains(name) {
      throw Failure.usage("\(name: name): it is given twice")
    }
    try option.store(value ?? "", in: &command)
    if let value, option.completion == .path, name != Invocation.outputOptionName {
      command.invocation.namedPaths.append(value)
    }
    return option
  }

  private static func readOperands<C: Command>(into command: inout C) throws {
    let words = command.invocation.operands
    let operands = C.operands
    if words.isEmpty, let first = operands.first, first.isRequired {
      var choices: Sentence = ""
      if case .oneOf(let words) = first.completion { choices = ": it is one of \(name: words.joined(separator: ", "))" }
      throw Failure.usage("\(name: first.synopsis) is missing\(choices)")
    }
    if words.count > operands.count, operands.last?.takesRest != true {
      throw Failure.usage(
        "'\(name: words[operands.count])' is more than '\(name: C.name)' takes")
    }
    for (index, word) in words.enumerated() {
      let operand = operands[min(index, operands.count - 1)]
      if PathText.isPath(word), !operand.isPath {
        throw Failure.usage("'\(name: PathText.shown(word))' is not UTF-8, as only a path may be")
      }
      try operand.set(&command, word)
      if operand.isPath { command.invocation.namedPaths.append(word) }
    }
    if !operands.prefix(words.count).contains(where: \.isPath), let name = readingOption(of: command) {
      throw Failure.usage("'\(name: name)' says how to read logs: name them, too, as in logs/")
    }
  }

  private static func readingOption<C: Command>(of command: C) -> String? {
    let names = C.allOptions.filter(\.needsPath).map(\.name)
    return command.invocation.givenOptions.first(where: names.contains)
  }
}
