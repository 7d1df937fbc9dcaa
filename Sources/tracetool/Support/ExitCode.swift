import TraceIngest
import TraceStore

/// How the program ends, whatever the format of its output.
enum ExitCode: Int32 {
  case fine = 0
  case findings = 1
  case usage = 2
  case data = 3
  case inputOutput = 4
  case bug = 70
  case interrupted = 130
  case readerGone = 141
  case terminated = 143

  /// The code that tells of `error`.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure.code
    case is IngestError, is StoreError: self = .inputOutput
    default: self = .bug
    }
  }
}

/// What ends a command: its exit code, and what is said about it.
struct Failure: Error, CustomStringConvertible {
  var code: ExitCode
  var text: String

  var description: String { text }

  /// A command line that says what no command can do; the text says what would do.
  static func usage(_ text: String) -> Failure { Failure(code: .usage, text: text) }

  /// Data that cannot answer what was asked.
  static func data(_ text: String) -> Failure { Failure(code: .data, text: text) }
}
