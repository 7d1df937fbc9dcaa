import TraceModel
import TraceReport

/// Messages beside results, on standard error.
enum ErrorOutput {
  /// Writes a message, of one line or several, after the program's name, with the characters of the locale.
  static func write(_ message: Sentence) { writeLine("tracetool: \(message)") }

  /// Writes lines of ours.
  static func writeLine(_ message: Sentence) {
    let drawing = Drawing(width: nil, isTerminal: false, color: false, variable: System.variable)
    let lines = message.description.split(separator: "\n").map { drawing.text("\(name: $0)") }
    // An error here has nowhere to be reported.
    try? System.put(
      "\(DisplayText.guarded(lines.joined(separator: "\n"), hasColor: false))\n", to: System.standardError)
  }
}
