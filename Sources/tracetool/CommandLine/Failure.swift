/// An error that ends a command: the exit code, and the message for the user.
struct Failure: Error, CustomStringConvertible {
  var code: ExitCode
  var description: String

  /// A wrong command line; the text says what would be right.
  static func usage(_ text: String) -> Failure { Failure(code: .usage, description: text) }

  /// Data that cannot answer the question; the text says what is missing.
  static func data(_ text: String) -> Failure { Failure(code: .data, description: text) }
}
