import TraceModel

/// Sentences as XML 1.0 holds them.
enum XMLText {
  /// On one line; of names nothing is left that XML cannot write, as control characters, not even as references.
  static func escaped(_ sentence: Sentence) -> String {
    sentence.written(ours: marked) { marked(OutsideText.escaped($0)) }
  }

  private static func marked(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(scalar)
      }
    }.joined()
  }
}
