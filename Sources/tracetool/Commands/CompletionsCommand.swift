/// `tracetool completions`: the script with which a shell completes command lines.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print the script with which a shell completes commands, options and values."
  static let examples = [
    Example("completions zsh", "The script for zsh; its first lines say where it belongs.")
  ]
  static var operands: [Operand<Self>] { [.required("SHELL", "The shell", \.shell, as: .choice)] }
  static var options: [OptionGroup<Self>] { [] }

  var invocation: Invocation
  private(set) var shell = Shell.bash

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  func run() throws -> ExitCode {
    try invocation.write(shell.completions.script(for: CommandSyntax.all))
    return .fine
  }
}
