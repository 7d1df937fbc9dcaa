/// Text in messages of SARIF.
enum SARIFText {
  /// The text with nothing in it that stands for a link (`[text](1)`) or an argument (`{0}`).
  ///
  /// Source: SARIF 2.1.0, 3.11.5, Messages with placeholders, and 3.11.6, Messages with embedded links.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { Array("[]{}".utf8).contains($0) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "[", "]": result += "\\"
      case "{", "}": result.unicodeScalars.append(scalar)
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
  }
}
