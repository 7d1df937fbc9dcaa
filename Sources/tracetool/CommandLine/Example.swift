/// A command line for a help page.
struct Example {
  /// The words after `tracetool`, quoted for a shell.
  let line: String
  /// What the line shows, as a sentence.
  let explanation: String

  init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}
