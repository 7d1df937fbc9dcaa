import TracePipeline
import TraceReport

/// One run of a command: what was asked for, and where its words go.
struct Session {
  var settings = Settings()
  /// What was typed.
  var commandLine = Suggestion.command(["tracetool"] + CommandLine.arguments.dropFirst())

  /// Says something beside the result, unless nobody wants to hear it.
  func remark(_ text: String) {
    if !settings.isQuiet { complain(text) }
  }

  /// Says what went wrong.
  func complain(_ text: String) {
    let lines = text.split(separator: "\n").map { DisplayText.escaped(String($0)) + "\n" }
    // Nobody can be told that telling failed.
    try? System.put("tracetool: \(lines.joined())", to: System.standardError)
  }

  /// Runs `work` with a progress line; none where nobody would see it.
  func withProgress<Result>(
    _ work: (@escaping (RunProgress) -> Void) throws -> Result
  ) rethrows -> Result {
    guard !settings.isQuiet, !settings.hidesProgress, System.isTerminal(System.standardError) else {
      return try work { _ in }
    }
    let start = ContinuousClock().now
    let progress = Progress(elapsed: { start.duration(to: .now) }) {
      try? System.put($0, to: System.standardError)
    }
    defer { progress.clear() }
    return try work { progress.update(bytes: $0.bytes, of: $0.totalBytes, events: $0.events) }
  }

  /// Writes a result in the format that was asked for.
  ///
  /// - Parameters:
  ///   - tables: For people, one below the other; as CSV the first alone.
  ///   - json: The document.
  /// - Throws: As `write` does.
  func deliver(_ tables: [Table], json: () throws -> String) throws {
    switch settings.format {
    case .json, .ndjson: try write(json())
    case .csv: try write(tables[0].csv)
    case .table:
      let width = settings.output == nil ? System.terminalWidth : nil
      try write(tables.map { $0.text(width: width, style: style) }.joined(separator: "\n"))
    }
  }

  private var style: Style {
    let isForPerson = settings.output == nil && System.isTerminal(System.standardOutput)
    let isWanted = isForPerson && System.variable("NO_COLOR") == nil
    return settings.hasColor ?? isWanted ? .color : .plain
  }

  /// Writes the whole result, to standard output or to the file that was asked for.
  func write(_ text: String) throws {
    guard let output = settings.output, output != "-" else {
      return try System.put(text, to: System.standardOutput)
    }
    let inputs = [settings.store] + settings.arguments
    if inputs.contains(where: { System.isSameFile($0, output) }) {
      throw Failure.usage("'--output \(output)' would overwrite what is read; name another file")
    }
    try System.save(text, as: output)
  }
}
