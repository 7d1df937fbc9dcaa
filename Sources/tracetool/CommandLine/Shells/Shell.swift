/// A shell that can complete tracetool's command lines.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var completions: any CompletionScript.Type {
    switch self {
    case .bash: BashCompletions.self
    case .zsh: ZshCompletions.self
    case .fish: FishCompletions.self
    }
  }
}

protocol CompletionScript {
  static func script(for commands: [CommandSyntax]) -> String
}
