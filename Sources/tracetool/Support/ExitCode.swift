/// How the program ends, whatever the format of its output.
enum ExitCode: Int32 {
  case fine, findings, usage, data, inputOutput
  case bug = 70, interrupted = 130, readerGone = 141, terminated = 143
}

/// What ends a command: its exit code, and what is said about it.
struct Failure: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String

  /// A command line that says what no command can do; the text says what would do.
  static func usage(_ text: String) -> Failure { Failure(code: .usage, description: text) }

  /// Data that cannot answer what was asked.
  static func data(_ text: String) -> Failure { Failure(code: .data, description: text) }
}
