import TraceModel
import TraceReport

/// Messages beside results, on standard error.
enum ErrorOutput {
  /// Writes a message, of one line or several, after the program's name, with the characters of the locale.
  ///
  /// Callers put names of files and contents of logs on one line (`PathText`, `OutsideText`). Words and variables given
  /// to the program are put on one line here.
  static func write(_ message: String) {
    let drawing = Drawing(width: nil, isTerminal: false, color: false, variable: System.variable)
    let message = GivenTexts.escaped(in: message)
    let lines = message.unicodeScalars.split(separator: "\n").map { drawing.text(String($0)) }
    writeLine("tracetool: \(lines.joined(separator: "\n"))")
  }

  /// Writes a line of the program's own.
  static func writeLine(_ line: String) {
    // An error here has nowhere to be reported.
    try? System.put("\(DisplayText.guarded(line, hasColor: false))\n", to: System.standardError)
  }
}
