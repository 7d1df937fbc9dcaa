import TraceIngest
import TraceStore

/// `tracetool`: reads the command line, runs the command, and ends with the code that it deserves.
@main struct Entrypoint {
  static let version = "0.1.0"

  static func main() {
    System.catchSignals()
    System.end(run(System.arguments))
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    do {
      switch try Parser.parse(arguments) {
      case .show(let text): try Invocation().write(text)
      case .run(let command, let invocation): return try command.run(invocation)
      }
      return .fine
    } catch {
      let isInput = error is IngestError || error is StoreError
      let code = (error as? Failure)?.code ?? (isInput ? .inputOutput : .bug)
      let preface = code == .bug ? "this is a bug of tracetool's; please report it: " : ""
      if code != .readerGone { Invocation().complain("\(preface)\(error)") }
      if code == .usage {
        let command = Command.all.first { $0.name == arguments.first }.map { "\($0.name) " } ?? ""
        try? System.put("See 'tracetool \(command)--help'.\n", to: System.standardError)
      }
      return code
    }
  }
}
