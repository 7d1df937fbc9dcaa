/// Makes a script that a shell loads to complete command lines.
protocol CompletionScript {
  /// The script for the program with these commands.
  static func script(for commands: [CommandSyntax]) -> String
}
