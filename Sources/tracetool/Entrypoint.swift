import TraceIngest
import TraceModel
import TraceStore

/// `tracetool`: reads the command line, runs the command, and ends the process with its exit code.
@main enum Entrypoint {
  static func main() {
    System.returnLargeBlocks()
    System.openStandardDescriptors()
    let words = System.arguments
    System.catchSignals()
    do {
      try System.checkMemoryLimit()
      try System.checkFileLimit()
      var command = try command(words)
      // Before the first read, which may take long.
      try command.invocation.checkOutputs()
      let code = try command.run()
      // The command keeps its data: freeing each launch takes a tenth of the time of a report.
      withExtendedLifetime(command) { end(code) }
    } catch {
      end(report(error, of: words))
    }
  }

  private static func end(_ code: ExitCode) -> Never {
    EventStore.closeReaders()
    System.end(code)
  }

  /// The command for the words, with the settings of the environment and of the configuration.
  ///
  /// The words are read twice: they may name the configuration, whose settings they override.
  private static func command(_ words: [String]) throws -> any Command {
    let environment = EnvironmentSettings(variable: System.variable)
    let defaults = try Defaults([environment])
    let command = try Parser(defaults: defaults).parse(words)
    guard command.needsConfiguration else { return command }
    let named = command.invocation.configuration
    let isFromOption = command.invocation.givenOptions.contains(Invocation.configurationOptionName)
    let origin = isFromOption ? SettingOrigin.builtIn : defaults.configuration.origin
    guard let file = try ConfigurationFile.inForce(named: named, origin: origin) else { return command }
    if file.isFound, System.isTerminal(System.standardError) {
      command.invocation.remark("the configuration is '\(name: file.path)'; --config none leaves it out")
    }
    return try Parser(defaults: try Defaults([file, environment])).parse(words)
  }

  /// Writes the message of an error; returns its exit code.
  private static func report(_ error: any Error, of words: [String]) -> ExitCode {
    // Another writer to the store may keep this process from ending as it was asked to.
    if System.isAskedToEnd, let error = error as? StoreError, error.isBusy {
      ErrorOutput.write("\(name: "\(System.signalCode)"); the last lines that were read are not stored: \(error)")
      return System.signalCode
    }
    let isInput = error is IngestError || error is StoreError
    let isConfiguration = error is ConfigurationError
    let isPartial = (error as? IngestError)?.isPartial == true
    let code =
      (error as? Failure)?.code ?? (isPartial ? .data : isInput ? .inputOutput : isConfiguration ? .usage : .bug)
    let preface: Sentence = code == .bug ? "this is a bug in tracetool; please report it: " : ""
    let text = (error as? any StatedError)?.sentence ?? "\(name: "\(error)")"
    if code != .readerGone { ErrorOutput.write(preface + text) }
    if isConfiguration {
      ErrorOutput.writeLine("See 'tracetool explain --schema config'.")
    } else if code == .usage {
      let command: Sentence = words.first.flatMap(CommandList.command).map { "\(name: $0.name) " } ?? ""
      ErrorOutput.writeLine("See 'tracetool \(command)--help'.")
    }
    return code
  }
}
