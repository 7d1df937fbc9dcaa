/// Completions for bash 3.2 and later, which macOS has.
///
/// bash cuts a line at `=`: of `--format=js` the function sees `--format`, `=` and `js`.
enum BashCompletions: CompletionScript {
  static func script(for commands: [CommandSyntax]) -> String {
    """
    # Completions of tracetool for bash. For this shell alone:
    #   eval "$(tracetool completions bash)"
    # For every shell, as a file 'tracetool' in ~/.local/share/bash-completion/completions.
    _tracetool() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words='' list=''
      COMPREPLY=()
      if [ "$COMP_CWORD" -le 1 ]; then
        COMPREPLY=($(compgen -W '\(words(commands.map(\.name)))' -- "$word"))
        return
      fi
      if [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      elif [ "$word" = = ]; then
        word=''
      fi
      case "$command $before" in
    \(commands.flatMap(values).joined(separator: "\n"))
      esac
      if [ -n "$list" ]; then
        local begun=''
        case $word in *,*) begun=${word%,*}, ;; esac
        COMPREPLY=($(compgen -P "$begun" -W "$list" -- "${word##*,}"))
        return
      elif [ -z "$words" ]; then
        case "$command $word" in
    \(commands.filter { !$0.options.isEmpty }.map(options).joined(separator: "\n"))
    \(commands.compactMap(operands).joined(separator: "\n"))
        esac
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      case ${COMPREPLY[0]} in *=) compopt -o nospace 2>/dev/null ;; esac
    }
    # Where no completion is offered, bash completes the names of files.
    complete -o default -F _tracetool tracetool

    """
  }

  private static func values(of command: CommandSyntax) -> [String] {
    command.options.filter { $0.valueName != nil }.map { option in
      let pattern = "    '\(command.name) \(option.name)')"
      switch option.completion {
      case .oneOf(let texts), .beginnings(let texts): return "\(pattern) words='\(words(texts))' ;;"
      case .listOf(let texts): return "\(pattern) list='\(words(texts))' ;;"
      case .path: return "\(pattern) return ;;"
      case .unknown: return "\(pattern) compopt +o default 2>/dev/null; return ;;"
      }
    }
  }

  private static func options(of command: CommandSyntax) -> String {
    "      '\(command.name) -'*) words='\(words(command.options.map(\.name) + ["--help"]))' ;;"
  }

  /// The case of the words that are no options; nil if a shell cannot complete one of them.
  private static func operands(of command: CommandSyntax) -> String? {
    for word in command.words {
      if case .oneOf(let texts) = word.completion { return "      '\(command.name) '*) words='\(words(texts))' ;;" }
    }
    return nil
  }

  private static func words(_ texts: [String]) -> String { texts.joined(separator: " ") }
}
