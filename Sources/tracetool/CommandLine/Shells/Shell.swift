/// A shell that can complete tracetool's command lines.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The type that writes its completions.
  var completions: any CompletionScript.Type {
    switch self {
    case .bash: BashCompletions.self
    case .zsh: ZshCompletions.self
    case .fish: FishCompletions.self
    }
  }
}

/// Makes a script that a shell loads to complete command lines.
protocol CompletionScript {
  /// The script for the program with these commands.
  static func script(for commands: [CommandSyntax]) -> String
}
