/// Completions for zsh, with a description beside each word.
enum ZshCompletions: CompletionScript {
  static func script(for commands: [CommandSyntax]) -> String {
    """
    #compdef tracetool
    # Completions of tracetool for zsh. For this shell alone:
    #   eval "$(tracetool completions zsh)"
    # For every shell, as a file '_tracetool' in a folder of $fpath.
    _tracetool() {
      local context state line
      typeset -A opt_args
      _arguments -C '1: :->command' '*:: :->words'
      case $state in
      command)
        local -a commands=(
    \(commands.map { "      \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
        )
        _describe -t commands command commands
        ;;
      words)
        case $words[1] in
    \(commands.map(arguments).joined(separator: "\n"))
        esac
        ;;
      esac
    }
    if [ "$funcstack[1]" = _tracetool ]; then
      _tracetool "$@"
    else
      # Who has no .zshrc, as on a new Mac, has not begun zsh's completion yet.
      if (( ! $+functions[compdef] )); then
        autoload -Uz compinit && compinit -i
      fi
      compdef _tracetool tracetool
    fi

    """
  }

  private static func arguments(of command: CommandSyntax) -> String {
    let options = command.options.map { option -> String in
      let help = bracketed(option.help)
      guard let valueName = option.valueName else { return quoted("*\(option.name)[\(help)]") }
      return quoted("*\(option.name)=[\(help)]:\(valueName):\(action(option.completion))")
    }
    let help = command.options.isEmpty ? [] : [quoted("--help[Show this help.]")]
    let words = command.words.enumerated().map { index, word in
      quoted("\(word.isRepeated ? "*" : "\(index + 1)"):\(word.name):\(action(word.completion))")
    }
    let all = (options + help + words).map { "\n        \($0)" }.joined(separator: " \\")
    return all.isEmpty ? "    \(command.name)) ;;" : "    \(command.name)) _arguments \\\(all) ;;"
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .oneOf(let words): "(\(words.joined(separator: " ")))"
    case .listOf(let words): "_values -s , value \(words.joined(separator: " "))"
    case .beginnings(let words): "compadd -S '' -- \(words.joined(separator: " "))"
    case .path: "_files"
    case .unknown: ""
    }
  }

  /// A text in the brackets of an option of `_arguments`.
  private static func bracketed(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
      .replacing("]", with: "\\]").replacing(":", with: "\\:")
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
