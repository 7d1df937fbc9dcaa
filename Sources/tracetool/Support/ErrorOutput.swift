import TraceModel
import TraceReport

/// Messages beside results, on standard error.
enum ErrorOutput {
  /// Writes a message, which may have several lines, after the program's name, with the characters of the locale.
  ///
  /// Names of files and what logs hold come here on one line each (`PathText`, `OutsideText`). What was given to the
  /// program as words or in its environment gets on one line here.
  static func write(_ message: String) {
    let drawing = Drawing(width: nil, isTerminal: false, color: false, variable: System.variable)
    let message = GivenTexts.escaped(in: message)
    let lines = message.unicodeScalars.split(separator: "\n").map { drawing.text(String($0)) }
    writeLine("tracetool: \(lines.joined(separator: "\n"))")
  }

  /// Writes a line of ours.
  static func writeLine(_ line: String) {
    // An error here has nowhere to be reported.
    try? System.put("\(DisplayText.guarded(line, hasColor: false))\n", to: System.standardError)
  }
}
