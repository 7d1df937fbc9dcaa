import TraceModel

/// An error that ends a command: the exit code, and the message for the user.
struct Failure: StatedError {
  var code: ExitCode
  var sentence: Sentence

  /// A wrong command line; the text says what would be right.
  static func usage(_ text: Sentence) -> Failure { Failure(code: .usage, sentence: text) }

  /// Data that cannot answer the question; the text says what is missing.
  static func data(_ text: Sentence) -> Failure { Failure(code: .data, sentence: text) }
}
