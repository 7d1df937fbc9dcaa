/// `tracetool version`: the version of the program.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "Print the version."
  static let examples = [Example("version", "The version, as in 'tracetool \(number)'.")]
  static var options: [OptionGroup<Self>] { [] }

  static let number = "0.1.0"

  var invocation: Invocation

  init(_ defaults: Defaults) { invocation = Invocation(defaults, answer: Self.answer) }

  func run() throws -> ExitCode {
    try invocation.write("tracetool \(Self.number)\n")
    return .fine
  }
}
