/// Completions for fish, with a description beside each word.
enum FishCompletions: CompletionScript {
  static func script(for commands: [CommandSyntax]) -> String {
    let lines = commands.flatMap { command in
      [line("__fish_use_subcommand", "-a \(command.name) -d \(quoted(command.summary))")] + words(of: command)
    }
    return """
      # Completions of tracetool for fish. For every shell, as a file 'tracetool.fish' in
      # ~/.config/fish/completions; for this one alone:
      #   tracetool completions fish | source
      complete -c tracetool -f
      \(lines.joined(separator: "\n"))

      """
  }

  private static func words(of command: CommandSyntax) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    let options = command.options.map { option -> String in
      let name = "-l \(option.name.drop { $0 == "-" }) -d \(quoted(option.help))"
      guard option.valueName != nil else { return line(condition, name) }
      return line(condition, "\(name) \(value(option.completion))")
    }
    let help = command.options.isEmpty ? [] : [line(condition, "-l help -d 'Show this help.'")]
    let operands = command.words.compactMap { word -> String? in
      switch word.completion {
      case .path: return line(condition, "-F")
      case .oneOf(let words): return line(condition, "-a \(quoted(words.joined(separator: " ")))")
      case .listOf, .beginnings, .unknown: return nil
      }
    }
    return options + help + operands
  }

  private static func value(_ completion: Completion) -> String {
    switch completion {
    case .oneOf(let words), .beginnings(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .listOf(let words): "-x -a \(quoted("(__fish_append , \(words.joined(separator: " ")))"))"
    case .path: "-r -F"
    case .unknown: "-x"
    }
  }

  private static func line(_ condition: String, _ rest: String) -> String {
    "complete -c tracetool -n '\(condition)' \(rest)"
  }

  /// A text in single quotes, in which fish reads `\\` and `\'`.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
