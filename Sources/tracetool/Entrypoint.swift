/// `tracetool`: reads the command line, runs the command, and ends with the code that it deserves.
@main struct Entrypoint {
  static let version = "0.1.0"

  static func main() {
    System.catchSignals()
    System.end(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    var session = Session()
    do {
      switch try Parser.parse(arguments) {
      case .help(let command): try session.write(HelpText.text(command))
      case .version: try session.write("tracetool \(version)\n")
      case .run(let command, let settings):
        session.settings = settings
        return try command.run(session)
      }
      return .fine
    } catch {
      let code = ExitCode(error)
      let preface = code == .bug ? "this is a bug of tracetool's; please report it: " : ""
      if code != .readerGone { session.complain("\(preface)\(error)") }
      if code == .usage {
        let name = Command.all.map(\.name).first { $0 == arguments.first }
        let help = (name.map { "\($0) " } ?? "") + "--help"
        try? System.put("See 'tracetool \(help)'.\n", to: System.standardError)
      }
      return code
    }
  }
}
