import TraceIngest
import TraceStore

/// `tracetool`: reads the command line, runs the command, and ends the process with its exit code.
@main enum Entrypoint {
  static func main() {
    System.catchSignals()
    let words = System.arguments
    do {
      let defaults = Defaults([EnvironmentSettings(variable: System.variable)])
      var command = try Parser(defaults: defaults).parse(words)
      let code = try command.run()
      // While the command holds its data: to free each launch takes a tenth of the time of a report.
      withExtendedLifetime(command) { System.end(code) }
    } catch {
      System.end(report(error, of: words))
    }
  }

  /// Writes the message of an error.
  ///
  /// - Returns: The exit code for it.
  private static func report(_ error: any Error, of words: [String]) -> ExitCode {
    let isInput = error is IngestError || error is StoreError
    let code = (error as? Failure)?.code ?? (isInput ? .inputOutput : .bug)
    let preface = code == .bug ? "this is a bug in tracetool; please report it: " : ""
    if code != .readerGone { ErrorOutput.write("\(preface)\(error)") }
    if code == .usage {
      let command = words.first.flatMap(CommandList.command).map { "\($0.name) " } ?? ""
      ErrorOutput.writeLine("See 'tracetool \(command)--help'.")
    }
    return code
  }
}
