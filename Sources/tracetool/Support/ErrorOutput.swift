import TraceReport

/// Messages beside results, on standard error.
enum ErrorOutput {
  /// Writes a message, which may have several lines, after the program's name.
  static func write(_ message: String) {
    let lines = message.split(separator: "\n").map { DisplayText.escaped(String($0)) }
    writeLine("tracetool: \(lines.joined(separator: "\n"))")
  }

  /// Writes a line as it is.
  static func writeLine(_ line: String) {
    // An error here has nowhere to be reported.
    try? System.put("\(line)\n", to: System.standardError)
  }
}
