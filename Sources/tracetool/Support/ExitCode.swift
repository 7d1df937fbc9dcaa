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
    case is UsageError: self = .usage
    case is DataError: self = .data
    case is IngestError, is StoreError, is OutputError: self = .inputOutput
    case is ReaderGone: self = .readerGone
    case let stop as Interruption: self = stop.isInterrupt ? .interrupted : .terminated
    default: self = .bug
    }
  }
}

/// Data that cannot answer what was asked.
struct DataError: Error, CustomStringConvertible {
  var description: String
}

/// A result that could not be written.
struct OutputError: Error, CustomStringConvertible {
  var subject: String
  var cause: String

  var description: String {
    "cannot write '\(subject)': \(cause); check its folder, or name another with --output"
  }
}

/// Whoever read our output has gone away.
struct ReaderGone: Error {}

/// A signal asked us to stop.
struct Interruption: Error, CustomStringConvertible {
  var isInterrupt: Bool
  /// Where it stopped, and how to go on.
  var advice: String

  var description: String { "\(isInterrupt ? "interrupted" : "terminated"); \(advice)" }
}
