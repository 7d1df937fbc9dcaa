import TraceReport

/// Messages beside results, on standard error.
enum ErrorOutput {
  /// Writes a message, which may have several lines, after the program's name, with the characters of the locale.
  static func write(_ message: String) {
    let drawing = Drawing(width: nil, isTerminal: false, color: false, variable: System.variable)
    let lines = message.split(separator: "\n").map { drawing.text(DisplayText.escaped(String($0))) }
    writeLine("tracetool: \(lines.joined(separator: "\n"))")
  }

  /// Writes a line as it is.
  static func writeLine(_ line: String) {
    // An error here has nowhere to be reported.
    try? System.put("\(line)\n", to: System.standardError)
  }
}
