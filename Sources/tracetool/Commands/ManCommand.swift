/// `tracetool man`: the manual page.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "Print the manual page, as 'man' reads it."
  static let examples = [Example("man", "The page; in a file, 'man ./FILE' shows it.")]
  static var options: [OptionGroup<Self>] { [] }

  var invocation: Invocation

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  func run() throws -> ExitCode {
    try invocation.write(ManualPage.text)
    return .fine
  }
}
