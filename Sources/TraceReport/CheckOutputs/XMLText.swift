/// Text as XML 1.0 holds it.
enum XMLText {
  /// On one line; most control characters become U+FFFD, as XML cannot write them, not even as references.
  static func escaped(_ text: String) -> String {
    let legal = text.unicodeScalars.map { isLegal($0) ? String($0) : "\u{FFFD}" }.joined()
    return DisplayText.escaped(legal).unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(scalar)
      }
    }.joined()
  }

  /// Source: W3C, Extensible Markup Language 1.0 (Fifth Edition), production 2, Char.
  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
