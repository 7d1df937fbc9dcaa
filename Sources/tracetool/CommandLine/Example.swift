/// A command line for a help page.
struct Example {
  /// The words after `tracetool`, quoted for a shell.
  let line: String
  /// A sentence about the result.
  let explanation: String

  init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}
