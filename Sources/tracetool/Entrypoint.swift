#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `tracetool`: reads the command line, runs the command, and ends with the code that it deserves.
@main struct Entrypoint {
  static let version = "0.1.0"

  static func main() {
    System.catchSignals()
    System.exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    var session = Session(
      settings: Settings(), environment: ProcessInfo.processInfo.environment)
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
      tell(error, session)
      return ExitCode(error)
    }
  }

  private static func tell(_ error: any Error, _ session: Session) {
    switch error {
    case is ReaderGone: break
    case let error as UsageError:
      session.complain(error.message)
      let help = error.command.map { "tracetool \($0) --help" } ?? "tracetool --help"
      try? System.write("See '\(help)'.\n", to: System.standardError)
    default:
      let isBug = ExitCode(error) == .bug
      session.complain(
        (isBug ? "this is a bug of tracetool's; please report it: " : "") + "\(error)")
    }
  }
}
